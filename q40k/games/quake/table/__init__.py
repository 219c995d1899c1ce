"""Quake 40K at the table: pack data for commands, typed places, maps, the state as JSON."""
