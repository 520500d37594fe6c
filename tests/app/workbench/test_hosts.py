"""Names that are ours, and names that only point here."""

import pytest

from symplex.app.workbench.hosts import Hosts, is_local_address

LOCAL = Hosts.local(8765)


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8765", "localhost:8765", "LOCALHOST:8765", "[::1]:8765"]
)
def test_our_own_names(host):
    assert LOCAL.knows(host)


@pytest.mark.parametrize(
    "host",
    [
        *("", "localhost", "127.0.0.1", "localhost:80", "localhost:8766", "evil.example:8765"),
        *(
            "127.0.0.1.evil.example:8765",
            "localhost.evil.example:8765",
            "evil.example@127.0.0.1:8765",
        ),
        *("127.0.0.1:8765 ", "127.0.0.1:8765,evil.example", "0.0.0.0:8765", "10.0.0.7:8765"),
        *("localhost:8765/", "localhost:٨٧٦٥", "[::1", "127.1:8765", "[::ffff:127.0.0.1]:8765"),
    ],
)
def test_other_names(host):
    assert not LOCAL.knows(host)


def test_a_remote_server_answers_to_addresses_and_to_no_other_names():
    remote = Hosts.remote("0.0.0.0", 80)
    assert remote.knows("10.0.0.7")
    assert remote.knows("[fe80::1]:80")
    assert not remote.knows("evil.example")


def test_only_pages_of_the_same_name_and_port_are_ours():
    assert LOCAL.is_own_origin("http://localhost:8765", "localhost:8765")
    for origin in (
        "null",
        "http://localhost:8766",
        "https://localhost:8765",
        "http://evil.example",
    ):
        assert not LOCAL.is_own_origin(origin, "localhost:8765")
    assert not LOCAL.is_own_origin("http://127.0.0.1:8765", "localhost:8765")


def test_addresses_of_this_machine_alone():
    assert is_local_address("127.0.0.1")
    assert not is_local_address("0.0.0.0")
    assert not is_local_address("192.168.1.4")
