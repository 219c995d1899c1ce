"""`q40k lab`: let bots play many games, and see what is worth how much."""

from q40k.cli.base import verb_group
from q40k.cli.say import N_

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

lab = verb_group(
    places={name: f"q40k.cli.lab.{place}" for name, place in _PLACES.items()},
    details=N_("Every result is kept, so a study can be interrupted and goes on."),
    examples=(("q40k lab weigh --game epic --armies orks,eldar --option points=500", N_("two armies of 500 points")),),
)
