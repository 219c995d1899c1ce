"""The state for the shell, and pack data for commands."""
