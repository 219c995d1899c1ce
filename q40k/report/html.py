"""What a page of HTML is made of: it needs no other file, and nothing in it is unescaped."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from q40k.i18n.chapters import Chapter, Table
from q40k.i18n.locale import Locale
from q40k.kernel.text import printable


def document(locale: Locale, title: str, body: str, behind: str = "", style: str = "") -> str:
    """A whole page about the `body`; `behind` it come its scripts. It fetches nothing.

    `style` are rules of its own, beside those of all pages.
    """
    return (
        f'<!doctype html>\n<html lang="{locale.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
        f"<title>{safe(title)}</title>\n<style>{asset('style.css')}{style}</style>\n</head>\n<body>\n"
        f"<main>\n{body}\n</main>\n{behind}</body>\n</html>\n"
    )


def asset(name: str) -> str:
    """A file that lies beside this module."""
    return files("q40k.report").joinpath(name).read_text(encoding="utf-8")


def safe(words: str) -> str:
    """Words as they may stand in a page, whoever wrote them."""
    return escape(printable(words))


def section(title: str, body: str, note: str = "") -> str:
    """A part of the page under its title."""
    beside = f'<p class="note">{safe(note)}</p>' if note else ""
    return f"<section><h2>{safe(title)}</h2>{beside}{body}</section>"


def chapter(one: Chapter, drawn: str = "") -> str:
    """A chapter of tables below what is `drawn` of it; nothing while all of them are empty."""
    tables = "".join(table(each) for each in one.tables if each.rows)
    return section(one.title, drawn + tables, one.note) if tables else ""


def chart(drawn: str) -> str:
    """A chart that is wider than a telephone: there it is pushed to and fro."""
    return f'<div class="scroll chart" tabindex="0">{drawn}</div>'


def table(one: Table) -> str:
    """A table; of a matrix the first cell of each row is a head, too."""
    kind = dict.fromkeys(one.figures, ' class="n"')
    heads = "".join(
        f'<th scope="col"{kind.get(number, "")}>{safe(head)}</th>' if head else "<td></td>"
        for number, head in enumerate(one.heads)
    )
    rows = []
    for row in one.rows:
        cells = "".join(
            f'<th scope="row">{safe(cell)}</th>'
            if not number
            else f"<td{kind.get(number, '')}>{safe(cell)}</td>"
            for number, cell in enumerate(row)
        )
        rows.append(f"<tr>{cells}</tr>")
    named = ' class="matrix"' if one.matrix else ""
    return (
        f'<div class="scroll" tabindex="0"><table{named}>'
        f"<thead><tr>{heads}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def script_json(value: Any) -> str:
    """JSON that nothing in it can end the script it stands in."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
