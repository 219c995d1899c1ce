"""The journal: every input of a match in one SQLite file, and the guards around it."""
