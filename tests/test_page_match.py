"""A match in the browser, with its camera over the bundled table: set up, refereed, disputed, played to its end."""

import csv
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import PHONE, visiting
from tests.directed_camera import DirectedCamera
from tests.page_server import PageServer

pytestmark = pytest.mark.slow


def test_a_match_is_refereed_from_set_up_to_scoresheet(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures) as anna:
        page = anna.page
        anna.come_to(f"{page_server.url}/t/match")
        expect(page.locator(".verdict")).to_have_text("I see no tile. The light is fine.")
        page.get_by_text("House rules").click()
        page.locator("input[name=target]").fill("100")
        page.locator("input[name=target]").press("Tab")
        expect(page.locator("label.changed")).to_contain_text("100")
        anna.look("match-set-up")
        anna.begin()

        anna.button("Anna").click()
        anna.button("Dealt otherwise").click()
        for name in ("Anna", "Boris"):
            page.get_by_role("dialog").get_by_label(name).fill("5")
        anna.look("match-deal")
        anna.button("Done").click()
        anna.waits_for("5 tiles each")

        for number, said in enumerate(
            (
                "Anna opens with 3-3-3: 9 points and 10 for the first move, 19 in all.",
                "Boris lays 3-3-4 for 10 points, 10 in all.",
                "Anna lays 1-3-3 for 7 points, 26 in all.",
                "Boris lays 3-4-5 for 12 points, 22 in all.",
                "Anna lays 1-1-3 for 5 points, 31 in all.",
                "Boris lays 4-5-5 for 14 points, 36 in all.",
                "Anna lays 2-5-5 for 12 points, 43 in all.",
                "Boris lays 2-3-5 for 10 points, 46 in all.",
            ),
            start=1,
        ):
            camera.reach(number)
            camera.leave(number)
            anna.waits_for(said)

        camera.leave(9)
        anna.waits_for("Anna laid 3-5-5 against the rules")
        expect(page.locator(".refusals")).to_contain_text("3-5-5")
        expect(page.locator("svg.board g.tile.refused")).to_have_count(1)
        expect(page.locator("svg.overlay g.seen.refused")).to_have_count(1)
        anna.has_scores(43, 46)
        anna.look("match-refused")
        camera.leave(10)
        anna.waits_for("3-5-5 has been taken back")
        expect(page.locator(".refusals")).to_be_hidden()

        camera.leave(11)
        anna.waits_for("Anna is out of tiles!")
        camera.leave(12)
        question = page.get_by_role("region", name="Question")
        expect(question).to_contain_text("3-4-4")
        anna.look("match-question")
        anna.answer("no, it only lies there")
        anna.waits_for("Does 3-4-4 count? no, it only lies there.")
        expect(question).to_be_hidden()

        expect(page.locator(".phase")).to_contain_text("Show the tiles that are left")
        anna.button("Boris: enter by hand").click()
        anna.look("match-hand")
        page.keyboard.type("344")
        anna.waits_for("Final scores: Anna 148, Boris 46.")
        anna.has_scores(148, 46)
        expect(page.locator(".phase")).to_contain_text("The match is over")
        sheet = page.get_by_role("img", name="Scoresheet")
        expect(sheet).to_have_js_property("complete", True)
        assert sheet.evaluate("picture => picture.naturalWidth") > 0
        anna.look("match-over")

        with page.expect_download() as saved:
            anna.button("Save the scoresheet as CSV").click()
        rows = list(csv.reader(saved.value.path().read_text(encoding="utf-8-sig").splitlines()))
        assert ["148", "46"] in [row[-2:] for row in rows]
        with page.expect_download() as saved:
            anna.button("Save the scoresheet as PDF").click()
        assert saved.value.path().read_bytes().startswith(b"%PDF-")
        # Of what the referee said about the tiles nothing was said twice, or not at all.
        assert [text for text in anna.spoken if text.startswith("Anna lays")] == [
            "Anna lays 1 3 3 for 7 points, 26 in all.",
            "Anna lays 1 1 3 for 5 points, 31 in all.",
            "Anna lays 2 5 5 for 12 points, 43 in all.",
            "Anna lays 1 3 5: all three digits match! 9 points and a bonus of 60, 112 in all.",
        ]


def test_a_correction_changes_what_becomes_of_later_tiles(
    browser: Browser, page_server: PageServer, camera: DirectedCamera, pictures: Path
) -> None:
    camera.clear()
    with visiting(browser, pictures, size=PHONE, language="ru-RU", dark=True) as anna:
        page = anna.page
        anna.come_to(f"{page_server.url}/t/correction")
        anna.begin()
        camera.leave(1)
        question = page.get_by_role("region", name="Вопрос")
        expect(question).to_contain_text("3-3-3")
        anna.look("correction-opener")
        anna.answer("Борис")
        anna.waits_for("Борис открывает раунд: 3-3-3, 9 очков и ещё 10 за первый ход. Всего 19.")
        camera.leave(2)
        anna.waits_for("Анна кладёт 3-3-4: 10 очков. Всего 10.")
        camera.leave(3)
        anna.waits_for("Борис кладёт 1-3-3: 7 очков. Всего 26.")
        anna.has_scores(10, 26)

        def correct(tile: str, to: str) -> None:
            page.locator(f"svg.board g.tile[aria-label^='{tile}']").click()
            window = page.get_by_role("dialog", name=f"Костяшка {tile}")
            anna.look("correction-tile")
            for digit in to:
                window.get_by_role("button", name=digit, exact=True).click()

        correct("3-3-4", "335")
        anna.waits_for("Это 3-3-5, а не 3-3-4.")
        anna.has_scores(11, 26)
        camera.leave(4)
        anna.waits_for("3-4-5 не подходит к 3-3-5: на общей стороне здесь 3-4, а там 3-5.")
        anna.look("correction-refused")
        correct("3-3-5", "334")
        anna.waits_for("Это 3-3-4, а не 3-3-5.")
        camera.leave(3)
        expect(page.locator(".refusals")).to_be_hidden()
        camera.leave(4)
        anna.waits_for("Анна кладёт 3-4-5: 12 очков. Всего 22.")
        anna.has_scores(22, 26)
        assert anna.tongues == {"ru-RU"}
