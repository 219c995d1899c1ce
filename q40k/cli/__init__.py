"""The command line: it reads the call, hands it to the table, and prints what comes of it."""
