"""Who may ask the workbench: hosts, origins, sizes."""

import asyncio
import json

import pytest

from symplex.app.workbench.guard import Guard
from symplex.app.workbench.hosts import Hosts, is_local_address
from symplex.app.workbench.limits import Limits

# What is refused before anyone reads it.

HOST = ("host", "localhost:8765")
ORIGIN = ("origin", "http://localhost:8765")
LIMITS = Limits(body=1_000, body_seconds=600.0)
_LINK = (("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate"))


async def echo(scope, receive, send):
    body = (await receive()).get("body", b"")
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body})


def answered(*headers, method="GET", path="/", query=b"", chunks=(b"",), token=None, **rest):
    """The status, the headers and the body of an answer."""
    sent = []
    left = list(chunks)

    async def receive():
        await asyncio.sleep(rest.get("pause", 0.0))
        chunk = left.pop(0)
        return {"type": "http.request", "body": chunk, "more_body": bool(left)}

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query,
        "headers": [(name.encode(), value.encode()) for name, value in headers],
    }
    guard = Guard(echo, Hosts.local(8765), rest.get("limits", LIMITS), token)
    asyncio.run(guard(scope, receive, send))
    found = dict(sent[0]["headers"])
    return sent[0]["status"], found, sent[1]["body"]


def test_our_own_page_may_read_and_change():
    assert answered(HOST)[0] == 200
    status, _, body = answered(HOST, ORIGIN, method="POST", chunks=(b"ab", b"cd"))
    assert (status, body) == (200, b"abcd")


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (("host", "evil.example:8765"),),
        (HOST, ("host", "evil.example")),
        (("host", "localhost:1"),),
    ],
)
def test_other_names_are_not_answered(headers):
    status, _, body = answered(*headers)
    assert status == 421
    assert "error" in json.loads(body)


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (("origin", "http://evil.example"),),
        (("origin", "null"),),
        (("origin", "http://127.0.0.1:8765"),),
        (ORIGIN, ("origin", "http://evil.example")),
        (ORIGIN, ("sec-fetch-site", "cross-site")),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH", "OPTIONS"])
def test_other_sites_change_nothing(method, headers):
    assert answered(HOST, *headers, method=method)[0] == 403


def test_other_sites_read_nothing_and_may_link_here():
    assert answered(HOST, ("sec-fetch-site", "cross-site"))[0] == 403
    assert answered(HOST, ("sec-fetch-site", "same-site"), ("sec-fetch-mode", "cors"))[0] == 403
    linked = answered(HOST, *_LINK)
    assert linked[0] == 200
    deep = answered(HOST, *_LINK, path="/api/runs/a/report")
    assert deep[0] == 403
    assert answered(HOST, ORIGIN, *_LINK, method="POST")[0] == 403


def test_large_bodies_are_refused_whether_they_say_so_or_not():
    assert answered(HOST, ORIGIN, ("content-length", "10000000"), method="POST")[0] == 413
    assert answered(HOST, ORIGIN, method="POST", chunks=(b"a" * 600,) * 3)[0] == 413


def test_a_body_that_dribbles_is_refused():
    late = {"pause": 600.0, "limits": Limits(body_seconds=0.05)}
    status, headers, _ = answered(HOST, ORIGIN, method="POST", chunks=(b"a",) * 9, **late)
    assert status == 408
    assert headers[b"connection"] == b"close"


def test_a_browser_is_told_to_run_nothing_but_our_scripts():
    for answer in (answered(HOST), answered()):
        policy = answer[1][b"content-security-policy"].decode()
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer[1][b"x-content-type-options"] == b"nosniff"


def test_a_token_opens_once_and_then_a_cookie_does():
    assert answered(HOST, token="secret")[0] == 401
    assert answered(HOST, query=b"token=wrong", token="secret")[0] == 401
    assert answered(HOST, path="/api/runs", query=b"token=secret", token="secret")[0] == 401
    status, headers, _ = answered(HOST, query=b"token=secret", token="secret")
    assert status == 303
    cookie = headers[b"set-cookie"].decode()
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    given = ("cookie", cookie.partition(";")[0])
    assert answered(HOST, given, token="secret")[0] == 200
    assert answered(HOST, ("cookie", "symplex-8765=wrong"), token="secret")[0] == 401
    assert answered(HOST, ("authorization", "Bearer secret"), token="secret")[0] == 200
    # With the token too, other sites change nothing.
    elsewhere = ("origin", "http://evil.example")
    assert answered(HOST, given, elsewhere, method="POST", token="secret")[0] == 403


def test_sockets_of_another_kind_are_closed():
    sent = []

    async def send(message):
        sent.append(message)

    guard = Guard(echo, Hosts.local(8765), LIMITS)
    asyncio.run(guard({"type": "websocket", "headers": []}, None, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


# Names that are ours, and names that only point here.

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
