"""Where the dice race registers its events, folds, commands and rules."""

from __future__ import annotations

from q40k.kernel.commands import Command
from q40k.kernel.registry import Registry
from tests.games.race.rules.state import Race

REGISTRY: Registry[Race, Command] = Registry()

event = REGISTRY.event
fold = REGISTRY.fold
command = REGISTRY.command
rule = REGISTRY.rule
