"""DEPLOYMENT: the start, and every champion's first place."""
