"""Whatever the rules tell, ask, refuse or carry out has words, registered in some chapter."""

import subprocess
import sys

from q40k.games.quake.words.wording import WORDS

from .sources import codes_in, keys_asked


def test_every_event_is_told_by_its_own_chapter() -> None:
    """Telling one event does not read the words of the whole game."""
    program = """
from q40k.games.quake.state.game import Quake
from q40k.games.quake.state.registry import REGISTRY
from q40k.games.quake.words.wording import WORDS
Quake()
WORDS.read_all = lambda: print("all are read")
for kind in REGISTRY.events:
    if kind not in WORDS._tellers:
        WORDS._load_chapter(kind)
    if kind not in WORDS._tellers:
        print(kind.__module__, kind.__name__)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_every_question_has_words() -> None:
    fights = {key for key in WORDS.question_texts if key.startswith("fight-")}
    assert keys_asked() - fights == WORDS.question_texts.keys() - fights


def test_every_refusal_has_words() -> None:
    worded = {code.partition("/")[0] for code in WORDS.refusal_sentences}
    assert set(codes_in(["state", "rules"], ["refuse", "forbid", "doubt"], 1)) - worded == set()
