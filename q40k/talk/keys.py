"""Keys as they sound, and as a line names them: "comma k" is the key `,` and then `k`, "Shift S" is `S`."""

import re

from q40k.i18n.locale import N_, Locale, nearest
from q40k.kernel.lookup import find_by_prefix, find_exact, lookup, strip_accents
from q40k.tui.actions import Action
from q40k.tui.desk import Desk

COMMA = N_("comma")
"""The key that opens the further actions, in a word."""
SHIFT = N_("Shift")
"""The key beside a capital, in a word."""
SIGNS = {"=": N_("equals"), "+": N_("plus"), "*": N_("star")}
"""Keys that a voice leaves out, in words."""
LEAST_LETTERS = 2
"""So many letters of an action's name are enough, if no other action begins with them."""


def sound_of_key(locale: Locale, key: str) -> str:
    """Return a key as it sounds: ", k" is "comma k", "Shift+S" is "Shift S", "*" is "star"."""
    words = [*key.split(" ")] if len(key) > 1 else [key]
    if len(key) == 1 and key.isupper():
        words = [locale.gettext(SHIFT), key]
    spelled = [locale.gettext(SIGNS[word]) if word in SIGNS else word for word in words]
    comma = locale.gettext(COMMA)
    return " ".join(word.replace(",", comma) if len(word) == 1 else word.replace("+", " ") for word in spelled)


def spell_keys(locale: Locale, line: str) -> str:
    """Return a line with the keys at its beginning as they are typed: ",k bob 4", "S"."""
    comma = "|".join(map(re.escape, ("comma", strip_accents(locale.gettext(COMMA)), ",")))
    shift = "|".join(map(re.escape, ("shift", strip_accents(locale.gettext(SHIFT)))))
    if match := re.match(rf"(?:{shift})[ +](\w)(?=\s|$)", line, re.IGNORECASE):
        return match[1].upper() + line[match.end() :]
    if match := re.match(rf"(?:{comma})\s*({comma}|\S)(?=\s|$)", line, re.IGNORECASE):
        return "," + (match[1] if len(match[1]) == 1 else ",") + line[match.end() :]
    for sign, word in SIGNS.items():
        for name in (word, locale.gettext(word)):
            if match := re.match(rf"{re.escape(name)}(?=\s|\d|$)", line, re.IGNORECASE):
                return sign + line[match.end() :].lstrip()
    return line


def action_called(desk: Desk, word: str) -> Action | None:
    """Return the action that a key, an id, a name or the beginning of one means."""
    typed = spell_keys(desk.locale, word)
    key = f"comma {typed[1:].replace(',', 'comma')}" if typed[:1] == "," and len(typed) > 1 else typed
    by_sign = next((action for action in desk.actions if _is_written(desk.locale, action, word, typed)), None)
    return desk.actions.by_key.get(key) or by_sign or find_action(desk, word)


def _is_written(locale: Locale, action: Action, *words: str) -> bool:
    """Return whether one of the words is the key of an action, as it is written or as it sounds."""
    shown = action.key_in(locale)
    return any(word in (action.shown, shown, sound_of_key(locale, shown)) for word in words)


def find_action(desk: Desk, word: str) -> Action | None:
    """Return the action that a word names: its id, its name or the beginning of it; a key such as F9."""
    typed = strip_accents(word)
    if typed in desk.actions:
        return desk.actions[typed]
    by_name = [(strip_accents(desk.locale.gettext(action.name)), action.id) for action in desk.actions]
    exact = find_exact(typed, by_name)
    begins_so = find_by_prefix(typed, [*by_name, *((action.id, action.id) for action in desk.actions)])
    usable = [id for id in begins_so if desk.is_available(desk.actions[id])]
    for ids in (exact, begins_so, usable):
        if len(ids) == 1 and (ids is exact or len(typed) >= LEAST_LETTERS):
            return desk.actions[ids[0]]
    return desk.actions.by_key.get(typed) if len(typed) > 1 else None


def unknown_action(desk: Desk, word: str) -> str:
    """Return that no action is called so, with the nearest name as a question."""
    locale = desk.locale
    names = [locale.gettext(action.name) for action in desk.actions]
    near = lookup(word, {name: name for name in names}).nearest
    message = locale.say(N_("There is no action “{word}”. ?w says what can be done."), word=word)
    return message + nearest(locale, {"nearest": near})
