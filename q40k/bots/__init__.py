"""What the bots of all games share: a match in memory, levels, moves and what they are worth.

This room knows no game. A game's own room `bot` derives `bot.Bot` and names it in its record
(`Game.bot`). A bot is a player: it gives the commands and answers that a person gives, with the
hand `bot.HAND` in the journal. Its decisions depend only on the state, its seat, its level, its
personality and a seed.
"""
