"""Photographs that are sent to the page's server: audited, or refereed as a game."""

from collections.abc import Iterator
from io import BytesIO

import pillow_heif
import pytest
from PIL import Image

from tests.web_site import DEMO, Json, Site, running_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("photos")) as site:
        yield site


def _score(site: Site, *photos: tuple[str, bytes], language: str = "en", **form: str) -> Json:
    files = [("photos", photo) for photo in photos]
    answer = site.http.post("/api/score", files=files, data=form, params={"language": language})
    assert answer.status_code == 200, answer.text
    return answer.json()


def _demo(*numbers: int) -> list[tuple[str, bytes]]:
    return [(f"{number:02}.jpg", (DEMO / f"{number:02}.jpg").read_bytes()) for number in numbers]


def test_one_photograph_is_audited(site: Site) -> None:
    scored = _score(site, *_demo(9), language="ru")
    assert scored["game"] is None
    (photo,) = scored["photos"]
    assert (photo["name"], photo["picture"], photo["doubts"]) == ("09.jpg", None, [])
    assert photo["board"]["tiles"] == sum(tile["kind"] == "board" for tile in photo["tiles"])
    assert photo["said"][0].startswith("Поле") or "кост" in photo["said"][0]
    at_fault = {tuple(cell) for fault in photo["faults"] for cell in fault["cells"]}
    refused = {tuple(tile["cell"]) for tile in photo["tiles"] if tile["state"] == "refused"}
    assert refused <= at_fault


@pytest.mark.slow
def test_several_photographs_are_a_game_and_one_that_is_none_is_passed_over(site: Site) -> None:
    photos = _demo(1, 2, 3, 4)
    photos.insert(2, ("notes.txt", b"garbage"))
    scored = _score(site, *photos, players="Anna,Boris")
    assert [photo["name"] for photo in scored["photos"]] == ["01.jpg", "02.jpg", "notes.txt", "03.jpg", "04.jpg"]
    assert "not a picture" in scored["photos"][2]["doubts"][0]
    game = scored["game"]
    assert [bool(said) for said in game["said"]] == [True, True, False, True, True]
    assert "Anna" in game["said"][0][0]
    assert [one["player"] for one in game["totals"]] == ["Anna", "Boris"]
    assert sum(one["total"] for one in game["totals"]) > 0


def test_a_photograph_that_browsers_do_not_show_comes_back_as_one_that_they_do(site: Site) -> None:
    pillow_heif.register_heif_opener()
    heic = BytesIO()
    Image.open(DEMO / "01.jpg").save(heic, "HEIF", quality=90)
    (photo,) = _score(site, ("IMG_1.HEIC", heic.getvalue()))["photos"]
    assert photo["board"]["tiles"] == 1
    assert photo["picture"].startswith("data:image/jpeg;base64,")


def test_a_ruleset_or_players_that_make_no_sense_are_refused_before_anything_is_read(site: Site) -> None:
    for form in ({"ruleset": "chess"}, {"players": "Anna,Anna"}, {"players": "99"}):
        answer = site.http.post("/api/score", files=[("photos", photo) for photo in _demo(1)], data=form)
        assert answer.status_code == 422
        assert answer.json()["error"]
