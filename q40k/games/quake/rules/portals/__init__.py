"""PORTALS: stepping on one, and where one comes out."""
