"""How well pictures are read: what was seen against what lies there, tile by tile and board by board.

Tiles of which less than half can be seen, and those marked as not to be counted, count neither way. What was seen is a
tile if its corners lie within a quarter of a side of the truth's. Digits count where nine tenths of a tile can be seen,
and of its marks, as far as that is known.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from tileref.datasets.compositor import Picture, compose
from tileref.datasets.layout import Kind
from tileref.engine.triangles import Cell, Digits
from tileref.vision.frame import read_frame
from tileref.vision.pipeline import PictureReader
from tileref.vision.rectify import Image
from tileref.vision.tiles import SeenTile


@dataclass(frozen=True, slots=True)
class RenderedKind:
    """A kind of pictures that the project renders: how hard, from 0 to 1, in which share of them tiles have pips, and
    where their seeds begin. Training stays far below, so that no picture, and no table, is known."""

    hardness: float
    pips: float
    first_seed: int


RENDERED: Mapping[str, RenderedKind] = {
    "easy": RenderedKind(0.1, 0.0, 10_500_000),
    "medium": RenderedKind(0.5, 0.0, 10_600_000),
    "hard": RenderedKind(0.9, 0.0, 10_700_000),
    "pips": RenderedKind(0.3, 1.0, 10_800_000),
}

COUNTED = 0.5
CLEAR = 0.9
_NEAR = 0.25
_ORDERS = tuple(permutations(range(3)))

Mark = tuple[int, int, int]
"""A digit at a vertex of the lattice: x, y, digit."""
Lattice = frozenset[frozenset[Mark]]
"""A board as the digits at the corners of its tiles; nothing of how it is turned in the picture."""


@dataclass(frozen=True, slots=True)
class KnownTile:
    """A tile that truly lies there; `marks` says where in the lattice its digits are, None off the board. Its digits
    count if they are `legible`."""

    kind: Kind
    corners: NDArray[np.float64]
    digits: Digits | None
    visibility: float
    counts: bool
    marks: frozenset[Mark] | None
    legible: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class KnownPicture:
    """A picture and the truth about it; `whole` says that the board can be seen from end to end."""

    name: str
    difficulty: str
    image: Image
    tiles: tuple[KnownTile, ...]
    whole: bool


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, with the interval in which the true share lies with 95 % (Wilson)."""

    right: int
    of: int

    @property
    def rate(self) -> float | None:
        """The share, None of nothing."""
        return self.right / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """From where to where the true share may lie."""
        if not self.of:
            return 0.0, 1.0
        z, n, p = 1.96, self.of, self.right / self.of
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        reach = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, middle - reach), min(1.0, middle + reach)


@dataclass(frozen=True, slots=True)
class TileScore:
    """What became of a tile that counts: its side in pixels, as what it was seen (None: missed), how many of its digits
    were right, and how far its corners were off, in sides."""

    kind: Kind
    side: float
    visibility: float
    seen: Kind | None
    digits_right: int
    error: float | None
    legible: bool = True

    @property
    def exact(self) -> bool:
        """Whether the digits were all right."""
        return self.digits_right == 3

    @property
    def is_legible(self) -> bool:
        """Whether its digits count: it lies face up and can be seen clearly."""
        return self.kind is not Kind.FACEDOWN and self.visibility >= CLEAR and self.legible


@dataclass(frozen=True, slots=True)
class PictureScore:
    """What became of a picture: `extra` things were taken for tiles, and `problems` says in words what is wrong."""

    name: str
    difficulty: str
    tiles: tuple[TileScore, ...]
    extra: int
    whole: bool
    board_exact: bool
    lattice_exact: bool
    sure: bool
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What became of many pictures."""

    pictures: tuple[PictureScore, ...]

    def of(self, difficulty: str) -> "Evaluation":
        """The same, of the pictures of one difficulty."""
        return Evaluation(tuple(picture for picture in self.pictures if picture.difficulty == difficulty))

    @property
    def tiles(self) -> tuple[TileScore, ...]:
        """The tiles of all pictures."""
        return tuple(tile for picture in self.pictures for tile in picture.tiles)

    @property
    def recall(self) -> Share:
        """Clearly visible tiles that were found."""
        return self.recall_of(0, float("inf"))

    def recall_of(self, shortest: float, longest: float) -> Share:
        """The same, of tiles with sides of so many pixels."""
        clear = [tile for tile in self.tiles if tile.visibility >= CLEAR and shortest <= tile.side < longest]
        return _share(tile.seen is not None for tile in clear)

    @property
    def precision(self) -> Share:
        """Found tiles that are tiles."""
        found = sum(tile.seen is not None for tile in self.tiles)
        return Share(found, found + sum(picture.extra for picture in self.pictures))

    @property
    def digits(self) -> Share:
        """Digits that are right, on tiles that were found."""
        return self.digits_of(0, float("inf"))

    def digits_of(self, shortest: float, longest: float) -> Share:
        """The same, of tiles with sides of so many pixels."""
        found = [t for t in self.tiles if t.is_legible and t.seen is not None and shortest <= t.side < longest]
        return Share(sum(tile.digits_right for tile in found), 3 * len(found))

    @property
    def tile_exact(self) -> Share:
        """Clearly visible tiles with all digits right; a missed tile is a wrong one."""
        return _share(tile.exact for tile in self.tiles if tile.is_legible)

    @property
    def kinds(self) -> Share:
        """Found tiles whose kind is right: of the board, loose, face down."""
        return _share(tile.seen is tile.kind for tile in self.tiles if tile.seen is not None)

    @property
    def board_exact(self) -> Share:
        """Whole boards of which every tile was found and read right, with nothing else called board."""
        return _share(picture.board_exact for picture in self.pictures if picture.whole)

    @property
    def lattice_exact(self) -> Share:
        """Whole boards whose tiles lie where they should, up to a shift and a turn."""
        return _share(picture.lattice_exact for picture in self.pictures if picture.whole)

    @property
    def sure(self) -> Share:
        """Whole boards that were called sure."""
        return _share(picture.sure for picture in self.pictures if picture.whole)

    @property
    def sure_but_wrong(self) -> Share:
        """Boards that were called sure and are not exact."""
        return _share(not picture.board_exact for picture in self.pictures if picture.whole and picture.sure)

    @property
    def sure_but_off(self) -> Share:
        """Pictures that were called sure although anything is wrong with them, be it a tile face down overlooked."""
        return _share(bool(picture.problems) for picture in self.pictures if picture.sure)

    def corner_error(self, percentile: float) -> float | None:
        """How far the corners of found tiles are off, in sides."""
        errors = [tile.error for tile in self.tiles if tile.error is not None]
        return float(np.percentile(errors, percentile)) if errors else None

    @property
    def wrong(self) -> tuple[PictureScore, ...]:
        """The pictures with which something is wrong."""
        return tuple(picture for picture in self.pictures if picture.problems)


def _share(answers: Iterable[bool]) -> Share:
    given = list(answers)
    return Share(sum(given), len(given))


def evaluate(pictures: Iterable[KnownPicture], reader: PictureReader | None = None) -> Evaluation:
    """Read the pictures and compare; they may be made one by one."""
    reader = reader or PictureReader()
    return Evaluation(tuple(evaluate_picture(picture, reader) for picture in pictures))


def evaluate_picture(picture: KnownPicture, reader: PictureReader) -> PictureScore:
    """Read a picture and compare."""
    observed, _ = reader.read(picture.image)
    return score_picture(picture, observed.tiles, sure=observed.sure)


def score_picture(picture: KnownPicture, seen: Sequence[SeenTile], *, sure: bool) -> PictureScore:
    """Compare what was seen with what lies there."""
    counted = [tile for tile in picture.tiles if tile.counts and tile.visibility >= COUNTED]
    others = [tile for tile in picture.tiles if not (tile.counts and tile.visibility >= COUNTED)]
    pairs = _match(counted, seen)
    taken = {at for at, _, _ in pairs.values()}
    left = [at for at in range(len(seen)) if at not in taken]
    excused = {left[at] for at, _, _ in _match(others, [seen[at] for at in left]).values()}
    extra = [at for at in left if at not in excused]
    problems = [f"no tile {_at(seen[at].corners)}, called {_kind(seen[at])}" for at in extra]
    scores = []
    for number, tile in enumerate(counted):
        found = pairs.get(number)
        score = _score_tile(tile, found, seen)
        scores.append(score)
        if found is None:
            if tile.visibility >= CLEAR or (tile.kind is Kind.BOARD and picture.whole):
                problems.append(f"missed {_words(tile.digits)} {_at(tile.corners)}, side {score.side:.0f} px")
            continue
        digits = _at_truth(seen[found[0]].digits, found[1])
        if score.is_legible and digits != tile.digits:
            problems.append(f"{_words(tile.digits)} read as {_words(digits)} {_at(tile.corners)}")
        elif score.seen is not tile.kind:
            problems.append(f"{tile.kind} tile called {score.seen} {_at(tile.corners)}")
    board = {number for number, tile in enumerate(counted) if tile.kind is Kind.BOARD}
    called = {at for at, tile in enumerate(seen) if _kind(tile) is Kind.BOARD}
    # Every tile of the board counts here, so one that can hardly be seen makes a board that nobody gets right.
    board_exact = (
        all(scores[number].exact and scores[number].seen is Kind.BOARD for number in board)
        and len(board) == sum(tile.kind is Kind.BOARD for tile in picture.tiles)
        and called <= {pairs[number][0] for number in board if number in pairs}
    )
    truth = frozenset(tile.marks for tile in picture.tiles if tile.marks is not None)
    lattice_exact = is_same_board(truth, _lattice_of(seen))
    if picture.whole and board_exact and not lattice_exact:
        problems.append("the tiles are right, but not where they lie in the lattice")
    if picture.whole and not board_exact and sure:
        problems.insert(0, "SURE, BUT WRONG")
    return PictureScore(
        picture.name,
        picture.difficulty,
        tuple(scores),
        len(extra),
        picture.whole,
        board_exact,
        lattice_exact,
        sure,
        tuple(problems),
    )


Pair = tuple[int, tuple[int, ...], float]
"""Which of the seen tiles, which of its corners lies at each true one, and how far off they are in sides."""


def _match(truth: Sequence[KnownTile], seen: Sequence[SeenTile]) -> dict[int, Pair]:
    """The seen tile of each true one, where there is one: all together as near as can be."""
    if not truth or not seen:
        return {}
    far = 1e6
    cost = np.full((len(truth), len(seen)), far)
    order: dict[tuple[int, int], tuple[int, ...]] = {}
    for row, tile in enumerate(truth):
        side = _side(tile.corners)
        for column, other in enumerate(seen):
            if np.linalg.norm(tile.corners.mean(axis=0) - other.corners.mean(axis=0)) > _NEAR * side:
                continue
            off = [float(np.linalg.norm(tile.corners - other.corners[list(way)], axis=1).mean()) for way in _ORDERS]
            best = int(np.argmin(off))
            if off[best] < _NEAR * side:
                cost[row, column] = off[best] / side
                order[row, column] = _ORDERS[best]
    rows, columns = linear_sum_assignment(cost)
    return {
        int(row): (int(column), order[int(row), int(column)], float(cost[row, column]))
        for row, column in zip(rows, columns, strict=True)
        if cost[row, column] < far
    }


def _score_tile(tile: KnownTile, found: Pair | None, seen: Sequence[SeenTile]) -> TileScore:
    side = _side(tile.corners)
    if found is None:
        return TileScore(tile.kind, side, tile.visibility, None, 0, None, tile.legible)
    at, order, error = found
    digits = _at_truth(seen[at].digits, order)
    right = sum(a == b for a, b in zip(digits or (), tile.digits or (), strict=False))
    return TileScore(tile.kind, side, tile.visibility, _kind(seen[at]), right, error, tile.legible)


def _at_truth(digits: Digits | None, order: tuple[int, ...]) -> Digits | None:
    """The digits in the order of the true corners."""
    return None if digits is None else (digits[order[0]], digits[order[1]], digits[order[2]])


def _side(corners: NDArray[np.float64]) -> float:
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def _kind(tile: SeenTile) -> Kind:
    if tile.digits is None:
        return Kind.FACEDOWN
    return Kind.LOOSE if tile.cell is None else Kind.BOARD


def _words(digits: Digits | None) -> str:
    return "a tile face down" if digits is None else "-".join(map(str, digits))


def _at(corners: NDArray[np.float64]) -> str:
    x, y = corners.mean(axis=0)
    return f"at ({x:.0f}, {y:.0f})"


def _marks(cell: Cell, digits: Digits) -> frozenset[Mark]:
    return frozenset((vertex.x, vertex.y, digit) for vertex, digit in zip(cell.corners, digits, strict=True))


def _lattice_of(seen: Iterable[SeenTile]) -> Lattice:
    return frozenset(_marks(tile.cell, tile.digits) for tile in seen if tile.cell is not None and tile.digits)


def is_same_board(one: Lattice, other: Lattice) -> bool:
    """Whether two boards are the same but for a shift and one of the six turns; a mirrored one is another."""
    home = _shifted_home(one)
    for _ in range(6):
        if home == _shifted_home(other):
            return True
        other = frozenset(frozenset((-y, x + y, digit) for x, y, digit in tile) for tile in other)
    return False


def _shifted_home(board: Lattice) -> Lattice:
    left = min((x for tile in board for x, _, _ in tile), default=0)
    low = min((y for tile in board for _, y, _ in tile), default=0)
    return frozenset(frozenset((x - left, y - low, digit) for x, y, digit in tile) for tile in board)


def render_pictures(difficulty: str, count: int, *, width: int | None = None) -> Iterator[KnownPicture]:
    """The first pictures of a difficulty, the same ones every time where the same fonts are installed."""
    kind = RENDERED[difficulty]
    for seed in range(kind.first_seed, kind.first_seed + count):
        picture = compose(seed, hardness=kind.hardness, width=width, pips=kind.pips)
        yield know_picture(picture, str(seed), difficulty)


def know_picture(picture: Picture, name: str, difficulty: str) -> KnownPicture:
    """A rendered picture with the truth about it."""
    tiles = tuple(
        KnownTile(
            tile.kind,
            tile.corners,
            tile.digits,
            tile.visibility,
            True,
            _marks(tile.cell, tile.digits) if tile.cell is not None and tile.digits else None,
            # Nobody can read a digit that a hand lies on or that is washed out, however much of its tile is seen.
            legible=min(tile.marks) >= CLEAR,
        )
        for tile in picture.tiles
    )
    whole = all(tile.visibility >= CLEAR and tile.legible for tile in tiles if tile.kind is Kind.BOARD)
    return KnownPicture(name, difficulty, picture.image, tiles, whole)


def open_pictures(folder: Path, *, hands: bool = True) -> Iterator[KnownPicture]:
    """The pictures of a folder with their truth beside them; without those that hands reach into, if so wished.

    Real photographs say less than rendered ones: what they leave out is taken to be plain to see.
    """
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        if "tiles" not in truth or (not hands and truth.get("frame_kind") == "hand"):
            continue
        tiles = []
        for tile in truth["tiles"]:
            kind = Kind(tile["kind"])
            digits = None if kind is Kind.FACEDOWN else (tile["digits"][0], tile["digits"][1], tile["digits"][2])
            marks = None
            if kind is Kind.BOARD and digits is not None:
                marks = frozenset((x, y, d) for (x, y), d in zip(tile["vertices"], digits, strict=True))
            corners = np.array(tile["corners"], np.float64)
            counts = not (tile.get("ignore", False) or tile.get("truncated", False))
            tiles.append(KnownTile(kind, corners, digits, tile.get("visibility", 1.0), counts, marks))
        image = read_frame(folder / truth["image"]).image
        difficulty, whole = truth.get("difficulty", "real"), truth.get("board_fully_visible", False)
        yield KnownPicture(f"{folder.name}/{file.stem}", difficulty, image, tuple(tiles), whole)
