"""Who may do what: hosts and origins that are ours, a token for each role, and what each role may do."""

import hmac
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlsplit

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Role(StrEnum):
    """What a client is at the table."""

    CONTROL = "control"
    """Gives orders, sets up, and may do all that the others may."""
    CAMERA = "camera"
    """Sends pictures, and sees everything."""
    VIEW = "view"
    """Sees everything."""


def make_tokens() -> Mapping[Role, str]:
    """New tokens: whoever had one of the last evening has none of today."""
    return {role: secrets.token_urlsafe(24) for role in Role}


@dataclass(frozen=True, slots=True)
class Access:
    """Where the server is reached, and by whom. Without tokens everybody who reaches it has control: it is then to be
    reached from this computer only."""

    scheme: str
    port: int
    hosts: tuple[str, ...] = LOOPBACK
    tokens: Mapping[Role, str] = field(default_factory=dict)

    @property
    def is_shared(self) -> bool:
        """Whether others may come, who must show a token."""
        return bool(self.tokens)

    def is_our_host(self, host: str) -> bool:
        """Whether a Host header names us.

        A foreign name that resolves to our address would make a page of that name, in a browser at our table, one of
        ours.
        """
        name, port = _split(host.casefold(), self.scheme)
        return name in self.hosts and port == self.port

    def is_our_origin(self, origin: str) -> bool:
        """Whether a page is ours that sends this Origin header."""
        try:
            parts = urlsplit(origin.casefold())
        except ValueError:
            return False
        return parts.scheme == self.scheme and self.is_our_host(parts.netloc)

    def role_of(self, token: str) -> Role | None:
        """The role of whoever shows this token, None where it is not one of ours."""
        if not self.tokens:
            return Role.CONTROL
        shown = token.encode("utf-8", "surrogateescape")
        # Each is compared, and each to its end: how long it takes tells nothing.
        matching = [role for role, ours in self.tokens.items() if hmac.compare_digest(ours.encode(), shown)]
        return matching[0] if matching else None


def may_act(role: Role, method: str) -> bool:
    """Whether a role may make requests with this method: all look, only control changes anything."""
    return role is Role.CONTROL or method in ("GET", "HEAD", "OPTIONS")


def find_token(headers: Iterable[tuple[bytes, bytes]], query: Mapping[str, str]) -> str:
    """The token that a request shows: in a header, or in the query where a browser can set none."""
    for name, value in headers:
        scheme, _, token = value.partition(b" ")
        if name == b"authorization" and scheme.lower() == b"bearer":
            return token.strip().decode("latin-1")
    return query.get("token", "")


def _split(host: str, scheme: str) -> tuple[str, int]:
    """A host and its port, which for some ports browsers leave out."""
    name, colon, port = host.rpartition(":")
    if not colon or not port.isascii() or not port.isdecimal() or len(port) > 5:
        return host, 443 if scheme == "https" else 80
    return name, int(port)
