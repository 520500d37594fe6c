"""Which names a server answers to, and which origins may change something.

A page of another site can make a browser ask any address, and with a name of its own that it lets
point here (DNS rebinding) it could read the answer. Such a request names that site: its `Host` is
not ours.
"""

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Final, final

_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?")
_LOCAL: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_WEB_PORT: Final = 80
"""The port that an address without one means."""


@final
@dataclass(frozen=True)
class Hosts:
    """The names of one server."""

    port: int
    names: frozenset[str]
    any_address: bool = False
    """Whether every numeric address may be ours: no name points there."""

    @classmethod
    def local(cls, port: int) -> "Hosts":
        """A server that only this machine can reach."""
        return cls(port, _LOCAL)

    @classmethod
    def remote(cls, address: str, port: int) -> "Hosts":
        """A server that other machines can reach, by its addresses or its name."""
        name = socket.gethostname().lower()
        return cls(port, _LOCAL | {address.lower(), name}, any_address=True)

    def knows(self, host: str) -> bool:
        """Whether the value of a header ``Host`` means this server."""
        match = _HOST.fullmatch(host)
        if match is None or int(match[2] or _WEB_PORT) != self.port:
            return False
        name = match[1].strip("[]").lower()
        return name in self.names or (self.any_address and _is_address(name))

    def is_own_origin(self, origin: str, host: str) -> bool:
        """Whether a request that came to `host` was made by a page of this server."""
        return origin.lower() == f"http://{host.lower()}"


def is_local_address(address: str) -> bool:
    """Whether only this machine can reach an address."""
    return address.lower() in _LOCAL


def is_version_six(address: str) -> bool:
    """Whether an address is one of IPv6, which stands in brackets before a port."""
    return ":" in address


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
