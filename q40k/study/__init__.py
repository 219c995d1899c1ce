"""The study of a match: what its dice and what its choices did to everybody's chance to win.

A game brings a `subject.Subject`: how its bots play a match on from any state. `playouts` plays it on
from before and after every choice and every roll of a match, with the same seeds everywhere;
`figures` adds up what that says, and `tables` puts it into words.

The chance of a state is what the bots make of it. Luck is the chance after the dice less that after
the choice, which is the mean over all dice: so luck is zero on average whatever the bots know. A
choice costs what the best that was seen would have brought more.
"""
