"""The state for the shell, for match scripts and for `--json`; the recorded demo."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from q40k.games.game import Clock, Demo, Moments, Racer, Seat, Status, View, Viewer
from q40k.games.space_hulk.state import secrets
from q40k.games.space_hulk.state.commentary.chances import is_near_win, prospects, side_progress
from q40k.games.space_hulk.state.match import SIDES, Blip, Marine, Match, Stealer
from q40k.games.space_hulk.state.turn import HURRY, call_times, turn_seconds
from q40k.games.space_hulk.table.opening import Prefilled, prefill_from
from q40k.geometry.scene import Scene
from q40k.i18n.locale import N_
from q40k.kernel.amending import Change
from q40k.kernel.events import Event, Question
from q40k.packs.base import Names
from q40k.table.as_json import question_data
from q40k.tabletop.rules import BotSeat

NAMES = ("Space Marines", "Genestealers")

BOARD_PARTS = ("setup", "doors", "fires", "barrier", "things")
"""The parts of the state that the drawn board depends on."""


class HulkView(View):
    """Space Hulk for the shell. Blips and the command point counter are secret."""

    moments = Moments(
        highlights=("killed",),
        whole_screen=frozenset(
            {"first-blood", "first-loss", "spree", "many", "alpha-down", "sergeant", "last-marine", "exploded", "match"}
        ),
        turn="turn-opened",
        race_note=N_(
            "A line is what part of its goal a side has made, of the one it is nearest to."
            " Genestealers without a goal of their own win when no marine is left."
        ),
        chances_weights=(1.4, 1.2, -0.1),
        chances_note=N_(
            "By how much a moment changed a side’s chance to win. The model is simple: the less is left to a goal,"
            " the greater the chance. The Genestealers are as near to theirs as marines are dead of those who must"
            " die. Of a goal that is met a tenth counts as left until the match is over, as the other side may meet"
            " its own. What each goal is worth was fitted to games of bots. There such chances came true about as"
            " often as they say. The model knows no dice and no board. The log shows the same beside deaths."
        ),
    )

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """Return the two sides: the marine player, then the stealer player."""
        if state.setup.mission is None:
            return ()
        names = (name or usual for name, usual in zip(state.setup.names, NAMES, strict=True))
        bots = (BotSeat() if state.options.bot == "marines" else None, None)
        sides = enumerate(zip(SIDES, names, bots, strict=True))
        return tuple(Seat(side, name, number, bot=bot) for number, (side, name, bot) in sides)

    def scenario_name(self, state: Match) -> Names | None:
        """Return the name of the mission."""
        return state.setup.mission.name if state.setup.mission else None

    def status(self, state: Match) -> Status:
        """Return the progress of the match."""
        play, outcome = state.play, state.outcome
        names = {seat.id: seat.name for seat in self.seats(state)}
        marines = play.phase.startswith("marine")
        active = () if play.turn == 0 else ("marine",) if marines else ("stealer",)
        return Status(
            is_laid_out=state.setup.mission is not None,
            name=state.setup.name,
            phase=play.phase,
            turn=play.turn,
            active=active if names else (),
            over=outcome.over,
            winners=tuple(names[side] for side in outcome.winners),
        )

    def next_seat(self, state: Match) -> str | None:
        """Return the side whose phases come after these."""
        now = self.status(state)
        if not now.active or now.over:
            return None
        return next(side for side in SIDES if side not in now.active)

    def race(self, state: Match) -> tuple[Racer, ...]:
        """Return each side's progress to its goal, without sides whose goal is only told."""
        if state.setup.mission is None:
            return ()
        sides = zip(self.seats(state), SIDES, strict=True)
        return tuple(
            Racer(
                seat.id,
                seat.name,
                seat.colour,
                Fraction(progress.reached),
                Fraction(progress.goal),
                near=is_near_win(state, side),
            )
            for seat, side in sides
            if (progress := side_progress(state, side)) is not None
        )

    def prospects(self, state: Match) -> dict[str, tuple[float, ...]]:
        """Return how near each side is to its goal."""
        return prospects(state)

    def rematch(self, state: Match) -> Prefilled:
        """Return the same mission, edition and agreements, with the same players."""
        return prefill_from(state)

    def clock(self, state: Match) -> Clock | None:
        """Return the sand timer, which runs in the marine turn unless it is held."""
        if state.setup.mission is None or state.options.timer is None:
            return None
        timer = state.timer
        held = timer.held is not None
        running = timer.length is not None
        return Clock(
            timer.gone,
            is_running=running and not held,
            is_paused=held,
            part_limit=timer.length,
            part_start=timer.began,
            call_times=call_times(state),
            hurry=HURRY,
            keeps_undone=True,
        )

    def changes(self, old: Match, new: Match) -> tuple[Change, ...]:
        """Return the differences between two states: the end, the turn, the pieces."""
        return tuple(_changes(old, new))

    def scene(self, state: Match) -> Scene | None:
        """Return the board with everything on it, or None if no places are kept."""
        from q40k.games.space_hulk.table.scene import make_scene

        return make_scene(state)

    def same_ground_cover(self, before: Match, after: Match) -> bool:
        """Return whether no door, fire, barrier or object has changed, and the same pieces lurk."""
        if not all(getattr(before, part) is getattr(after, part) for part in BOARD_PARTS):
            return False
        from q40k.games.space_hulk.table.scene import lurking_pieces

        same = before.stealers is after.stealers and before.blips is after.blips
        return same or lurking_pieces(before) == lurking_pieces(after)

    def mask_state(self, state: Match, viewer: Viewer) -> Match:
        """Return the state with blips and counter shown only to their owners."""
        return secrets.mask_state(state, viewer)

    def mask_event(self, state: Match, event: Event, viewer: Viewer) -> Event:
        """Return the event without what only the other player may know."""
        return secrets.mask_event(state, event, viewer)

    def as_json(self, state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
        """Return the whole state as JSON data; `log` holds its sentences."""
        play, outcome = state.play, state.outcome
        return {
            "game": "space-hulk",
            "edition": state.setup.edition_id,
            "mission": state.setup.mission.id if state.setup.mission else None,
            "turn": play.turn,
            "phase": "over" if outcome.over else play.phase,
            "active": play.active,
            "finishing": play.finishing,
            "cp": state.counter.drawn,
            "cp_spent": state.counter.spent,
            "seconds": state.timer.length or (turn_seconds(state) if state.setup.mission else None),
            "marines": {marine.id: _marine(state, marine) for marine in state.marines.values()},
            "stealers": {stealer.id: _stealer(state, stealer) for stealer in state.stealers.values()},
            "blips": {blip.id: _blip(state, blip) for blip in state.blips.values() if blip.present},
            "pile": state.undrawn,
            "revealed": {str(value): n for value, n in sorted(state.pile.up.items())},
            "doors": dict(state.doors),
            "burning": {name: list(fire.squares) for name, fire in state.fires.items()},
            "barrier": state.barrier,
            "objects": {
                item.id: {"at": item.at, "carrier": item.carrier, "left_by": item.left_by}
                for item in state.things.values()
            },
            "window": _window(state),
            "convert": state.conversion.blip if state.conversion else None,
            "doubts": [list(doubt) for doubt in state.doubts],
            "kills": state.tally.kills,
            "winner": list(outcome.winners) or None,
            "asks": question_data(self.seats(state), question),
            "log": log,
        }


def _window(state: Match) -> dict[str, Any] | None:
    window = state.window
    if window is None:
        return None
    return {"actor": window.actor, "step": window.step, "door": window.door}


def _carried_ids(state: Match, id: str) -> list[str]:
    return [item.id for item in state.carried_objects(id)]


def _marine(state: Match, marine: Marine) -> dict[str, Any]:
    stance, arms = marine.stance, marine.arms
    return {
        "unit": marine.unit,
        "alive": marine.life.alive,
        "left_by": marine.life.left_by,
        "at": marine.position.at,
        "facing": marine.position.facing,
        "ap": marine.acts.ap,
        "activated": marine.acts.activated,
        "overwatch": stance.overwatch,
        "guard": stance.guard,
        "jammed": stance.jammed,
        "ammo": arms.ammo,
        "reloaded": arms.reloaded,
        "psi": arms.psi,
        "bonus": marine.aim.target,
        "carries": _carried_ids(state, marine.id),
    }


def _stealer(state: Match, stealer: Stealer) -> dict[str, Any]:
    return {
        "alive": stealer.life.alive,
        "alpha": stealer.alpha,
        "at": stealer.position.at,
        "facing": stealer.position.facing,
        "entry": stealer.lurking.entry,
        "waits": stealer.lurking.held,
        "ap": stealer.acts.ap,
        "acted": stealer.acts.activated,
        "carries": _carried_ids(state, stealer.id),
    }


def _blip(state: Match, blip: Blip) -> dict[str, Any]:
    return {
        "at": blip.position.at,
        "entry": blip.lurking.entry,
        "ap": blip.acts.ap,
        "acted": blip.acts.activated,
        "placed": state.play.turn > 0 and blip.placed == state.play.turn,
        "waits": blip.lurking.held,
    }


def _changes(old: Match, new: Match) -> Iterator[Change]:
    old_outcome, new_outcome = old.outcome, new.outcome
    if (old_outcome.over, old_outcome.winners) != (new_outcome.over, new_outcome.winners):
        before = old_outcome.winners if old_outcome.over else None
        yield Change("winner", None, before, new_outcome.winners if new_outcome.over else None)
    if (old.play.turn, old.play.phase) != (new.play.turn, new.play.phase):
        yield Change("turn", None, old.play.turn, new.play.turn)
    for id in _ids(old, new):
        before_facts, after_facts = _facts(old, id), _facts(new, id)
        if before_facts is None or after_facts is None:
            yield Change("lacks" if after_facts is None else "joins", id)
            continue
        for name in before_facts:
            if before_facts[name] != after_facts[name]:
                yield Change(name, id, before_facts[name], after_facts[name])
    if old.counter.spent != new.counter.spent:
        yield Change("spent", None, old.counter.spent, new.counter.spent)


def _ids(old: Match, new: Match) -> dict[str, None]:
    both = (*old.marines, *new.marines, *old.stealers, *new.stealers, *old.blips, *new.blips)
    return dict.fromkeys(both)


def _facts(state: Match, id: str) -> dict[str, Any] | None:
    """Return the facts of a piece that are compared between two states."""
    if id not in state.all_pieces:
        return None
    piece = state.piece(id)
    facts: dict[str, Any] = {"alive": piece.life.alive, "at": piece.position.at}
    if isinstance(piece, Marine):
        facts |= {"ap": piece.acts.ap, "ammo": piece.arms.ammo}
    return facts


# -- the demo --------------------------------------------------------------------------------


def suits_picture(state: Match) -> bool:
    """Return whether a reaction is possible."""
    return state.window is not None


DEMO = Demo(Path(__file__).parents[1] / "demo" / "airlock.jsonl", lines=84, suits_picture=suits_picture, keys=("v",))
