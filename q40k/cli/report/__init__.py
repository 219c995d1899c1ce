"""Commands that tell a match afterwards: its page, its figures, its luck."""
