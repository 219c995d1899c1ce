"""DEPLOYMENT: the start of the match, and the first place of every champion."""
