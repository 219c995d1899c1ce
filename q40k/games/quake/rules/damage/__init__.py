"""Attacks resolved at the table: wounds, deaths, accidents."""
