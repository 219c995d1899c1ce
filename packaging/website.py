"""Build the site in English and French: `make site` writes it to build/site.

The pages are docs/*.md, docs/how-to and docs/fr. The first page, the commands, the French keys and the schemas are
made from the program; a page that has no French yet is shown in English under a line that says so. Zensical builds each
language, strictly; then every link, anchor and picture is looked up, and nothing may be fetched from elsewhere.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

import click  # noqa: E402
from manual import STATUS  # noqa: E402

from q40k.cli import say  # noqa: E402
from q40k.cli.base import LocalizedCommand  # noqa: E402
from q40k.cli.verbs import sections  # noqa: E402
from q40k.games import game as games  # noqa: E402
from q40k.games.quake.cli.manual import arenas_page, champions_page  # noqa: E402
from q40k.games.quake.packs.library import load  # noqa: E402
from q40k.games.quake.words.reference import evening_of  # noqa: E402
from q40k.games.quake.words.wording import WORDS  # noqa: E402
from q40k.i18n.locale import Locale  # noqa: E402
from q40k.packs.validate import schema as of_pack  # noqa: E402
from q40k.table.script import schema as of_script  # noqa: E402
from q40k.tui.actions import GROUPS, Actions  # noqa: E402
from q40k.tui.look import key_name  # noqa: E402
from q40k.tui.pages.help import page_keys  # noqa: E402
from q40k.tui.shell_actions import SHELL  # noqa: E402
from tests.keys import key_list  # noqa: E402
from tests.rules_report import ids_of  # noqa: E402

DOCS = ROOT / "docs"
LANGUAGES = ("en", "fr")
CONTENTS: dict[str, Any] = tomllib.loads((ROOT / "packaging" / "website.toml").read_text(encoding="utf-8"))
CHAPTERS = ("tutorial", "how_to", "games", "reference", "why")


# ---- pages that are made


def evening_page(language: str) -> str:
    """Return the first page: an evening on one page."""
    texts = CONTENTS[language]
    lines = [f"# {texts['evening']}", "", texts["intro"], ""]
    for head, rows in evening_of(Locale(language, WORDS.locales)):
        lines += [f"## {head}", ""]
        lines += [f"- {f'`{key}` — ' if key else ''}{words}" for key, words in rows]
        lines.append("")
    return "\n".join(lines)


def keys_page(language: str) -> str:
    """Return all actions with their keys, in a language."""
    locale, texts = Locale(language, WORDS.locales), CONTENTS[language]
    actions = Actions((*SHELL, *games.find().screen.actions))
    lines = [f"# {texts['keys']}", ""]
    for group, title in GROUPS.items():
        lines += [f"## {locale.gettext(title)}", "", f"| {texts['columns']} |", "|---|---|---|"]
        rows = (action for action in actions if action.group == group)
        lines += [f"| {key_list(a)} | {locale.gettext(a.name)} | {locale.gettext(a.help)} |" for a in rows]
        lines.append("")
    heads = texts["columns"].split(" | ")
    for title, keys in page_keys():
        lines += [f"## {locale.gettext(title)}", "", f"| {heads[0]} | {heads[-1]} |", "|---|---|"]
        for key, about in keys.items():
            lines.append(f"| {key_name(locale, key)} | {' / '.join(map(locale.gettext, about))} |")
        lines.append("")
    return "\n".join(lines)


def commands_page(language: str) -> str:
    """Return every verb of the command line with its options and examples, from its own help."""
    lines = [f"# {CONTENTS[language]['commands']}", ""]
    with say.speaking(language):
        for heading, entries in sections():
            lines += [f"## {say._(heading)}", ""]
            for name, entry in entries.items():
                with say.speaking_of(entry.game):
                    command = entry.command(name)
                    assert isinstance(command, LocalizedCommand)
                    lines += verb_lines(name, command)
        lines += ["---", "", say._(STATUS), ""]
    return "\n".join(lines)


def verb_lines(name: str, command: LocalizedCommand) -> Iterator[str]:
    """Yield the section of a verb."""
    context = click.Context(command, info_name=f"q40k {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f"### q40k {name} {{ #{name} }}", "", f"`q40k {name} {usage}`", "")
    for part in command.paragraphs():
        yield from (("```text", part, "```", "") if "  " in part else (escape(part), ""))
    records = [record for param in command.get_params(context) if (record := param.get_help_record(context))]
    yield from (f"- `{option}`: {escape(about)}" for option, about in records)
    yield ""
    if isinstance(command, click.Group):
        parts = ((below, command.get_command(context, below)) for below in command.list_commands(context))
        yield from (f"- `q40k {name} {below}`: {escape(part.get_short_help_str(200))}" for below, part in parts if part)
        yield ""
    examples = command.all_examples(context)
    if examples:
        yield from ("```text", *(f"{typed}    # {meaning}" for typed, meaning in examples), "```", "")


def escape(text: str) -> str:
    """Return a sentence as Markdown shows it as it is; `code` stays code."""
    parts = text.split("`")
    plain = (re.sub(r"([*_<>\[\]#|])", r"\\\1", part) for part in parts[::2])
    return "".join(f"{words}`{code}`" for words, code in zip(plain, [*parts[1::2], ""], strict=False)).removesuffix(
        "``"
    )


def schemas_page(language: str) -> str:
    """Return the JSON Schema of every kind that `q40k schema` knows, of every game."""
    texts = CONTENTS[language]
    lines = [f"# {texts['schemas']}", "", texts["about_schemas"], ""]
    for manifest in games.manifests():
        game = games.find(manifest.id)
        schemas = {"script": of_script(game)} | {
            kind: of_pack(game.packs.kinds, kind) for kind in game.packs.kinds.singulars
        }
        for kind, schema in schemas.items():
            listing = json.dumps(schema, ensure_ascii=False, indent=1)
            lines += [f"## {manifest.id}: {kind}", "", "```json", listing, "```", ""]
    return "\n".join(lines)


# ---- putting together


def anchored(text: str) -> str:
    """Return the page of the rules with an anchor at the first mention of each rule: rules.html#PORTAL-2."""
    anchors: set[str] = set()
    lines = []
    for line in text.splitlines():
        begins = re.match(r"(\| |- \*\*)", line)
        claim = line.split("|")[1] if line.startswith("| ") else line.partition("** ")[0] if begins else ""
        new = [rule for rule in ids_of(claim) if rule not in anchors]
        anchors.update(new)
        marks = "".join(f'<a id="{rule}"></a>' for rule in new)
        at = 2 if begins else 0
        lines.append(line[:at] + marks + line[at:])
    return "\n".join(lines) + "\n"


def inside(text: str, depth: int) -> str:
    """Return a page with links that leave docs/ led to the page that the site has instead."""
    up = "../" * depth
    text = re.sub(r" \(\[(En français|In English)\]\([^)]*\)\)", "", text)  # the head of each page leads there
    text = re.sub(r"\[([^\]]*)\]\(\.\./(?:\.\./)?(?:codex_data|packs|mods|arenas)/[^)]*\)", r"\1", text)
    return text.replace("](../CONTRIBUTING.md", f"]({up}contributing.md").replace("](../README.md", f"]({up}index.md")


def french_page(path: Path, name: str) -> str:
    """Return a French page for the site. Its punctuation is bound to the words by hard spaces, but not in code."""
    text = as_on_the_site(path.read_text(encoding="utf-8"), name)
    parts = re.split(r"(```.*?```|`[^`]*`|\n {4}[^\n]*)", text, flags=re.S)
    for at in range(0, len(parts), 2):
        bound = re.sub(r"(?<![\n ]) (?=[;!?])", "\u202f", parts[at])
        parts[at] = re.sub(r"(?<=«) | (?=»)|(?<![\n ]) (?=[:%](?!\S))", "\u00a0", bound)
    return "".join(parts)


def as_on_the_site(text: str, name: str) -> str:
    """Return a French page with links to English pages and pictures led to where the French site has them."""

    def lead(match: re.Match[str]) -> str:
        path, sign, anchor = match[1].partition("#")
        target = Path(os.path.normpath(DOCS / "fr" / Path(name).parent / path))
        if ":" in path or not path or target.is_relative_to(DOCS / "fr") or not target.is_relative_to(DOCS):
            return match[0]
        if (DOCS / "fr" / target.relative_to(DOCS)).exists():  # the page in English, by intention
            page = target.relative_to(DOCS).with_suffix(".html")
            return f"]({'../' * (name.count('/') + 1)}{page.as_posix()}{sign}{anchor})"
        return f"]({os.path.relpath(target, DOCS / Path(name).parent)}{sign}{anchor})"

    return re.sub(r"\]\(([^)\s]+)\)", lead, text)


def pages_of(language: str) -> dict[str, str]:
    """Return every page of a language, by its path without ending."""
    pages = {path.relative_to(DOCS).with_suffix("").as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
    english = {name: path.read_text(encoding="utf-8") for name, path in pages.items() if not name.startswith("fr/")}
    english["contributing"] = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("](docs/", "](")
    note = CONTENTS[language]["untranslated"]
    texts = {name: re.sub(r"(?m)\A(# .*\n\n)", rf"\1{note}", text) for name, text in english.items()}
    if language == "fr":
        french = {name.removeprefix("fr/"): path for name, path in pages.items() if name.startswith("fr/")}
        texts |= {name: french_page(path, name) for name, path in french.items()}
        library = load()
        texts |= {"champions": champions_page(library, "fr"), "arenas": arenas_page(library, "fr")}
        texts["keys"] = keys_page(language)
    texts["rules"] = anchored(texts["rules"])
    made = {"index": evening_page, "commands": commands_page, "schemas": schemas_page}
    texts |= {name: make(language) for name, make in made.items()}
    return {name: inside(text, name.count("/")) for name, text in texts.items()}


def write_sources(language: str, folder: Path) -> None:
    """Write the pages of a language and its pictures, and Zensical's settings, into an empty folder."""
    pages, docs = pages_of(language), folder / "docs"
    for path in sorted(DOCS.rglob("*")):
        within = path.relative_to(DOCS)
        if path.is_file() and path.suffix != ".md" and within.parts[0] != "fr":
            (docs / within).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, docs / within)
    for name, text in pages.items():
        path = docs / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "zensical.toml").write_text(settings(language, pages), encoding="utf-8")


def settings(language: str, pages: Iterable[str]) -> str:
    """Return Zensical's settings for a language; a page that no chapter names is a task, with the others."""
    texts = CONTENTS[language]
    names = {chapter: [f"how-to/{n}" if chapter == "how_to" else n for n in CONTENTS[chapter]] for chapter in CHAPTERS}
    named = {name for chapter in names.values() for name in chapter} | {"index"}
    names["how_to"] += [name for name in pages if name not in named]
    chapters = [(texts["evening"], ["index"]), *((texts[chapter], names[chapter]) for chapter in CHAPTERS)]
    rows = (
        f"  {{ {json.dumps(head, ensure_ascii=False)} = {json.dumps([f'{n}.md' for n in chapter])} }},\n"
        for head, chapter in chapters
    )
    text = (ROOT / "packaging" / "zensical.toml").read_text(encoding="utf-8")
    text = text.replace("nav = []", f"nav = [\n{''.join(rows)}]").replace('language = "en"', f'language = "{language}"')
    for name, link, code in texts["alternate"]:
        text += f'\n[[project.extra.alternate]]\nname = "{name}"\nlink = "{link}"\nlang = "{code}"\n'
    return text


def build(out: Path, scratch: Path) -> list[str]:
    """Build both languages into `out`; return what is wrong with them, nothing as it should be."""
    faults = []
    shutil.rmtree(out, ignore_errors=True)
    for language in LANGUAGES:
        folder = scratch / language
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        write_sources(language, folder)
        call = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(folder / "zensical.toml")]
        asked = subprocess.run(call, cwd=folder, capture_output=True, encoding="utf-8", check=False)
        if asked.returncode:
            return [f"{language}: {asked.stdout}{asked.stderr}"]
        shutil.copytree(folder / "site", out if language == "en" else out / language, dirs_exist_ok=True)
    faults += look(out)
    return faults


# ---- looking


class Page(HTMLParser):
    """Collects the anchors of a page, what it links to, and what it loads."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag names."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values[name] for name in ("id", "name") if values.get(name)}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and "href" in values and values.get("rel") not in ("canonical", "alternate", "next", "prev"):
            self.loads.append(values["href"])
        elif "src" in values:
            self.loads.append(values["src"])


def look(site: Path) -> list[str]:
    """Return every link, anchor and picture that leads nowhere, and all that would be fetched from elsewhere."""
    pages = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = Page()
        pages[path].feed(path.read_text(encoding="utf-8"))
    faults = []
    for path, page in pages.items():
        within = path.relative_to(site)
        if within.name == "404.html":
            continue
        for address in (*page.links, *page.loads):
            parts = urlsplit(address)
            if parts.scheme in ("http", "https") or parts.netloc:
                if address in page.loads:
                    faults.append(f"{within}: loads {address}")
                continue
            if parts.scheme:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            if not target.is_file():
                faults.append(f"{within}: {address} leads nowhere")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                faults.append(f"{within}: {address} has no such anchor")
    return faults


def main() -> None:
    """Build the site into build/site, and say where it is. Raises SystemExit with what is wrong."""
    out = ROOT / "build" / "site"
    faults = build(out, ROOT / "build" / "site-sources")
    if faults:
        sys.exit("\n".join(faults))
    number = len(list(out.rglob("*.html")))
    print(f"[site] {number} pages in {out}")
    print(f"[site] to look at them: python3 -m http.server --directory {out}")


if __name__ == "__main__":
    main()
