"""Personalities of bots: how each weighs what it may win and lose."""

from typing import Annotated

from msgspec import Meta

from q40k.packs.base import Id, Line, Names, Pack

Weight = Annotated[float, Meta(ge=0, le=5)]


class Taunts(Pack, frozen=True):
    """What a bot says when it kills and when it dies, in both languages."""

    kill: tuple[Names, ...] = ()
    death: tuple[Names, ...] = ()


class Personality(Pack, frozen=True, kw_only=True):
    """A way to play a champion; each weight is 1 for a bot that plays by the numbers.

    `blood` weighs kills, `caution` its own death, `tokens`, `flags` and `portals` what they bring.
    `grudge` weighs those who killed it. `stillness` is what staying is worth, as a share of a kill.
    """

    id: Id
    name: Names
    text: Names
    callsigns: tuple[Line, ...] = ()
    blood: Weight = 1.0
    caution: Weight = 1.0
    tokens: Weight = 1.0
    flags: Weight = 1.0
    portals: Weight = 1.0
    grudge: Weight = 1.0
    stillness: Weight = 0.0
    taunts: Taunts = Taunts()


PLAIN = Personality(
    id="plain",
    name=Names(en="Plain", fr="Neutre"),
    text=Names(en="Plays by the numbers.", fr="Joue selon les chiffres."),
)
"""The personality of a bot for which nobody chose another."""
