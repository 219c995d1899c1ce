"""The command line: it reads the call, hands it to the table, and prints the result."""
