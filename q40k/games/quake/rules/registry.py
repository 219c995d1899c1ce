"""The registry of Quake 40K's events, folds, commands and rules, and its decorators."""

from __future__ import annotations

from q40k.games.quake.rules.command import Command
from q40k.games.quake.rules.state import Match
from q40k.kernel.registry import Registry

REGISTRY: Registry[Match, Command] = Registry()


event = REGISTRY.event


fold = REGISTRY.fold


command = REGISTRY.command


rule = REGISTRY.rule
