"""Attacks resolved at the table: their dice, wounds, deaths and accidents."""
