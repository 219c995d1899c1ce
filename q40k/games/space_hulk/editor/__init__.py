"""The mission editor without its screen: the work, its changes, its check and its file."""
