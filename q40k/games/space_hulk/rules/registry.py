"""The registry of Space Hulk's events, folds, commands and rules."""

from __future__ import annotations

from q40k.games.space_hulk.rules.command import Command
from q40k.games.space_hulk.rules.state import Match
from q40k.kernel.registry import Registry

REGISTRY: Registry[Match, Command] = Registry()

event = REGISTRY.event
fold = REGISTRY.fold
command = REGISTRY.command
rule = REGISTRY.rule
