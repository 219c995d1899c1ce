"""The site is built in two languages, strictly; what players need is there in both, and every rule can be linked to."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from q40k.cli.verbs import find_verb
from q40k.games.game import manifests
from tests.rules_report import claimed_rules

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
TASKS = sorted((DOCS / "how-to").glob("*.md"))
PLAYERS = (
    "tutorial", "installing", "medals", "evening", "epic", "space-hulk", "sister-games", "seasons", "board",
    "screens", "talk", "rules", "bots", "study",
    *(f"how-to/{path.stem}" for path in TASKS),
)  # fmt: skip
"""The pages that a player needs, in French too; the first page, keys and commands are made in both languages."""


@pytest.fixture(scope="module")
def website() -> Iterator[ModuleType]:
    """The builder, a program of the folder `packaging`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(ROOT / "packaging"), *sys.path])
        spec = importlib.util.spec_from_file_location("website", ROOT / "packaging" / "website.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module


@pytest.mark.skipif(importlib.util.find_spec("zensical") is None, reason="no Zensical here: `make test` installs it")
def test_the_site_builds_and_every_link_anchor_and_picture_leads_somewhere(website: ModuleType, tmp_path: Path) -> None:
    assert website.build(tmp_path / "site", tmp_path / "sources") == []
    first = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "The ten keys" in first
    french = (tmp_path / "site" / "fr" / "index.html").read_text(encoding="utf-8")
    assert "Les dix touches" in french
    assert 'lang="fr"' in french
    commands = (tmp_path / "site" / "fr" / "commands.html").read_text(encoding="utf-8")
    assert 'id="doctor"' in commands


def test_what_leads_nowhere_or_is_fetched_from_elsewhere_is_found(website: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<h2 id="there">There</h2>', encoding="utf-8")
    (tmp_path / "page.html").write_text(
        '<a href="other.html#there">good</a> <a href="other.html#gone">a</a> <a href="gone.html">b</a>'
        ' <img src="gone.png"> <script src="https://example.org/x.js"></script> <a href="https://example.org">elsewhere</a>',
        encoding="utf-8",
    )
    assert website.look(tmp_path) == [
        "page.html: other.html#gone has no such anchor",
        "page.html: gone.html leads nowhere",
        "page.html: gone.png leads nowhere",
        "page.html: loads https://example.org/x.js",
    ]


def test_every_rule_that_the_page_claims_has_an_anchor(website: ModuleType) -> None:
    page = website.anchored((DOCS / "rules.md").read_text(encoding="utf-8"))
    anchors = re.findall(r'<a id="([A-Z0-9-]+)"></a>', page)
    assert len(anchors) == len(set(anchors))
    assert sorted(set(claimed_rules()) - set(anchors)) == []


@pytest.mark.parametrize("name", PLAYERS)
def test_players_read_the_same_page_in_french(name: str) -> None:
    english, french = ((DOCS / room / f"{name}.md").read_text(encoding="utf-8") for room in ("", "fr"))
    assert len(re.findall("(?m)^#+ ", english)) == len(re.findall("(?m)^#+ ", french)), "as many headings"
    assert pictures(english) == pictures(french)
    assert len(re.findall("(?m)^[0-9]+[.] ", english)) == len(re.findall("(?m)^[0-9]+[.] ", french)), "as many steps"
    assert re.findall("(?s)```sh\n.*?```", english) == re.findall("(?s)```sh\n.*?```", french), "the same calls"


def pictures(page: str) -> list[str]:
    return re.findall(r"!\[[^\]]*\]\((?:\.\./)*([^)]*)\)", page)


@pytest.mark.parametrize("path", [*sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("*.md"))], ids=lambda path: path.name)
def test_every_link_of_a_page_leads_somewhere_without_the_site_too(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_the_guide_is_shorter_than_the_page_that_it_was() -> None:
    words = [len(path.read_text(encoding="utf-8").split()) for path in TASKS]
    assert sum(words) < 9_000, "10,446 words before"
    assert max(words) < 1_100


# ---- calls


CALL = re.compile(r"(?:`|^ {4})q40k ([a-z][a-z-]*)([^`#\n|]*)", re.MULTILINE)


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.relative_to(DOCS).as_posix())
def test_every_call_names_a_verb_and_options_that_there_are(path: Path) -> None:
    calls = CALL.findall(path.read_text(encoding="utf-8"))
    assert [fault for name, rest in calls for fault in call_faults(name, rest)] == []


def test_a_wrong_call_is_found() -> None:
    assert call_faults("jump", "") == ["q40k jump"]
    assert call_faults("backup", " --onto /media/stick --mirror") == ["q40k backup --onto"]


def call_faults(name: str, rest: str) -> list[str]:
    """Return what is wrong with a call of the command line: its verb, or options that no game knows."""
    names = (name, "new") if name == "talk" else (name,)  # which hands on what begins a match
    commands = [entry.command(verb) for verb in names for game in manifests() if (entry := find_verb(verb, game))]
    options = {option for command in commands for option in options_of(command)}
    if name == "lab":  # a game says what may be varied, such as --missions
        rest = ""
    words = [word for word in re.findall("(?<= )--[a-z-]+", rest) if word not in options]
    return [f"q40k {name} {word}" for word in words] if commands else [f"q40k {name}"]


def options_of(command: click.Command) -> Iterator[str]:
    """Yield the options of a command, and of those below it."""
    context = click.Context(command)
    for param in command.get_params(context):
        yield from (*param.opts, *param.secondary_opts)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from options_of(below)
