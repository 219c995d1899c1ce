"""The verbs that Epic Escarmouches adds to the command line."""
