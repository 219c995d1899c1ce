"""The parts of an HTML page: it needs no other file, and everything in it is escaped."""

from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from zlib import compressobj

import msgspec
from msgspec import Struct

from q40k.i18n.locale import Locale
from q40k.kernel.text import json_pieces, printable
from q40k.table.folders import compiled_folder
from q40k.tabletop.colours import COLOURS

if TYPE_CHECKING:
    from jinja2 import Environment

PACKED = 6
"""The compression level of the data: 9 takes four times as long for a tenth less."""


class Macros:
    """The macros of a template, as methods that return HTML in one language.

    Whatever they are given is escaped, unless it came from a macro.
    """

    def __init__(self, package: str, name: str, locale: Locale) -> None:
        words = {"_": locale.gettext, "say": locale.say, "plural": locale.plural, "colours": len(COLOURS)}
        self._module = _environment(package).get_template(name).make_module(words)

    def __getattr__(self, name: str) -> Callable[..., str]:
        """Return a macro."""
        macro: Callable[..., str] = getattr(self._module, name)
        return macro


@cache
def _environment(package: str) -> "Environment":
    """Return what reads the templates of a package; those of this one can be imported there.

    They are compiled once, and kept beside the compiled packs where there is a library: that saves 40 ms.
    """
    from jinja2 import (  # 60 ms that drawings do without
        ChoiceLoader,
        Environment,
        FileSystemBytecodeCache,
        PackageLoader,
        StrictUndefined,
    )

    class Compiled(FileSystemBytecodeCache):
        def dump_bytecode(self, bucket: Any) -> None:
            with suppress(OSError):  # it only saves time
                super().dump_bytecode(bucket)

    loader = ChoiceLoader([PackageLoader(package), PackageLoader("q40k.report")])
    folder = compiled_folder()
    with suppress(OSError):
        folder.mkdir(exist_ok=True)
    kept = Compiled(str(folder)) if folder.is_dir() else None
    return Environment(
        autoescape=True,
        loader=loader,
        undefined=StrictUndefined,
        finalize=_show,
        auto_reload=False,
        bytecode_cache=kept,
    )


def _show(value: Any) -> Any:
    """Return a value of a template without the characters that command a screen."""
    return printable(value) if type(value) is str else value


class Page(Struct, frozen=True):
    """What every page that is one file has: its data for the script, and all of its data `packed`, to be saved."""

    language: str
    title: str
    told: str
    packed: str = ""
    own_style: str = ""

    @property
    def style(self) -> str:
        """The style sheet: rules of all pages, and its own."""
        return asset("style.css") + self.own_style

    @property
    def script(self) -> str:
        """The script of all pages."""
        return asset("script.js")


@cache
def texts(locale: Locale) -> Macros:
    """Return the templates of a report."""
    return Macros("q40k.report", "report.html", locale)


@cache
def blocks(locale: Locale) -> Macros:
    """Return what pages that are one file are made of."""
    return Macros("q40k.report", "blocks.html", locale)


def pack_data(pieces: Iterable[bytes]) -> str:
    """Return data that a page keeps for its button that saves them."""
    packer = compressobj(PACKED, wbits=31)
    packed = b"".join(map(packer.compress, pieces))
    return b64encode(packed + packer.flush()).decode()


def start_packing(pieces: Iterable[bytes]) -> Callable[[], str]:
    """Pack data on another core; return what waits for it."""
    packed: list[str] = []
    thread = Thread(target=lambda: packed.append(pack_data(pieces)))
    thread.start()

    def wait() -> str:
        thread.join()
        return packed[0]

    return wait


def data_page(locale: Locale, title: str, file: str, data: Any) -> Page:
    """Return a page that offers its data as a file."""
    return Page(locale.language, title, script_json({"file": file}), pack_data(map(str.encode, json_pieces(data))))


def asset(name: str) -> str:
    """Return the content of a file of this package."""
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


def safe(words: str) -> str:
    """Return words escaped for a page, whoever wrote them."""
    return escape(printable(words))


def script_json(value: Any) -> str:
    """Return JSON that cannot end the script element around it."""
    text = msgspec.json.encode(value).decode()
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
