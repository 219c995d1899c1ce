"""A sitting at the table: matches kept, commands carried out, scripts read and written."""
