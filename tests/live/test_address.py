"""Where the board is reached, also where no way leads out of the hall."""

from __future__ import annotations

import socket
from typing import Any

import pytest

from q40k.live import address as addresses
from q40k.live.address import LOOPBACK, address, lan_address, open_listener


class Routes:
    """A socket of a machine that knows the way to some addresses only."""

    ways: tuple[tuple[str, str], ...] = ()

    def __init__(self, *_kind: Any) -> None:
        self._own = ""

    def __enter__(self) -> Routes:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def connect(self, there: tuple[str, int]) -> None:
        own = next((own for start, own in self.ways if there[0].startswith(start)), None)
        if own is None:
            raise OSError("Network is unreachable")
        self._own = own

    def getsockname(self) -> tuple[str, int]:
        return self._own, 0


@pytest.mark.parametrize(
    ("ways", "own"),
    [
        ((("", "192.168.1.5"),), "192.168.1.5"),
        ((("10.42.0.", "10.42.0.1"),), "10.42.0.1"),
        ((("172.20.10.", "172.20.10.4"),), "172.20.10.4"),
        ((), LOOPBACK),
    ],
)
def test_our_own_address_is_found_in_a_hotspot_too(
    monkeypatch: pytest.MonkeyPatch, ways: tuple[tuple[str, str], ...], own: str
) -> None:
    monkeypatch.setattr(Routes, "ways", ways)
    monkeypatch.setattr(socket, "socket", Routes)
    assert lan_address() == own
    result = address(8040, lan=True)
    assert result.url == f"http://{own}:8040/"
    assert f"{own}:8040" in result.hosts
    assert "localhost:8040" in result.hosts


def test_only_this_machine_is_answered_until_it_is_opened() -> None:
    result = address(8040, lan=False)
    assert result.hosts == {"127.0.0.1:8040", "localhost:8040"}
    with open_listener(0, lan=False) as listener:
        assert listener.getsockname()[0] == LOOPBACK


def test_the_usual_port_gives_way_to_another_when_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with open_listener(0, lan=False) as listener:
        port = listener.getsockname()[1]
        monkeypatch.setattr(addresses, "PORT", port)
        with open_listener(None, lan=False) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(OSError, match=r"."):
            open_listener(port, lan=False)
