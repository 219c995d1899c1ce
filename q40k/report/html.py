"""The parts of an HTML page: it needs no other file, and everything in it is escaped."""

from collections.abc import Callable
from functools import cache
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec

from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import Locale
from q40k.kernel.text import printable

if TYPE_CHECKING:
    from jinja2 import Environment


class Macros:
    """The macros of a template, as methods that return HTML in one language.

    Whatever they are given is escaped, unless it came from a macro.
    """

    def __init__(self, package: str, name: str, locale: Locale) -> None:
        words = {"_": locale.gettext, "say": locale.say, "plural": locale.plural}
        self._module = _environment(package).get_template(name).make_module(words)

    def __getattr__(self, name: str) -> Callable[..., str]:
        """Return a macro."""
        macro: Callable[..., str] = getattr(self._module, name)
        return macro


@cache
def _environment(package: str) -> "Environment":
    """Return what reads the templates of a package; those of this one can be imported there."""
    from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined  # 60 ms that drawings do without

    loader = ChoiceLoader([PackageLoader(package), PackageLoader("q40k.report")])
    return Environment(autoescape=True, loader=loader, undefined=StrictUndefined, finalize=_show, auto_reload=False)


def _show(value: Any) -> Any:
    """Return a value of a template without the characters that command a screen."""
    return printable(value) if type(value) is str else value


def document(locale: Locale, title: str, body: str, scripts: str = "", style: str = "") -> str:
    """Return a whole page with the `body` and its `scripts`. It loads nothing.

    `style` are rules of its own, in addition to those of all pages.
    """
    return (
        f'<!doctype html>\n<html lang="{locale.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{safe(title)}</title>\n<style>{asset('style.css')}{style}</style>\n</head>\n<body>\n"
        f"<main>\n{body}\n</main>\n{scripts}</body>\n</html>\n"
    )


def asset(name: str) -> str:
    """Return the content of a file of this package."""
    return files("q40k.report").joinpath(name).read_text(encoding="utf-8")


def safe(words: str) -> str:
    """Return words escaped for a page, whoever wrote them."""
    return escape(printable(words))


def section(title: str, body: str, note: str = "", *, folded: bool = False) -> str:
    """Return a part of the page under its title; a folded part opens by a click on the title."""
    heading = f"<h2>{safe(title)}</h2>"
    beside = f'<p class="note">{safe(note)}</p>' if note else ""
    if folded:
        return f'<section><details class="fold"><summary>{heading}</summary>{beside}{body}</details></section>'
    return f"<section>{heading}{beside}{body}</section>"


def fold(title: str, body: str) -> str:
    """Return something long that opens by a click on its title; on paper it is open."""
    return f'<details class="fold"><summary>{safe(title)}</summary>{body}</details>'


def chapter(content: Chapter, drawing: str = "", tables_title: str = "", *, folded: bool = False) -> str:
    """Return a chapter of tables with its `drawing` above; "" if all tables are empty.

    Under a `tables_title` the tables are folded, and the drawing is open.
    """
    tables = "".join(table(entry) for entry in content.tables if entry.rows)
    shown = fold(tables_title, tables) if tables_title else tables
    return section(content.title, drawing + shown, content.note, folded=folded) if tables else ""


def chart(svg: str) -> str:
    """Return a chart in a box that scrolls if it is wider than the screen."""
    return f'<div class="scroll chart" tabindex="0">{svg}</div>'


def table(content: Table) -> str:
    """Return a table; in a matrix the first cell of each row is also a head."""
    kind = dict.fromkeys(content.figures, ' class="n"')
    heads = "".join(
        f'<th scope="col"{kind.get(number, "")}>{safe(head)}</th>' if head else "<td></td>"
        for number, head in enumerate(content.heads)
    )
    rows = []
    for row in content.rows:
        cells = "".join(
            f'<th scope="row">{safe(cell)}</th>' if not number else f"<td{kind.get(number, '')}>{safe(cell)}</td>"
            for number, cell in enumerate(row)
        )
        rows.append(f"<tr>{cells}</tr>")
    named = ' class="matrix"' if content.matrix else ""
    return (
        f'<div class="scroll" tabindex="0"><table{named}>'
        f"<thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def script_json(value: Any) -> str:
    """Return JSON that cannot end the script element around it."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
