"""The table: open a match, let players join and leave, correct, deploy."""
