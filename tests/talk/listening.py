"""A player who only listens: every line that is typed comes from lines that were said."""

from __future__ import annotations

import random
import re

from q40k.talk.room import TableTalk

DICE = re.compile(r"\b(\d*)D(3|6|12)\b")
NUMBER = re.compile(r"\b(\d+) (?:to|à) (\d+)\b")
CHOICE = re.compile(r"^(\w{1,2})\s*: ")
ENTER = re.compile(r"^(?:Enter(?: alone)?|Entrée(?: seule)?)\s*: ")
ENDS = ("End the match", "Finir la partie")
"""The names of the action that ends a match."""
WAY_OUT = "/back"
ACTION = re.compile(r"^([\w ]{1,10}?)\s*: (.*)$")
REFUSALS = ("Not by the rules", "Contraire aux règles")
MISUNDERSTOOD = ("Not understood", "Pas compris")
AGAIN = ("/again", "/again rejoue")
"""How the last line of an end page begins."""
DISLIKED = ("u", "y", "z", "l", "r")
"""Actions that take back, are not of play, or let the app roll."""
MOST_REFUSED, MOST_TO_END, MOST_FIELDS, MOST_LAST_FIELDS = 2, 12, 4, 30
LIKES_ENTER = 0.5


class Listener:
    """Plays by ear. `lines` are what it typed, `heard` all that was said."""

    def __init__(self, talk: TableTalk, seed: int) -> None:
        self.talk = talk
        self.chance = random.Random(seed)
        self.lines: list[str] = []
        self.heard: list[str] = []
        self.last: list[str] = []
        self._refused = 0

    def type(self, line: str) -> list[str]:
        """Type a line, and listen."""
        self.lines.append(line)
        self.last = self.talk.hear(line)
        self.heard += self.last
        return self.last

    def ask(self, line: str) -> list[str]:
        """Ask something, which is no part of the evening's record."""
        answer = self.talk.hear(line)
        self.heard += answer
        return answer

    def step(self) -> None:
        """Answer what `?` reads, or begin an action of the list."""
        open_now = self.ask("?")
        keys, dice, has_enter = self._read(open_now)
        if self._refused > MOST_REFUSED:
            self._refused = 0
            self._leave()
        elif any(line.startswith(REFUSALS) for line in open_now):
            self.type("")
        elif dice is not None and not has_enter:
            self.type(dice)
        elif has_enter and (not keys or self.chance.random() < LIKES_ENTER):
            self.type("")
        elif keys and has_enter:
            self.type(self.chance.choice(keys))
        else:
            likely = [key for key in self._actions() if len(key) == 1 and key not in DISLIKED]
            if likely:
                self.type(self.chance.choice(likely))
            else:
                self._leave()
        is_lost = not self.last or self.last[0].startswith(MISUNDERSTOOD)
        self._refused = self._refused + 1 if is_lost else 0

    def end(self) -> bool:
        """Leave whatever is open, and end the match by the action that is named for it; return whether it ended."""
        for _try in range(MOST_TO_END):
            end = next((key for key, name in self._actions().items() if name in ENDS), None)
            if end is None:
                keys, dice, _has_enter = self._read(self.ask("?"))
                self.type(dice if dice is not None and not keys else WAY_OUT)
                continue
            self.type(end)
            for _field in range(MOST_LAST_FIELDS):
                if any(line.startswith(AGAIN) for line in self.last):
                    return True
                keys, dice, has_enter = self._read(self.ask("?"))
                if keys or has_enter or dice is not None:
                    self.type(keys[0] if keys else "" if has_enter else dice or "")
        return False

    def _leave(self) -> None:
        """Go back until nothing is open."""
        for _field in range(MOST_FIELDS):
            self.type(WAY_OUT)
            keys, dice, has_enter = self._read(self.ask("?"))
            if dice is not None or not (keys or has_enter):
                return

    def _read(self, lines: list[str]) -> tuple[list[str], str | None, bool]:
        """Return the keys of the choices, dice if any are question, and whether Enter is named."""
        keys = [match[1] for line in lines if (match := CHOICE.match(line))]
        question = next((match for line in lines[:2] if (match := DICE.search(line))), None)
        count, sides = (int(question[1] or 1), int(question[2])) if question is not None else (0, 0)
        dice = " ".join(str(self.chance.randint(1, sides)) for _ in range(count)) if question is not None else None
        bounds = next((match for line in lines if (match := NUMBER.search(line))), None)
        if dice is None and not keys and bounds is not None:
            dice = str(self.chance.randint(int(bounds[1]), int(bounds[2])))
        return keys, dice, any(ENTER.match(line) for line in lines)

    def _actions(self) -> dict[str, str]:
        """Return the actions that are said: their names by their keys."""
        return {match[1]: match[2] for line in self.ask("?w all") if (match := ACTION.match(line))}
