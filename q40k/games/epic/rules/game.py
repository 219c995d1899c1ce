"""What follows a command of Epic Escarmouches: nothing but its own rule."""

from q40k.games.epic.state.registry import REGISTRY

carry_out = REGISTRY.carry_out
