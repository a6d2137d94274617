"""A game refereed from photographs: boards from simulated play, each as another camera would have named its cells."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import get_args

import numpy as np
import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import strategies
from tests.strategies import lay_out, seeds
from tests.test_cli import is_one_sentence, tileref
from tileref.engine.faults import Reason
from tileref.engine.games import find_ruleset
from tileref.engine.record import Accepted, Record
from tileref.engine.triangles import (
    TRIANGLE_RULESETS,
    Cell,
    Chirality,
    Place,
    Placement,
    TriangleRuleset,
    parse_placement,
    parse_position,
    tile_of,
)
from tileref.game import Game, begin_game
from tileref.happening_json import photo_to_json
from tileref.happening_words import HappeningAnnouncer, Voice
from tileref.happenings import (
    Answered,
    CameraGone,
    CameraThere,
    Cleared,
    Contradicted,
    Corrected,
    Drew,
    Entered,
    Found,
    Handed,
    HandSeen,
    Happening,
    Missing,
    Noted,
    Obstructed,
    PhotoMissing,
    Placed,
    Refused,
    Rejected,
    Reseated,
    StillThere,
    TakenBack,
    Unchanged,
    Unclear,
    Undone,
    Unrelated,
    WellShrank,
    Withdrawn,
)
from tileref.language import LANGUAGES, find_language
from tileref.scoring import referee
from tileref.sights import Sight, see_board
from tileref.vision.joint_reading import Doubt, ReadingDoubt
from tileref.vision.lattice_reading import LatticeDoubt, NoLattice, Why
from tileref.vision.observed import ObservedPicture
from tileref.vision.registration import TURNS, Mismatch, Motion
from tileref.vision.tiles import SeenTile

PLAYERS = ("Anna", "Boris")
SEQUENCE = Path(__file__).parents[2] / "shared" / "devset" / "sequence-0"


sights = st.builds(Sight, strategies.digits, st.booleans(), st.booleans(), st.booleans())


def rules(name: str = "triple-400") -> TriangleRuleset:
    ruleset = find_ruleset(name)
    assert isinstance(ruleset, TriangleRuleset)
    return ruleset


def shot(
    tiles: Iterable[Placement],
    rng: Random,
    *,
    unclear: Iterable[Cell] = (),
    disputed: Iterable[Cell] = (),
    improbable: Iterable[Cell] = (),
) -> dict[Cell, Sight]:
    """A photograph of these tiles: in any order, turned and shifted at random."""
    motion = Motion(rng.randrange(TURNS), rng.randint(-9, 9), rng.randint(-9, 9))
    shuffled = list(tiles)
    rng.shuffle(shuffled)
    improbable, disputed = set(improbable), set(disputed)
    unclear = improbable.union(unclear)
    shown = {}
    for cell, digits in shuffled:
        moved = motion.place(cell, digits)
        shown[moved.cell] = Sight(moved.digits, cell not in unclear, cell not in improbable, cell in disputed)
    return shown


def play(game: Game, *photos: Mapping[Cell, Sight]) -> tuple[Game, list[tuple[Happening, ...]]]:
    """The game after these photographs, and what each brought about."""
    happened = []
    for photo in photos:
        game, happenings = referee(game, photo)
        happened.append(happenings)
    return game, happened


def kinds(happenings: Iterable[Happening]) -> list[type[Happening]]:
    return [type(happening) for happening in happenings]


def true_totals(placements: Iterable[Placement], ruleset: TriangleRuleset, players: int = 2) -> tuple[int, ...]:
    """What these tiles earn if each is laid in its turn."""
    record = begin_game(ruleset, PLAYERS[:players]).record
    for number, placement in enumerate(placements):
        outcome = record.submit(Place(number % players, *placement))
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record.state.standings().totals


def placed(record: Record) -> list[tuple[int, tuple[int, int, int]]]:
    """Who laid which tile, in order."""
    return [
        (step.event.seat, tile_of(step.event.digits))
        for step in record.steps
        if isinstance(step.event, Place) and not step.is_void
    ]


# A short game as it should be, and the mistakes at a table.

TILES = list(lay_out(11, 12))
RNG = Random(7)


@pytest.mark.parametrize("ruleset", TRIANGLE_RULESETS, ids=lambda ruleset: ruleset.id)
@settings(max_examples=12, deadline=None)
@given(seed=seeds, size=st.integers(1, 15))
def test_every_tile_counts_once_for_its_player_however_the_camera_moves(
    ruleset: TriangleRuleset, seed: int, size: int
) -> None:
    rng, tiles = Random(seed), list(lay_out(seed, size))
    game, happened = play(begin_game(ruleset, PLAYERS), *(shot(tiles[: n + 1], rng) for n in range(len(tiles))))
    assert [kinds(happenings) for happenings in happened] == [[Placed]] * len(tiles)
    assert placed(game.record) == [(n % 2, tile_of(tile.digits)) for n, tile in enumerate(tiles)]
    assert game.record.state.standings().totals == true_totals(tiles, ruleset)
    assert game.lying.value == sum(tile.value for tile in tiles)


def wrong_tile(tiles: list[Placement], game_tiles: Iterable[Placement] = ()) -> Placement:
    """A tile that shares a side with the board and fits nowhere near."""
    board = lay_out(11, 12)
    for later in TILES[len(tiles) :]:
        board = board.remove(later.cell)
    used = {tile.tile for tile in (*tiles, *game_tiles)}
    for cell in sorted(board.open_cells):
        for digits in [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5)]:
            placement = Placement(cell, digits)
            faults = board.placement_faults(placement)
            if placement.tile not in used and any(fault.reason is Reason.SIDE_MISMATCH for fault in faults):
                return placement
    raise AssertionError("there is always a triplet that does not fit")


def test_a_tile_against_the_rules_is_refused_counts_nothing_and_must_go() -> None:
    wrong = wrong_tile(TILES[:4])
    game, happened = play(
        begin_game(rules(), PLAYERS),
        *(shot(TILES[: n + 1], RNG) for n in range(4)),
        shot([*TILES[:4], wrong], RNG, disputed=[wrong.cell]),
        shot([*TILES[:4], wrong], RNG),
        shot(TILES[:4], RNG),
        shot(TILES[:5], RNG),
    )
    refused = happened[4][0]
    assert isinstance(refused, Refused)
    assert refused.faults[0].reason is Reason.SIDE_MISMATCH
    assert (refused.event.seat, tile_of(refused.event.digits), refused.sure) == (0, wrong.tile, False)
    assert [kinds(happenings) for happenings in happened[4:]] == [[Refused], [StillThere], [TakenBack], [Placed]]
    assert game.record.state.standings().totals == true_totals(TILES[:5], rules())
    assert not game.refused


def test_a_refused_tile_that_turns_out_to_be_another_is_judged_again() -> None:
    misread = Placement(TILES[4].cell, wrong_tile(TILES[:4]).digits)
    game, happened = play(
        begin_game(rules(), PLAYERS),
        *(shot(TILES[: n + 1], RNG) for n in range(4)),
        shot([*TILES[:4], misread], RNG),
        shot(TILES[:6], RNG),
    )
    assert [kinds(happenings) for happenings in happened[4:]] == [[Refused], [Placed, Placed]]
    assert game.record.state.standings().totals == true_totals(TILES[:6], rules())


def test_a_photograph_taken_twice_passes_no_turn() -> None:
    game, happened = play(
        begin_game(rules(), PLAYERS),
        shot(TILES[:1], RNG),
        shot(TILES[:1], RNG),
        shot(TILES[:2], RNG),
        shot(TILES[:2], RNG),
        shot(TILES[:3], RNG),
    )
    assert [kinds(happenings) for happenings in happened] == [[Placed], [Unchanged], [Placed], [Unchanged], [Placed]]
    assert game.record.state.standings().totals == true_totals(TILES[:3], rules())


def test_a_photograph_left_out_is_noticed_and_both_players_get_their_tile() -> None:
    game, happened = play(begin_game(rules(), PLAYERS), *(shot(TILES[:n], RNG) for n in (1, 2, 4, 5)))
    assert [kinds(happenings) for happenings in happened] == [
        [Placed],
        [Placed],
        [PhotoMissing, Placed, Placed],
        [Placed],
    ]
    assert {seat for seat, _ in placed(game.record)[2:4]} == {0, 1}
    assert {tile for _, tile in placed(game.record)[2:4]} == {tile_of(tile.digits) for tile in TILES[2:4]}


@settings(max_examples=25, deadline=None)
@given(seed=seeds)
def test_many_tiles_at_once_are_laid_in_an_order_in_which_they_fit(seed: int) -> None:
    tiles = list(lay_out(seed, 9))
    game, (happenings,) = play(begin_game(rules(), PLAYERS), shot(tiles, Random(seed)))
    assert kinds(happenings) == [PhotoMissing] + [Placed] * len(tiles)
    assert not game.lying.faults()


def test_a_wrong_tile_on_a_board_seen_for_the_first_time_does_not_make_the_others_wrong() -> None:
    board = [parse_placement(text) for text in ("0,0U:222", "0,0D:252", "1,0U:255")]
    wrong = parse_placement("-1,0D:555")
    game, (happenings,) = play(begin_game(rules(), PLAYERS), shot([*board, wrong], RNG))
    assert kinds(happenings) == [PhotoMissing, Placed, Placed, Placed, Refused]
    assert [refusal.digits for refusal in game.refused.values()] == [(5, 5, 5)]


def test_a_board_unclear_at_first_sight_is_laid_out_once_it_is_clear() -> None:
    board = [parse_placement(text) for text in ("0,0U:222", "0,0D:252", "1,0U:255")]
    unclear = [tile.cell for tile in board]
    game, happened = play(begin_game(rules(), PLAYERS), shot(board, RNG, unclear=unclear), shot(board, RNG))
    assert [kinds(happenings) for happenings in happened] == [[PhotoMissing] + [Unclear] * 3, [Placed] * 3]
    assert placed(game.record)[0] == (0, (2, 2, 2))


def test_an_empty_table_and_another_board_are_refused_and_change_nothing() -> None:
    before, _ = play(begin_game(rules(), PLAYERS), *(shot(TILES[:n], RNG) for n in (1, 2, 3, 4)))
    other = [tile for tile in lay_out(5, 30) if tile.tile not in {known.tile for known in TILES}][:6]
    after, happened = play(before, {}, shot(other, RNG))
    assert happened == [(Unrelated(Mismatch.EMPTY),), (Unrelated(Mismatch.UNRELATED),)]
    assert after == before


def test_nothing_on_the_table_before_the_first_tile_is_said_and_harmless() -> None:
    game, happened = play(begin_game(rules(), PLAYERS), {}, shot(TILES[:1], RNG))
    assert happened[0] == (Unrelated(Mismatch.EMPTY),)
    assert kinds(happened[1]) == [Placed]
    assert placed(game.record) == [(0, tile_of(TILES[0].digits))]


def test_the_last_tile_taken_back_no_longer_counts_and_its_player_moves_again() -> None:
    game, happened = play(begin_game(rules(), PLAYERS), *(shot(TILES[:n], RNG) for n in (1, 2, 3, 2, 3, 4)))
    assert [kinds(happenings) for happenings in happened[3:]] == [[TakenBack], [Placed], [Placed]]
    assert game.record.state.standings().totals == true_totals(TILES[:4], rules())


def test_the_last_tile_overlooked_once_is_its_players_again_when_it_is_back_beside_a_new_one() -> None:
    for seed in range(12):
        tiles = list(lay_out(seed, 8))
        photos = (shot(tiles[:n], RNG) for n in (1, 2, 3, 4, 5, 6, 5, 7))
        game, happened = play(begin_game(rules(), PLAYERS), *photos)
        assert [kinds(happenings) for happenings in happened[6:]] == [[TakenBack], [Placed, Placed]]
        assert game.record.state.standings().totals == true_totals(tiles[:7], rules())


def test_an_earlier_tile_overlooked_is_said_once_and_counts_all_the_same() -> None:
    without = [TILES[0], *TILES[2:6]]
    game, happened = play(
        begin_game(rules(), PLAYERS),
        *(shot(TILES[:n], RNG) for n in (1, 2, 3, 4, 5)),
        shot(without, RNG),
        shot(without, RNG),
        shot(TILES[:7], RNG),
    )
    assert [kinds(happenings) for happenings in happened[5:]] == [[Missing, Placed], [Unchanged], [Placed]]
    assert game.record.state.standings().totals == true_totals(TILES[:7], rules())


def test_a_hand_over_the_board_is_told_from_tiles_taken_away() -> None:
    game, happened = play(
        begin_game(rules(), PLAYERS),
        *(shot(TILES[:n], RNG) for n in range(1, 7)),
        shot(TILES[:3], RNG),
        shot(TILES[:7], RNG),
    )
    assert happened[6] == (Obstructed(3),)
    assert kinds(happened[7]) == [Placed]
    assert game.record.state.standings().totals == true_totals(TILES[:7], rules())


def test_an_unclear_tile_waits_until_a_second_photograph_agrees_and_keeps_its_turn() -> None:
    cell = TILES[2].cell
    game, happened = play(
        begin_game(rules(), PLAYERS),
        shot(TILES[:1], RNG),
        shot(TILES[:2], RNG),
        shot(TILES[:3], RNG, unclear=[cell]),
        shot(TILES[:4], RNG),
    )
    assert [kinds(happenings) for happenings in happened] == [[Placed], [Placed], [Unclear], [Placed, Placed]]
    assert game.record.state.standings().totals == true_totals(TILES[:4], rules())


def test_the_same_guess_twice_does_not_count() -> None:
    cell = TILES[2].cell
    guess = shot(TILES[:3], RNG, improbable=[cell])
    game, happened = play(begin_game(rules(), PLAYERS), shot(TILES[:1], RNG), shot(TILES[:2], RNG), guess, guess)
    assert [kinds(happenings) for happenings in happened[2:]] == [[Unclear], [Unchanged]]
    assert len(game.lying) == 2
    game, happened = play(game, shot(TILES[:3], RNG, unclear=[cell]))
    assert kinds(happened[0]) == [Placed]


def test_what_is_laid_behind_an_unclear_tile_waits_with_it() -> None:
    cell = TILES[2].cell
    blurred = [*TILES[:2], Placement(cell, (0, 0, 0)), TILES[3]]
    again = [*TILES[:2], Placement(cell, (1, 1, 1)), TILES[3]]
    game, happened = play(
        begin_game(rules(), PLAYERS),
        shot(TILES[:1], RNG),
        shot(TILES[:2], RNG),
        shot(blurred[:3], RNG, unclear=[cell]),
        shot(again, RNG, unclear=[cell]),
        shot(TILES[:4], RNG),
    )
    assert [kinds(happenings) for happenings in happened[2:]] == [[Unclear], [Unclear, Unclear], [Placed, Placed]]
    assert [item.behind for item in happened[3] if isinstance(item, Unclear)] == [False, True]
    assert game.record.state.standings().totals == true_totals(TILES[:4], rules())


def test_a_later_and_clear_reading_corrects_a_tile_and_says_only_the_difference() -> None:
    board = parse_position("0,0U:222 0,0D:252")
    misread = [parse_placement("0,0U:222"), parse_placement("0,0D:232")]
    game, happened = play(
        begin_game(rules(), PLAYERS),
        shot(misread[:1], RNG),
        shot(misread, RNG),
        shot(board, RNG, unclear=[Cell(0, 0, "D")]),
        shot(board, RNG),
        shot(board, RNG),
    )
    assert [kinds(happenings) for happenings in happened] == [[Placed], [Placed], [Unchanged], [Corrected], [Unchanged]]
    corrected = happened[3][0]
    assert isinstance(corrected, Corrected)
    assert corrected.difference.totals_before == (16, 7)
    assert corrected.difference.totals_after == (16, 9) == game.record.state.standings().totals
    said = [
        each.text
        for each in HappeningAnnouncer(find_language("en"), rules(), PLAYERS, Voice.PHOTOS).announce(corrected)
    ]
    assert any("7" in text and "9" in text for text in said)


def test_a_reading_that_would_be_against_the_rules_corrects_nothing() -> None:
    changed = Placement(TILES[1].cell, wrong_tile(TILES[:3]).digits)
    before, _ = play(begin_game(rules(), PLAYERS), *(shot(TILES[:n], RNG) for n in (1, 2, 3)))
    after, happened = play(before, shot([TILES[0], changed, TILES[2]], RNG))
    assert kinds(happened[0]) == [Contradicted]
    assert after.record == before.record


def test_a_reading_that_makes_a_fault_of_later_tiles_corrects_nothing() -> None:
    board = [parse_placement(text) for text in ("0,0U:222", "0,0D:252", "1,0U:255")]
    before, happened = play(begin_game(rules(), PLAYERS), *(shot(board[:n], RNG) for n in (1, 2, 3)))
    assert [kinds(happenings) for happenings in happened] == [[Placed]] * 3
    after, happened = play(before, shot([board[0], parse_placement("0,0D:232"), board[2]], RNG))
    assert kinds(happened[0]) == [Contradicted]
    assert after.record == before.record


def test_the_last_tile_moved_counts_where_it_lies_now() -> None:
    three = [parse_placement(text) for text in ("0,0U:222", "0,0D:252", "-1,0D:322")]
    elsewhere = [*three[:2], parse_placement("0,-1D:223")]
    game, happened = play(
        begin_game(rules(), PLAYERS), *(shot(tiles, RNG) for tiles in (three[:1], three[:2], three, elsewhere))
    )
    assert kinds(happened[3]) == [Corrected]
    assert game.record.state.standings().totals == true_totals(elsewhere, rules())


def test_who_lays_more_tiles_than_were_dealt_has_drawn_and_pays_for_it() -> None:
    tiles = list(lay_out(21, 24))
    game, happened = play(begin_game(rules(), PLAYERS), *(shot(tiles[:n], RNG) for n in range(1, 25)))
    flat = [item for happenings in happened for item in happenings]
    drew = [item for item in flat if isinstance(item, Drew)]
    assert len(drew) >= 1
    assert sum(isinstance(item, Placed) for item in flat) == 24
    assert [tile for _, tile in placed(game.record)] == [tile_of(tile.digits) for tile in tiles]
    assert len(game.lying) == 24


@settings(max_examples=60, deadline=None)
@given(seed=seeds)
def test_no_hindrance_at_the_table_changes_the_score(seed: int) -> None:
    rng, tiles = Random(seed), list(lay_out(seed, 14))
    game = begin_game(rules(), PLAYERS)
    for count in range(1, len(tiles) + 1):
        lying, new = tiles[: count - 1], tiles[count - 1]
        photos = [shot([*lying, new], rng)]
        match rng.randrange(6) if count > 4 else 0:
            case 1:
                photos = [shot(lying, rng), *photos]
            case 2:
                photos = [shot(rng.sample(lying, len(lying) - 2), rng), *photos]
            case 3:
                triplets = [(0, 0, 0), (1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5)]
                wrong = Placement(new.cell, rng.choice([digits for digits in triplets if digits[0] not in new.digits]))
                photos = [shot([*lying, wrong], rng, disputed=[wrong.cell]), shot(lying, rng), *photos]
            case 4:
                photos = [shot([*lying, new], rng, unclear=[new.cell]), *photos]
            case 5:
                blurred = rng.choice(lying)
                a, b, c = blurred.digits
                misread = Placement(blurred.cell, ((a + 1) % 6, b, c))
                rest = [tile for tile in lying if tile != blurred]
                photos = [shot([*rest, misread, new], rng, improbable=[misread.cell])]
            case _:
                pass
        game, _ = play(game, *photos)
    assert placed(game.record) == [(n % 2, tile_of(tile.digits)) for n, tile in enumerate(tiles)]
    assert game.record.state.standings().totals == true_totals(tiles, rules())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.dictionaries(strategies.cells, sights, max_size=6), max_size=8))
def test_whatever_photographs_show_the_referee_has_something_to_say(photos: list[dict[Cell, Sight]]) -> None:
    game = begin_game(rules(), PLAYERS)
    announcer = HappeningAnnouncer(find_language("ru"), rules(), PLAYERS, Voice.PHOTOS)
    for photo in photos:
        game, happenings = referee(game, photo)
        assert happenings
        assert all(announcer.announce(happening) for happening in happenings)
        assert not game.lying.faults()


# What a picture tells.


def picture(*, why: Doubt | None = None, reads: int = 5, lattice: Why | None = None) -> ObservedPicture:
    """A picture of one tile, 0-1-5, with a doubt about it."""
    tile = SeenTile(np.zeros((3, 2)), (0, 1, 5), 0.99, why is None and lattice is None, Cell(0, 0, "U"))
    corner = 2 if why is Doubt.DISAGREES else None
    return ObservedPicture(
        tiles=(tile,),
        sightings=(4,),
        hypotheses=((),),
        chirality=Chirality.CW,
        lattice=NoLattice("not needed here"),
        lattice_doubts=() if lattice is None else (LatticeDoubt(lattice, (4,)),),
        reading_doubts=() if why is None else (ReadingDoubt(why, 4, corner, reads, 3),),
        suspects=(),
        faint=(),
    )


@pytest.mark.parametrize(
    ("observed", "clear"),
    [
        (picture(), True),
        (picture(why=Doubt.WEAK), False),
        (picture(why=Doubt.HIDDEN), False),
        (picture(why=Doubt.FACE), True),
        (picture(lattice=Why.FACE), True),
        (picture(lattice=Why.GAP), False),
        (picture(why=Doubt.DISAGREES), True),
        (picture(why=Doubt.DISAGREES, reads=4), False),
    ],
)
def test_a_tile_is_clear_unless_its_digits_or_its_place_are_in_doubt(observed: ObservedPicture, clear: bool) -> None:
    (sight,) = see_board(observed).values()
    assert sight.clear is clear
    assert sight.disputed is any(doubt.why is Doubt.DISAGREES for doubt in observed.reading_doubts)


# What is said.

NOT_IN_PHOTOGRAPHS = {
    Answered,
    Cleared,
    Entered,
    Noted,
    Rejected,
    Undone,
    Reseated,
    Found,
    HandSeen,
    WellShrank,
    Withdrawn,
    Handed,
    CameraGone,
    CameraThere,
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_that_can_happen_has_words_and_data(code: str) -> None:
    announcer = HappeningAnnouncer(find_language(code), rules(), PLAYERS, Voice.PHOTOS)
    wrong = wrong_tile(TILES[:2])
    changed = Placement(TILES[1].cell, wrong_tile(TILES[:3]).digits)
    tiles = list(lay_out(21, 20))
    photos = [
        *(shot(TILES[:n], RNG) for n in (1, 2, 2)),
        shot([*TILES[:2], wrong], RNG, disputed=[wrong.cell]),
        shot([*TILES[:2], wrong], RNG),
        *(shot(TILES[:n], RNG) for n in (2, 3, 2)),
        shot(TILES[:3], RNG, unclear=[TILES[2].cell]),
        shot(TILES[:5], RNG),
        shot(TILES[:1], RNG),
        shot([TILES[0], *TILES[2:5]], RNG),
        shot([TILES[0], changed, *TILES[2:5]], RNG),
        {},
    ]
    game, happened = play(begin_game(rules(), PLAYERS), *photos)
    longer, more = play(begin_game(rules(), PLAYERS), *(shot(tiles[:n], RNG) for n in range(1, 21)))
    corrected, last = play(
        begin_game(rules(), PLAYERS), *(shot(parse_position(f"0,0U:222 0,0D:2{n}2"), RNG) for n in (3, 5))
    )
    seen = {type(item) for happenings in (*happened, *more, *last) for item in happenings}
    assert seen == set(get_args(Happening)) - NOT_IN_PHOTOGRAPHS
    for state, happenings in ((game, happened), (longer, more), (corrected, last)):
        for each in happenings:
            for item in each:
                assert all(said.text and "{" not in said.text for said in announcer.announce(item))
            value = json.loads(json.dumps(photo_to_json("p.jpg", state, each, sure=True)))
            assert set(value) == {"image", "events", "totals", "sure"}
            assert all("event" in event for event in value["events"])


class _Variables(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.found.add(node.id.name)


@pytest.mark.parametrize("file", ["scoring.ftl", "live.ftl", "matches.ftl"])
def test_both_languages_have_the_same_messages_with_the_same_variables(file: str) -> None:
    found = []
    for code in LANGUAGES:
        text = (Path(__file__).parents[1] / "app" / "locales" / code / file).read_text(encoding="utf-8")
        messages: dict[str, set[str]] = {}
        for entry in FluentParser().parse(text).body:
            assert not isinstance(entry, ast.Junk), entry.content
            if isinstance(entry, ast.Message):
                variables = _Variables()
                variables.visit(entry)
                messages[entry.id.name] = variables.found
        found.append(messages)
    assert found[0] == found[1]


@pytest.mark.parametrize("why", list(Doubt) + list(Why))
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_doubt_has_words(code: str, why: Doubt | Why) -> None:
    from tileref.audit_words import BoardAuditor

    observed = picture(why=why) if isinstance(why, Doubt) else picture(lattice=why)
    said = BoardAuditor(find_language(code), rules()).doubts(observed)
    assert said
    assert any("0-1-5" in text for text in said) or why is Doubt.LATTICE


def test_an_audit_names_every_fault_with_its_rule() -> None:
    from tileref.audit_words import BoardAuditor

    auditor = BoardAuditor(find_language("en"), rules())
    board = parse_position("0,0U:015 0,0D:155 0,-1D:035 1,0U:521 5,5U:333 5,5D:333")
    found = auditor.faults(board)
    assert {fault.reason for fault, _ in found} >= {Reason.SIDE_MISMATCH, Reason.NO_SIDE, Reason.TILE_USED}
    for _, said in found:
        assert said.rule is not None
        assert f"leaflet {said.rule.leaflet}, rule {said.rule.number}" in said.text


# The command.


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score",), "PHOTO"),
        (("score", "no-such-file.jpg"), "no-such-file.jpg"),
        (("score", "no-such-file-*.jpg"), "no-such-file-"),
        (("score", "a.jpg", "b.jpg", "--ruleset", "triple-401"), "triple-401"),
        (("score", "a.jpg", "b.jpg", "--ruleset", "no-such-rules.toml"), "no-such-rules.toml"),
        (("score", "a.jpg", "b.jpg", "--ruleset", "dice-xl"), "triple-400"),
        (("score", "a.jpg", "b.jpg", "--players", "A,B,C,D,E,F,G"), "7"),
        (("score", "a.jpg", "b.jpg", "--players", "Anna"), "1"),
        (("score", "a.jpg", "b.jpg", "--players", "Anna,Anna"), "Anna"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: tuple[str, ...], says: str) -> None:
    outcome = tileref(*arguments)
    assert is_one_sentence(outcome), outcome
    assert says in outcome.err


def test_several_files_of_which_none_is_a_picture_get_a_sentence_each_and_no_score(tmp_path: Path) -> None:
    for name in ("a.jpg", "b.jpg"):
        (tmp_path / name).write_text("not a picture", encoding="utf-8")
    outcome = tileref("score", str(tmp_path))
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 2)


def test_a_file_that_is_no_picture_gets_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "notes.jpg"
    file.write_text("not a picture", encoding="utf-8")
    outcome = tileref("score", str(file))
    assert is_one_sentence(outcome), outcome
    assert "notes.jpg" in outcome.err


# A rendered game.


def clear_frames() -> list[dict[str, object]]:
    if not SEQUENCE.is_dir():
        pytest.skip(f"the game is not there: {SEQUENCE}")
    frames = json.loads((SEQUENCE / "sequence.json").read_text(encoding="utf-8"))["frames"]
    return [frame for frame in frames if frame["frame_kind"] == "clear" and frame["action_done"]]


@pytest.mark.slow
def test_a_rendered_game_is_refereed_without_a_mistake() -> None:
    frames = clear_frames()
    outcome = tileref("score", *(str(SEQUENCE / str(frame["image"])) for frame in frames), "--json")
    assert outcome.code == 0
    photos = [json.loads(line) for line in outcome.out.splitlines()]
    expected = {"place": "placed", "illegal": "refused", "remove": "taken_back"}
    for frame, photo in zip(frames, photos, strict=True):
        action = frame["action_tile"]
        assert isinstance(action, dict)
        (event,) = photo["events"]
        assert event["event"] == expected[str(frame["action"])], photo
        assert tile_of(tuple(event["values"])) == tile_of(tuple(action["digits"])), photo
    laid = [event for photo in photos for event in photo["events"] if event["event"] == "placed"]
    assert [event["player"] for event in laid] == ["Anna", "Boris"] * (len(laid) // 2)
    assert photos[-1]["totals"] == {
        name: sum(event["points"] for event in laid if event["player"] == name) for name in ("Anna", "Boris")
    }


@pytest.mark.slow
def test_an_audit_of_a_rendered_board_cites_the_leaflet() -> None:
    frame = next(frame for frame in clear_frames() if frame["action"] == "illegal")
    path = str(SEQUENCE / str(frame["image"]))
    audit = json.loads(tileref("score", path, "--json").out)
    assert audit["board"]["tiles"] == frame["board_size"]
    assert audit["audit"]["faults"]
    assert all(fault["leaflet"] == "000" and fault["rule"] for fault in audit["audit"]["faults"])
    assert "leaflet 000, rule" in tileref("score", path).out
