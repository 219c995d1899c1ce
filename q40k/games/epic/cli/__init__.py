"""The verbs that Epic Escarmouches brings to the command line."""
