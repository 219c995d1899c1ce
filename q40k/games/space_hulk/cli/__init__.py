"""Space Hulk on the command line: `new`, `print`, and `mission` with its commands."""
