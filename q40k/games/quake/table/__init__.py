"""Quake 40K at the table: packs put beside commands, places said, the state as JSON."""
