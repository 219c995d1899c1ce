"""What is open at a desk, in lines: a trouble, a refusal, a field, or whose part it is."""

import re
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, Literal

from msgspec import Struct

from q40k.i18n.locale import N_, Locale, nearest, with_label
from q40k.kernel.events import AnswerError, Refused
from q40k.table.settings import settings
from q40k.talk.keys import sound_of_key
from q40k.talk.speech import Speech, Verbatim
from q40k.tui.desk import Desk
from q40k.tui.fields import Dice, Entered, Field, Marking, Option, Search, Several, read_value
from q40k.tui.map.fields import AimField, SpotField

Detail = Literal["brief", "usual", "full"]
"""How much is said: only what is asked; also why, the odds and the notes; also rules and hints each time."""
MOST_OPTIONS = {"brief": 12, "usual": 20, "full": 60}
"""So many choices are listed. More letters leave fewer of them."""
_SPOKEN = ((" · ", ", "), (" — ", ", "), (" – ", ", "))
"""Signs that a screen reader spells out or leaves out, and what is said instead."""
_CLAUSE = re.compile(r"( · |; |, |\u00a0; |\. )")
_FOR_THE_EYE = re.compile(r"⏎|\bF4\b|arrows|flèches|lit on the map|sur la carte")
"""Clauses that name what only a screen has."""
_OWN_KEY = re.compile(r"[b-z]$")
"""A key at the beginning of what it does."""
_BLANKS = re.compile(r"[ \t\n]+")
"""Blanks that become one; a hard space stays."""
_SIGNS = re.compile(r"^[»→] |[←◆◇⚔†✗✓▶▷♛⚠●◎○❯▏█▓░─⚑✎↶↷☠♥⌂▁▂▃▄▅▆▇]+ ?")
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
    if "«" not in text:
        text = text.replace("»", "")  # a mark of an order, no quotation mark
    for sign, words in _SPOKEN:
        text = text.replace(sign, words)
    text = _KEYS.sub(lambda key: _TYPED[key.lastindex or 0], text)
    text = _SECOND.sub(r"\1", text)
    return _BLANKS.sub(" ", _SIGNS.sub("", text)).strip(" ·")


def speak_of_table(locale: Locale, text: str) -> str:
    """Return a text of a table of the command line as it is said."""
    return Speech(locale, {}).say(spoken(text)) if settings().speech else spoken(text)


def without_screen(text: str) -> str:
    """Return a hint without the clauses that name keys and marks of the screen."""
    pieces = _CLAUSE.split(text)
    kept = [(mark, part) for mark, part in zip(["", *pieces[1::2]], pieces[::2], strict=True)]
    kept = [(mark, part) for mark, part in kept if not _FOR_THE_EYE.search(part)]
    sentence = "".join(mark + part for mark, part in kept)
    return sentence[len(kept[0][0]) :] if kept else ""


def plain_lines(*parts: Any) -> list[str]:
    """Return rows or blocks of a screen as spoken lines, without empty ones."""
    texts = (part if isinstance(part, str) else part.plain for part in parts)
    lines = (spoken(line) for text in texts for line in text.splitlines())
    return [line for line in lines if line]


class Offers(Struct, frozen=True):
    """What a line could mean at a field: the options it found, with the line that found them."""

    field: Field
    line: str
    options: tuple[Option, ...]

    @property
    def are_numbered(self) -> bool:
        """Whether a number chooses among them; the options of other fields have keys of their own."""
        return isinstance(self.field, Search)

    @property
    def at(self) -> int | None:
        """The place of the offer that Enter takes; None if nothing is called so."""
        sought = (n for n, option in enumerate(self.options) if not option.is_besides and not option.is_near)
        return next(sought, None)


def open_lines(desk: Desk, detail: Detail, offers: Offers | None = None, refusal: str = "") -> list[str]:
    """Return what is open at a desk, and how to answer it. `refusal`: why the last line was not taken."""
    _ = desk.locale.gettext
    if desk.trouble is not None:
        return [f"{desk.trouble.title}. {desk.trouble.what}", desk.trouble.todo]
    if desk.refused is not None:
        refused = desk.refused[0].refusal
        rule = f" ({refused.rule})" if refused.rule and detail != "brief" else ""
        lines = [_("Not by the rules: ") + desk.words.refuse(desk.locale, refused) + rule]
        return [*lines, _("O and Enter: overrule it, with a reason. Enter: leave it.")]
    if desk.field is not None:
        lines = field_lines(desk.locale, desk.field, detail, offers, refusal)
        leads_back = not desk.at_first_question or desk.is_laid_out
        return [*lines, *([_("/back goes back.")] if refusal and leads_back else [])]
    question = desk.snapshot.question
    if question is not None:  # whoever only watches has no field
        wording = desk.words.ask(desk.locale, desk.state, question)
        return [wording.title, *([wording.why] if wording.why and detail != "brief" else [])]
    if desk.bots.about:
        return [desk.bots.about, *(plain_lines(*desk.bots.rows()[1:]) if detail != "brief" else [])]
    lobby = desk.screen.lobby(desk, desk.state, None)
    steps = desk.screen.first_steps(desk) if lobby is not None else ""
    ready = plain_lines(*lobby.missing) if lobby is not None and not steps and detail != "brief" else []
    rows = [*([spoken(steps)] if steps else ready), *plain_lines(*desk.screen.idle_rows(desk))]
    running = [name for name, is_running in desk.screen.ribbon(desk, desk.state).steps if is_running]
    rows = rows[:-1] or running or rows if detail != "full" else rows  # the last row names the keys
    return rows[:1] if detail == "brief" else rows


def field_lines(
    locale: Locale, field: Field, detail: Detail, offers: Offers | None = None, refusal: str = ""
) -> list[str]:
    """Return a field in lines: what was wrong, what is asked and why, the choices, what Enter takes, the keys."""
    _ = locale.gettext
    wrong = refusal or field.error
    lines = [_("Not understood: {why}").format(why=spoken(wrong))] if wrong else []
    rule = f" ({field.rule})" if field.rule and detail == "full" else ""
    lines.append(spoken(field.title) + rule)
    enter = enter_text(locale, field, offers)
    texts = [field.why, *field.notes] if detail != "brief" and not offers else []
    is_list, needs_hint = isinstance(field, Marking | Several), not (offers or isinstance(field, Dice))
    tells_hint = not is_list and (detail == "full" or (detail == "usual" and needs_hint))
    hint = field.hint if tells_hint else ""  # of a list it names the keys of the screen
    names_enter = not enter and any(enter_label(locale) in spoken(text) for text in (field.title, *texts, hint))
    if enter or enter is None:
        texts, hint = [without_enter(locale, text) for text in texts], without_enter(locale, hint)
    hint = without_screen(hint)
    lines += [spoken(text) for text in map(without_screen, texts) if text]
    if isinstance(field, Several) and field.picked:
        labels = {option.value: option.label for option in field.options}
        picked = locale.join_and(labels.get(value, str(value)) for value in field.picked)
        lines.append(with_label(locale, _("Picked"), picked))
    lines += _choice_lines(locale, field, detail, offers)
    if enter or (enter is not None and not names_enter):
        lines.append(_(ENTER).format(what=enter or _word_unnamed(locale, field)))
    if hint:
        lines.append(Verbatim(spoken(hint)))
    if field.names and (detail == "full" or (detail == "usual" and needs_hint and not is_list)):
        lines.append(_("?n reads the names that can be typed."))
    lines += _key_lines(locale, field, detail)
    return lines


# -- what Enter takes -----------------------------------------------------------------------

ENTER = N_("Enter: {what}")


def enter_label(locale: Locale) -> str:
    """Return how a line begins that names what Enter takes."""
    return locale.gettext(ENTER).format(what="").strip(" ")


def without_enter(locale: Locale, text: str) -> str:
    """Return a text of the screen without the sentence that names what Enter takes."""
    before, label, after = text.partition(enter_label(locale))
    if not label:
        return text
    rest = after.partition(". ")[2] if ". " in after else after.partition("; ")[2]
    return f"{before.rstrip(' ;,')} {rest}".strip()


def enter_text(locale: Locale, field: Field, offers: Offers | None = None) -> str | None:
    """Return what Enter takes at a field: "" if it has no name, None if Enter takes nothing.

    Enter is tried on a copy of the field.
    """
    if offers is not None:
        return None if offers.at is None else spoken(offers.options[offers.at].label)
    trial = copy(field)
    if isinstance(trial, Several):
        trial.picked = list(trial.picked)
    outcome = trial.press_and_explain("enter", "\r", locale)
    if isinstance(field, Several) and isinstance(trial, Several) and trial.picked != field.picked:
        return spoken(_labels(locale, field, trial.picked[-1:]))
    if not isinstance(outcome, Entered) or not _is_readable(field, outcome.value):
        return None
    if isinstance(field, Marking):
        return spoken(field.choices()[field.at].label)
    if isinstance(field, Several):
        return spoken(_labels(locale, field, outcome.value))
    return spoken(field.visible_text)


def _labels(locale: Locale, field: Several, values: Sequence[Any]) -> str:
    """Return options by their values: "Ann and Bob", or "none"."""
    labels = {option.value: option.label for option in field.options}
    return locale.join_and(labels.get(value, str(value)) for value in values) if values else locale.gettext(N_("none"))


def _is_readable(field: Field, value: Any) -> bool:
    """Return whether a field can read a value."""
    try:
        if isinstance(field, Dice):
            field.question.parse(value)
        else:
            read_value(field, value)
    except (AnswerError, Refused, ValueError):
        return False
    return True


def _word_unnamed(locale: Locale, field: Field) -> str:
    """Return words for a value without a name: a place, a template, an empty line."""
    if isinstance(field, AimField):
        return locale.gettext(N_("the template as it lies"))
    is_place = isinstance(field, SpotField) and field.at_spot is not None
    return locale.gettext(N_("the place just described")) if is_place else locale.gettext(N_("nothing of it"))


def _choice_lines(locale: Locale, field: Field, detail: Detail, offers: Offers | None) -> Iterable[str]:
    """Yield the choices, and how many are left out."""
    _ = locale.gettext
    most = MOST_OPTIONS[detail]
    choices = list(offers.options if offers is not None else field.choices())
    if not choices and isinstance(field, Marking):
        yield _("There is nothing to choose: /back.")
    elif offers is not None and offers.at is None:
        near = locale.join_or(spoken(option.label) for option in choices if option.is_near)
        nothing = _("Nothing is called “{typed}”.").format(typed=offers.line)
        yield nothing + nearest(locale, {"nearest": near or None})
    elif offers is not None:
        yield _("That may be several things:")
    elif isinstance(field, Search) and len(choices) > most:
        yield locale.plural(
            "One can be found: type a few letters.", "{number} can be found: type a few letters.", len(choices)
        )
        return
    numbered = offers is not None and offers.are_numbered
    for place, option in enumerate(choices[:most], 1):
        yield option_line(locale, option, str(place) if numbered else option.key, detail)
    if len(choices) > most:
        yield locale.plural("And one more.", "And {number} more.", len(choices) - most)


def option_line(locale: Locale, option: Option, key: str, detail: Detail) -> str:
    """Return a choice in a line: its key, its label, and the note beside it."""
    note = f", {spoken(option.note)}" if option.note.strip(" –-") and detail != "brief" else ""
    key = key * 2 if key in ("?", "/") else key
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
        shown, _blank, text = spoken(words).partition(" ")
        if not (text and (shown.startswith(key) or _OWN_KEY.match(shown))):  # a language may name another key
            shown, text = key, spoken(words)
        yield text if text.startswith("/") else with_label(locale, sound_of_key(locale, spoken(shown)), text)
    if isinstance(field, Dice) and field.by_app and detail == "full":
        yield _("/roll: the app rolls")
