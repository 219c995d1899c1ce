"""What happens in a mission of Space Hulk: the rules that carry commands out. They ask, tell and refuse.

A chapter has the same name as in `state`, which says what is so. Only `state/game.py` leads here.
"""
