"""Shooting: what a volley needs (`plan`), and how it is fired, formation by formation."""
