"""The sockets of the page: every event once and in order, the camera's back-pressure, and who may do what."""

import json
import socket
import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from tests.web_site import TOKENS, Json, Site, film, running_site, wait_for
from tileref.vision.source_items import SourceItem
from tileref.web.access import Role


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("sockets"), tokens=TOKENS) as site:
        yield site


@pytest.fixture
def site(server: Site) -> Iterator[Site]:
    """The server, with nobody at any table."""
    yield server
    server.rooms.close()


def _live(site: Site, *, role: Role = Role.CONTROL, **query: str | int) -> ClientConnection:
    return site.live(token=TOKENS[role], **query)


def _camera(site: Site, role: Role = Role.CAMERA) -> ClientConnection:
    return site.camera(token=TOKENS[role])


def _next(socket: ClientConnection, *kinds: str) -> Json:
    """The next message of one of these kinds."""
    while True:
        message = socket.recv(timeout=30)
        if isinstance(message, str) and (value := json.loads(message))["type"] in kinds:
            return value


def _send(socket: ClientConnection, **message: object) -> None:
    socket.send(json.dumps(message))


def _order(socket: ClientConnection, order: str, number: int = 1) -> Json:
    _send(socket, type="order", id=number, order=order)
    return _next(socket, "heard", "refused")


def test_a_page_is_greeted_and_told_everything_there_is(site: Site) -> None:
    match = site.set_up(opener=0)["match"]
    with _live(site, language="ru") as page:
        assert _next(page, "hello", "event", "state") == {
            "type": "hello", "role": "control", "match": match, "last": 2
        }  # fmt: skip
        events = [_next(page, "event", "state") for _ in range(2)]
        assert [event["number"] for event in events] == [1, 2]
        assert "открывает" in events[1]["said"][0]
        state = _next(page, "event", "state")
        assert state["type"] == "state"
        assert state["last_event"] == 2


def test_an_order_is_heard_and_its_events_reach_everybody_at_the_table(site: Site) -> None:
    site.set_up()
    with _live(site) as one, _live(site, role=Role.VIEW, language="ru") as other:
        assert _order(one, "opener Boris", 7) == {"type": "heard", "id": 7, "said": []}
        for _ in range(2):
            event = _next(other, "event")
        assert event["event"] == "opener"
        assert "открывает" in event["said"][0]


def test_an_order_that_means_nothing_is_refused_to_whoever_gave_it(site: Site) -> None:
    site.set_up()
    with _live(site) as page:
        assert _order(page, "dance", 3)["id"] == 3
        _send(page, type="order", id=4, order="answer 1", question="Was it laid there?")
        assert _next(page, "heard", "refused") == {
            "type": "refused", "id": 4, "error": "That is not asked any more."
        }  # fmt: skip


def test_every_event_comes_once_and_in_order_however_often_the_connection_is_cut(site: Site) -> None:
    match = site.set_up()["match"]
    rng = Random(5)
    heard: list[int] = []
    written = 1
    while written < 60:
        with _live(site, after=heard[-1] if heard else 0, match=match) as page:
            for _ in range(rng.randrange(8)):
                site.order(f"opener {rng.choice(('Anna', 'Boris'))}" if written % 2 else "undo")
                written += 1
            for _ in range(rng.randrange(6)):
                if heard and heard[-1] == written:
                    break
                heard.append(_next(page, "event")["number"])
            # Cut, not closed: whatever is on its way is lost.
            page.socket.shutdown(socket.SHUT_RDWR)
    with _live(site, after=heard[-1], match=match) as page:
        while heard[-1] < written:
            heard.append(_next(page, "event")["number"])
    assert heard == list(range(1, written + 1))


def test_the_events_of_another_match_are_told_from_the_first(site: Site) -> None:
    first = site.set_up(opener=0)["match"]
    with _live(site, after=2, match=first) as page:
        assert _next(page, "event", "state")["type"] == "state"
        second = site.set_up(replace=True)["match"]
        hello = _next(page, "hello", "event")
        while hello["match"] != second:
            hello = _next(page, "hello")
        assert _next(page, "event")["number"] == 1
    with _live(site, after=2, match=first) as page:
        assert _next(page, "hello")["match"] == second
        assert _next(page, "event")["number"] == 1


def test_a_page_that_opens_before_there_is_a_match_is_told_when_there_is_one(site: Site) -> None:
    with _live(site) as page:
        assert _next(page, "hello")["match"] is None
        assert _next(page, "state")["set_up"] is False
        site.set_up()
        assert _next(page, "event")["event"] == "dealt"
        assert _next(page, "state")["set_up"] is True


def test_whoever_only_watches_gives_no_orders(site: Site) -> None:
    site.set_up()
    for role in (Role.VIEW, Role.CAMERA):
        with _live(site, role=role) as page:
            assert _next(page, "hello")["role"] == role
            assert _order(page, "opener Anna")["type"] == "refused"
    assert site.get("/api/tables/table")["opener"] is None


def test_whoever_only_watches_is_no_camera(site: Site) -> None:
    with pytest.raises(InvalidStatus) as refused:
        _camera(site, Role.VIEW)
    assert refused.value.response.status_code == 403
    assert b"watching only" in refused.value.response.body


def test_a_sign_of_life_is_answered_and_nonsense_in_bounds(site: Site) -> None:
    with _live(site) as page:
        _send(page, type="ping")
        assert _next(page, "pong") == {"type": "pong"}
        for text in (
            "",
            "{",
            "[]",
            '{"type": "dance"}',
            '{"type": "order"}',
            '{"type": "order", "id": -1, "order": ""}',
        ):
            page.send(text)
            assert _next(page, "error")["error"]
        _send(page, type="ping")
        assert _next(page, "pong")


def test_each_picture_is_answered_when_there_is_room_for_the_next(site: Site) -> None:
    begun = time.monotonic()
    with _camera(site) as camera:
        assert _next(camera, "hello")["role"] == "camera"
        for jpeg in film(20, 30):
            camera.send(jpeg)
            answer = _next(camera, "taken")
            assert "error" not in answer
        # No faster than pictures are taken.
        assert time.monotonic() - begun >= 9 / site.rooms.limits.frames_per_second
    assert site.get("/api/tables/table")["source"] == "browser"


@pytest.mark.slow
def test_tiles_under_a_browsers_camera_are_refereed_and_drawn_over_its_picture(site: Site) -> None:
    site.set_up(opener=0)
    with _live(site, language="ru", hints=1, pictures=1) as page, _camera(site) as camera:
        _next(camera, "hello")
        for jpeg in film(0, 75):
            camera.send(jpeg)
            _next(camera, "taken")
        placed = _next(page, "event")
        while placed["event"] != "placed":
            placed = _next(page, "event")
        assert (placed["player"], placed["values"], placed["points"]) == ("Anna", [3, 3, 3], 19)
        assert placed["pictures"]
        look = _next(page, "look")
        while not (counting := [tile for tile in look["tiles"] if tile["state"] == "counts"]):
            look = _next(page, "look")
        (tile,) = counting
        assert (tile["cell"], tile["values"], tile["sure"]) == (placed["cell"], [3, 3, 3], True)
        state = site.get("/api/tables/table", hints="true")
        assert state["board"]["last"] == placed["cell"]
        assert len(state["legal"]) == 3
        assert state["to_move"] == 1
    shown = site.http.get(f"/api/matches/{state['match']}/events/{placed['number']}/after.jpg")
    assert shown.content.startswith(b"\xff\xd8\xff")


def test_onlookers_who_ask_for_pictures_get_the_newest_and_not_too_many(site: Site) -> None:
    with _live(site, pictures=1) as page, _camera(site) as camera:
        _next(camera, "hello")
        begun = time.monotonic()
        for jpeg in film(20, 40):
            camera.send(jpeg)
            _next(camera, "taken")
        pictures = 0
        end = time.monotonic()
        while time.monotonic() - end < 0.6:
            try:
                pictures += isinstance(page.recv(timeout=0.3), bytes)
            except TimeoutError:
                break
        assert 1 <= pictures <= 2 + (time.monotonic() - begun) * site.rooms.limits.pictures_per_second


def test_a_second_camera_is_turned_away_while_the_first_sends(site: Site) -> None:
    with _camera(site) as camera:
        _next(camera, "hello")
        camera.send(next(film(20, 21)))
        _next(camera, "taken")
        with pytest.raises(ConnectionClosed) as closed, _camera(site) as other:
            _next(other, "hello")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4409
        camera.send(next(film(21, 22)))
        assert "error" not in _next(camera, "taken")


def test_a_camera_that_goes_makes_room_for_another(site: Site) -> None:
    for _ in range(2):
        with _camera(site) as camera:
            _next(camera, "hello")
            camera.send(next(film(20, 21)))
            assert "error" not in _next(camera, "taken")


def test_pictures_are_not_taken_while_another_camera_is_chosen(site: Site) -> None:
    with _camera(site) as camera:
        _next(camera, "hello")
        camera.send(next(film(20, 21)))
        _next(camera, "taken")
        room = site.rooms.enter("table")
        room.use(_Nothing())
        camera.send(next(film(20, 21)))
        assert _next(camera, "taken")["error"] == "Another camera was chosen for the table table."
        site.post("/api/tables/table/source", {"source": "browser"})
        camera.send(next(film(20, 21)))
        assert "error" not in _next(camera, "taken")


def test_a_reader_who_takes_nothing_is_told_only_the_newest_afterwards(site: Site) -> None:
    site.set_up()
    with _live(site) as page:
        _next(page, "state")
        for at in range(12):
            site.order("opener Anna" if at % 2 == 0 else "undo")
        wait_for(lambda: site.get("/api/tables/table")["last_event"] == 13)
        kinds: list[Json] = []
        while not kinds or kinds[-1].get("last_event") != 13:
            kinds.append(_next(page, "event", "state"))
        numbers = [one["number"] for one in kinds if one["type"] == "event"]
        assert numbers == list(range(2, 14))
        versions = [one["last_event"] for one in kinds if one["type"] == "state"]
        assert all(before <= after for before, after in pairwise(versions))


class _Nothing:
    """A camera that shows nothing."""

    name = "nothing"
    live = True

    def items(self) -> Iterator[SourceItem]:
        yield from ()

    def close(self) -> None:
        pass
