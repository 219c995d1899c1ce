"""Extract the messages, update and compile the catalogues: `make words`.

The shell has a catalogue, and each game has one of its own, in the folder `locales` beside its
code: whoever adds a game makes that folder, and nothing else. A message that moves from one
catalogue to another takes its translation with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import polib
import yaml
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("fr",)
DOMAIN = "q40k"
KEYWORDS = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "plural": (1, 2),
    "pgettext": ((1, "c"), 2),
    "in_context": ((1, "c"), 2),
}
"""What marks a message, and which arguments hold it (and its context)."""


def sentences_in(file: IO[bytes], *_marks: Any, options: Any) -> Iterator[tuple[int, None, str, list[str]]]:
    """The headings and the lines of a file of texts; of a line with fields all but its key or code; what codes pick."""
    for group in yaml.safe_load(file).values():
        headings = group.items() if isinstance(group, dict) else [("", group)]
        for heading, lines in headings:
            if isinstance(lines, str):  # a code and its sentence
                yield 1, None, lines, []
                continue
            fields = [{"words": line} if isinstance(line, str) else line for line in lines]
            values = [value for line in fields for name, value in line.items() if name not in ("key", "code")]
            words = [text for value in values for text in (value if isinstance(value, list) else [value])]
            yield from ((1, None, message, []) for message in (heading, *words) if message)


METHODS: dict[str, tuple[Any, dict[str, Any]]] = {
    ".py": ("python", KEYWORDS),
    ".html": ("jinja2.ext:babel_extract", {**KEYWORDS, "say": None}),
    ".texts.yaml": (sentences_in, KEYWORDS),
}
"""How messages are found in each kind of file, and what marks them there."""

Key = tuple[str | None, str | tuple[str, ...]]


@dataclass(frozen=True)
class Said:
    """The messages of some code, and the folder of their catalogues."""

    locales: Path
    code: tuple[Path, ...]

    @property
    def template(self) -> Path:
        """Every message, in English."""
        return self.locales / f"{DOMAIN}.pot"

    def catalogue(self, language: str) -> Path:
        """Every message in a language."""
        return self.locales / language / "LC_MESSAGES" / f"{DOMAIN}.po"

    def files(self) -> Iterator[Path]:
        """The code and the templates that say something."""
        for folder in self.code:
            inside = (path for path in folder.rglob("*") if path.name.endswith(tuple(METHODS)))
            yield from sorted(inside) if folder.is_dir() else (folder,)


def everything() -> tuple[Said, ...]:
    """The shell, then every game that has a catalogue, those of the tests too."""
    rooms = [path for path in (ROOT / "q40k").iterdir() if path.name != "games"]
    code = tuple(sorted(path for path in rooms if path.is_dir() or path.suffix == ".py"))
    games = [folder for where in ("q40k/games/*/locales", "tests/**/locales") for folder in sorted(ROOT.glob(where))]
    shell = Said(ROOT / "q40k" / "i18n" / "locales", code)
    return (shell, *(Said(folder, (folder.parent,)) for folder in games))


def extract_messages(part: Said) -> Catalog:
    """What the code says, each message with its files."""
    catalog = Catalog()
    for path in part.files():
        place = path.relative_to(ROOT).as_posix()
        method, keywords = next(how for end, how in METHODS.items() if path.name.endswith(end))
        result = extract_from_file(method, path, keywords, options={"encoding": "utf-8"})
        for line, message, _comments, context in result:
            catalog.add(message, locations=[(place, line)], context=context)
    return catalog


def read(path: Path) -> Catalog:
    """A catalogue, or a template."""
    with path.open("rb") as file:
        language = None if path.suffix == ".pot" else path.parts[-3]
        return read_po(file, locale=language, domain=DOMAIN)


def key(message: Message) -> Key:
    """Name a message: its context, and its English words (both, when it has a plural)."""
    return message.context, message.id if isinstance(message.id, str) else tuple(message.id)


def messages(catalog: Catalog) -> dict[Key, Message]:
    """The messages of a catalogue by their names."""
    return {key(message): message for message in catalog if message.id}


def texts(value: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """List the forms of a message: one, or one a plural."""
    return [value or ""] if value is None or isinstance(value, str) else list(value)


def update(part: Said, language: str, translations: dict[Key, Message]) -> Catalog:
    """Bring a catalogue up to date, with `translations` found elsewhere."""
    path = part.catalogue(language)
    template = read(part.template)
    catalog = read(path) if path.exists() else Catalog(locale=language, domain=DOMAIN)
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    for name, message in messages(catalog).items():
        if name in translations and not any(texts(message.string)):
            message.string = translations[name].string
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=0, ignore_obsolete=True, include_lineno=False)
    polib.pofile(str(path)).save_as_mofile(str(path.with_suffix(".mo")))
    return catalog


def main() -> None:
    """Write every template, catalogue and compiled catalogue anew."""
    translations: dict[tuple[str, Key], Message] = {}
    for part in everything():
        with part.template.open("wb") as file:
            write_po(file, extract_messages(part), width=0, omit_header=True, sort_by_file=True, include_lineno=False)
        for language in LANGUAGES:
            if part.catalogue(language).exists():
                there = messages(read(part.catalogue(language)))
                translations.update({(language, name): m for name, m in there.items() if m.string})
    for part in everything():
        for language in LANGUAGES:
            ours = {name: m for (spoken, name), m in translations.items() if spoken == language}
            catalog = update(part, language, ours)
            bare = sum(not all(texts(m.string)) for m in messages(catalog).values())
            where = part.locales.relative_to(ROOT)
            print(f"{where}, {language}: {len(messages(catalog))} messages, {bare} to translate")  # noqa: T201


if __name__ == "__main__":
    main()
