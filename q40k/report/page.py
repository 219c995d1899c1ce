"""The report as one HTML page that needs only a browser: no network, no other file."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from gzip import compress
from math import ceil, floor, sqrt
from pathlib import Path
from typing import Any

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
from q40k.report.causes import Cause, describe_cause
from q40k.report.chances import beats_since_start, draw_bands, flag_places, podium_order, ranked_sides, turn_places
from q40k.report.charts import lives_chart, race_chart
from q40k.report.data import data_with_journal
from q40k.report.drawing import classes, draw_ground_cover, drawing, ground, is_crowd, letter_size, radii, variables
from q40k.report.html import asset, chapter, chart, document, fold, safe, script_json, section, table
from q40k.report.study import StudyPage, how_to_study, study_section
from q40k.report.tale import Beat, Sentence, Swing, Tale, tale
from q40k.table.chances import Odds
from q40k.table.luck import Fairness, Luck
from q40k.table.match_session import MatchSession
from q40k.tabletop.colours import seat_colour

SPEEDS = (900, 300, 90)
"""Milliseconds for each entry, from slow to fast."""
REPLAY_SHARE = 0.7
"""The height of names in the replay, which is looked at from nearby, in that of a television."""
PACKED = 6
"""The compression level of the journal: 9 takes four times as long for a tenth less."""


def page(game: Game, tale: Tale, locale: Locale, study: StudyPage | None = None) -> str:
    """Return the whole page, with the study of the match if there is one."""
    body = "\n".join(
        part
        for part in (
            _head(tale, locale),
            _podium(tale, locale),
            _replay(game, tale, locale),
            study_section(game, locale, tale, study) if study is not None else "",
            _medals(tale, locale),
            _race(game, tale, locale),
            *(_chapter(tale, content, locale) for content in tale.chapters if content.lanes),
            *(_chapter(tale, content, locale) for content in tale.chapters if not content.lanes),
            _luck(game, tale, locale),
            _log(tale, locale),
            how_to_study(game, locale, tale) if study is None else "",
            _foot(tale, locale),
        )
        if part
    )
    script = f"<script>{asset('script.js')}</script>\n"
    behind = f"{_data(game, tale, locale)}\n{script}"
    return document(locale, f"{tale.name} · {game.name}", body, behind, _colours(game, tale))


def _colours(game: Game, tale: Tale) -> str:
    """Return the style sheet of the map's styles, for light and dark pages."""
    scene = game.view.scene(tale.state)
    if scene is None:
        return ""
    light, dark = (variables(scene.styles, ground) for ground in ("light", "dark"))
    dark = f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f":root{{{light}}}{dark}{classes(scene.styles)}"


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


def _head(tale: Tale, locale: Locale) -> str:
    ending = f"<p>{safe(tale.ending)}</p>" if tale.ending else ""
    return (
        f'<header><h1>{safe(tale.name or tale.played)}</h1><p class="facts">{safe(facts(tale, locale))}</p>'
        f"<p><strong>{safe(headline(tale, locale))}</strong></p>{ending}</header>"
    )


def _podium(tale: Tale, locale: Locale) -> str:
    places = "".join(
        f'<li style="--seat:{seat_colour(side.colour)}"><b>{rank}. {safe(side.name)}</b>'
        f"{safe(score_text(locale, side.scored, side.goal, side.unit))}</li>"
        for rank, side in ranked_sides(tale)
    )
    return f'<ol class="podium">{places}</ol>' if places else ""


def _medals(tale: Tale, locale: Locale) -> str:
    if not tale.medals:
        return ""
    rows = "".join(
        f"<dt>{safe(title)}</dt><dd>{safe(how)}{f' <small>{safe(then)}</small>' if then else ''}</dd>"
        for title, how, then in tale.medals
    )
    return section(locale.gettext(N_("Medals")), f'<dl class="medals">{rows}</dl>')


# -- how it went ---------------------------------------------------------------------------


def _chapter(tale: Tale, content: Chapter, locale: Locale) -> str:
    """Return a chapter of statistics, folded; its chart over time is above and open."""
    if not content.lanes:
        return chapter(content, folded=True)
    began = min((span.start for lane in content.lanes for span in lane.spans), default=0)
    beats = [beat for beat in tale.beats if beat.seq >= began]
    seqs = [beat.seq for beat in beats]
    drawn = chart(lives_chart(content.lanes, beats, seqs, content.title))
    return chapter(content, drawn, locale.gettext(N_("As tables")))


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
    drawn = race_chart(beats_since_start(tale), tale.sides, title)
    return section(title, drawn + "".join(f'<p class="note">{safe(note)}</p>' for note in notes))


def _moments(game: Game, tale: Tale, locale: Locale) -> str:
    if not tale.moments:
        return ""
    rows = "".join(
        f'<li><a href="#e{moment.seq}">{safe(moment.sentence)}</a>'
        f"<small>{safe(describe_swing(locale, moment.swing, moment.cause))}</small></li>"
        for moment in tale.moments
    )
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
    how = fold(locale.gettext(N_("How chances are computed")), f'<p class="note">{safe(note)}</p>')
    return f'<div class="moments"><h3>{safe(title)}</h3><ol>{rows}</ol>{how}</div>'


def describe_swing(locale: Locale, swing: Swing, cause: Cause | None = None) -> str:
    """Return a change of a chance: "Ann 12 % → 21 % · Ann’s die: 5", with as many digits as needed."""
    digits = next((n for n in range(2) if 100 * swing.size >= 10**-n), 2)
    was, then = (locale.percent(share, digits) for share in (swing.was, swing.then))
    change = locale.say(N_("{name} {was} → {then}"), name=swing.side, was=was, then=then)
    return change if cause is None else f"{change} · {describe_cause(locale, cause)}"


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
    fair = "".join(
        f'<p class="note">{safe(with_label(locale, locale.gettext(name), verdict))}</p>' for name, verdict in verdicts
    )
    title = locale.gettext(N_("Luck"))
    note = locale.gettext(
        N_("In brackets is what 19 of 20 evenings of fair dice stay within; with fewer than six tests nothing is said.")
    )
    body = (table(shown) if rows else "") + fair
    return section(title, body, note if tested else "", folded=True) if body else ""


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


def _replay(game: Game, tale: Tale, locale: Locale) -> str:
    """Return the picture that the page opens with: the chances, the table, what decided it.

    The slider lies on the graph, and its thumb is the line that shows the moment.
    """
    beats = beats_since_start(tale)
    if len(beats) < 2:
        return _moments(game, tale, locale)
    title, entry = locale.gettext(N_("Chance to win")), locale.gettext(N_("Entry"))
    last = len(tale.beats) - 1
    slider = (
        f'<input id="slider" type="range" min="{len(tale.beats) - len(beats)}" max="{last}" value="{last}"'
        f' aria-label="{safe(entry)}">'
    )
    graph, legend = slider, ""
    if tale.sides:
        graph, legend = _graph(tale, beats, title, slider), _legend(tale, locale)
    hint = locale.gettext(N_("Click on the graph, or use the arrow keys."))
    drawn = _table_drawing(game, tale, locale.gettext(N_("Replay")))
    body = (
        f'{legend}{graph}<div class="replay">{_player(locale)}<span class="note">{safe(hint)}</span></div>'
        f'<div class="moment{" mapped" if drawn else ""}"><div id="said" aria-live="polite"></div>{drawn}'
        f"{_moments(game, tale, locale)}</div>"
    )
    return section(title, body)


def _graph(tale: Tale, beats: Sequence[Beat], title: str, slider: str) -> str:
    """Return the chances as bands, under numbers of the moments that decided, above the turns."""
    moments = [moment.seq for moment in tale.moments]
    places = flag_places(beats, moments)
    flags = "".join(
        f'<a href="#e{seq}" style="left:{places[seq][1]:.1f}%">{number}</a>'
        for number, seq in enumerate(moments, 1)
        if seq in places
    )
    stems = "".join(
        f'<path d="M{10 * room:.0f} -24L{10 * place:.0f} 0V{chances.HIGH}" class="stem"/>'
        for place, room in places.values()
    )
    bands = draw_bands(beats, podium_order(tale))
    turns = "".join(f'<i style="left:{place:.1f}%">{turn}</i>' for place, turn in turn_places(beats))
    return (
        f'<div class="graph"><div class="flags">{flags}</div><div class="bands">'
        f'<svg viewBox="0 0 {chances.WIDE} {chances.HIGH}" preserveAspectRatio="none" role="img"'
        f' aria-label="{safe(title)}">{bands}{stems}</svg>{slider}</div><div class="turns">{turns}</div></div>'
    )


def _legend(tale: Tale, locale: Locale) -> str:
    odds = tale.beats[-1].odds
    chips = "".join(
        f'<li style="--seat:{seat_colour(side.colour)}" data-side="{number}"><bdi>{safe(side.name)}</bdi>'
        f" <b>{safe(locale.percent(odds[number], 0))}</b></li>"
        for number, side in podium_order(tale)
    )
    return f'<ul id="chances">{chips}</ul>'


def _player(locale: Locale) -> str:
    """Return the button that plays the match, and the speeds."""
    names = (N_("slow"), N_("even"), N_("fast"))
    speeds = "".join(
        f'<option value="{speed}"{" selected" * (number == 1)}>{safe(locale.gettext(name))}</option>'
        for number, (speed, name) in enumerate(zip(SPEEDS, names, strict=True))
    )
    play, speed = locale.gettext(N_("Play")), locale.gettext(N_("Speed"))
    return (
        f'<button id="play" type="button">{safe(play)}</button>'
        f'<select id="speed" aria-label="{safe(speed)}">{speeds}</select>'
    )


def _table_drawing(game: Game, tale: Tale, title: str) -> str:
    """Return the table of the replay, or "" if the match has no places."""
    scene = game.view.scene(tale.state)
    if scene is None or not _places(tale.beats):
        return ""
    bare = _bare(scene)
    return drawing(bare, title, ground(bare) + _ground_cover(bare, tale.beats))


def _bare(scene: Scene) -> Scene:
    """Return the table of the replay: without the names of pieces."""
    return replace(scene, labels=tuple(label for label in scene.labels if not label.yields))


def _ground_cover(scene: Scene, beats: Sequence[Beat]) -> str:
    """Draw everything that ever covered the table; only what does so at the end is visible."""
    there = set(beats[-1].ground_cover)
    things = _number_things(beats)
    groups = (
        f"<g>{drawn}</g>" if thing in there else f'<g display="none">{drawn}</g>'
        for thing, drawn in zip(things, draw_ground_cover(scene, things), strict=True)
    )
    return f'<g id="lying">{"".join(groups)}</g>'


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


def _log(tale: Tale, locale: Locale) -> str:
    lines = "".join(_lines(tale.beats, locale))
    if not lines:
        return ""
    return section(locale.gettext(N_("The log")), f'<ol class="log" tabindex="0">{lines}</ol>', folded=True)


def _lines(beats: Iterable[Beat], locale: Locale) -> Iterator[str]:
    turn = 0
    for beat in beats:
        if not beat.sentences and not beat.calls:
            continue
        sentences = "".join(_sentence(locale, sentence, beat.cause) for sentence in beat.sentences)
        calls = "".join(f'<div class="call">{safe(call)}</div>' for call in beat.calls)
        mark = ' class="turn"' if beat.turn != turn else ""
        turn = beat.turn
        yield (
            f'<li id="e{beat.seq}"{mark}><span class="seq">{beat.seq}</span>'
            f'<span class="at">{safe(beat.at[11:16])}</span><div>{sentences}{calls}</div></li>\n'
        )


def _sentence(locale: Locale, sentence: Sentence, cause: Cause | None) -> str:
    words = safe(sentence.words)
    if sentence.swing is not None:
        words += f" <small>{safe(describe_swing(locale, sentence.swing, cause))}</small>"
    if not sentence.rolls:
        return f"<div>{words}</div>"
    within = "<br>".join(safe(roll) for roll in sentence.rolls)
    return f"<details><summary>{words}</summary>{within}</details>"


def _foot(tale: Tale, locale: Locale) -> str:
    fan = locale.gettext(N_("Made by q40k, an unofficial fan work."))
    save = locale.gettext(N_("Save the data of this match"))
    return (
        f'<footer><button id="save" type="button">{safe(save)}</button><p>{safe(fan)}</p></footer>'
        if tale.entries
        else f"<footer><p>{safe(fan)}</p></footer>"
    )


# -- the same as data ----------------------------------------------------------------------


def _data(game: Game, tale: Tale, locale: Locale) -> str:
    """Return the beats for the script, and the whole journal, compressed."""
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
    replay_data = f'<script type="application/json" id="told">{script_json(for_script)}</script>'
    if not tale.entries:
        return replay_data
    packed = b64encode(compress(data_with_journal(game, tale), PACKED, mtime=0))
    return f'{replay_data}\n<script type="application/gzip" id="journal">{packed.decode()}</script>'


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
        moved: list[tuple[float, ...]] = []
        for id, *drawn in beat.moved:
            if drawn:
                letters, x, y, *drawn_as = drawn
                look = looks.setdefault((id, letters, *drawn_as), len(looks))
                moved.append((look, x, y))
            else:
                moved.append((looks.setdefault((id,), len(looks)),))
        new_odds: list[float] = []
        if beat.odds is not odds:
            odds_now = tuple([round(chance, 3) for chance in beat.odds])
            old = rounded or (None,) * len(odds_now)
            for side, (was, now) in enumerate(zip(old, odds_now, strict=True)):
                if was != now:
                    new_odds += (side, now)
            rounded = odds_now
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
