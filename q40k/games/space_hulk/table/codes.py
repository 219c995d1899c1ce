"""The code of a mission on paper: its id if the house ships it, or else the mission itself, compressed."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from zlib import compress, decompressobj, error

from msgspec import Struct, ValidationError, convert, to_builtins

from q40k.games.space_hulk.packs import boards, kinds, missions, pieces
from q40k.kernel.commands import InvalidValue
from q40k.kernel.state import to_data
from q40k.packs.library import Library, load

MARK = "1."
"""Ahead of a compressed mission: the version of this form. No id of a mission has a point."""
MOST_BYTES = 100_000
"""No mission is larger; a longer text is refused before it fills the memory."""


class BadCode(ValueError):
    """A text is no code of a mission, or not all of it."""


class Sent(Struct, frozen=True):
    """A mission that came as a code, with its board."""

    mission: missions.Mission
    board: boards.Layout | None = None


def mission_code(mission: missions.Mission, board: boards.Layout | None) -> str:
    """Return the code of a mission and its board."""
    if _is_shipped(load(kinds.KINDS), mission, board):
        return mission.id
    sent = {"mission": to_data(mission, defaults=False)}
    if board is not None:
        sent["board"] = to_data(board, defaults=False)
    text = json.dumps(to_builtins(sent), ensure_ascii=False, separators=(",", ":"))
    return MARK + urlsafe_b64encode(compress(text.encode(), 9)).decode().rstrip("=")


def _is_shipped(library: Library, mission: missions.Mission, board: boards.Layout | None) -> bool:
    layout = library.of_kind("boards").get(mission.board or "")
    laid = layout and pieces.lay_board(layout, library.of_kind("pieces"))
    return library.of_kind("missions").get(mission.id) == mission and board in (layout, laid)


def read_code(code: str) -> Sent:
    """Return the mission in a compressed code. Raises BadCode."""
    try:
        packed = urlsafe_b64decode(code.removeprefix(MARK) + "=" * (-len(code.removeprefix(MARK)) % 4))
        unpacking = decompressobj()
        text = unpacking.decompress(packed, MOST_BYTES)
        if not unpacking.eof:
            raise BadCode(code)
        sent = convert(json.loads(text), Sent)
        problems = [*sent.mission.problems(), *(sent.board.problems() if sent.board else ())]
    except (Error, error, ValueError, ValidationError, InvalidValue, RecursionError) as reason:
        raise BadCode(code) from reason
    if problems or (sent.board is not None and sent.board.id != sent.mission.board):
        raise BadCode(code)
    return sent
