"""Questions about sight: why a marine does not see a square, which squares are watched or
threatened.
"""
