"""Write a study as one self-contained HTML page, with pictures, tables, its data and its call."""

from __future__ import annotations

import json
from base64 import b64encode
from gzip import compress

from msgspec import to_builtins

from q40k.games.game import Game, name_of
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.lab.jobs import World
from q40k.lab.studies import Study
from q40k.lab.tables import WARNING, Namer, answer, chapters, data, headline, setting_text, share_table
from q40k.report.charts import shares_chart
from q40k.report.html import asset, chart, document, fold, safe, script_json, section, table
from q40k.report.html import chapter as write_chapter

MOST_DRAWN = 10
"""So many of the best and of the worst entries are drawn."""


def page(
    locale: Locale, study: Study, world: World, game: Game, name: Namer, pace: float, people: Chapter | None = None
) -> str:
    """Return the whole page of a study; `people` is what matches of people say of the same things."""
    title = locale.say(N_("The lab: {game}"), game=name_of(world.game))
    first, *rest = chapters(locale, study, game, name, pace)
    parts = [
        f"<header><h1>{safe(title)}</h1><p><strong>{safe(answer(locale, study, game, name))}</strong></p>"
        f'<p class="facts">{safe(headline(locale, study))}</p><p>{safe(setting_text(locale, study.plan))}</p>'
        f"<p><strong>{safe(locale.gettext(WARNING))}</strong></p></header>",
        _shares(locale, study, name, first),
        *(write_chapter(part) for part in rest),
        write_chapter(people) if people is not None else "",
        _settings(locale, study, world),
        _foot(locale),
    ]
    packed = b64encode(compress(json.dumps(data(study, world), ensure_ascii=False).encode(), mtime=0)).decode()
    scripts = (
        f'<script type="application/json" id="told">{script_json({"file": "lab.json"})}</script>\n'
        f'<script type="application/gzip" id="journal">{packed}</script>\n'
        f"<script>{asset('script.js')}</script>\n"
    )
    return document(locale, title, "\n".join(part for part in parts if part), scripts)


def _shares(locale: Locale, study: Study, name: Namer, part: Chapter) -> str:
    """Return the shares: drawn, of many only the best and the worst; the whole table is folded."""
    ordered = sorted(study.figures.entries, key=lambda figure: (-figure.share, figure.id))
    even = study.figures.even
    groups = [(part.title, ordered)]
    if len(ordered) > 2 * MOST_DRAWN:
        groups = [
            (locale.gettext(N_("Most worth their points")), ordered[:MOST_DRAWN]),
            (locale.gettext(N_("Least worth their points")), ordered[-MOST_DRAWN:]),
        ]
    body = ""
    for title, entries in groups:
        rows = [(name(figure.id), figure.share, figure.low, figure.high) for figure in entries]
        heading = f"<h3>{safe(title)}</h3>" if len(groups) > 1 else ""
        body += heading + chart(shares_chart(rows, even, title))
    whole = fold(locale.gettext(N_("All as a table")), table(share_table(locale, ordered, name)))
    return section(part.title, body + whole, part.note)


def _settings(locale: Locale, study: Study, world: World) -> str:
    """Return what determines every figure of the page."""
    plan = study.plan
    shown = {
        locale.gettext(N_("In turn")): "; ".join(f"{kind}: {', '.join(ids)}" for kind, ids in plan.shared.items()),
        locale.gettext(N_("Options")): ", ".join(f"{key}={value}" for key, value in plan.options.items()),
        locale.gettext(N_("Seed")): str(plan.seed),
        locale.gettext(N_("World")): ", ".join(f"{key} {value}" for key, value in to_builtins(world).items()),
    }
    rows = "".join(f"<dt>{safe(title)}</dt><dd>{safe(words)}</dd>" for title, words in shown.items() if words)
    note = locale.gettext(N_("The same call with the same packs, rules and version brings the same figures."))
    return section(locale.gettext(N_("How it was played")), f"<dl>{rows}</dl>", note, folded=True)


def _foot(locale: Locale) -> str:
    save = locale.gettext(N_("Save the data of this study"))
    fan = locale.gettext(N_("Made by q40k, an unofficial fan work."))
    return f'<footer><button id="save" type="button">{safe(save)}</button><p>{safe(fan)}</p></footer>'
