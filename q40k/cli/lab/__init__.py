"""`q40k lab`: let bots play many games, and see what is worth how much."""

from q40k.cli.base import verb_group

_PLACES = {
    "weigh": "weigh:weigh",
    "compare": "weigh:compare",
    "ladder": "weigh:ladder",
    "fit": "fit:fit",
    "generate": "generate:generate",
    "label": "label:label",
    "merge": "shelf:merge",
    "worlds": "shelf:worlds",
}

lab = verb_group(f"{__name__}.lab", places={name: f"q40k.cli.lab.{place}" for name, place in _PLACES.items()})
