"""The screens of the table: opening, players, dice, corrections."""
