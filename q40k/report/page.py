"""The report as one HTML page that needs only a browser: no network, no other file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil, floor, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from q40k.games.game import Game
from q40k.geometry.scene import Area, Mark, Scene
from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import N_, Locale, with_label
from q40k.i18n.scores import (
    LEAST_TESTS,
    WIDTH_OF_95,
    difference,
    fairness,
    luck_in_a_word,
    mean,
    score_text,
    winners_line,
)
from q40k.kernel.whole_file import free_name, write_whole
from q40k.report import chances
from q40k.report.art import names
from q40k.report.calls import study_calls
from q40k.report.chances import beats_since_start, draw_bands, flag_places, podium_order, ranked_sides, turn_places
from q40k.report.charts import HIGH, WIDE, lives_chart, race_chart
from q40k.report.data import data_with_journal
from q40k.report.drawing import classes, draw_ground_cover, drawing, ground, is_crowd, letter_size, radii, variables
from q40k.report.html import Page, blocks, script_json, start_packing, texts
from q40k.report.tale import Beat, Tale, describe_swing, tale
from q40k.table.luck import Fairness, Luck
from q40k.table.match_session import MatchSession
from q40k.table.shown import Odds
from q40k.tabletop.colours import COLOURS, seat_colour

if TYPE_CHECKING:
    from q40k.report.study import StudyPage

SPEEDS = (900, 300, 90)
"""Milliseconds for each entry, from slow to fast."""
REPLAY_SHARE = 0.7
"""The height of names in the replay, which is looked at from nearby, in that of a television."""
MOST_DETAILED = 5
"""The number of places on the podium that tell what was fielded, and what was counted."""
NARROW = (414, 260)
"""The size of the race on a phone, where it keeps its letters."""


def page(game: Game, tale: Tale, locale: Locale, study: StudyPage | None = None) -> str:
    """Return the whole page, with the study of the match if there is one.

    It answers a first look from top to bottom: who won with what, how, and where it was decided.
    """
    packed = start_packing([data_with_journal(game, tale)]) if tale.entries else str
    html = texts(locale)
    studied = study is not None and bool(study.study.rows)
    parts = (
        html.head(tale.name or tale.played, facts(tale, locale), _answers(tale, locale), story(tale, locale)),
        _podium(game, tale, locale),
        _replay(game, tale, locale, study if studied else None),
        *(_chapter(tale, content, locale) for content in tale.chapters if content.tables[0].shares),
        html.medals(tale.medals),
        _race(game, tale, locale),
        *(_chapter(tale, content, locale) for content in tale.chapters if content.lanes),
        study.section(game, locale, tale) if study is not None and studied else "",
        *(_chapter(tale, content, locale) for content in tale.chapters if not _is_drawn(content)),
        _luck(game, tale, locale),
        html.log(list(_lines(tale.beats, locale))),
    )
    save = locale.gettext(N_("Save the data of this match")) if tale.entries else ""
    return str(blocks(locale).whole(_data(game, tale, locale, packed), parts, save))


def _is_drawn(content: Chapter) -> bool:
    return bool(content.lanes or content.tables[0].shares)


def _colours(game: Game, tale: Tale) -> str:
    """Return the style sheet of the map's styles, for light and dark pages."""
    scene = game.view.scene(tale.state)
    if scene is None:
        return ""
    light, dark = (variables(scene.styles, ground) for ground in ("light", "dark"))
    dark = f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    seats = "".join(f".c{number}{{--seat:{colour}}}" for number, colour in enumerate(COLOURS))
    return f":root{{{light}}}{dark}{seats}{classes(scene.styles)}"


# -- who won -------------------------------------------------------------------------------


def facts(tale: Tale, locale: Locale) -> str:
    """Return what was played, when, and for how many turns."""
    parts = [tale.played]
    if tale.began:
        parts.append(tale.began[:16].replace("T", " "))
    turns = locale.ngettext("{number} turn", "{number} turns", tale.turns)
    parts.append(turns.format(number=tale.turns))
    return " · ".join(parts)


def headline(tale: Tale, locale: Locale) -> str:
    """Return the sentence that names the winners or leaders."""
    if tale.over:
        return winners_line(locale, tale.winners)
    if not tale.winners:
        return locale.gettext(N_("Nobody has won yet"))
    return locale.say(N_("{winners} led"), winners=locale.join_and(tale.winners))


def _answers(tale: Tale, locale: Locale) -> list[str]:
    """Return who won and how it ended, in one sentence if the ending names every winner."""
    names_all = bool(tale.winners) and all(name in tale.ending for name in tale.winners)
    return [tale.ending] if names_all and tale.over else [headline(tale, locale), tale.ending]


def story(tale: Tale, locale: Locale) -> str:
    """Return how the lead went, in a sentence; "" if the winner was never alone in the lead."""
    if not tale.over or not tale.leads or tale.leads[-1][1] not in tale.winners:
        return ""
    seq, name = tale.leads[-1]
    turn = next((beat.turn for beat in tale.beats if beat.seq == seq), 0)
    if len(tale.leads) == 1:
        return locale.say(N_("{name} led from turn {turn} to the end."), name=name, turn=turn)
    changes = locale.plural("{number} change of the lead", "{number} changes of the lead", len(tale.leads) - 1)
    return locale.say(
        N_("{name} led for good from turn {turn} on, after {changes}."), name=name, turn=turn, changes=changes
    )


def _podium(game: Game, tale: Tale, locale: Locale) -> str:
    """Return the sides in the order of the podium, each with what it fielded and its first two counts."""
    emblems = {
        look[0]: look[4] for beat in tale.beats for look, *_at in beat.moved if len(look) > 1 and look[4] in names("a")
    }
    ids = {seat.name: seat.id for seat in game.view.seats(tale.state)}
    counts = game.results.counts[:2] if game.results is not None else ()
    places = []
    for place, (rank, side) in enumerate(ranked_sides(tale)):
        players = [entrant for entrant in tale.entrants if entrant.side == side.name]
        fielded = dict.fromkeys(locale.name_of(e.figure_name) for e in players if e.figure_name is not None)
        sums = [(count.name, sum(entrant.counts.get(count.id, 0) for entrant in players)) for count in counts]
        words = locale.of(game.words.locales)
        numbers = " · ".join(with_label(locale, words.gettext(title), str(number)) for title, number in sums)
        emblem = next((emblems[ids[e.player]] for e in players if ids.get(e.player) in emblems), "")
        places.append(
            {
                "rank": rank,
                "name": side.name,
                "colour": seat_colour(side.colour),
                "score": score_text(locale, side.scored, side.goal, side.unit),
                "emblem": emblem,
                "lines": (", ".join(fielded), numbers if players else "") if place < MOST_DETAILED else (),
            }
        )
    return texts(locale).podium(places)


# -- how it went ---------------------------------------------------------------------------


def _chapter(tale: Tale, content: Chapter, locale: Locale) -> str:
    """Return a chapter of statistics: over time as a chart, with shares as bars, else folded."""
    times = [(beat.seq, beat.turn) for beat in tale.beats] if content.lanes else ()
    drawn = lives_chart(content, times)
    return texts(locale).chapter(content, drawn)


def _race(game: Game, tale: Tale, locale: Locale) -> str:
    if not tale.sides or not tale.beats:
        return ""
    title = locale.gettext(N_("The race"))
    leads = [locale.say(N_("{name} (from entry {entry})"), name=name, entry=seq) for seq, name in tale.leads]
    message = N_("In the lead, one after the other: {names}.")
    notes = [locale.say(message, names=", ".join(leads))] if leads else []
    if tale.leavers:
        message = N_("Players who left the table do not count in it: {names}.")
        notes.append(locale.say(message, names=locale.join_and(tale.leavers)))
    if race_note := game.view.moments.race_note:
        notes.append(locale.of(game.words.locales).gettext(race_note))
    beats = beats_since_start(tale)
    drawn = [race_chart(locale, beats, tale.sides, title, size) for size in ((WIDE, HIGH), NARROW)]
    return texts(locale).race(drawn, notes)


def _moments(game: Game, tale: Tale, locale: Locale, study: StudyPage | None) -> str:
    """Return what decided it, the dearest errors if a study tells them, else how a study is made."""
    rows = [
        (moment.seq, moment.sentence, describe_swing(locale, moment.swing, moment.cause)) for moment in tale.moments
    ]
    note = locale.gettext(
        N_(
            "By how much a moment changed somebody’s chance to win. The model is simple: a chance is as great as one"
            " over the square of what is left to the goal, so half as much left wins four times as often. It knows"
            " no dice and no figures. The log shows beside every kill whose chance it changed most."
        )
    )
    if chances_note := game.view.moments.chances_note:
        note = locale.of(game.words.locales).gettext(chances_note)
    title = locale.gettext(N_("What decided it") if tale.over else N_("What has counted most so far"))
    if study is not None:
        return texts(locale).moments(title, rows, note, list(study.errors(locale)), "")
    can_study = tale.over and game.parts.get("study") is not None
    return texts(locale).moments(title, rows, note, (), study_calls(locale, tale.number) if can_study else "")


def _luck(game: Game, tale: Tale, locale: Locale) -> str:
    """Return the dice and tests of everybody who rolled, and whether the dice are fair."""
    names = {seat.id: seat.name for seat in game.view.seats(tale.state)}
    rolled = [luck for luck in tale.luck.players if luck.dice or luck.tests]
    tested = any(luck.tests for luck in rolled)
    heads = (N_("Player"), N_("D6"), N_("Mean"), N_("Tests"), N_("Passed"), N_("Expected"))
    titles = (*map(locale.gettext, heads), "±", "")
    rows: tuple[tuple[str, ...], ...] = tuple(
        (
            names[luck.player],
            str(luck.dice),
            mean(locale, luck.mean),
            str(luck.tests),
            *(
                (str(luck.passed), _expected_range(locale, luck), difference(locale, luck.surplus))
                if luck.tests
                else ("-", "-", "-")
            ),
            luck_in_a_word(locale, luck.swing, luck.tests),
        )
        for luck in rolled
    )
    if not tested:
        titles, rows = titles[:3], tuple(row[:3] for row in rows)
    shown = Table(titles, rows, tuple(range(1, min(7, len(titles)))))
    dice = ((N_("The app’s dice"), tale.luck.app), (N_("Typed dice"), tale.luck.hands))
    verdicts = [(name, _fairness_sentence(locale, rolls)) for name, rolls in dice if rolls.dice]
    fair = [with_label(locale, locale.gettext(name), verdict) for name, verdict in verdicts]
    note = locale.gettext(
        N_("In brackets is what 19 of 20 evenings of fair dice stay within; with fewer than six tests nothing is said.")
    )
    return texts(locale).luck(shown if rows else None, fair, note if tested else "")


def _expected_range(locale: Locale, luck: Luck) -> str:
    """Return the expected number of passed tests, with its 95 % interval."""
    mean = float(luck.expected)
    expected = locale.decimal(f"{mean:.1f}")
    if luck.tests < LEAST_TESTS:
        return expected
    wide = WIDTH_OF_95 * sqrt(luck.variance)
    low, high = max(ceil(mean - wide), 0), min(floor(mean + wide), luck.tests)
    return f"{expected} ({low}–{high})"


def _fairness_sentence(locale: Locale, dice: Fairness) -> str:
    return fairness(locale, dice.verdict, dice.dice, dice.chance)


# -- all of it -----------------------------------------------------------------------------


def _replay(game: Game, tale: Tale, locale: Locale, study: StudyPage | None) -> str:
    """Return the picture that the page opens with: the chances, the table, what decided it.

    The slider lies on the graph, and its thumb is the line that shows the moment.
    """
    beats, html = beats_since_start(tale), texts(locale)
    moments = _moments(game, tale, locale, study)
    if len(beats) < 2:
        return moments
    last = len(tale.beats) - 1
    graph, legend = html.slider(len(tale.beats) - len(beats), last), ""
    if tale.sides:
        graph = _graph(tale, beats, locale, graph)
        legend = html.legend(
            [
                (number, seat_colour(side.colour), side.name, locale.percent(tale.beats[-1].odds[number], 0))
                for number, side in podium_order(tale)
            ]
        )
    speeds = zip(SPEEDS, map(locale.gettext, (N_("slow"), N_("even"), N_("fast"))), strict=True)
    drawn = _table_drawing(game, tale, locale.gettext(N_("Replay")), locale)
    return html.replay(legend, graph, list(speeds), drawn, moments)


def _graph(tale: Tale, beats: Sequence[Beat], locale: Locale, slider: str) -> str:
    """Return the chances as bands, under numbers of the moments that decided, above the turns."""
    moments = [moment.seq for moment in tale.moments]
    places = flag_places(beats, moments)
    flags = [(seq, f"{places[seq][1]:.1f}", number) for number, seq in enumerate(moments, 1) if seq in places]
    stems = [f"M{10 * room:.0f} -24L{10 * place:.0f} 0V{chances.HIGH}" for place, room in places.values()]
    bands = draw_bands(beats, podium_order(tale))
    turns = [(f"{place:.1f}", turn) for place, turn in turn_places(beats)]
    return texts(locale).graph(flags, stems, bands, turns, (chances.WIDE, chances.HIGH), slider)


def _table_drawing(game: Game, tale: Tale, title: str, locale: Locale) -> str:
    """Return the table of the replay, or "" if the match has no places."""
    scene = game.view.scene(tale.state)
    if scene is None or not _places(tale.beats):
        return ""
    bare = _bare(scene)
    return drawing(bare, title, ground(bare) + _ground_cover(bare, tale.beats, locale))


def _bare(scene: Scene) -> Scene:
    """Return the table of the replay: without the names of pieces."""
    return replace(scene, labels=tuple(label for label in scene.labels if not label.yields))


def _ground_cover(scene: Scene, beats: Sequence[Beat], locale: Locale) -> str:
    """Draw everything that ever covered the table; only what does so at the end is visible."""
    there = set(beats[-1].ground_cover)
    things = _number_things(beats)
    drawn = zip(things, draw_ground_cover(scene, things), strict=True)
    return str(texts(locale).lying([(svg, thing in there) for thing, svg in drawn]))


def _number_things(beats: Iterable[Beat]) -> dict[Area | Mark, int]:
    """Number everything that ever covered the table; areas come below marks."""
    things: dict[Area | Mark, None] = {}
    cover: tuple[Area | Mark, ...] = ()
    for beat in beats:
        if beat.ground_cover is not cover:
            cover = beat.ground_cover
            things |= dict.fromkeys(cover)
    order = sorted(things, key=lambda thing: isinstance(thing, Mark))
    return {thing: number for number, thing in enumerate(order)}


def _places(beats: Iterable[Beat]) -> bool:
    return any(beat.moved for beat in beats)


def _lines(beats: Iterable[Beat], locale: Locale) -> Iterator[tuple[Any, ...]]:
    """Yield what the log says of each entry: number, time, whether it opens a turn, sentences and calls."""
    turn = 0
    for beat in beats:
        if not beat.sentences and not beat.calls:
            continue
        sentences = [
            (
                sentence.words,
                describe_swing(locale, sentence.swing, beat.cause) if sentence.swing is not None else "",
                sentence.rolls,
            )
            for sentence in beat.sentences
        ]
        opens, turn = beat.turn != turn, beat.turn
        yield beat.seq, beat.at[11:16], opens, sentences, beat.calls


# -- the same as data ----------------------------------------------------------------------


def _data(game: Game, tale: Tale, locale: Locale, packed: Callable[[], str]) -> Page:
    """Return the page with the beats for its script, and the whole journal, compressed."""
    scene = game.view.scene(tale.state)
    looks: dict[tuple[Any, ...], int] = {}
    beats = list(_frames(tale.beats, looks, _number_things(tale.beats)))
    letters = {look[0]: look[1] for look in looks if len(look) > 1}
    for_script = {
        "beats": beats,
        "looks": list(looks),
        "size": scene.size if scene is not None else (0, 0),
        "radii": radii(scene, crowd=is_crowd(letters.values())) if scene is not None else (0, 0, 0),
        "letters": round(REPLAY_SHARE * letter_size(scene.size), 2) if scene is not None else 0,
        "play": locale.gettext(N_("Play")),
        "pause": locale.gettext(N_("Pause")),
        "file": "match.json",
    }
    title = f"{tale.name} · {game.name}"
    return Page(locale.language, title, script_json(for_script), packed(), _colours(game, tale))


def _frames(
    beats: Iterable[Beat], looks: dict[tuple[Any, ...], int], things: Mapping[Area | Mark, int]
) -> Iterator[list[Any]]:
    """Yield every entry for the replay: its number, moved pieces, new chances, new ground cover.

    A moved piece is the number of its look (id, letters, colour, radius, emblem, shape, facing) in
    `looks`, and its place.
    Without a place, the piece with that id is no longer on the table. New chances are pairs of a
    side's number and its chance, one after the other. Changed ground cover are numbers of `things`:
    each of them appears, or disappears if it was there. Empty parts are 0. Sentences are in the
    log.
    """
    odds: Odds = ()
    rounded: Odds = ()
    cover: tuple[Area | Mark, ...] = ()
    for beat in beats:
        moved = [(looks.setdefault(look, len(looks)), *at) for look, *at in beat.moved]
        new_odds: list[float] = []
        if beat.odds is not odds:
            old, rounded = rounded or (None,) * len(beat.odds), tuple([round(chance, 3) for chance in beat.odds])
            for side, (was, now) in enumerate(zip(old, rounded, strict=True)):
                if was != now:
                    new_odds += (side, now)
        toggled: list[int] = []
        if beat.ground_cover is not cover:
            toggled = sorted(things[thing] for thing in {*cover} ^ {*beat.ground_cover})
        yield [beat.seq, moved or 0, new_odds or 0, *([toggled] if toggled else [])]
        odds, cover = beat.odds, beat.ground_cover


# -- the file --------------------------------------------------------------------------------------


def write_report(match_session: MatchSession, locale: Locale, folder: Path, study: StudyPage | None = None) -> Path:
    """Write a match's report into a folder; return its file. Raises OSError, JournalError."""
    path = free_name(folder / f"q40k-{match_session.number}.html")
    text = page(match_session.game, tale(match_session, locale), locale, study)
    write_whole(path, text.encode())
    return path
