"""Where champions stand, as far as the table said so."""
