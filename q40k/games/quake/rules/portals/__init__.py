"""PORTALS: stepping onto one, and coming out of another."""
