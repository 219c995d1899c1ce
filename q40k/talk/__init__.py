"""The conversation: the whole program in lines, for a screen reader, a braille line or a pipe.

The desk is that of the screen (`tui.desk`): a typed line becomes the keys that a hand would press at
the prompt (`entry`), and what is open there is told in lines (`prompting`). Nothing moves a cursor,
and no colour or place on a screen carries a meaning. `news` tells what has happened, `asking` answers
questions between the entries, `scene` puts a map into words, `past` walks back and corrects, `room`
is the evening at one desk, and `evening` goes from match to match.
"""
