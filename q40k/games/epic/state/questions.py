"""Finding a side, a formation or a figure by name."""

from collections.abc import Iterable

from q40k.games.epic.state.match import Formation, Match, Phase, Side, Step
from q40k.games.epic.state.registry import Places
from q40k.kernel.lookup import find_exact
from q40k.tabletop.asking import check_open, find_by_id, forbid, forbid_unknown

# -- who is meant --------------------------------------------------------------------------


def find_side(state: Match, name: str) -> Side:
    """Return the side of that name. Raises Refused (EE-WORD-3)."""
    matches = find_exact(name, [(side.name, side) for side in state.sides.values()])
    if matches:
        return matches[0]
    raise forbid_unknown("EE-WORD-3", "unknown-side", name, (side.name for side in state.sides.values()))


def find_formation(state: Match, text: str) -> Formation:
    """Return the formation of that id. Raises Refused (EE-WORD-1)."""
    return find_by_id("EE-WORD-1", "unknown-formation", text, state.formations)


def find_living_formation(state: Match, text: str) -> Formation:
    """Return the formation of that id, which has figures left. Raises Refused (EE-MORALE-1)."""
    formation = find_formation(state, text)
    if not state.alive(formation.id):
        raise forbid("EE-MORALE-1", "formation-lost", formation=formation.id)
    return formation


def find_figure(state: Match, text: str) -> str:
    """Return the figure with the id "ID/1", or the only figure of a formation.

    Raises Refused (EE-WORD-1).
    """
    if text in state.figures:
        return text
    formation = find_exact(text, state.formations)
    if formation and len(formation[0].figures) == 1:
        return formation[0].figures[0]
    return find_by_id("EE-WORD-1", "unknown-figure", text, state.figures).id


def find_figures(state: Match, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the named figures; a formation's id stands for all its living figures.

    Raises Refused (EE-WORD-1).
    """
    figures: list[str] = []
    for text in texts:
        formation = () if text in state.figures else find_exact(text, state.formations)
        figures += state.alive(formation[0].id) if formation else [find_figure(state, text)]
    return tuple(dict.fromkeys(figures))


def read_places(state: Match, formation: Formation, places: Places) -> dict[str, tuple[float, ...]]:
    """Return the place of each standing figure of a formation; one without a facing keeps its own.

    Rule: EE-MOVE-2
    """
    figures = state.standing(formation.id)
    if len(places) != len(figures):
        facts = {"formation": formation.id, "wanted": len(figures), "got": len(places)}
        raise forbid("EE-MOVE-2", "places-wanted", **facts)
    facings = (state.figures[figure].position.facing for figure in figures)
    return {f: (*place[:2], *(place[2:] or (ahead,))) for f, place, ahead in zip(figures, places, facings, strict=True)}


def must_live(state: Match, figure: str) -> None:
    """Refuse a dead figure (EE-SAVE-4)."""
    if not state.figures[figure].life.alive:
        raise forbid("EE-SAVE-4", "figure-lost", figure=figure)


# -- when ----------------------------------------------------------------------------------


def must_be_open(state: Match) -> None:
    """Refuse before the match is laid out and after its end (EE-WIN-1)."""
    check_open(state.setup.scenario, state.outcome.over, "EE-WIN-3", "EE-WIN-2")


def must_be_in_phase(state: Match, phase: Phase, *steps: Step) -> None:
    """Refuse a command that belongs to another phase or step (EE-TURN-1)."""
    must_be_open(state)
    play = state.play
    if play.phase != phase or (steps and play.step not in steps):
        wanted_step = steps[0] if steps else ""
        raise forbid(
            "EE-TURN-1", "wrong-phase", phase=play.phase, step=play.step, wanted=phase, wanted_step=wanted_step
        )


def must_be_on_the_table(state: Match) -> None:
    """Refuse before the first turn (EE-TURN-1)."""
    must_be_open(state)
    if state.play.phase in ("setup", "deployment"):
        raise forbid("EE-TURN-1", "not-begun", phase=state.play.phase)
