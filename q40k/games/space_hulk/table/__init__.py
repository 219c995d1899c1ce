"""The state as the shell shows it, and pack data put beside commands."""
