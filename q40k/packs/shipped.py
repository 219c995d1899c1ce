"""Read data that ships beside a module: signs, and sentences in `*.texts.yaml`, which `make words` extracts."""

from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_shipped(file: Path, kind: type[T]) -> T:
    """Return the data of a YAML file of the program."""
    text = file.read_bytes()
    return msgspec.yaml.decode(text, type=kind)


@cache
def coded_sentences(file: Path, group: str) -> dict[str, str]:
    """Return the English sentences of one group of a file, by their code."""
    return read_shipped(file, dict[str, dict[str, str]])[group]
