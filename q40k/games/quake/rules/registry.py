"""Where Quake 40K registers its events, folds, commands and rules."""

from __future__ import annotations

from typing import Any

from q40k.games.quake.rules.state import Match
from q40k.kernel.registry import Registry

REGISTRY: Registry[Match, Any] = Registry()


event = REGISTRY.event


fold = REGISTRY.fold


command = REGISTRY.command


rule = REGISTRY.rule
