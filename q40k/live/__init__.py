"""The live board: what everyone in the room sees of a match, on a television, on phones."""
