"""A table that is watched: what is seen of it, and when, while hands come and go."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.tabletop import BOARD, NEXT, TABLE, WELL, Film, Hand, Tabletop, lay, lay_loose, push, set_table
from tileref.datasets.layout import LyingTile
from tileref.engine.triangles import Cell, Digits, Tile, tile_of
from tileref.vision.compare import BoardDelta, compare
from tileref.vision.frame import Frame
from tileref.vision.looks import TileLook
from tileref.vision.pipeline import PictureReader
from tileref.vision.rectify import Image
from tileref.vision.registration import Registration, register
from tileref.vision.watching import Glimpse, InTheWay, Moving, Seen, Unchanged, Waiting, Watcher

AFTER = (*TABLE, NEXT)
NEAR = Hand(0.2, -1.5)
"""A hand over the place of the next tile."""


class CountingReader(PictureReader):
    """A reader that says how often it was asked."""

    count = 0

    def look(self, image: Image, *, known: Sequence[TileLook] = ()) -> tuple[TileLook, ...]:
        """The looks of a real reader."""
        self.count += 1
        return super().look(image, known=known)


@cache
def reader() -> CountingReader:
    return CountingReader(threads=1)


@dataclass(slots=True)
class Watched:
    """What was seen of a film by somebody who takes every table that is seen for the truth."""

    watcher: Watcher = field(default_factory=lambda: Watcher(reader()))
    glimpses: list[Glimpse] = field(default_factory=list)
    board: dict[Cell, Digits] = field(default_factory=dict)
    changes: list[BoardDelta] = field(default_factory=list)

    def watch(self, frames: Iterable[Frame]) -> "Watched":
        """Watch on."""
        for frame in frames:
            glimpse = self.watcher.see(frame)
            self.glimpses.append(glimpse)
            if isinstance(glimpse, Seen):
                self._take(dict(glimpse.observed.board))
                self.watcher.adopt()
        return self

    def _take(self, board: dict[Cell, Digits]) -> None:
        if not self.board or not board:
            self.board = board
            return
        found = register(self.board, board)
        assert isinstance(found, Registration)
        if delta := compare(self.board, found.tiles):
            self.changes.append(delta)
        self.board = dict(found.tiles)

    @property
    def seen(self) -> list[Seen]:
        """The tables that were seen."""
        return [glimpse for glimpse in self.glimpses if isinstance(glimpse, Seen)]

    @property
    def came(self) -> list[list[Tile]]:
        """The tiles that were laid, time after time."""
        return [sorted(placement.tile for placement in delta.added) for delta in self.changes]

    @property
    def went(self) -> list[list[Tile]]:
        """The tiles that were taken away, time after time."""
        return [sorted(placement.tile for placement in delta.removed) for delta in self.changes]


def watched(table: Tabletop, film: Film, tiles: Sequence[LyingTile] = TABLE) -> Watched:
    """A table that has been understood."""
    watching = Watched().watch(film.frames(table.picture(tiles), 1.0))
    assert len(watching.board) == sum(tile.cell is not None for tile in tiles)
    return watching


def backs(seen: Seen) -> int:
    return sum(tile.digits is None for tile in seen.observed.tiles)


def named(tile: LyingTile) -> Tile:
    assert tile.digits is not None
    return tile_of(tile.digits)


def test_a_table_on_which_nothing_happens_is_read_once() -> None:
    table, film = set_table(), Film()
    reader().count = 0
    watching = watched(table, film)
    for step in range(100):
        film.light = 1 - 0.002 * step
        watching.watch([film.frame(table.picture(TABLE))])
    assert reader().count == len(watching.seen) == 1
    assert set(map(type, watching.glimpses[20:])) == {Unchanged}


@pytest.mark.parametrize("light", [0.6, 1.4])
def test_another_exposure_changes_nothing_on_the_table(light: float) -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    film.light = light
    watching.watch(film.frames(table.picture(TABLE), 4.0))
    assert watching.changes == []
    assert isinstance(watching.glimpses[-1], Unchanged)


@pytest.mark.parametrize("seed", [4, 12])
@pytest.mark.parametrize("rate", [5.0, 15.0, 30.0])
def test_a_tile_is_seen_once_and_soon_after_the_hand_has_left(seed: int, rate: float) -> None:
    table, film = set_table(seed), Film(rate=rate)
    watching = watched(table, film).watch(film.reach(table, TABLE, AFTER, NEAR))
    gone = film.time
    watching.watch(film.frames(table.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]
    assert watching.went == [[]]
    assert len(watching.seen) == 2
    last = watching.seen[-1]
    assert last.frame.time is not None
    assert last.frame.time - gone <= 1.0
    assert last.hour is not None
    assert 5 < last.hour < 7


@pytest.mark.parametrize("stay", [2.0, 8.0])
def test_a_hand_that_rests_on_the_table_hides_no_tile_and_lays_none(stay: float) -> None:
    table, film = set_table(), Film()
    watching = watched(table, film).watch(film.frames(table.picture(TABLE, NEAR), stay))
    watching.watch(film.frames(table.picture(AFTER, NEAR), stay))
    assert any(isinstance(glimpse, InTheWay) for glimpse in watching.glimpses)
    assert watching.changes == []
    watching.watch(film.frames(table.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]


def test_the_tiles_under_a_hand_that_has_rested_for_long_are_believed_and_said_to_be_covered() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film).watch(film.frames(table.picture(TABLE, NEAR), 6.0))
    resting = watching.seen[-1]
    assert resting.covered
    shown = Watched().watch(Film().frames(table.picture(TABLE, NEAR), 1.0)).seen[-1]
    assert shown.is_first
    assert not resting.is_first
    assert len(shown.observed.tiles) < len(resting.observed.tiles) == len(TABLE)
    assert watching.changes == []
    assert isinstance(watching.glimpses[-1], Unchanged)


def test_a_hand_that_has_thought_beside_the_board_for_long_holds_nothing_up_when_it_has_laid_its_tile() -> None:
    table, film, thinking = set_table(), Film(), Hand(0.5, -1.9)
    watching = watched(table, film).watch(film.frames(table.picture(TABLE, thinking), 6.0))
    watching.watch(film.reach(table, TABLE, AFTER, NEAR))
    gone = film.time
    watching.watch(film.frames(table.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]
    assert watching.seen[-1].frame.time is not None
    assert watching.seen[-1].frame.time - gone <= 1.0


def test_a_hand_that_covers_most_of_the_board_is_waited_for_as_long_as_it_stays() -> None:
    table, film, small = set_table(), Film(), BOARD[:2]
    watching = watched(table, film, small)
    watching.watch(film.frames(table.picture(small, Hand(1.0, 0.8, seed=3)), 14.0))
    assert isinstance(watching.glimpses[-1], InTheWay)
    assert len(watching.seen) == 1
    watching.watch(film.frames(table.picture(small), 1.0))
    assert watching.changes == []
    assert isinstance(watching.glimpses[-1], Unchanged)


def test_a_tile_that_is_taken_back_is_seen_to_go() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film, AFTER).watch(film.reach(table, AFTER, TABLE, NEAR))
    watching.watch(film.frames(table.picture(TABLE), 1.0))
    assert watching.went == [[named(NEXT)]]
    assert watching.came == [[]]


def test_a_tile_that_is_laid_and_taken_back_at_once_is_never_seen() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    watching.watch(film.reach(table, TABLE, AFTER, NEAR)).watch(film.reach(table, AFTER, TABLE, NEAR))
    watching.watch(film.frames(table.picture(TABLE), 1.0))
    assert watching.changes == []
    assert isinstance(watching.glimpses[-1], Unchanged)


@pytest.mark.parametrize("across", [11.0, 22.0])
def test_a_tile_that_is_turned_in_its_place_is_seen_to_show_other_digits(across: float) -> None:
    table, film = set_table(width=1280, height=720, across=across), Film()
    turned = tuple(lay("1,0U:121") if tile.digits == (1, 1, 2) else tile for tile in BOARD)
    watching = watched(table, film, BOARD).watch(film.reach(table, BOARD, turned, Hand(1.3, 0.5)))
    watching.watch(film.frames(table.picture(turned), 1.0))
    (delta,) = watching.changes
    (changed,) = delta.changed
    assert (changed.before, changed.after) == ((1, 1, 2), (1, 2, 1))


def test_a_tile_that_is_moved_to_another_place_is_seen_to_be_the_same() -> None:
    table, film = set_table(), Film()
    moved = (*BOARD[:6], *WELL, lay("0,-2D:121"))
    watching = watched(table, film).watch(film.reach(table, TABLE, moved, Hand(1.0, -0.5)))
    watching.watch(film.frames(table.picture(moved), 1.0))
    (delta,) = watching.changes
    assert [move.before.tile for move in delta.moved] == [named(BOARD[6])]


def test_two_tiles_that_are_laid_at_once_are_both_seen() -> None:
    table, film = set_table(), Film()
    both = (*AFTER, lay("2,-1U:323"))
    watching = watched(table, film).watch(film.reach(table, TABLE, both, Hand(1.0, -1.0)))
    watching.watch(film.frames(table.picture(both), 1.0))
    assert watching.came == [[tile_of((1, 2, 4)), tile_of((2, 3, 3))]]


@pytest.mark.parametrize("nudge", [0.03, 0.2, 0.8])
def test_a_camera_that_is_nudged_loses_no_tile_and_the_next_one_is_seen(nudge: float) -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    nudged = table.nudged(nudge)
    watching.watch(film.frames(nudged.picture(TABLE), 1.5))
    assert watching.changes == []
    assert isinstance(watching.glimpses[-1], Unchanged)
    watching.watch(film.reach(nudged, TABLE, AFTER, NEAR)).watch(film.frames(nudged.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]


def test_a_camera_that_is_nudged_while_a_tile_is_laid_shows_the_tile_all_the_same() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    nudged = table.nudged(0.2)
    watching.watch(film.frames(table.picture(TABLE, NEAR), 0.3)).watch(film.frames(nudged.picture(AFTER, NEAR), 0.3))
    watching.watch(film.frames(nudged.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]


@pytest.mark.parametrize("far", [0.04, 0.4])
def test_a_board_that_is_pushed_loses_no_tile(far: float) -> None:
    table, film = set_table(), Film()
    pushed = tuple(push(tile, far, far / 3) for tile in TABLE)
    watching = watched(table, film).watch(film.reach(table, TABLE, pushed, Hand(1.0, -0.5)))
    watching.watch(film.frames(table.picture(pushed), 4.0))
    assert watching.changes == []
    assert isinstance(watching.glimpses[-1], Unchanged)


def test_tiles_that_a_sleeve_has_pushed_a_little_are_the_same() -> None:
    table, film = set_table(), Film()
    jostled = tuple(push(tile, 0.04, 0.03, turn=0.03) if at in (2, 3, 6) else tile for at, tile in enumerate(TABLE))
    watching = watched(table, film).watch(film.reach(table, TABLE, jostled, Hand(1.0, -0.5)))
    watching.watch(film.frames(table.picture(jostled), 1.0))
    assert watching.changes == []


def test_a_loose_tile_that_comes_to_lie_near_is_seen_and_is_not_of_the_board() -> None:
    table, film = set_table(), Film()
    near = (*TABLE, lay_loose((0, 5, 5), 3.4, -1.5))
    watching = watched(table, film).watch(film.reach(table, TABLE, near, Hand(3.4, -1.5)))
    watching.watch(film.frames(table.picture(near), 1.0))
    assert watching.changes == []
    loose = [tile.digits for tile in watching.seen[-1].observed.tiles if tile.cell is None and tile.digits]
    assert list(map(tile_of, loose)) == [Tile(0, 5, 5)]


def test_a_tile_drawn_from_the_well_is_seen_to_be_missing_there() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film).watch(film.reach(table, TABLE, TABLE[:-1], Hand(-3.2, 1.6, np.pi)))
    watching.watch(film.frames(table.picture(TABLE[:-1]), 1.0))
    assert [backs(seen) for seen in watching.seen] == [4, 3]
    hour = watching.seen[-1].hour
    assert hour is not None
    assert 8 < hour < 10
    assert watching.changes == []


def test_a_board_that_is_swept_away_is_seen_to_be_gone() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film).watch(film.reach(table, TABLE, WELL, Hand(1.0, -0.5)))
    watching.watch(film.frames(table.picture(WELL), 1.5))
    assert watching.seen[-1].observed.board == {}
    assert not watching.seen[-1].covered
    assert isinstance(watching.glimpses[-1], Unchanged)


def test_a_hand_that_only_passes_changes_nothing_and_leaves_no_direction_behind() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    passing = Hand(0.5, -1.0, np.pi / 2)
    watching.watch(film.reach(table, TABLE, TABLE, passing)).watch(film.frames(table.picture(TABLE), 0.7))
    assert len(watching.seen) == 1
    watching.watch(film.reach(table, TABLE, AFTER, NEAR)).watch(film.frames(table.picture(AFTER), 1.0))
    hour = watching.seen[-1].hour
    assert hour is not None
    assert 5 < hour < 7


def test_the_direction_is_that_of_the_hand_that_was_over_the_tile() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film).watch(film.reach(table, TABLE, AFTER, NEAR))
    # Before the table comes to rest somebody takes a tile from the well.
    watching.watch(film.reach(table, AFTER, AFTER, Hand(-3.2, 1.6, np.pi)))
    watching.watch(film.frames(table.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]
    hour = watching.seen[-1].hour
    assert hour is not None
    assert 5 < hour < 7


def test_darkness_is_no_empty_table() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film).watch(film.frames(np.full_like(table.picture(TABLE), 4), 15.0))
    assert isinstance(watching.glimpses[-1], InTheWay)
    watching.watch(film.frames(table.picture(TABLE), 1.0))
    assert watching.changes == []
    assert len(watching.board) == len(BOARD)


def test_a_digit_that_shine_hides_at_first_is_read_when_the_shine_has_gone() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    corners = table.place(NEXT)
    shine = np.zeros(table.picture(TABLE).shape, np.uint8)
    middle = np.round(0.72 * corners[1] + 0.28 * corners.mean(axis=0)).astype(int)
    cv2.circle(shine, (int(middle[0]), int(middle[1])), 14, (255, 255, 255), -1)
    shine = np.asarray(cv2.GaussianBlur(shine, (0, 0), 4), np.uint8)
    hidden = np.asarray(cv2.add(table.picture(AFTER), shine), np.uint8)
    watcher = watching.watcher
    shown = [watcher.see(frame) for frame in film.frames(hidden, 1.2)]
    assert not any(isinstance(glimpse, Seen) and glimpse.observed.sure for glimpse in shown)
    watcher.look_again()
    shown = [watcher.see(frame) for frame in film.frames(table.picture(AFTER), 3.0)]
    sure = [glimpse for glimpse in shown if isinstance(glimpse, Seen) and glimpse.observed.sure]
    assert sure
    assert named(NEXT) in set(map(tile_of, sure[0].observed.board.values()))


def test_a_table_that_was_not_adopted_is_seen_again_now_and_then() -> None:
    table, film = set_table(), Film()
    watcher = Watcher(reader())
    shown = [type(watcher.see(frame)) for frame in film.frames(table.picture(TABLE), 3.6)]
    assert shown.count(Seen) == 4
    assert set(shown[10:]) == {Seen, Waiting}


def test_a_table_that_was_adopted_with_a_doubt_is_looked_at_again_though_nothing_changes() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    watching.watcher.look_again()
    watching.watch(film.frames(table.picture(TABLE), 2.5))
    assert len(watching.seen) == 2
    assert watching.seen[-1].looks == 1
    assert watching.changes == []


def test_a_doubt_outlives_a_hand_that_passes() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    watching.watcher.look_again()
    watching.watch(film.reach(table, TABLE, TABLE, Hand(0.5, -1.0))).watch(film.frames(table.picture(TABLE), 1.0))
    assert len(watching.seen) == 2


def test_another_resolution_is_another_view_and_nothing_is_taken_for_lost() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    larger = set_table(width=1280, height=720)
    watching.watch(film.frames(larger.picture(TABLE), 1.0))
    assert watching.changes == []
    assert [seen.is_first for seen in watching.seen] == [True, True]


def test_a_camera_that_hangs_and_comes_back_after_an_hour_shows_what_has_changed() -> None:
    table, film = set_table(), Film(noise=0.0)
    watching = watched(table, film)
    frozen = film.frame(table.picture(TABLE))
    watching.watch([replace(frozen, time=film.time + step / 15) for step in range(60)])
    assert len(watching.seen) == 1
    film.number += 3600 * 15
    watching.watch(film.frames(table.picture(AFTER), 1.0))
    assert watching.came == [[named(NEXT)]]


# Folders of pictures.


def pictures(*scenes: Image) -> list[Frame]:
    return [
        replace(Film(seed=number).frame(scene), time=2.0 * number, stands=True, number=number)
        for number, scene in enumerate(scenes)
    ]


def test_each_picture_of_a_folder_is_judged_at_once() -> None:
    table = set_table()
    boards = [(*BOARD[:count], *WELL) for count in range(1, 8)]
    watching = Watched().watch(pictures(*map(table.picture, boards)))
    assert len(watching.seen) == len(boards)
    assert watching.came == [[named(tile)] for tile in BOARD[1:]]
    assert all(seen.looks == 1 for seen in watching.seen)


def test_a_picture_of_a_folder_that_shows_the_same_is_not_judged_again() -> None:
    table = set_table()
    watching = Watched().watch(pictures(table.picture(TABLE), table.picture(TABLE)))
    assert [type(glimpse) for glimpse in watching.glimpses] == [Seen, Unchanged]


def test_a_picture_of_a_folder_in_which_a_hand_covers_the_board_is_passed_over() -> None:
    table = set_table()
    scenes = (table.picture(TABLE), table.picture(TABLE, NEAR), table.picture(AFTER))
    watching = Watched().watch(pictures(*scenes))
    assert [type(glimpse) for glimpse in watching.glimpses] == [Seen, InTheWay, Seen]
    assert watching.came == [[named(NEXT)]]


def test_pictures_of_a_folder_may_be_taken_from_the_hand() -> None:
    table = set_table()
    scenes = [table.nudged(0.5 * step).picture((*BOARD[: 3 + step], *WELL)) for step in range(5)]
    watching = Watched().watch(pictures(*scenes))
    assert watching.came == [[named(tile)] for tile in BOARD[3:]]


def test_what_moves_is_not_looked_at() -> None:
    table, film = set_table(), Film()
    watching = watched(table, film)
    reader().count = 0
    watching.watch(film.reach(table, TABLE, AFTER, NEAR))
    assert reader().count == 0
    assert Moving() in watching.glimpses
