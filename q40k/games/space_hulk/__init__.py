"""Space Hulk: Terminators against Genestealers, 4th and 1st edition. Rules: SH-…, SH1-….

Both editions are one set of rules: every difference is a field of `rules/editions.py`, and no rule asks
which edition it is. What follows a command (blips to turn up, reactions, bonuses that end) waits on a
stack in the state and is settled from its end. A board of pieces becomes one of rows before a match is
laid out. Who draws unseen is nobody: such dice are asked of the whole table and are secret, so the app
rolls them by default. `rules/solo` is the automaton: a command that carries out commands of the aliens,
so it is undone and replayed like any other. `bot` leads the marines over the masked state. `editor`
paints missions and knows no screen: a `Work` is never changed, only replaced by the next.
"""
