"""The screens of the score."""
