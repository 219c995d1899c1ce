"""Who lets sounds be heard: a player in a process of its own, or the bell."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from q40k.sound.player import NO_DEVICE, NO_LIBRARY
from q40k.sound.sounds import Sounds

WRITES = """
import sys
with open(sys.argv[1], "w") as file:
    for number, line in enumerate(sys.stdin, 1):
        file.write(line)
        file.flush()
        print("driver: no card 0", file=sys.stderr, flush=True)
        if number == int(sys.argv[2]):
            break
"""
"""A player that writes down so many lines, and ends."""


def ends(status: int) -> tuple[str, ...]:
    """A player that only ends."""
    return (sys.executable, "-c", f"raise SystemExit({status})")


def writes(path: Path, lines: int) -> tuple[str, ...]:
    return (sys.executable, "-c", WRITES, str(path), str(lines))


class Rung(Sounds):
    """Sounds that count how often the bell rings."""

    def __init__(self, command: tuple[str, ...]) -> None:
        super().__init__(command)
        self.rings = 0
        self.ring = self._count

    def _count(self) -> None:
        self.rings += 1

    async def over(self) -> None:
        """Wait until whoever plays has ended."""
        await asyncio.gather(*self._lives)


async def test_it_is_silent_until_it_is_begun(tmp_path: Path) -> None:
    sounds = Rung(writes(tmp_path / "heard", 1))
    sounds.play("bell", 5)
    assert (sounds.is_on, sounds.rings) == (False, 0)
    await sounds.end()
    assert not (tmp_path / "heard").exists()


async def test_a_player_is_told_what_to_play_also_what_was_asked_for_before_it_stood(tmp_path: Path) -> None:
    sounds = Rung(writes(tmp_path / "heard", 3))
    sounds.begin()
    assert sounds.is_on
    sounds.play("fanfare", 7)
    sounds.play("two", 1)
    while sounds._player is None:
        await asyncio.sleep(0)
    sounds.play("bell", 9)
    await sounds.over()
    assert (tmp_path / "heard").read_text() == "fanfare 7\ntwo 1\nbell 9\n"
    await sounds.end()


@pytest.mark.parametrize(("status", "trouble"), [(NO_LIBRARY, "library"), (NO_DEVICE, "device")])
async def test_where_nothing_can_be_played_the_bell_rings(status: int, trouble: str) -> None:
    sounds = Rung(ends(status))
    sounds.begin()
    sounds.play("fanfare", 7)
    sounds.play("two", 7)
    await sounds.over()
    assert (sounds.trouble, sounds.rings) == (trouble, 1)  # once for all that was asked so far
    sounds.play("two", 7)
    assert sounds.rings == 2
    await sounds.end()
    sounds.play("two", 7)
    assert sounds.rings == 2


async def test_nothing_rings_for_what_nobody_asked_for() -> None:
    sounds = Rung(ends(NO_DEVICE))
    sounds.begin()
    await sounds.over()
    assert (sounds.trouble, sounds.rings) == ("device", 0)
    await sounds.end()


async def test_a_player_that_cannot_be_started_leaves_the_bell(tmp_path: Path) -> None:
    sounds = Rung((str(tmp_path / "nobody"),))
    sounds.begin()
    sounds.play("two", 7)
    await sounds.over()
    assert (sounds.trouble, sounds.rings) == ("player", 1)
    await sounds.end()


async def test_a_player_that_dies_leaves_the_bell_until_it_is_begun_anew(tmp_path: Path) -> None:
    sounds = Rung(writes(tmp_path / "heard", 1))
    sounds.begin()
    sounds.play("two", 7)
    await sounds.over()
    assert (sounds.trouble, sounds.rings) == ("player", 0)  # that one was heard
    sounds.play("three", 7)
    assert sounds.rings == 1
    sounds.stop()
    sounds.begin()
    assert sounds.trouble is None
    sounds.play("four", 7)
    await sounds.over()
    assert (tmp_path / "heard").read_text() == "four 7\n"
    await sounds.end()


async def test_its_end_leaves_no_player(tmp_path: Path) -> None:
    sounds = Rung(writes(tmp_path / "heard", 99))
    sounds.begin()
    while sounds._player is None:
        await asyncio.sleep(0)
    player = sounds._player
    await sounds.end()
    assert player.returncode is not None
    assert (sounds.is_on, sounds.trouble) == (False, None)


async def test_one_ended_before_it_stood_never_plays(tmp_path: Path) -> None:
    sounds = Rung(writes(tmp_path / "heard", 99))
    sounds.begin()
    sounds.play("two", 7)
    await sounds.end()
    assert not (tmp_path / "heard").exists() or not (tmp_path / "heard").read_text()


def test_where_no_app_runs_nothing_is_started() -> None:
    sounds = Sounds()
    sounds.begin()
    assert not sounds.is_on


def test_what_a_driver_prints_never_reaches_the_screen(tmp_path: Path) -> None:
    program = f"""
import asyncio
from q40k.sound.sounds import Sounds
async def evening():
    sounds = Sounds({writes(tmp_path / "heard", 1)!r})
    sounds.begin()
    sounds.play("two", 7)
    await asyncio.gather(*sounds._lives)
asyncio.run(evening())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, timeout=60)
    assert (tmp_path / "heard").read_text() == "two 7\n"
    assert (done.stdout, done.stderr) == (b"", b"")
