"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from threading import Thread

import pytest

from q40k.kernel.whole_file import write_side, write_whole


def test_a_file_is_made_or_replaced_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    write_whole(path, b"one")
    write_whole(path, b"two", durable=True)
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be synced elsewhere")
def test_a_side_file_outlives_a_power_cut_with_its_name_unless_it_is_made_again_anyway(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    path = tmp_path / "settings.json"
    write_side(path, {"turns": 1}, dict[str, int], is_rebuilt=True)
    assert synced == []
    write_side(path, {"turns": 2}, dict[str, int])
    assert synced == [path.stat().st_ino, tmp_path.stat().st_ino]


def test_a_full_disk_leaves_what_was_there_and_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(b"what was there")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_whole(path, b"more", durable=True)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert path.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [path]


def test_without_a_folder_it_is_refused_by_the_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "kept.json"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(path, b"more")
    assert caught.value.filename == str(path)


@pytest.mark.skipif(os.name == "nt", reason="POSIX rights, links and pipes")
def test_rights_links_and_pipes_stay_what_they_are(tmp_path: Path) -> None:
    path, link, pipe = tmp_path / "kept", tmp_path / "link", tmp_path / "pipe"
    path.write_bytes(b"one")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"two")
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"two", 0o640)
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"three")
    reader.join()
    assert heard == [b"three"]
    assert pipe.is_fifo()


def test_what_may_not_be_replaced_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    write_whole(path, b"one", replace=False)
    with pytest.raises(FileExistsError) as error:
        write_whole(path, b"two", replace=False)
    assert error.value.filename == str(path)
    monkeypatch.setattr(Path, "exists", lambda _path: False)  # it comes between look and writing
    with pytest.raises(FileExistsError):
        write_whole(path, b"two", replace=False)
    assert path.read_bytes() == b"one"
    assert os.listdir(tmp_path) == ["file"]


def test_a_disk_without_links_takes_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_from: Path, _to: Path) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    write_whole(tmp_path / "file", b"one", replace=False)
    assert os.listdir(tmp_path) == ["file"]
