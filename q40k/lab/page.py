"""Write a study as one self-contained HTML page, with pictures, tables, its data and its call."""

from msgspec import to_builtins

from q40k.games.game import Game, name_of
from q40k.i18n.chapters import Chapter
from q40k.i18n.locale import N_, Locale
from q40k.lab.jobs import World
from q40k.lab.studies import Study
from q40k.lab.tables import WARNING, Namer, answer, chapters, data, headline, setting_text, share_table
from q40k.report.charts import shares_chart
from q40k.report.html import Macros, blocks, data_page

MOST_DRAWN = 10
"""So many of the best and of the worst entries are drawn."""


def page(
    locale: Locale, study: Study, world: World, game: Game, name: Namer, pace: float, people: Chapter | None = None
) -> str:
    """Return the whole page of a study; `people` is what matches of people say of the same things."""
    title = locale.say(N_("The lab: {game}"), game=name_of(world.game))
    first, *rest = chapters(locale, study, game, name, pace)
    html = Macros("q40k.lab", "lab.html", locale)
    answered = answer(locale, study, game, name)
    warning, setting = locale.gettext(WARNING), setting_text(locale, study.plan)
    parts = [
        html.head(title, answered, headline(locale, study), setting, warning),
        _shares(locale, html, study, name, first),
        *(blocks(locale).chapter(part) for part in rest),
        blocks(locale).chapter(people) if people is not None else "",
        html.settings(_settings(locale, study, world)),
    ]
    save = locale.gettext(N_("Save the data of this study"))
    return str(blocks(locale).whole(data_page(locale, title, "lab.json", data(study, world)), parts, save))


def _shares(locale: Locale, html: Macros, study: Study, name: Namer, part: Chapter) -> str:
    """Return the shares: drawn, of many only the best and the worst; the whole table is folded."""
    ordered = sorted(study.figures.entries, key=lambda figure: (-figure.share, figure.id))
    even = study.figures.even
    groups = [(part.title, ordered)]
    if len(ordered) > 2 * MOST_DRAWN:
        groups = [
            (locale.gettext(N_("Most worth their points")), ordered[:MOST_DRAWN]),
            (locale.gettext(N_("Least worth their points")), ordered[-MOST_DRAWN:]),
        ]
    drawn = []
    for title, entries in groups:
        rows = [(name(figure.id), figure.share, figure.low, figure.high) for figure in entries]
        drawn.append((title, shares_chart(locale, rows, even, title)))
    return html.shares(part.title, part.note, drawn, share_table(locale, ordered, name))


def _settings(locale: Locale, study: Study, world: World) -> list[tuple[str, str]]:
    """Return what determines every figure of the page."""
    plan = study.plan
    return [
        (locale.gettext(N_("In turn")), "; ".join(f"{kind}: {', '.join(ids)}" for kind, ids in plan.shared.items())),
        (locale.gettext(N_("Options")), ", ".join(f"{key}={value}" for key, value in plan.options.items())),
        (locale.gettext(N_("Seed")), str(plan.seed)),
        (locale.gettext(N_("World")), ", ".join(f"{key} {value}" for key, value in to_builtins(world).items())),
    ]
