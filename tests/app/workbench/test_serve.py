"""Addresses: this machine alone, unless a token is demanded."""

import socket

import pytest

pytest.importorskip("fastapi", reason="needs symplex[serve]")
pytest.importorskip("uvicorn", reason="needs symplex[serve]")

from symplex.app.workbench.limits import Limits
from symplex.app.workbench.serve import Address, Server
from symplex.errors import SettingsError


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "example.org"])
def test_other_addresses_need_the_flag(host, home):
    with pytest.raises(SettingsError, match="--remote"):
        Server(home, Address(host, 0), Limits())


def test_other_machines_need_a_token(home):
    server = Server(home, Address("0.0.0.0", 0, remote=True), Limits())
    token = server.url.partition("?token=")[2]
    assert len(token) >= 32
    server.close()


def test_this_machine_needs_none(home):
    server = Server(home, Address("127.0.0.1", 0), Limits())
    assert "token" not in server.url
    server.close()


def test_a_port_in_use_is_said(home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(SettingsError, match="in use"):
            Server(home, Address("127.0.0.1", taken.getsockname()[1]), Limits())
