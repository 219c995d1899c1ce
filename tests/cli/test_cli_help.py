"""Help, versions, languages, unknown words, completion."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml
from click.testing import CliRunner

from q40k import __version__
from q40k.cli.app import cli
from q40k.cli.base import HELP_FILE, LocalizedCommand
from q40k.cli.verbs import find_verb, sections
from q40k.cli.verbs.play import new
from q40k.games.game import manifests
from tests.cli.calls import ROOT, bad, good, import_match, process, q40k

COMMANDS = [name for _heading, commands in sections() for name in commands]


# ---- help


def test_help_lists_every_command() -> None:
    text = good("help", "--all")
    assert [name for name in COMMANDS if f"\n  {name} " not in text] == []
    assert "Examples:" in good("--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_examples(name: str) -> None:
    text = good(name, "--help")
    assert text.startswith(f"Usage: q40k {name}")
    assert "Examples:" in text
    assert f"q40k {name}" in text.partition("Examples:")[2]
    assert "--lang" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_in_french(name: str) -> None:
    text = good(name, "--help", "--lang", "fr")
    assert text.startswith(f"Usage\u00a0: q40k {name}")
    assert "\nExemples\u00a0:\n" in text
    assert "Afficher ce message" in text
    assert "Show " not in text


def test_every_page_of_help_is_that_of_a_command_and_every_command_has_one() -> None:
    verbs = [find_verb(name, game) for name in COMMANDS for game in manifests()]
    commands = [
        new,
        *(verb.command("") for verb in verbs if verb is not None),
    ]  # a game may do without a `new` of its own
    files = ROOT.glob(f"q40k/**/{HELP_FILE}")
    pages = {f"{package_of(file)}.{key}" for file in files for key in yaml.safe_load(file.read_text(encoding="utf-8"))}
    assert pages == {place for command in commands for place in places_of(command)}


def places_of(command: click.Command) -> Iterator[str]:
    """Yield where the help of a command is, and of those below it: by folder, module and name."""
    assert isinstance(command, LocalizedCommand)
    module, _dot, name = command.place.rpartition(".")
    package = module if module.endswith(".lab") else module.rpartition(".")[0]
    yield f"{package}.{module.rpartition('.')[2]}.{name}"
    if isinstance(command, click.Group):
        context = click.Context(command)
        for below in command.list_commands(context):
            yield from places_of(command.get_command(context, below) or command)


def package_of(file: Path) -> str:
    return ".".join(file.parent.relative_to(ROOT).parts)


def test_what_a_verb_does_is_an_infinitive_in_french() -> None:
    """The help says "Afficher", never "Affiche": the two were mixed."""
    rows = re.findall(r"^  ([a-z-]+) +([A-ZÉ]\w*)", good("help", "--all", "--lang", "fr"), re.MULTILINE)
    others = {name: word for name, word in rows if not word.endswith(("er", "ir", "re"))}
    assert others == {"puzzles": "Énigmes", "bot": "Les", "phases": "Les", "pack": "Packs"}
    assert {name for name, _word in rows} == set(COMMANDS)


def test_the_headings_of_topics_have_the_colon_of_the_language() -> None:
    assert "Revoir\u00a0:\n" in good("help", "--all", "--lang", "fr")


def test_the_help_is_french_wherever_the_language_is_said() -> None:
    assert "Revoir" in good("--lang", "fr", "--help")
    assert "Revoir" in good("--help", "--lang=fr")
    result = CliRunner().invoke(cli, ["--help"], env={"Q40K_LANG": "", "LC_ALL": "fr_FR.UTF-8"})
    assert "Revoir" in result.stdout


def test_the_option_goes_before_the_environment() -> None:
    result = CliRunner().invoke(cli, ["--lang", "en", "--help"], env={"Q40K_LANG": "fr"})
    assert "Look back" in result.stdout


def test_a_call_leaves_the_language_of_the_process_as_it_was() -> None:
    before = os.environ.get("LANGUAGE")
    good("--help", "--lang", "fr")
    assert os.environ.get("LANGUAGE") == before
    assert "Look back" in good("--help")


def test_french_errors() -> None:
    assert "Il manque l’argument 'PARTIE'" in bad(2, "delete", "--lang", "fr")
    assert "Vouliez-vous dire «\u00a0list\u00a0»" in bad(2, "lisst", "--lang", "fr")
    assert "Il n’y a pas d’option" in bad(2, "--lang", "fr", "--nope")


def test_version() -> None:
    line = f"q40k {__version__} (checkout: {ROOT})"
    assert good("--version") == f"{line}\n"
    done = process("--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == f"{line}{os.linesep}"


def test_version_loads_next_to_nothing() -> None:
    done = process("--version", PYTHONPROFILEIMPORTTIME="1")
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert "q40k" in loaded
    assert loaded & {"click", "gettext", "json", "q40k.cli.app"} == set()


# ---- unknown words


def test_an_unknown_command_is_answered_with_the_nearest() -> None:
    assert "Did you mean “champions”?" in bad(2, "championss")
    assert "`q40k --help` lists them" in bad(2, "xyzzy")


def test_an_unknown_command_cannot_command_the_terminal() -> None:
    assert "\x1b" not in bad(2, "\x1b[2Jlist")


def test_an_unknown_option() -> None:
    assert "--json" in bad(2, "show", "1", "--jsn")


@pytest.mark.parametrize(
    "call",
    [
        ("--lang", "de", "list"),
        ("delete",),
        ("show", "1", "2"),
        ("new", "--seed", "x"),
        ("new", "--dice", "foot"),
        ("schema", "banana"),
        ("demo", "--speed", "-1"),
        ("completion", "tcsh"),
        ("join", "1"),
    ],
)
def test_a_malformed_call_is_told_on_standard_error(call: tuple[str, ...]) -> None:
    result = q40k(*call)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "Error: " in result.stderr


# ---- completion


def complete(words: str) -> list[str]:
    """What bash is offered after these words."""
    typed = f"q40k {words}"
    number = len(typed.split()) - (0 if typed.endswith(" ") else 1)
    env = {"_Q40K_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(number)}
    result = CliRunner().invoke(cli, [], env=env)
    assert result.exit_code == 0
    return [line.partition(",")[2] for line in result.stdout.splitlines() if line]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    assert "_Q40K_COMPLETE" in good("completion", shell)


def test_commands_and_options_are_completed() -> None:
    assert complete("rename") == ["rename-match"]
    assert complete("show --js") == ["--json"]


def test_matches_are_completed() -> None:
    number = import_match()
    assert complete("show ") == [number]
    assert complete("show Soi") == ["Soirée"]


def test_packs_are_completed() -> None:
    assert complete("new --mod deathmatch-") == ["deathmatch-pro"]
    assert complete("new --arena class") == ["classic-60"]
    assert "Alice=space-marine" in complete("new --player Alice=space-mar")
    assert complete("new --player Ali") == []


def test_completion_without_a_library_stays_silent(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    blocked = tmp_path_factory.mktemp("blocked") / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("Q40K_DATA_DIR", str(blocked))
    assert complete("show ") == []


# ---- where things are


def test_locate(monkeypatch: pytest.MonkeyPatch) -> None:
    home = os.environ["Q40K_DATA_DIR"]
    assert good("locate", "data").strip() == home
    assert good("locate", "library").strip().startswith(home)
    text = good("locate")
    assert [word for word in ("data", "config", "packs", "log", "library") if word not in text] == ([])


@pytest.mark.parametrize("kind", ["champion", "mod", "arena", "script"])
def test_schemas(kind: str) -> None:
    assert json.loads(good("schema", kind))["$schema"].startswith("https://json-schema.org/")


# ---- topics


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_first_help_names_every_verb_and_fits_a_screen(language: str) -> None:
    lines = good("--help", "--lang", language).splitlines()
    words = {word for line in lines for word in re.findall(r"[a-z-]+", line)}
    assert [name for name in COMMANDS if name not in words] == []
    assert (len(lines), max(map(len, lines))) <= (24, 80)


@pytest.mark.parametrize("topic", ["play", "Back", "hulk", "epic", "pass", "care"])
def test_a_topic_lists_its_verbs(topic: str) -> None:
    output = good("help", topic)
    assert output.splitlines()[0].casefold().find(topic.casefold()) >= 0
    assert len(output.splitlines()) > 2


def test_a_topic_may_be_named_in_the_language_of_the_call() -> None:
    assert "archive" in good("--lang", "fr", "help", "entretenir")


def test_help_of_a_verb_is_that_of_the_verb() -> None:
    assert good("help", "log") == good("log", "--help")


def test_an_unknown_topic_is_told_where_all_are() -> None:
    assert "`q40k help --all`" in bad(2, "help", "xyzzy")
