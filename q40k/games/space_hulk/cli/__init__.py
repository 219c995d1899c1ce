"""Space Hulk on the command line: `new`, and `mission` with its commands."""
