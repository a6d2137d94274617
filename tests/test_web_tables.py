"""The ways of the page's API to a table: set up, orders, looking, leaving."""

from collections.abc import Iterator

import pytest

from tests.web_site import DEMO, Site, running_site, wait_for
from tileref.web.limits import Limits


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("tables")
    with running_site(folder, limits=Limits(tables=3), named=(str(DEMO / "table.mp4"),)) as site:
        yield site


@pytest.fixture
def site(server: Site) -> Iterator[Site]:
    """The server, with nobody at any table."""
    yield server
    server.rooms.close()


def test_a_table_is_set_up_with_a_ruleset_house_rules_names_and_seats(site: Site) -> None:
    state = site.set_up(options={"target": 300, "equal_turns": True}, seats=[6, 12], opener=1, language="ru")
    assert state["set_up"] is True
    assert [player["name"] for player in state["players"]] == ["Anna", "Boris"]
    assert [player["hour"] for player in state["players"]] == [6, 0]
    assert [player["tiles"] for player in state["players"]] == [9, 9]
    assert (state["well"], state["phase"], state["opener"], state["round"]) == (38, "open", 1, 1)
    assert "Boris" in state["waits"]
    head = site.rooms.store.match(state["match"]).head
    assert '"target": 300' in head


def test_the_state_is_the_same_in_both_languages_but_for_the_words(site: Site) -> None:
    site.set_up(opener=0)
    english, russian = (site.get("/api/tables/table", language=language) for language in ("en", "ru"))
    assert english["waits"] != russian["waits"]
    assert english["ruleset"]["name"] != russian["ruleset"]["name"]
    for state in (english, russian):
        for key in ("waits", "ruleset", "camera"):
            del state[key]
    assert english == russian


def test_what_was_said_is_told_in_the_language_of_whoever_asks_also_later(site: Site) -> None:
    site.set_up(language="ru", opener=0)
    for language, word in (("en", "opens"), ("ru", "открывает")):
        events = site.get("/api/tables/table/events", language=language)
        assert [event["number"] for event in events] == [1, 2]
        assert word in events[-1]["said"][0]
        assert len(events[-1]["said"]) == len(events[-1]["levels"])
        assert site.get(f"/api/matches/{site.rooms.enter('table').match}", language=language)["log"] == events


def test_an_order_is_carried_out_and_what_it_brought_about_is_answered(site: Site) -> None:
    site.set_up()
    heard = site.order("opener Boris")
    assert [event["event"] for event in heard["events"]] == ["opener"]
    assert site.get("/api/tables/table")["opener"] == 1
    heard = site.order("undo")
    assert [event["event"] for event in heard["events"]] == ["undone"]
    assert site.get("/api/tables/table")["opener"] is None


@pytest.mark.parametrize(
    ("order", "part"),
    [("dance", "is no order"), ("answer 1", "nothing was asked"), ("opener Carl", "Carl"), ("next", "not over")],
)
def test_an_order_that_means_nothing_is_refused_in_a_sentence(site: Site, order: str, part: str) -> None:
    site.set_up()
    answer = site.http.post("/api/tables/table/orders", json={"order": order})
    assert answer.status_code == 422
    assert part in answer.json()["error"]


def test_what_is_against_the_rules_is_said_in_the_language_of_whoever_ordered_it(site: Site) -> None:
    site.set_up(language="ru", opener=0)
    heard = site.order("draw", language="en")
    assert heard["events"] == []
    assert heard["said"]
    assert heard["said"] != site.order("draw", language="ru")["said"]


def test_an_answer_to_a_question_that_is_not_asked_any_more_answers_nothing(site: Site) -> None:
    site.set_up()
    body = {"order": "answer 1", "question": "Who opens with 3-3-3?"}
    answer = site.http.post("/api/tables/table/orders", json=body)
    assert answer.status_code == 409
    assert answer.json() == {"error": "That is not asked any more."}


def test_the_keys_that_mean_something_are_said(site: Site) -> None:
    keys = site.set_up()["keys"]
    assert [name for name, means in keys.items() if means] == ["opener", "deal"]
    site.order("opener Anna")
    assert site.get("/api/tables/table")["keys"]["undo"] is True


def test_another_deal_than_by_the_rules_is_taken_at_set_up(site: Site) -> None:
    state = site.set_up(deal=[7, 8])
    assert [player["tiles"] for player in state["players"]] == [7, 8]
    assert state["well"] == 56 - 15


def test_a_match_that_is_being_played_is_not_replaced_unless_that_is_wished_for(site: Site) -> None:
    first = site.set_up()["match"]
    answer = site.http.post("/api/tables/table", json={"players": ["Carl", "Dora"]})
    assert answer.status_code == 409
    assert site.get("/api/tables/table")["match"] == first
    second = site.set_up(replace=True)["match"]
    assert second != first
    assert [match["id"] for match in site.get("/api/matches")][:2] == [second, first]


def test_a_match_that_was_left_is_gone_on_with(site: Site) -> None:
    match = site.set_up(opener=1)["match"]
    assert site.http.delete("/api/tables/table").status_code == 204
    idle = site.get("/api/tables/table")
    assert idle == {
        "name": "table",
        "set_up": False,
        "left": match,
        "source": None,
        "camera": {"ok": False, "trouble": "none", "text": "No camera looks at the table yet."},
    }
    state = site.post("/api/tables/table/resume")
    assert (state["match"], state["opener"]) == (match, 1)


def test_a_match_is_played_at_one_table_only(site: Site) -> None:
    match = site.set_up("kitchen")["match"]
    answer = site.http.post("/api/tables/porch/resume", json={"match": match})
    assert answer.status_code == 409
    assert "kitchen" in answer.json()["error"]


def test_several_tables_are_played_at_once_and_not_too_many(site: Site) -> None:
    for name in ("one", "two", "three"):
        site.set_up(name)
    assert [table["name"] for table in site.get("/api/tables")] == ["one", "three", "two"]
    answer = site.http.post("/api/tables/four", json={"players": ["Anna", "Boris"]})
    assert answer.status_code == 429
    site.http.delete("/api/tables/one")
    site.set_up("four")


@pytest.mark.parametrize(
    "body",
    [
        {"players": ["Anna", "Anna"]},
        {"players": ["Anna"]},
        {"players": ["Anna", "Bo\nris"]},
        {"players": ["Anna", "Boris"], "ruleset": "chess"},
        {"players": ["Anna", "Boris"], "ruleset": "dice-xl"},
        {"players": ["Anna", "Boris"], "options": {"target": 7**30}},
        {"players": ["Anna", "Boris"], "options": {"no_such": 1}},
        {"players": ["Anna", "Boris"], "seats": [6]},
        {"players": ["Anna", "Boris"], "opener": 2},
        {"players": ["Anna", "Boris"], "deal": [50, 50]},
        {"players": ["Anna", "Boris"], "source": "/etc/passwd"},
        {"players": ["Anna", "Boris"], "source": "../table.mp4"},
        {"players": ["Anna", "Boris"], "more": 1},
        {"players": "Anna"},
        {},
    ],
)
def test_a_set_up_that_makes_no_sense_is_refused_in_a_sentence_and_begins_nothing(
    site: Site, body: dict[str, object]
) -> None:
    kept = len(site.rooms.store.matches())
    answer = site.http.post("/api/tables/table", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]
    assert len(site.rooms.store.matches()) == kept
    assert site.get("/api/tables/table")["set_up"] is False


def test_only_what_was_named_at_the_start_and_cameras_can_look_at_a_table(site: Site) -> None:
    named = [camera["source"] for camera in site.get("/api/cameras")]
    assert named[0] == str(DEMO / "table.mp4")
    answer = site.http.post("/api/tables/table/source", json={"source": str(DEMO / "01.jpg")})
    assert answer.status_code == 422
    assert "is no camera here" in answer.json()["error"]


def test_there_is_a_check_of_the_camera_before_there_is_a_match(site: Site) -> None:
    assert site.http.get("/api/tables/table/check").status_code == 404
    site.post("/api/tables/table/source", {"source": str(DEMO / "table.mp4")})
    wait_for(lambda: site.http.get("/api/tables/table/picture.jpg").status_code == 200)
    check = site.get("/api/tables/table/check", language="ru")
    assert (check["ok"], check["light"], check["sharp"]) == (True, "fine", True)
    assert check["look"]["width"] == check["width"] == 1152
    picture = site.http.get("/api/tables/table/picture.jpg", params={"width": 320})
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8\xff")
    assert site.get("/api/tables/table")["camera"] == {"ok": True, "trouble": None, "text": "The camera works."}


def test_rulesets_are_described_with_house_rules_and_no_sentence_is_stale(site: Site) -> None:
    rulesets = site.get("/api/rulesets", language="ru")
    assert len(rulesets) == 5
    first = rulesets[0]
    target = next(option for option in first["options"] if option["name"] == "target")
    assert (target["kind"], target["value"], target["optional"], target["changed"]) == ("number", 400, True, False)
    described = site.post(f"/api/rulesets/{first['id']}", {"options": {"target": 250}}, language="ru")
    changed = {option["name"]: option for option in described["options"]}
    assert changed["target"]["changed"] is True
    assert "250" in changed["target"]["text"]
    assert "250" in changed["end_at_400"]["text"]


def test_every_label_of_the_page_is_there_in_both_languages(site: Site) -> None:
    english, russian = (site.get("/api/words", language=language) for language in ("en", "ru"))
    assert english
    assert english.keys() == russian.keys()


def test_the_page_is_served_where_it_is_and_its_files_by_name(site: Site) -> None:
    for place in ("/", "/t/table", "/history", "/history/7", "/photo", "/share"):
        answer = site.http.get(place)
        assert answer.status_code == 200, place
        assert answer.headers["content-type"].startswith("text/html")
    script = site.http.get("/static/app.js")
    assert script.headers["content-type"].startswith("text/javascript")
    again = site.http.get("/static/app.js", headers={"if-none-match": script.headers["etag"]})
    assert again.status_code == 304
    for place in ("/t/Tisch", "/history/x", "/nowhere", "/static/", "/static/none.js"):
        assert site.http.get(place).status_code in (404, 422), place
