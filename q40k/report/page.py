"""The report as one page of HTML that needs nothing but a browser: no address, no other file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from gzip import compress
from math import ceil, floor, sqrt
from typing import Any

from msgspec.structs import replace

from q40k.games.game import Game, Racer
from q40k.geometry.scene import Area, Mark, Scene
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale
from q40k.i18n.luck import difference, fairness, luck_in_a_word, mean
from q40k.i18n.race import so_far, won
from q40k.i18n.sentences import after
from q40k.report.chances import Shares, Swing
from q40k.report.charts import race, times
from q40k.report.data import journaled
from q40k.report.drawing import LEAST, LETTERS, classes, drawing, laid, still, variables
from q40k.report.html import asset, chapter, chart, document, safe, script_json, section, table
from q40k.report.tale import Beat, Said, Tale
from q40k.table.colours import colour
from q40k.table.luck import Fairness, Luck
from q40k.table.medals import LEAST_TESTS
from q40k.table.shown.race import numbers

SPEEDS = (900, 300, 90)
"""Milliseconds an entry, from slow to fast."""
WIDTH_OF_95 = 1.96
"""In standard deviations to either side."""
PACKED = 6
"""How hard the journal is packed: 9 takes four times as long for a tenth less."""


def page(game: Game, told: Tale, locale: Locale) -> str:
    """The whole page."""
    body = "\n".join(
        part
        for part in (
            _head(told, locale),
            _podium(told, locale),
            _medals(told, locale),
            _race(game, told, locale),
            _moments(game, told, locale),
            *(_chapter(told, one) for one in told.chapters),
            _luck(game, told, locale),
            _replay(game, told, locale),
            _log(told, locale),
            _foot(told, locale),
        )
        if part
    )
    script = f"<script>{asset('script.js')}</script>\n"
    behind = f"{_data(game, told, locale)}\n{script}"
    return document(locale, f"{told.name} · {game.name}", body, behind, _colours(game, told))


def _colours(game: Game, told: Tale) -> str:
    """How the styles of the map look, on a light page and on a dark one."""
    scene = game.view.scene(told.state)
    if scene is None:
        return ""
    light, dark = (variables(scene.styles, ground) for ground in ("light", "dark"))
    dark = f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{{light}}}{dark}{classes(scene.styles)}"


# -- who won -------------------------------------------------------------------------------


def facts(told: Tale, locale: Locale) -> str:
    """What was played, when, and for how many turns."""
    found = [told.played]
    if told.began:
        found.append(told.began[:16].replace("T", " "))
    turns = locale.ngettext("{number} turn", "{number} turns", told.turns)
    found.append(turns.format(number=told.turns))
    return " · ".join(found)


def headline(told: Tale, locale: Locale) -> str:
    """Who has won."""
    if told.over:
        return won(locale, told.winners)
    if not told.winners:
        return locale.gettext(N_("Nobody has won yet"))
    return locale.say(N_("{winners} led"), winners=locale.listed(told.winners))


def in_order(told: Tale) -> list[Racer]:
    """Every side as it stands on the podium."""
    return sorted(told.sides, key=lambda one: (one.name not in told.winners, -one.part))


def _head(told: Tale, locale: Locale) -> str:
    ending = f"<p>{safe(told.ending)}</p>" if told.ending else ""
    return (
        f'<header><h1>{safe(told.name)}</h1><p class="facts">{safe(facts(told, locale))}</p>'
        f"<p><strong>{safe(headline(told, locale))}</strong></p>{ending}</header>"
    )


def _podium(told: Tale, locale: Locale) -> str:
    order = in_order(told)
    places = "".join(
        f'<li style="--seat:{colour(side.colour)}"><b>{number}. {safe(side.name)}</b>'
        f"{safe(so_far(locale, side.made, side.goal, side.unit))}</li>"
        for number, side in zip(numbers(order, told.winners), order, strict=True)
    )
    return f'<ol class="podium">{places}</ol>' if places else ""


def _medals(told: Tale, locale: Locale) -> str:
    if not told.medals:
        return ""
    rows = "".join(
        f"<dt>{safe(title)}</dt><dd>{safe(how)}"
        f"{f' <small>{safe(then)}</small>' if then else ''}</dd>"
        for title, how, then in told.medals
    )
    return section(locale.gettext(N_("Medals")), f'<dl class="medals">{rows}</dl>')


# -- how it went ---------------------------------------------------------------------------


def _race(game: Game, told: Tale, locale: Locale) -> str:
    if not told.sides or not told.beats:
        return ""
    title = locale.gettext(N_("The race"))
    leads = [locale.say(N_("{name} (from entry {entry})"), name=name, entry=seq)
             for seq, name in told.leads]  # fmt: skip
    says = N_("In the lead, one after the other: {names}.")
    notes = [locale.say(says, names=", ".join(leads))] if leads else []
    if told.gone:
        says = N_("Who has left the table does not count in it: {names}.")
        notes.append(locale.say(says, names=locale.listed(told.gone)))
    if raced := game.view.moments.raced:
        notes.append(locale.of(game.words.locales).gettext(raced))
    drawn = race(since_begun(told), told.sides, title)
    return section(title, drawn + "".join(f'<p class="note">{safe(one)}</p>' for one in notes))


def since_begun(told: Tale) -> Sequence[Beat]:
    """The entries of a match from its first turn on, with the one before."""
    begun = next((number for number, beat in enumerate(told.beats) if beat.turn), 1)
    return told.beats[max(begun - 1, 0) :]


def _chapter(told: Tale, one: Chapter) -> str:
    """A chapter of figures, over it what is drawn over the match."""
    if not one.lanes:
        return chapter(one)
    began = min((span.start for lane in one.lanes for span in lane.spans), default=0)
    beats = [beat for beat in told.beats if beat.seq >= began]
    seqs = [beat.seq for beat in beats]
    return chapter(one, chart(times(one.lanes, beats, seqs, one.title)))


def _moments(game: Game, told: Tale, locale: Locale) -> str:
    if not told.moments:
        return ""
    rows = "".join(
        f'<li><a href="#e{one.seq}">{safe(one.said)}</a> · {safe(changed(locale, one.swing))}</li>'
        for one in told.moments
    )
    note = locale.gettext(N_(
        "By how much a moment changed somebody’s chance to win. The model is a plain one: a"
        " chance is as great as one over the square of what is left to the goal, so who has half"
        " as much left wins four times as often. It knows no dice and no figures. Beside every kill"
        " in the log stands the same: whose chance it changed most."
    ))  # fmt: skip
    if reckoned := game.view.moments.reckoned:
        note = locale.of(game.words.locales).gettext(reckoned)
    title = N_("What decided it") if told.over else N_("What has counted most so far")
    return section(locale.gettext(title), f"<ol>{rows}</ol>", note)


def changed(locale: Locale, one: Swing) -> str:
    """Whose chance to win has changed: "Ann 12 % → 21 %", as finely as it takes to tell."""
    digits = next((n for n in range(2) if 100 * one.size >= 10**-n), 2)
    was, then = (locale.percent(share, digits) for share in (one.was, one.then))
    return locale.say(N_("{name} {was} → {then}"), name=one.side, was=was, then=then)


def _luck(game: Game, told: Tale, locale: Locale) -> str:
    """Everybody's dice and tests, of those who rolled any; whether the dice are fair."""
    names = {seat.id: seat.name for seat in game.view.seats(told.state)}
    rolled = [one for one in told.luck.players if one.dice or one.tests]
    tested = any(one.tests for one in rolled)
    heads = (N_("Player"), N_("D6"), N_("Mean"), N_("Tests"), N_("Passed"), N_("Expected"))
    titles = (*map(locale.gettext, heads), "±", "")
    rows: tuple[tuple[str, ...], ...] = tuple(
        (
            names[one.player], str(one.dice), mean(locale, one.mean), str(one.tests),
            *((str(one.passed), _expected(locale, one), difference(locale, one.more))
              if one.tests else ("-", "-", "-")),
            luck_in_a_word(locale, one.swing, one.tests),
        )
        for one in rolled
    )  # fmt: skip
    if not tested:
        titles, rows = titles[:3], tuple(row[:3] for row in rows)
    shown = Table(titles, rows, tuple(range(1, min(7, len(titles)))))
    dice = ((N_("The app’s dice"), told.luck.app), (N_("Typed dice"), told.luck.hands))
    fair = "".join(
        f'<p class="note">{safe(after(locale, locale.gettext(name), _fair(locale, one)))}</p>'
        for name, one in dice if one.dice
    )  # fmt: skip
    title = locale.gettext(N_("Luck"))
    note = locale.gettext(N_(
        "In brackets is what 19 of 20 evenings of fair dice stay within; with fewer than six tests"
        " nothing is said."
    ))  # fmt: skip
    body = (table(shown) if rows else "") + fair
    return section(title, body, note if tested else "") if body else ""


def _expected(locale: Locale, one: Luck) -> str:
    """How many tests were to be passed, with the interval that 95 in 100 stay within."""
    mean = float(one.expected)
    said = locale.decimal(f"{mean:.1f}")
    if one.tests < LEAST_TESTS:
        return said
    wide = WIDTH_OF_95 * sqrt(one.variance)
    low, high = max(ceil(mean - wide), 0), min(floor(mean + wide), one.tests)
    return f"{said} ({low}–{high})"


def _fair(locale: Locale, one: Fairness) -> str:
    return fairness(locale, one.verdict, one.dice, one.chance)


# -- all of it -----------------------------------------------------------------------------


def _replay(game: Game, told: Tale, locale: Locale) -> str:
    if len(told.beats) < 2:
        return ""
    title = locale.gettext(N_("Replay"))
    scene = game.view.scene(told.state)
    drawn = ""
    if scene is not None and _places(told.beats):
        bare = _bare(scene)
        drawn = drawing(bare, title, still(bare) + _lain(bare, told.beats))
    names = (N_("slow"), N_("even"), N_("fast"))
    speeds = "".join(
        f'<option value="{speed}"{" selected" * (number == 1)}>'
        f"{safe(locale.gettext(name))}</option>"
        for number, (speed, name) in enumerate(zip(SPEEDS, names, strict=True))
    )
    last = len(told.beats) - 1
    entry, speed = locale.gettext(N_("Entry")), locale.gettext(N_("Speed"))
    play = locale.gettext(N_("Play"))
    board = "".join(_meter(side) for side in told.sides)
    return section(
        title,
        '<div class="replay">'
        f'<button id="play" type="button">{safe(play)}</button>'
        f'<input id="slider" type="range" min="0" max="{last}" value="{last}"'
        f' aria-label="{safe(entry)}">'
        f'<select id="speed" aria-label="{safe(speed)}">{speeds}</select></div>'
        f'<div id="said" aria-live="polite"></div><div id="shares">{board}</div>{drawn}',
    )


def _bare(scene: Scene) -> Scene:
    """The table as the replay fills it: without names of who stands somewhere at the end."""
    return replace(scene, labels=tuple(one for one in scene.labels if not one.yields))


def _lain(scene: Scene, beats: Sequence[Beat]) -> str:
    """All that ever lay on the table; what does not at the end is not shown."""
    there = set(beats[-1].lying)
    things = _things(beats)
    groups = (
        f"<g>{drawn}</g>" if thing in there else f'<g display="none">{drawn}</g>'
        for thing, drawn in zip(things, laid(scene, things), strict=True)
    )
    return f'<g id="lying">{"".join(groups)}</g>'


def _things(beats: Iterable[Beat]) -> dict[Area | Mark, int]:
    """All that ever lay on the table, each with its number: what covers it is below the rest."""
    found: dict[Area | Mark, None] = {}
    lying: tuple[Area | Mark, ...] = ()
    for beat in beats:
        if beat.lying is not lying:
            lying = beat.lying
            found |= dict.fromkeys(lying)
    order = sorted(found, key=lambda one: isinstance(one, Mark))
    return {one: number for number, one in enumerate(order)}


def _meter(side: Racer) -> str:
    return (
        f'<label>{safe(side.name)} <meter max="1" value="{float(side.part):.3f}"></meter></label> '
    )


def _places(beats: Iterable[Beat]) -> bool:
    return any(beat.moved for beat in beats)


def _log(told: Tale, locale: Locale) -> str:
    lines = "".join(_lines(told.beats, locale))
    if not lines:
        return ""
    return section(locale.gettext(N_("The log")), f'<ol class="log">{lines}</ol>')


def _lines(beats: Iterable[Beat], locale: Locale) -> Iterator[str]:
    turn = 0
    for beat in beats:
        if not beat.said and not beat.calls:
            continue
        said = "".join(_sentence(locale, one) for one in beat.said)
        calls = "".join(f'<div class="call">{safe(one)}</div>' for one in beat.calls)
        mark = ' class="turn"' if beat.turn != turn else ""
        turn = beat.turn
        yield (
            f'<li id="e{beat.seq}"{mark}><span class="seq">{beat.seq}</span>'
            f'<span class="at">{safe(beat.at[11:16])}</span><div>{said}{calls}</div></li>\n'
        )


def _sentence(locale: Locale, said: Said) -> str:
    words = safe(said.words)
    if said.swing is not None:
        words += f" <small>{safe(changed(locale, said.swing))}</small>"
    if not said.rolls:
        return f"<div>{words}</div>"
    within = "<br>".join(safe(one) for one in said.rolls)
    return f"<details><summary>{words}</summary>{within}</details>"


def _foot(told: Tale, locale: Locale) -> str:
    fan = locale.gettext(N_("Made by q40k, an unofficial fan work."))
    save = locale.gettext(N_("Save the data of this match"))
    return (
        f'<footer><button id="save" type="button">{safe(save)}</button><p>{safe(fan)}</p></footer>'
        if told.entries
        else f"<footer><p>{safe(fan)}</p></footer>"
    )


# -- the same as data ----------------------------------------------------------------------


def _data(game: Game, told: Tale, locale: Locale) -> str:
    """The beats for the script, and the whole journal, packed."""
    scene = game.view.scene(told.state)
    looks: dict[tuple[Any, ...], int] = {}
    beats = list(_frames(told.beats, looks, _things(told.beats)))
    for_script = {
        "beats": beats,
        "looks": list(looks),
        "high": scene.size[1] if scene is not None else 0,
        "least": LEAST / 4 * max(scene.size) / 100 if scene is not None else 0,
        "letters": LETTERS * max(scene.size) / 100 if scene is not None else 0,
        "play": locale.gettext(N_("Play")),
        "pause": locale.gettext(N_("Pause")),
        "file": "match.json",
    }
    told_data = f'<script type="application/json" id="told">{script_json(for_script)}</script>'
    if not told.entries:
        return told_data
    packed = b64encode(compress(journaled(game, told), PACKED, mtime=0))
    return f'{told_data}\n<script type="application/gzip" id="journal">{packed.decode()}</script>'


def _frames(
    beats: Iterable[Beat], looks: dict[tuple[Any, ...], int], things: Mapping[Area | Mark, int]
) -> Iterator[list[Any]]:
    """Every entry for the replay: its number, who stands elsewhere, what was made, what lies where.

    Who stands elsewhere is the number of its `looks` (id, letters, colour, radius), which are
    gathered, with the place; without one, whoever has that id stands nowhere any more. What was
    made are a side’s number and its share, one after the other. What lies on the table otherwise
    than before are the numbers of such `things`: each is there now if it was not, and the other way
    round. What is empty is 0. What was said is in the log.
    """
    shares: Shares = ()
    lying: tuple[Area | Mark, ...] = ()
    for beat in beats:
        moved: list[tuple[float, ...]] = []
        for id, *drawn in beat.moved:
            if drawn:
                letters, x, y, colour_of, radius = drawn
                look = looks.setdefault((id, letters, colour_of, radius), len(looks))
                moved.append((look, x, y))
            else:
                moved.append((looks.setdefault((id,), len(looks)),))
        made: list[float] = []
        if beat.shares is not shares:
            old = shares or (None,) * len(beat.shares)
            for side, (was, now) in enumerate(zip(old, beat.shares, strict=True)):
                if was != now:
                    made += (side, round(now, 3))
        others: list[int] = []
        if beat.lying is not lying:
            others = sorted(things[one] for one in {*lying} ^ {*beat.lying})
        yield [beat.seq, moved or 0, made or 0, *([others] if others else [])]
        shares, lying = beat.shares, beat.lying
