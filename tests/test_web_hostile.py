"""Hostile clients of the page: each is refused with a clear status and noted, and the match goes on unharmed."""

import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import cv2
import httpx
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.web_site import TOKENS, Site, film, running_site, wait_for
from tileref.engine.record import Record
from tileref.engine.record_file import format_head
from tileref.engine.triangles import TRIANGLE_RULESETS
from tileref.store import LogRow, Picture
from tileref.web.access import Role
from tileref.web.limits import Limits

# Hundreds of times less patient than at a table, and with less room.
HASTY = Limits(
    head_seconds=0.4,
    stalled_seconds=0.5,
    body_seconds=0.5,
    body=20_000,
    photo=300_000,
    photos=3,
    match_file=300_000,
    frame=400_000,
    connections=120,
    of_one_client=30,
    requests_per_second=1e6,
    requests_at_once=10**6,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("hostile"), limits=HASTY, tokens=TOKENS) as site:
        site.set_up(opener=0)
        yield site


@pytest.fixture
def site(server: Site, caplog: pytest.LogCaptureFixture) -> Iterator[Site]:
    """The server with a match that is being played, and is played on afterwards."""
    caplog.set_level(logging.WARNING, logger="tileref.web")
    yield server
    before = server.get("/api/tables/table")
    heard = server.order("undo" if before["opener"] is not None else "opener Anna")
    assert [event["event"] for event in heard["events"]] == ["undone" if before["opener"] is not None else "opener"]
    assert server.get("/api/tables/table")["match"] == before["match"]
    events = server.get("/api/tables/table/events")
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert not any(token in caplog.text for token in TOKENS.values())


def _refusals(caplog: pytest.LogCaptureFixture) -> list[int]:
    """The statuses that were noted."""
    lines = [json.loads(record.getMessage()) for record in caplog.records if record.name == "tileref.web"]
    return [line["status"] for line in lines if "status" in line]


def _raw(site: Site, request: bytes, *, source: str = "127.0.0.1") -> bytes:
    """What is answered to these bytes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=20, source_address=(source, 0)) as connection:
        connection.sendall(request)
        answer = b""
        try:
            while part := connection.recv(65536):
                answer += part
        except ConnectionResetError:
            pass
        return answer


def _head(site: Site, line: str, *more: str) -> bytes:
    token = TOKENS[Role.CONTROL]
    return "\r\n".join((line, f"Host: 127.0.0.1:{site.port}", f"Authorization: Bearer {token}", *more, "", "")).encode()


def _status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1]) if answer else 0


# Who it is.


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "127.0.0.1:1", "", "localhost"]
)
def test_a_foreign_host_is_refused(site: Site, caplog: pytest.LogCaptureFixture, host: str) -> None:
    answer = site.http.get("/api/me", headers={"host": host.format(port=site.port)})
    assert answer.status_code == 421
    assert answer.json()["error"]
    assert _refusals(caplog) == [421]


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"])
def test_the_names_of_this_computer_are_ours(site: Site, host: str) -> None:
    assert site.http.get("/api/me", headers={"host": host.format(port=site.port)}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:{port}", "http://[", "file://"]
)
def test_a_foreign_origin_is_refused(site: Site, caplog: pytest.LogCaptureFixture, origin: str) -> None:
    origin = origin.format(port=site.port)
    for answer in (
        site.http.get("/api/tables", headers={"origin": origin}),
        site.http.post("/api/tables/table/orders", json={"order": "undo"}, headers={"origin": origin}),
    ):
        assert answer.status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        site.live("table", origin, token=TOKENS[Role.CONTROL]).__enter__()
    assert refused.value.response.status_code == 403
    assert _refusals(caplog) == [403, 403, 403]


def test_our_own_origin_is_not(site: Site) -> None:
    with site.live("table", f"http://127.0.0.1:{site.port}", token=TOKENS[Role.CONTROL]) as page:
        assert json.loads(page.recv(timeout=20))["type"] == "hello"


def test_another_site_that_fetches_without_an_origin_is_refused(site: Site) -> None:
    for place in ("cross-site", "same-site"):
        assert site.http.get("/api/tables/table/picture.jpg", headers={"sec-fetch-site": place}).status_code == 403


@pytest.mark.parametrize("token", ["", "x", "control-token ", "CONTROL-TOKEN", "ключ", "x" * 5000])
def test_a_wrong_token_is_refused(site: Site, caplog: pytest.LogCaptureFixture, token: str) -> None:
    with httpx.Client(base_url=site.http.base_url, verify=False) as stranger:
        for path in ("/api/me", "/api/tables/table", "/api/matches", "/api/nothing"):
            answer = stranger.get(path, params={"token": token, "language": "ru"})
            assert answer.status_code == 401
            assert "ссылка" in answer.json()["error"]
            assert "www-authenticate" in answer.headers
        assert stranger.post("/api/tables/table/orders", json={"order": "undo"}).status_code == 401
        assert stranger.get("/api/words").status_code == 200
    with pytest.raises(InvalidStatus) as refused:
        site.live(token=token).__enter__()
    assert refused.value.response.status_code == 401
    assert set(_refusals(caplog)) == {401}


@pytest.mark.parametrize("role", [Role.VIEW, Role.CAMERA])
def test_whoever_only_watches_changes_nothing_and_gets_no_links_of_others(site: Site, role: Role) -> None:
    headers = {"authorization": f"Bearer {TOKENS[role]}"}
    with httpx.Client(base_url=site.http.base_url, headers=headers, verify=False) as onlooker:
        assert onlooker.get("/api/tables/table").status_code == 200
        for method, path in (
            ("POST", "/api/tables/table"),
            ("POST", "/api/tables/table/orders"),
            ("POST", "/api/tables/table/source"),
            ("DELETE", "/api/tables/table"),
            ("POST", "/api/matches/import"),
            ("POST", "/api/score"),
            ("GET", "/api/share"),
        ):
            assert onlooker.request(method, path).status_code == 403, path


# What is asked for.


@pytest.mark.parametrize(
    "path",
    [
        "/static/../room.py",
        "/static/%2e%2e/room.py",
        "/static/..%2froom.py",
        "/static/%252e%252e/room.py",
        "/static//etc/passwd",
        "/static/app.js%00.css",
        "/static/app.js/",
        "/static/.",
        "/static/APP.JS",
        "/static/..\\room.py",
        "/static/" + "a/" * 2000 + "a.js",
        "/etc/passwd",
        "/t/..%2f..%2fetc",
        "/t/" + "a" * 25,
        "//etc/passwd",
        "/api/tables/..%2fmatches",
        "/api/tables/table%00",
        "/api/tables/t' OR 1=1--",
        "/api/matches/1;drop",
        "/api/matches/1%20OR%201",
        "/api/matches/-1",
        "/api/matches/99999999999999999999",
        "/api/matches/1/events/1/..%2f..%2fafter.jpg",
        "/api/matches/1/sheet.exe",
        "/openapi.yaml",
        "/docs",
        "/redoc",
    ],
)
def test_nothing_is_reached_by_a_tricky_path(site: Site, path: str) -> None:
    answer = _raw(site, _head(site, f"GET {path.replace(' ', '%20')} HTTP/1.1", "Connection: close"))
    assert _status(answer) in (400, 404, 422), answer[:200]
    assert b"import " not in answer
    assert b"root:" not in answer


@pytest.mark.parametrize(
    "request_line",
    [
        "GET / HTTP/9.9",
        "GET",
        "\x00\x01\x02",
        "GET http://evil.example/ HTTP/1.1",
        "BREW /api/tables HTTP/1.1",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
    ],
)
def test_what_is_no_request_gets_a_status_or_nothing(site: Site, request_line: str) -> None:
    answer = _raw(site, f"{request_line}\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert _status(answer) in (0, 400, 405, 421)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"order": 1}',
        b'{"order": "undo", "order2": 1}',
        b"\xff\xfe",
        b"[" * 10_000,
        b'{"order": "' + b"x" * 500 + b'"}',
        b'{"order": "\\ud800"}',
    ],
)
def test_a_malformed_body_is_refused_in_a_sentence(site: Site, body: bytes) -> None:
    answer = site.http.post("/api/tables/table/orders", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]


# How much.


def test_too_large_a_body_is_refused_before_it_has_come(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    head = _head(
        site, "POST /api/tables/table/orders HTTP/1.1", "Content-Type: application/json", "Content-Length: 999999999"
    )
    answer = _raw(site, head)
    assert _status(answer) == 413
    assert _refusals(caplog) == [413]


def test_too_large_a_body_without_a_length_is_refused_as_it_comes(site: Site) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(1000):
            yield b"x" * 1000

    try:
        answer = site.http.post("/api/tables/table/orders", content=endless())
    except httpx.TransportError:
        return
    assert answer.status_code == 413


@pytest.mark.parametrize("length", ["-1", "x", "1e9", "9" * 40, "0x10"])
def test_a_length_that_is_none_is_refused(site: Site, length: str) -> None:
    answer = _raw(site, _head(site, "POST /api/score HTTP/1.1", f"Content-Length: {length}"))
    assert _status(answer) in (400, 413)


def test_whoever_sends_a_body_too_slowly_is_refused(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    head = _head(
        site, "POST /api/tables/table/orders HTTP/1.1", "Content-Type: application/json", "Content-Length: 100"
    )
    answer = _raw(site, head + b'{"order"')
    assert _status(answer) == 408
    assert _refusals(caplog) == [408]


@pytest.mark.parametrize("beginning", [b"", b"GET /api", b"GET / HTTP/1.1\r\nHost: x\r\nX-A: "])
def test_whoever_never_ends_the_head_of_a_request_is_hung_up_on(
    site: Site, caplog: pytest.LogCaptureFixture, beginning: bytes
) -> None:
    assert _raw(site, beginning) == b""
    assert _refusals(caplog) == [408]


def test_whoever_takes_nothing_of_a_large_answer_is_dropped(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    match = _match_with(site, picture=b"\xff\xd8\xff" + bytes(16_000_000))
    with closing(_small_window(site)) as connection:
        connection.sendall(_head(site, f"GET /api/matches/{match}/events/1/after.jpg HTTP/1.1"))
        wait_for(lambda: _refusals(caplog) == [408])


def test_a_page_that_reads_nothing_is_dropped_and_nothing_piles_up_for_it(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    match = _match_with(site, events=40, padding="x" * 400_000)
    site.post("/api/tables/other/resume", {"match": match})
    try:
        with closing(_small_window(site)) as connection:
            line = f"GET /api/tables/other/live?after=0&token={TOKENS[Role.VIEW]} HTTP/1.1"
            upgrade = (
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            )
            connection.sendall(_head(site, line, *upgrade))
            wait_for(lambda: _refusals(caplog) == [408])
    finally:
        site.http.delete("/api/tables/other")


def test_too_many_connections_are_refused_politely_and_room_is_made_again(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    with ExitStack() as stack:
        for _ in range(HASTY.connections):
            stack.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=20))
        answer = _raw(site, b"")
        assert _status(answer) == 503
        assert b"retry-after" in answer
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
    # Those that are silent are dropped, and those that went are forgotten.
    wait_for(lambda: _answers(site))
    assert 503 in _refusals(caplog)


def test_one_client_cannot_take_the_places_of_all_others(site: Site) -> None:
    with ExitStack() as stack:
        for _ in range(HASTY.of_one_client):
            stack.enter_context(
                socket.create_connection(("127.0.0.1", site.port), timeout=20, source_address=("127.0.0.2", 0))
            )
        assert _status(_raw(site, b"", source="127.0.0.2")) == 503
        assert site.is_well()


@pytest.mark.slow
def test_a_thousand_connections_are_served_and_one_more_is_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= hard < 2500:
        pytest.skip("this system does not let a process have so many files open")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2500) if soft >= 0 else soft, hard))
    limits = Limits(head_seconds=120)
    with running_site(tmp_path_factory.mktemp("thousand"), limits=limits) as site:
        site.set_up()
        with ExitStack() as stack:
            pages = [stack.enter_context(site.live()) for _ in range(20)]
            # One is that of the client of the test.
            for _ in range(limits.connections - len(pages) - 1):
                stack.enter_context(socket.create_connection(("127.0.0.1", site.port), timeout=20))
            assert _status(_raw(site, b"")) == 503
            site.order("opener Anna")
            for page in pages:
                assert _next(page, "event")["event"] == "dealt"
                assert _next(page, "event")["event"] == "opener"
        assert site.is_well()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_too_many_requests_at_once_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(requests_per_second=0.001, requests_at_once=10)
    with running_site(tmp_path_factory.mktemp("rate"), limits=limits) as site:
        statuses = [site.http.get("/api/me").status_code for _ in range(14)]
    assert statuses == [200] * 10 + [429] * 4


# Sockets.


def _next(page: ClientConnection, *kinds: str) -> dict[str, object]:
    while True:
        message = page.recv(timeout=20)
        if isinstance(message, str) and (value := json.loads(message))["type"] in kinds:
            return dict(value)


def _drain(page: ClientConnection) -> int | None:
    """Read on till the end; the code of it."""
    try:
        while True:
            page.recv(timeout=20)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


@pytest.mark.parametrize(
    ("message", "code"),
    [("x" * 5000, 4413), (b"bytes", 4413), ('{"type": "dance"}', 4400), ('{"type": "ping"}', 4429)],
)
def test_a_page_that_babbles_is_dropped(
    site: Site, caplog: pytest.LogCaptureFixture, message: str | bytes, code: int
) -> None:
    with site.live(token=TOKENS[Role.VIEW]) as page:
        try:
            for _ in range(200):
                page.send(message)
        except ConnectionClosed:
            pass
        assert _drain(page) == code
    assert _refusals(caplog) == [code]


def _jpeg(width: int, height: int) -> bytes:
    return cv2.imencode(".jpg", np.zeros((height, width, 3), np.uint8))[1].tobytes()


def test_pictures_that_are_none_are_answered_and_good_ones_are_taken_afterwards(site: Site) -> None:
    good = next(film(20, 21))
    size = good.index(b"\xff\xc0") + 5
    bombs = good[:size] + b"\xff\xff\xff\xff" + good[size + 4 :]
    bad = [
        b"",
        b"x",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff",
        good[: len(good) // 2],
        bombs,
        _jpeg(5000, 20),
        b"\xff\xd8\xff" + bytes(1000),
    ]
    with site.camera(token=TOKENS[Role.CAMERA]) as camera:
        _next(camera, "hello")
        for jpeg in bad:
            camera.send(jpeg)
            assert _next(camera, "taken")["error"]
        camera.send(good)
        assert "error" not in _next(camera, "taken")
    assert site.http.get("/api/tables/table/picture.jpg").status_code == 200


def test_a_picture_that_is_damaged_inside_is_passed_over(site: Site) -> None:
    good = next(film(20, 21))
    middle = len(good) // 2
    damaged = good[:middle] + bytes(300) + good[middle + 300 :]
    with site.camera(token=TOKENS[Role.CAMERA]) as camera:
        _next(camera, "hello")
        for _ in range(3):
            camera.send(damaged)
            _next(camera, "taken")
        camera.send(good)
        _next(camera, "taken")
    assert site.is_well()


@pytest.mark.parametrize("message", [b"\xff\xd8\xff" + bytes(500_000), "not a picture"])
def test_a_camera_that_sends_what_is_no_picture_is_dropped(site: Site, message: str | bytes) -> None:
    with site.camera(token=TOKENS[Role.CAMERA]) as camera:
        _next(camera, "hello")
        with suppress(ConnectionClosed):
            camera.send(message)
        assert _drain(camera) in (1009, 4400)


def test_a_camera_that_does_not_wait_is_slowed_down_and_nothing_piles_up(site: Site) -> None:
    frames = list(film(20, 30)) * 6
    with site.camera(token=TOKENS[Role.CAMERA]) as camera:
        begun = time.monotonic()
        for jpeg in frames:
            camera.send(jpeg)
        _next(camera, "hello")
        for _ in frames:
            _next(camera, "taken")
        assert time.monotonic() - begun >= 0.9 * len(frames) / HASTY.frames_per_second
    assert site.is_well()


# Uploads.


def _upload(site: Site, path: str, *files: tuple[str, bytes], **form: str) -> httpx.Response:
    field = "file" if path.endswith("import") else "photos"
    return site.http.post(path, files=[(field, (name, data)) for name, data in files], data=form)


def test_uploads_that_are_too_many_or_too_large_are_refused(site: Site) -> None:
    small = _jpeg(64, 64)
    assert _upload(site, "/api/score", *[(f"{number}.jpg", small) for number in range(4)]).status_code == 413
    assert _upload(site, "/api/score", ("a.jpg", bytes(HASTY.photo + 1))).status_code == 413
    assert _upload(site, "/api/matches/import", ("a.zip", bytes(HASTY.match_file + 1))).status_code == 413
    assert _upload(site, "/api/score").status_code == 422


@pytest.mark.parametrize("name", ["../../../etc/passwd", "C:\\x\\y.jpg", "a\nb", "", "x" * 5000, "<script>.jpg"])
def test_a_photograph_that_is_none_is_said_to_be_none_whatever_it_is_called(site: Site, name: str) -> None:
    answer = _upload(site, "/api/score", (name, b"garbage"))
    assert answer.status_code in (200, 400, 422), answer.text
    if answer.status_code == 200:
        (photo,) = answer.json()["photos"]
        assert "not a picture" in photo["doubts"][0]
        assert "/" not in photo["name"]
        assert len(photo["name"]) <= 100


def test_an_import_that_is_no_match_keeps_nothing(site: Site) -> None:
    before = len(site.get("/api/matches"))
    for data in (b"", b"PK\x03\x04garbage", bytes(1000), _jpeg(64, 64)):
        assert _upload(site, "/api/matches/import", ("m.zip", data)).status_code == 422
    assert len(site.get("/api/matches")) == before


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b"x"),
        ("multipart/form-data; boundary=", b"x"),
        ("multipart/form-data; boundary=b", b"garbage without any boundary"),
        ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=photos\r\n\r\nx"),
        ("multipart/form-data; boundary=b", b"--b\r\n" + b"X-H: y\r\n" * 500 + b"\r\nx\r\n--b--"),
        ("multipart/form-data; boundary=b", b'--b\r\nContent-Disposition: form-data; name="photos"\r\n\r\nx\r\n--b--'),
        ("application/x-www-form-urlencoded", b"photos=1&photos=2"),
        ("application/json", b'{"photos": []}'),
        ("text/plain", b"photos"),
    ],
)
def test_a_form_that_is_none_is_refused(site: Site, kind: str, body: bytes) -> None:
    answer = site.http.post("/api/score", content=body, headers={"content-type": kind})
    assert answer.status_code in (400, 415, 422), answer.text
    assert answer.json()["error"]


# What else it takes.


def _match_with(site: Site, *, events: int = 1, padding: str = "", picture: bytes = b"") -> int:
    """A kept match with much in it."""
    head = format_head(Record.begin(TRIANGLE_RULESETS[0], ("Anna", "Boris")))
    pictures = (Picture("after", picture),) if picture else ()
    event = json.dumps({"event": "noted", "padding": padding})
    deal = '{"event": "deal", "hands": [9, 9], "well": 38}'
    rows = [
        LogRow(number, 1.0, event, (deal,) if number == 1 else (), pictures=pictures if number == 1 else ())
        for number in range(1, events + 1)
    ]
    return site.rooms.store.add(head, table="elsewhere", begun=1.0, rows=rows)


def _small_window(site: Site) -> socket.socket:
    """A connection into which little fits."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", site.port))
    return connection


def _answers(site: Site) -> bool:
    try:
        return site.is_well()
    except httpx.TransportError:
        return False
