"""A match counted once more from nothing but the events in a report's own data, as plain dicts.

Nothing of the game is asked here: no rule, no state, no figure of ours, but for what the shipped
table of bonuses says. What is found is held against the figures of the report.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import yaml

Event = dict[str, Any]
BONUSES: Final = Path(__file__).parents[2] / "codex_data" / "bonus.yaml"


def bonuses() -> dict[str, tuple[str, bool]]:
    """Of every kind of the book's bonuses ("equipment-35") its effect, and whether it is a ward."""
    table = yaml.safe_load(BONUSES.read_text(encoding="utf-8"))["bonus_tables"][0]
    results = {}
    for category in ("equipment", "weapon", "special"):
        for roll, kind in table[category].items():
            ward = any(modifier["effect"] == "ward" for modifier in kind.get("modifiers", ()))
            results[f"{category}-{roll}"] = (kind.get("effect", ""), ward)
    return results


class Counted:
    """What the raw events of a page come to."""

    def __init__(self, journal: list[dict[str, Any]]) -> None:
        self.kinds = bonuses()
        self.names: dict[str, str] = {}
        self.kills: Counter[str] = Counter()
        self.deaths: Counter[str] = Counter()
        self.accidents: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()
        self.telefragged: Counter[str] = Counter()
        self.telefrags: Counter[str] = Counter()
        self.jumps: Counter[str] = Counter()
        self.entered: Counter[int] = Counter()
        self.arrivals: Counter[int] = Counter()
        self.died_in: Counter[int] = Counter()
        self.tokens: dict[str, list[str]] = {}
        self.brought: list[dict[str, Any]] = []
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.weapons: Counter[tuple[str, str]] = Counter()
        self.aims: Counter[tuple[str, str, str]] = Counter()
        self.earned: dict[tuple[str, str], Fraction] = {}
        self.points: dict[str, Fraction] = {}
        self.streak: Counter[str] = Counter()
        self.longest: Counter[str] = Counter()
        self.lives: dict[str, list[dict[str, Any]]] = {}
        self.turn = 0
        self.last = 0
        self.armed: dict[str, str] = {}
        for entry in journal:
            self.seq, self.armed = entry["seq"], {}
            for event in entry["events"]:
                handler = getattr(self, "on_" + event["type"].replace("-", "_"), None)
                if handler is not None:
                    handler(event)
                for struck in _struck_events(event):
                    self._count_saves(struck)

    # -- who is who, and when ----------------------------------------------------------------

    def on_joined(self, event: Event) -> None:
        self.names[event["player"]] = event["name"]

    def on_renamed(self, event: Event) -> None:
        self.names[event["player"]] = event["name"]

    def on_turn_opened(self, event: Event) -> None:
        self.turn = event["turn"]

    def on_round_opened(self, _event: Event) -> None:
        for player in self.lives:
            self._end(player)
        for held in self.brought:
            if held["held"]:
                self._over(held)
                held["held"] = False
        self.turn = 0

    # -- deaths ------------------------------------------------------------------------------

    def on_shot(self, event: Event) -> None:
        self.armed[event["shooter"]] = event["weapon"]
        if event.get("shots"):
            for what in ("shots", "hits"):
                self.aims[event["shooter"], event["weapon"], what] += event.get(what, 0)

    def on_blow(self, event: Event) -> None:
        self.armed[event["striker"]] = event["weapon"]

    def on_killed(self, event: Event) -> None:
        victim = event["victim"]
        self.deaths[victim] += 1
        self.streak[victim] = 0
        self._end(victim, event["killers"], died=True)
        for killer in event["killers"]:
            paid = Fraction(event["paid"].get(killer, 0))
            self.kills[killer] += 1
            self.pairs[killer, victim] += 1
            self.earned[killer, victim] = self.earned.get((killer, victim), Fraction(0)) + paid
            self._pay(killer, paid)
            self.streak[killer] += 1
            self.longest[killer] = max(self.longest[killer], self.streak[killer])
            arm = self.armed.get(killer) or event["how"] or event["cause"]
            self.weapons[killer, arm] += 1
            alive = [life for life in self.lives.get(killer, ()) if life["until"] is None]
            if alive:
                alive[0]["kills"].append(self.seq)
            for held in self._at_work(killer, event["cause"]):
                held["kills"] += 1
                held["points"] += paid

    def on_accident(self, event: Event) -> None:
        player = event["player"]
        self.deaths[player] += 1
        self.accidents[player] += 1
        self.streak[player] = 0
        self.causes[event["cause"]] += 1
        self._end(player, [event["by"]] if event["by"] else [], died=True)
        for name, paid in event["paid"].items():
            self._pay(name, Fraction(paid))
            for held in self._at_work(name, event["cause"]):
                held["points"] += Fraction(paid)
        if event["cause"] == "telefragged":
            self.telefragged[player] += 1
            self.telefrags[event["by"]] += 1
            self.died_in[event["portal"]] += 1

    def on_nuke_paid(self, event: Event) -> None:
        for name, paid in event["paid"].items():
            self._pay(name, Fraction(paid))
            for held in self._at_work(name, "nuke"):
                held["points"] += Fraction(paid)

    def _pay(self, player: str, paid: Fraction) -> None:
        self.points[player] = self.points.get(player, Fraction(0)) + paid

    # -- lives -------------------------------------------------------------------------------

    def on_deployed(self, event: Event) -> None:
        self._born(event["player"])

    def on_respawned(self, event: Event) -> None:
        self.arrivals[event["portal"]] += 1
        self._born(event["player"])

    def on_respawned_in_base(self, event: Event) -> None:
        self._born(event["player"])

    def on_left(self, event: Event) -> None:
        self._end(event["player"])

    def _born(self, player: str) -> None:
        life = {"born": self.seq, "until": None, "died": None, "by": [], "kills": []}
        self.lives.setdefault(player, []).append(life)

    def _end(self, player: str, by: list[str] | None = None, *, died: bool = False) -> None:
        for life in self.lives.get(player, ())[-1:]:
            if life["until"] is None:
                life["until"], life["by"] = self.seq, by or []
                life["died"] = self.seq if died else None

    # -- portals and tokens ------------------------------------------------------------------

    def on_portal_entered(self, event: Event) -> None:
        self.entered[event["portal"]] += 1
        self.jumps[event["player"]] += 1

    def on_teleported(self, event: Event) -> None:
        self.arrivals[event["exit"]] += 1

    def on_token_taken(self, event: Event) -> None:
        self.tokens.setdefault(event["player"], []).append(event["kind"])
        self.brought.append(
            {
                "player": event["player"],
                "kind": event["kind"],
                "entry": self.seq,
                "until": None,
                "held": True,
                "lasts": True,
                "kills": 0,
                "saves": 0,
                "points": Fraction(0),
            }
        )

    def on_bonus_chosen(self, event: Event) -> None:
        for held in self._held_tokens(event["player"]):
            held["kind"] = event["kind"]

    def on_bonus_spent(self, event: Event) -> None:
        for held in self._held_tokens(event["player"]):
            held["saves"] += self.kinds[held["kind"]][1]
            self._over(held)

    def on_token_returned(self, event: Event) -> None:
        for held in self._held_tokens(event["player"]):
            self._over(held)
            held["held"] = False

    def _held_tokens(self, player: str) -> list[dict[str, Any]]:
        return [token for token in self.brought if token["player"] == player and token["held"]]

    def _over(self, held: dict[str, Any]) -> None:
        if held["lasts"]:
            held["lasts"], held["until"] = False, self.seq

    def _at_work(self, player: str, cause: str) -> list[dict[str, Any]]:
        return [
            token
            for token in self._held_tokens(player)
            if token["lasts"] or self.kinds[token["kind"]][0] in (cause, cause.removesuffix("-lost"))
        ]

    def _count_saves(self, struck: Event) -> None:
        """Saves whose workings name the bonus of whoever made them."""
        for held in self._held_tokens(struck["player"]):
            for step in struck["steps"]:
                named = {why["source"] for why in step["why"]}
                if step["kind"].startswith("save") and held["kind"] in named:
                    held["saves"] += step["passed"]


def _struck_events(event: Event) -> list[Event]:
    """All that an event struck."""
    response = event.get("struck")
    return [*event.get("victims", ()), *([response] if response else [])]
