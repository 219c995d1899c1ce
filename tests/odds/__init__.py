"""Odds against dice: what is shown before a die, and how often the rules then let it happen.

`throwing` carries the very command out again and again and counts; `quake`, `epic` and `hulk` say what each game
shows before which command and question. `python -m tests.odds` (or `make odds`) does it for hundreds of situations
of random matches, with thousands of throws of each; the tests take a small sample, the soak one throw of every command.
"""
