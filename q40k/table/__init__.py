"""A match session at the table: matches kept, commands carried out, scripts read and written."""
