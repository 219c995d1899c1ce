"""The mission editor without its screen: the work, what can be done to it, its check, its file."""
