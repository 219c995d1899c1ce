"""The screens of teams."""
