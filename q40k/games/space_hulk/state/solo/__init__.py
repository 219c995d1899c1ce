"""Solo play: the program plays the Genestealers by the solo rules. See `docs/space-hulk.md`.

Based on "DiceRoller Space Hulk Solo" v0.2 by Alexis Sukrieh, licence CC BY-NC 4.0: its facts, none
of its sentences.
"""
