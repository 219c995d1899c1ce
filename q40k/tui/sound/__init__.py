"""The sounds of a match at the screens, and which of them the table has chosen."""
