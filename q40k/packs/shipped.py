"""Read data that ships beside a module: signs, and sentences in `*.texts.yaml`, which `make words` extracts."""

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_shipped(file: Path, kind: type[T]) -> T:
    """Return the data of a YAML file of the program."""
    text = file.read_bytes()
    return msgspec.yaml.decode(text, type=kind)
