"""The command-line verbs of Quake 40K."""
