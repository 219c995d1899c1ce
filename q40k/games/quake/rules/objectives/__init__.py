"""What a mod plays for: its ways to win, and how far everybody is from it."""
