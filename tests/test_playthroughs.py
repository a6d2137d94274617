"""Golden playthroughs: the engine must come to every line of them again, from the seed and from the record."""

from difflib import unified_diff

import pytest

from tests.make_playthroughs import FOLDER, PLAYTHROUGHS, Playthrough, parse, play, render
from tileref.engine.games import RULESETS

EVERY = pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.path.stem)


def golden(playthrough: Playthrough) -> str:
    return playthrough.path.read_text(encoding="utf-8")


def assert_same(golden: str, made: str) -> None:
    difference = list(unified_diff(golden.splitlines(), made.splitlines(), "golden", "made", lineterm="", n=2))
    assert not difference, "\n".join(difference[:40])


@EVERY
def test_the_seed_plays_the_match_again_line_by_line(playthrough: Playthrough) -> None:
    assert_same(golden(playthrough), render(play(playthrough)))


@EVERY
def test_the_record_in_a_playthrough_leads_to_every_fact_in_it(playthrough: Playthrough) -> None:
    text = golden(playthrough)
    record = parse(text)
    assert_same(text, render(record))
    assert record.state.standings().over
    assert record == play(playthrough)


@EVERY
def test_a_playthrough_is_short_enough_to_be_read_as_a_difference(playthrough: Playthrough) -> None:
    assert playthrough.path.stat().st_size < 60_000


def test_every_ruleset_has_a_playthrough_and_no_other_file_lies_there() -> None:
    assert {playthrough.ruleset for playthrough in PLAYTHROUGHS} == {ruleset.id for ruleset in RULESETS}
    assert {path.name for path in FOLDER.iterdir()} == {playthrough.path.name for playthrough in PLAYTHROUGHS}
