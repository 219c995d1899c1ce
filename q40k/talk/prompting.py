"""What is open at a desk, in lines: a trouble, a refusal, a field, or whose part it is."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from q40k.i18n.locale import Locale, with_label
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Field, Marking, Option, Search, Several
from q40k.tui.shell_actions import FurtherActions

Detail = Literal["brief", "usual", "full"]
"""How much is said: only what is asked; also why, the odds and the notes; also rules and hints each time."""
MOST_OPTIONS = {"brief": 12, "usual": 20, "full": 60}
"""So many choices are listed. More letters leave fewer of them."""
_SPOKEN = (
    (" · ", ", "),
    (" → ", ", "),
    (" — ", ", "),
    (" – ", ", "),
    ("⌫", "Backspace"),
    ("←", "/left"),
    ("→ ", ""),
    ("↑", "/up"),
    ("↓", "/down"),
    ("⇧", "Shift+"),
)
"""Signs that a screen reader spells out or leaves out, and what is said instead."""
_SIGNS = re.compile("^» |[◆◇⚔†✗✓▶▷♛⚠●◎○❯▏█▓░─⚑✎↶↷☠♥⌂]+ ?")
"""Signs that a screen shows beside words that say the same."""
_KEYS = re.compile(
    r"(?<![/\w])(?:(Esc(?:ape)?|Échap)|(Tab)|(Delete|Suppr)|(Ctrl\+O)|(?:Space|Espace)(?! (?:Marine|Hulk|Wol)))\b"
)
_SECOND = re.compile(r"(?<![^\s(])(,) (?=\w\b)")
"""A key of two, as the screen writes it."""
_TYPED = ("/space", "/back", "/tab", "/del", "/let-in")
"""The keys that no line can type, and what is typed instead, by the groups of the pattern."""


def spoken(text: str) -> str:
    """Return a text of the screen as it can be read out: without signs for the eye, with keys as they are typed."""
    for sign, words in _SPOKEN:
        text = text.replace(sign, words)
    text = _KEYS.sub(lambda key: _TYPED[key.lastindex or 0], text)
    text = _SECOND.sub(r"\1", text)
    return " ".join(_SIGNS.sub("", text).split())


def plain_lines(*parts: Any) -> list[str]:
    """Return rows or blocks of a screen as spoken lines, without empty ones."""
    texts = (part if isinstance(part, str) else part.plain for part in parts)
    lines = (spoken(line) for text in texts for line in text.splitlines())
    return [line for line in lines if line]


def open_lines(desk: Desk, detail: Detail, offers: Sequence[Option] = ()) -> list[str]:
    """Return what is open at a desk, and how to answer it."""
    _ = desk.locale.gettext
    if desk.trouble is not None:
        return [f"{desk.trouble.title}. {desk.trouble.what}", desk.trouble.todo]
    if desk.refused is not None:
        refusal = desk.refused[0].refusal
        rule = f" ({refusal.rule})" if refusal.rule and detail != "brief" else ""
        lines = [_("Not by the rules: ") + desk.words.refuse(desk.locale, refusal) + rule]
        return [*lines, _("O and Enter overrules it, with a reason. Enter alone leaves it.")]
    if desk.field is not None:
        return field_lines(desk.locale, desk.field, detail, offers)
    question = desk.snapshot.question
    if question is not None:  # whoever only watches has no field
        wording = desk.words.ask(desk.locale, desk.state, question)
        return [wording.title, *([wording.why] if wording.why and detail != "brief" else [])]
    if desk.bots.about:
        return [desk.bots.about, *(plain_lines(*desk.bots.rows()[1:]) if detail != "brief" else [])]
    lobby = desk.screen.lobby(desk, desk.state, None)
    ready = plain_lines(*lobby.missing) if lobby is not None and detail != "brief" else []
    rows = [*ready, *plain_lines(*desk.screen.idle_rows(desk))]
    return rows[:1] if detail == "brief" else rows[:-1] or rows if detail == "usual" else rows


def field_lines(locale: Locale, field: Field, detail: Detail, offers: Sequence[Option] = ()) -> list[str]:
    """Return a field in lines: what was wrong, what is asked and why, the choices, the keys."""
    _ = locale.gettext
    lines = [_("Not taken: {why}").format(why=spoken(field.error))] if field.error else []
    rule = f" ({field.rule})" if field.rule and detail == "full" else ""
    lines.append(spoken(field.title) + rule)
    if field.error and detail != "full":
        return lines  # the rest was said before; a lone ? says it again
    if detail != "brief" and not offers:
        lines += [spoken(text) for text in (field.why, *field.notes) if text]
    if isinstance(field, Several) and field.picked:
        labels = {option.value: option.label for option in field.options}
        picked = locale.join_and(labels.get(value, str(value)) for value in field.picked)
        lines.append(with_label(locale, _("Picked"), picked))
    if field.visible_text and not isinstance(field, Marking):
        lines.append(_("Enter alone: {what}").format(what=field.visible_text))
    lines += _choice_lines(locale, field, detail, offers)
    needs_hint = not (choices_of(field, offers) or isinstance(field, Dice | Marking))
    if field.hint and (detail == "full" or (detail == "usual" and needs_hint)):
        lines.append(spoken(field.hint))
    lines += _key_lines(locale, field, detail)
    return lines


def choices_of(field: Field, offers: Sequence[Option] = ()) -> list[Option]:
    """Return what can be chosen at a field, or what the last line could mean."""
    return list(offers or field.choices())


def _choice_lines(locale: Locale, field: Field, detail: Detail, offers: Sequence[Option]) -> Iterable[str]:
    """Yield the choices, with what Enter alone takes, and how many are left out."""
    _ = locale.gettext
    most = MOST_OPTIONS[detail]
    choices = choices_of(field, offers)
    if not choices and isinstance(field, Marking):
        yield _("There is nothing to choose: /back.")
    elif offers:
        yield _("That may be several things:")
    elif isinstance(field, Search) and len(choices) > most:
        yield locale.plural(
            "One can be found: type a few letters.", "{number} can be found: type a few letters.", len(choices)
        )
        return
    numbered = bool(offers) and isinstance(field, Search)
    for place, option in enumerate(choices[:most], 1):
        yield option_line(locale, option, str(place) if numbered else option.key, detail)
    if len(choices) > most:
        yield locale.plural("And one more.", "And {number} more.", len(choices) - most)
    if isinstance(field, Marking) and not isinstance(field, FurtherActions) and choices:
        first = 0 if offers else field.at
        yield _("Enter alone: {what}").format(what=spoken(choices[first].label))


def option_line(locale: Locale, option: Option, key: str, detail: Detail) -> str:
    """Return a choice in a line: its key, its label, and the note beside it."""
    note = f", {spoken(option.note)}" if option.note.strip(" –-") and detail != "brief" else ""
    text = f"{spoken(option.label).removeprefix(f'{key} ')}{note}"
    return with_label(locale, key, text) if key and key != option.label else text


def _key_lines(locale: Locale, field: Field, detail: Detail) -> Iterable[str]:
    """Yield what else can be typed at a field."""
    _ = locale.gettext
    if field.other:
        yield with_label(locale, "/tab", spoken(field.other))
    if detail == "brief":
        return
    for key, words in field.also:
        text = spoken(words).removeprefix(f"{key} ")
        yield text if text.startswith("/") else with_label(locale, spoken(key), text)
    if isinstance(field, Dice) and field.by_app and detail == "full":
        yield _("/roll: the app rolls")
