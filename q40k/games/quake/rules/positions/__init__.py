"""Where champions stand, where the table has given it."""
