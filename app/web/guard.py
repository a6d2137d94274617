"""The gate in front of everything: whose request it is, whether it may pass, how much it may bring, and what every
answer says to a browser."""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from time import monotonic
from typing import Any
from urllib.parse import parse_qsl

from tileref.language import LANGUAGES
from tileref.web.access import Access, Role, find_token, may_act
from tileref.web.limits import Limits, Rates
from tileref.web.refusal import LoggedRequest, Refusal, RefusalLog

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_UPLOADS = {"/api/score": "photos", "/api/matches/import": "match_file"}
"""Where more may be brought than elsewhere, and which limit says how much."""

_OPEN = frozenset({"/api/words"})
"""What needs no token: in these words a page says that its token is too old."""

_LOGGED = frozenset({400, 401, 403, 405, 408, 411, 413, 415, 421, 429, 500, 503})
"""What is worth a line in the log: not a page that is not there, or an order that means nothing now."""


def _security_headers() -> tuple[tuple[bytes, bytes], ...]:
    policy = "; ".join(
        (
            "default-src 'self'",
            "img-src 'self' blob: data:",
            "media-src 'self' blob:",
            "connect-src 'self'",
            "style-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
    headers = {
        "content-security-policy": policy,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(self), microphone=(), geolocation=()",
    }
    return tuple((name.encode(), value.encode()) for name, value in headers.items())


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose request it is."""

    role: Role
    language: str


class Guard:
    """Lets through to an app what may pass, and refuses the rest with a status and a sentence."""

    def __init__(self, app: App, access: Access, limits: Limits, log: RefusalLog) -> None:
        self._app, self._access, self._limits, self._log = app, access, limits, log
        self._rates = Rates(limits.requests_per_second, limits.requests_at_once)
        self._headers = _security_headers()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request = _request_of(scope)
        language = "en"
        try:
            query = _query_of(scope)
            language = query["language"] if query.get("language") in LANGUAGES else "en"
            scope.setdefault("state", {})["visitor"] = self._admit(scope, request, query, language)
            if scope["type"] == "http":
                await self._app(scope, self._bounded(scope, receive), self._watched(request, send))
            else:
                await self._app(scope, receive, self._watched(request, send))
        except Refusal as refusal:
            self._log.write(request, refusal.status, refusal.message)
            await self._refuse(scope, send, refusal, language)

    def _admit(self, scope: Scope, request: LoggedRequest, query: dict[str, str], language: str) -> Visitor:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._access.is_our_host(headers.get(b"host", "")):
            raise Refusal(421, "foreign-host")
        origin = headers.get(b"origin")
        if origin is not None and not self._access.is_our_origin(origin):
            raise Refusal(403, "foreign-origin")
        is_api = scope["path"].startswith("/api/")
        is_open = not is_api or scope["path"] in _OPEN
        # A page of another site may show ours a link, but not fetch from it, even where that would tell it nothing.
        if is_api and headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Refusal(403, "foreign-origin")
        if not self._rates.take(request.client):
            raise Refusal(429, "too-many-requests")
        if is_open:
            return Visitor(Role.VIEW, language)
        role = self._access.role_of(find_token(scope["headers"], query))
        if role is None:
            raise Refusal(401, "no-token")
        if scope["type"] == "http" and not may_act(role, scope["method"]):
            raise Refusal(403, "role", role=role)
        return Visitor(role, language)

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """What a request brings, as long as it is not too much and not too slow."""
        most = self._most(scope["path"])
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if len(declared) > 12 or int(declared) > most:
            raise Refusal(413, "too-large", most=most // 1_000_000)
        begun, come, is_complete = monotonic(), 0, False

        async def receive_bounded() -> Message:
            nonlocal come, is_complete
            # What comes behind the body is that the client is gone, and for that there is all the time in the world.
            patience = begun + self._limits.body_seconds + come / self._limits.slowest - monotonic()
            try:
                message = await asyncio.wait_for(receive(), None if is_complete else max(patience, 0.001))
            except TimeoutError:
                raise Refusal(408, "too-slow") from None
            is_complete = message["type"] != "http.request" or not message.get("more_body", False)
            come += len(message.get("body", b""))
            if come > most:
                raise Refusal(413, "too-large", most=most // 1_000_000)
            return message

        return receive_bounded

    def _most(self, path: str) -> int:
        match _UPLOADS.get(path):
            case "photos":
                return self._limits.photo * self._limits.photos
            case "match_file":
                return self._limits.match_file
            case _:
                return self._limits.body

    def _watched(self, request: LoggedRequest, send: Send) -> Send:
        """What is answered, with our headers, and noted where it is a refusal."""

        async def send_watched(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                present = {name.lower() for name, _ in message.get("headers", ())}
                more = [header for header in self._headers if header[0] not in present]
                if b"cache-control" not in present:
                    more.append((b"cache-control", b"no-store"))
                message["headers"] = [*message.get("headers", ()), *more]
                if message["status"] in _LOGGED:
                    self._log.write(request, message["status"], "refused")
            await send(message)

        return send_watched

    async def _refuse(self, scope: Scope, send: Send, refusal: Refusal, language: str) -> None:
        body = json.dumps({"error": refusal.sentence(language)}, ensure_ascii=False).encode()
        kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            # What else comes on this connection is not waited for.
            (b"connection", b"close"),
            (b"cache-control", b"no-store"),
            *self._headers,
        ]
        if refusal.status == 401:
            headers.append((b"www-authenticate", b"Bearer"))
        await send({"type": f"{kind}.start", "status": refusal.status, "headers": headers})
        await send({"type": f"{kind}.body", "body": body, "more_body": False})


def _request_of(scope: Scope) -> LoggedRequest:
    client = scope.get("client")
    return LoggedRequest(client[0] if client else "", scope.get("method", "SOCKET"), scope["path"])


def _query_of(scope: Scope) -> dict[str, str]:
    try:
        return dict(parse_qsl(scope["query_string"].decode("latin-1"), max_num_fields=40, keep_blank_values=True))
    except ValueError:
        raise Refusal(400, "too-many-fields") from None
