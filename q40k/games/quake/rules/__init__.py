"""What happens in a match of Quake 40K: the rules that carry commands out. They ask, tell and refuse.

A chapter of the digest is one file. It looks at the state through the chapter of the same name in `state`.
Only `state/game.py` leads here.
"""
