"""The state as the shell asks for it, and as match scripts and `--json` show it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from q40k.games.game import Clock, Moments, Racer, Seat, Status, View, Viewer
from q40k.games.space_hulk.rules import secrets
from q40k.games.space_hulk.rules.commentary.chances import chances
from q40k.games.space_hulk.rules.state import SIDES, Blip, Marine, Match, Stealer
from q40k.games.space_hulk.rules.turn.clock import HURRY, call_times, turn_seconds
from q40k.games.space_hulk.rules.turn.race import is_near_win, side_progress
from q40k.games.space_hulk.table.prefilled import Prefilled, of_match
from q40k.geometry.scene import Scene
from q40k.i18n.locale import N_
from q40k.kernel.correcting import Change
from q40k.kernel.events import Event
from q40k.kernel.questions import Question
from q40k.packs.base import Names
from q40k.table.as_json import question_data

NAMES = ("Space Marines", "Genestealers")

LAID: Final = ("setup", "doors", "fires", "barrier", "things")
"""The parts of a state that what lies on the board depends on."""


class HulkView(View):
    """Space Hulk as the shell sees it. Blips and the command point counter are secret."""

    moments = Moments(
        highlights=("killed",),
        turn="turn-opened",
        race_note=N_(
            "A line is what part of its goal a side has made, of the one it is nearest to."
            " Genestealers without a goal of their own win when no marine is left."
        ),
        chances_note=N_(
            "By how much a moment changed a side’s chance to win. The model is a plain one: a"
            " chance is as great as one over the square of what is left to the goal, so who has"
            " half as much left wins four times as often. The Genestealers are as near to theirs as"
            " marines are dead of those who must die, too. Of a goal that is met a tenth counts as"
            " left until the match is over, as the other side may meet its own. It knows no dice"
            " and no board. Beside deaths in the log stands the same."
        ),
    )

    def seats(self, state: Match) -> tuple[Seat, ...]:
        """The two sides: the marine player, then the stealer player."""
        if state.setup.mission is None:
            return ()
        names = (name or usual for name, usual in zip(state.setup.names, NAMES, strict=True))
        return tuple(
            Seat(side, name, number)
            for number, (side, name) in enumerate(zip(SIDES, names, strict=True))
        )

    def scenario_name(self, state: Match) -> Names | None:
        """Return the name of the mission."""
        return state.setup.mission.name if state.setup.mission else None

    def status(self, state: Match) -> Status:
        """Where the match stands."""
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
        """Both sides, as far as each is from what it plays for; nobody where that is told only."""
        if state.setup.mission is None:
            return ()
        sides = zip(self.seats(state), SIDES, strict=True)
        return tuple(
            Racer(
                seat.id, seat.name, seat.colour, Fraction(one.reached), Fraction(one.goal),
                near=is_near_win(state, side),
            )
            for seat, side in sides if (one := side_progress(state, side)) is not None
        )  # fmt: skip

    def chances(self, state: Match) -> dict[str, float] | None:
        """Everybody's chance to win, by what is left to the goal."""
        return chances(state)

    def rematch(self, state: Match) -> Prefilled:
        """Return the same mission, edition and agreements, with the same players."""
        return of_match(state)

    def clock(self, state: Match) -> Clock | None:
        """The sand timer: it runs in the marine turn, and stands when it is held."""
        if state.setup.mission is None or state.options.timer is None:
            return None
        timer = state.timer
        held = timer.held is not None
        running = timer.length is not None
        return Clock(
            timer.gone, is_running=running and not held, is_paused=held, part_limit=timer.length,
            part_start=timer.began, call_times=call_times(state), hurry=HURRY,
        )  # fmt: skip

    def changes(self, old: Match, new: Match) -> tuple[Change, ...]:
        """All that is otherwise in `new` than in `old`: the end, the turn, who lives where."""
        return tuple(_changes(old, new))

    def scene(self, state: Match) -> Scene | None:
        """The board with all that stands on it; None where no places are kept."""
        from q40k.games.space_hulk.table.scene import scene

        return scene(state)

    def same_ground_cover(self, before: Match, after: Match) -> bool:
        """Return whether no door, fire, barrier or object has changed."""
        return all(getattr(before, part) is getattr(after, part) for part in LAID)

    def mask_state(self, state: Match, viewer: Viewer) -> Match:
        """Return the state with blips and counter shown only to their owners."""
        return secrets.mask_state(state, viewer)

    def mask_event(self, state: Match, event: Event, viewer: Viewer) -> Event:
        """Return the event without what only the other player may know."""
        return secrets.mask_event(state, event, viewer)

    def as_json(self, state: Match, question: Question | None, log: list[str]) -> dict[str, Any]:
        """The whole state; `log` holds its sentences."""
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
            "marines": {one.id: _marine(state, one) for one in state.marines.values()},
            "stealers": {one.id: _stealer(state, one) for one in state.stealers.values()},
            "blips": {one.id: _blip(state, one) for one in state.blips.values() if one.present},
            "pile": state.undrawn,
            "revealed": {str(value): n for value, n in sorted(state.pile.up.items())},
            "doors": dict(state.doors),
            "burning": {name: list(fire.squares) for name, fire in state.fires.items()},
            "barrier": state.barrier,
            "objects": {
                one.id: {"at": one.at, "carrier": one.carrier, "left_by": one.left_by}
                for one in state.things.values()
            },
            "window": _window(state),
            "convert": state.conversion.blip if state.conversion else None,
            "doubts": [list(one) for one in state.doubts],
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


def _carries(state: Match, id: str) -> list[str]:
    return [one.id for one in state.carried_objects(id)]


def _marine(state: Match, one: Marine) -> dict[str, Any]:
    stance, arms = one.stance, one.arms
    return {
        "unit": one.unit,
        "alive": one.life.alive,
        "left_by": one.life.left_by,
        "at": one.position.at,
        "facing": one.position.facing,
        "ap": one.acts.ap,
        "activated": one.acts.activated,
        "overwatch": stance.overwatch,
        "guard": stance.guard,
        "jammed": stance.jammed,
        "ammo": arms.ammo,
        "reloaded": arms.reloaded,
        "psi": arms.psi,
        "bonus": one.aim.target,
        "carries": _carries(state, one.id),
    }


def _stealer(state: Match, one: Stealer) -> dict[str, Any]:
    return {
        "alive": one.life.alive,
        "alpha": one.alpha,
        "at": one.position.at,
        "facing": one.position.facing,
        "entry": one.lurking.entry,
        "waits": one.lurking.held,
        "ap": one.acts.ap,
        "acted": one.acts.activated,
        "carries": _carries(state, one.id),
    }


def _blip(state: Match, one: Blip) -> dict[str, Any]:
    return {
        "at": one.position.at,
        "entry": one.lurking.entry,
        "ap": one.acts.ap,
        "acted": one.acts.activated,
        "placed": state.play.turn > 0 and one.placed == state.play.turn,
        "waits": one.lurking.held,
    }


def _changes(old: Match, new: Match) -> Iterator[Change]:
    then, now = old.outcome, new.outcome
    if (then.over, then.winners) != (now.over, now.winners):
        before = then.winners if then.over else None
        yield Change("winner", None, before, now.winners if now.over else None)
    if (old.play.turn, old.play.phase) != (new.play.turn, new.play.phase):
        yield Change("turn", None, old.play.turn, new.play.turn)
    for one in _ids(old, new):
        was, is_ = _facts(old, one), _facts(new, one)
        if was is None or is_ is None:
            yield Change("lacks" if is_ is None else "joins", one)
            continue
        for what in was:
            if was[what] != is_[what]:
                yield Change(what, one, was[what], is_[what])
    if old.counter.spent != new.counter.spent:
        yield Change("spent", None, old.counter.spent, new.counter.spent)


def _ids(old: Match, new: Match) -> dict[str, None]:
    both = (*old.marines, *new.marines, *old.stealers, *new.stealers, *old.blips, *new.blips)
    return dict.fromkeys(both)


def _facts(state: Match, id: str) -> dict[str, Any] | None:
    """What of a piece is compared between two states."""
    if id not in {**state.marines, **state.stealers, **state.blips}:
        return None
    piece = state.piece(id)
    found: dict[str, Any] = {"alive": piece.life.alive, "at": piece.position.at}
    if isinstance(piece, Marine):
        found |= {"ap": piece.acts.ap, "ammo": piece.arms.ammo}
    return found
