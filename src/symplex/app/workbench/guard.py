"""What stands before every request: whose it is, how large it is, how long it takes.

Owns refusals that need no knowledge of what is asked, and the headers that tell a browser to run
nothing but our own scripts. Plain ASGI, so that nothing is read before it was looked at.
"""

import asyncio
import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final, final
from urllib.parse import parse_qs

from symplex.app.workbench.hosts import Hosts
from symplex.app.workbench.limits import Limits

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_READING: Final = frozenset({"GET", "HEAD"})
_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
)
_NO_STORE: Final = (b"cache-control", b"no-store")


@final
@dataclass(frozen=True)
class RefusedError(Exception):
    """A request that is not answered."""

    status: int
    sentence: str


@final
@dataclass(frozen=True)
class Guard:
    """Refuses, or passes on."""

    application: Application
    hosts: Hosts
    limits: Limits
    token: str | None = None
    """Without it every request must come with this, where other machines can reach the server."""

    @property
    def cookie(self) -> str:
        """Its name: servers on other ports of this machine share the cookies."""
        return f"symplex-{self.hosts.port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self.application(scope, receive, send)
            return
        answer = _with_headers(send)
        try:
            if scope["type"] != "http":
                raise RefusedError(403, "only plain requests are answered")
            headers = _headers(scope)
            self._check_source(scope, headers)
            if await self._entered(scope, headers, answer):
                return
            body = await self._body(scope, headers, receive)
        except RefusedError as refusal:
            await _refuse(refusal, scope, answer)
            return
        await self.application(scope, _replay(body, receive), answer)

    def _check_source(self, scope: Scope, headers: dict[str, list[str]]) -> None:
        """Refuse what another site, or a name that is not ours, lies behind."""
        (host,) = headers.get("host", [""])[:1]
        if len(headers.get("host", [])) != 1 or not self.hosts.knows(host):
            raise RefusedError(421, "this server does not answer to that name")
        site = headers.get("sec-fetch-site", ["none"])[0]
        is_link = headers.get("sec-fetch-mode", [""])[0] == "navigate" and scope["path"] == "/"
        if site not in ("same-origin", "none") and not (is_link and scope["method"] == "GET"):
            raise RefusedError(403, "other sites may not ask this server for anything")
        if scope["method"] in _READING:
            return
        origins = headers.get("origin", [])
        if len(origins) != 1 or not self.hosts.is_own_origin(origins[0], host):
            raise RefusedError(403, "only this server's own page may change something")

    async def _entered(self, scope: Scope, headers: dict[str, list[str]], send: Send) -> bool:
        """Ask for the token; True where a token in the address was answered with a cookie."""
        if self.token is None or self._has_token(headers):
            return False
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["method"] == "GET" and scope["path"] == "/" and _same(given, self.token):
            cookie = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
            to = [(b"location", b"/"), (b"set-cookie", cookie.encode())]
            await send({"type": "http.response.start", "status": 303, "headers": to})
            await send({"type": "http.response.body", "body": b""})
            return True
        raise RefusedError(401, "open the address with the token that 'symplex serve' has printed")

    def _has_token(self, headers: dict[str, list[str]]) -> bool:
        bearer = headers.get("authorization", [""])[0].removeprefix("Bearer ")
        try:
            morsel = SimpleCookie("; ".join(headers.get("cookie", []))).get(self.cookie)
        except CookieError:
            morsel = None
        given = (bearer, "" if morsel is None else morsel.value)
        return any(_same(one, self.token or "") for one in given)

    async def _body(self, scope: Scope, headers: dict[str, list[str]], receive: Receive) -> bytes:
        """All of a request's body, which must not be long nor take long."""
        if scope["method"] in _READING:
            return b""
        too_large = RefusedError(413, f"a request may have {self.limits.body:,} bytes")
        declared = headers.get("content-length", ["0"])[0]
        if declared.isdecimal() and int(declared) > self.limits.body:
            raise too_large
        body = bytearray()
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                while True:
                    message = await receive()
                    body += message.get("body", b"")
                    if len(body) > self.limits.body:
                        raise too_large
                    if not message.get("more_body", False):
                        return bytes(body)
        except TimeoutError:
            raise RefusedError(408, "the request took too long to arrive") from None


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body that was read, then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> Message:
        return messages.pop() if messages else await receive()

    return give


def _with_headers(send: Send) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = list(message.get("headers", []))
            given = {name.lower() for name, _ in own}
            added = [one for one in (*_HEADERS, _NO_STORE) if one[0] not in given]
            message = {**message, "headers": [*own, *added]}
        await send(message)

    return told


async def _refuse(refusal: RefusedError, scope: Scope, send: Send) -> None:
    if scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1008})
        return
    body = json.dumps({"error": refusal.sentence}).encode()
    # What was not read of a body would be taken for the next request.
    headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
