"""Space Hulk on paper: the rules in short, and the sheet for an evening without a computer."""
