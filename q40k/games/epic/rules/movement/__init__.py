"""Movement: how far, with whom, over what ground."""
