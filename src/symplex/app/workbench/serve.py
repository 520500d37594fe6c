"""The server: an address, a token where one is needed, and connections that must ask in time."""

import asyncio
import secrets
import socket
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, cast, final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from symplex.app.workbench.app import make_app
from symplex.app.workbench.bench import Workbench
from symplex.app.workbench.guard import Guard
from symplex.app.workbench.hosts import Hosts, is_local_address, is_version_six
from symplex.app.workbench.limits import Limits
from symplex.errors import SettingsError

_GRACE: Final = 2
"""Seconds that open streams have when the server ends."""


@final
@dataclass(frozen=True)
class Address:
    """Where a server is to be reached."""

    host: str = "127.0.0.1"
    port: int = 8765
    """0 for any that is free."""
    remote: bool = False
    """Whether other machines may reach it; they need a token."""

    def socket(self) -> socket.socket:
        """A socket that is bound to it.

        Raises:
            SettingsError: if it is in use, or is no address of this machine, or needs `remote`.
        """
        if not self.remote and not is_local_address(self.host):
            raise SettingsError(
                f"{self.host}: other machines could reach the page there; --remote allows that, "
                "and then a token is needed"
            )
        kind = socket.AF_INET6 if is_version_six(self.host) else socket.AF_INET
        made = socket.socket(kind, socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind((self.host, self.port))
            made.listen()  # whoever is told the address may ask at once
        except (OSError, OverflowError) as error:
            made.close()
            reason = getattr(error, "strerror", None) or str(error)
            raise SettingsError(f"{self.host}:{self.port}: {reason}") from None
        return made


@final
class Server:
    """A workbench that can be reached."""

    def __init__(self, home: Path, address: Address, limits: Limits) -> None:
        self._socket = address.socket()
        port: int = self._socket.getsockname()[1]
        self._token = secrets.token_urlsafe(24) if address.remote else None
        host = f"[{address.host}]" if is_version_six(address.host) else address.host
        self._name = f"{host}:{port}"
        hosts = Hosts.remote(address.host, port) if address.remote else Hosts.local(port)
        try:
            bench = Workbench.opened(home, limits)
        except BaseException:
            self._socket.close()
            raise
        self._bench = bench
        guard = Guard(make_app(bench), hosts, limits, self._token)
        self._server = uvicorn.Server(_config(guard, limits))

    @property
    def url(self) -> str:
        """What is to be opened in a browser."""
        return f"http://{self._name}/" + (f"?token={self._token}" if self._token else "")

    def run(self) -> None:
        """Answer until the process is interrupted."""
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Let `run` return; any thread may ask for it."""
        self._server.should_exit = True

    def close(self) -> None:
        """Give everything back, where it was not run."""
        self._bench.searches.close()
        self._socket.close()


def _config(guard: Guard, limits: Limits) -> uvicorn.Config:
    return uvicorn.Config(
        guard,
        http=partial(_Protocol, limits.header_seconds),  # pyright: ignore[reportArgumentType] (it is called as a class is)
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=limits.connections,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=_GRACE,
    )


class _Protocol(H11Protocol):
    """A connection that is closed if it has asked for nothing in time."""

    def __init__(self, seconds: float, *rest: Any, **named: Any) -> None:  # noqa: ANN401 (uvicorn's)
        super().__init__(*rest, **named)
        self._seconds = seconds

    def connection_made(self, transport: asyncio.Transport) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self.loop.call_later(self._seconds, self._end_if_idle)

    def _end_if_idle(self) -> None:
        # Until its first request is whole a connection has no cycle, and uvicorn sets it no limit.
        first = cast("object | None", self.cycle)
        if first is None and not self.transport.is_closing():
            self.transport.close()
