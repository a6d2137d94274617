"""Notation: every value has one text that reads back as the value, and any other text gets one sentence."""

from collections.abc import Callable
from itertools import product
from random import Random
from textwrap import dedent, indent

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.strategies import any_boards, lay_out, legal_boards, placements
from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import CATEGORIES, Card, Reroll, Roll, Score
from tileref.engine.dominoes import DOMINOES, Chain, End, Laid, domino_of
from tileref.engine.notation_error import NotationError
from tileref.engine.triangles import Board, Cell, Chirality, CornerRule, Placement, from_ascii, tile_set, to_ascii
from tileref.engine.triangles.notation import FARTHEST, format_cell, parse_cell
from tileref.engine.triangles.tiles import tile_of

ALL_DIGITS = list(product(range(6), range(6), range(6)))


# Triangular tiles.


@pytest.mark.parametrize(("chirality", "size"), [(Chirality.CW, 56), (Chirality.CCW, 56), (Chirality.BOTH, 76)])
def test_every_tile_of_a_set_is_read_back_from_whichever_corner_it_is_typed(chirality: Chirality, size: int) -> None:
    texts = {str(tile): tile for tile in tile_set(chirality)}
    assert len(texts) == size
    for text, tile in texts.items():
        for turned in (text, text[1:] + text[:1], text[2:] + text[:2]):
            assert triangles.parse_tile(turned, chirality=chirality) == tile


def test_any_order_of_digits_names_the_one_tile_of_a_set_of_56_and_is_read_clockwise_in_the_set_of_76() -> None:
    for digits in ALL_DIGITS:
        text = "".join(map(str, digits))
        for chirality in (Chirality.CW, Chirality.CCW):
            tile = triangles.parse_tile(text, chirality=chirality)
            assert tile in tile_set(chirality)
            assert sorted(tile) == sorted(digits)
        assert triangles.parse_tile(text, chirality=Chirality.BOTH) == tile_of(digits)


def test_every_cell_is_read_back() -> None:
    edges = [*range(-21, 22), -FARTHEST, -100, -99, 99, 100, FARTHEST]
    for x, y in product(edges, edges):
        for cell in (Cell(x, y, "U"), Cell(x, y, "D")):
            assert parse_cell(format_cell(cell)) == cell


def test_every_placement_is_read_back_of_a_real_tile_or_not() -> None:
    near = range(-2, 3)
    for x, y, digits in product(near, near, ALL_DIGITS):
        for cell in (Cell(x, y, "U"), Cell(x, y, "D")):
            placement = Placement(cell, digits)
            assert triangles.parse_placement(triangles.format_placement(placement)) == placement


@given(st.one_of(any_boards, legal_boards), st.sampled_from(list(CornerRule)), st.integers(0, 2**32))
def test_a_position_is_read_back_and_may_be_typed_in_any_order(
    board: Board, corner_rule: CornerRule, seed: int
) -> None:
    board = Board(board, chirality=board.chirality, corner_rule=corner_rule)
    text = triangles.format_position(board)
    words = text.split()
    Random(seed).shuffle(words)
    for typed in (text, "\n  ".join(words) + "\t"):
        read = triangles.parse_position(typed, chirality=board.chirality, corner_rule=corner_rule)
        assert read == board
        assert triangles.format_position(read) == text


def test_the_empty_board_is_a_dot_in_one_line_and_as_a_drawing() -> None:
    assert triangles.format_position(Board()) == to_ascii(Board()) == "."
    assert triangles.parse_position(" . ") == from_ascii("\n  .\n") == Board()


@given(placements, st.integers(0, 5))
def test_a_triangular_tile_laid_is_read_back_as_a_move(placement: Placement, seat: int) -> None:
    move = triangles.Place(seat, *placement)
    assert triangles.parse_move(triangles.format_move(move), seat=seat) == move


def test_every_other_triangular_move_is_read_back() -> None:
    for chirality in Chirality:
        moves = [triangles.Draw(3, tile) for tile in (None, *tile_set(chirality))]
        every: list[triangles.Move] = [triangles.Pass(3), *moves]
        for move in every:
            assert triangles.parse_move(triangles.format_move(move), seat=3, chirality=chirality) == move


# Drawings.


@given(st.one_of(any_boards, legal_boards), st.integers(0, 9), st.integers(0, 3), st.booleans())
def test_a_drawing_is_read_back_indented_or_not(board: Board, deep: int, blank: int, windows: bool) -> None:
    drawing = to_ascii(board)
    assert all(line == line.rstrip() for line in drawing.split("\n"))
    typed = "\n" * blank + indent(drawing, " " * deep) + "   \n" * blank
    if windows:
        typed = typed.replace("\n", "\r\n")
    read = from_ascii(typed, chirality=board.chirality)
    assert read == board
    assert to_ascii(read) == drawing


@given(any_boards.filter(len))
def test_a_drawing_without_its_last_line_lies_at_the_origin(board: Board) -> None:
    drawing, _, caption = to_ascii(board).rpartition("\n")
    first = parse_cell(caption.removeprefix("at "))
    assert from_ascii(drawing) == Board(
        Placement(Cell(x - first.x, y - first.y, point), digits) for (x, y, point), digits in board
    )


def test_a_drawing_is_read_with_the_rules_it_is_to_be_judged_by() -> None:
    read = from_ascii("  /\\\n /1 \\\n/0__5\\", chirality=Chirality.BOTH, corner_rule=CornerRule.SIDES_ONLY)
    assert (read.chirality, read.corner_rule) == (Chirality.BOTH, CornerRule.SIDES_ONLY)
    assert read.tiles == {Cell(0, 0, "U"): (0, 1, 5)}


def test_a_drawing_that_would_lie_beyond_the_farthest_cell_is_refused() -> None:
    row = to_ascii(Board([Placement(Cell(0, 0, "U"), (0, 1, 5)), Placement(Cell(1, 0, "U"), (1, 5, 5))]))
    drawing = row.rpartition("\n")[0]
    assert set(from_ascii(f"{drawing}\nat 998,0U").tiles) == {Cell(998, 0, "U"), Cell(999, 0, "U")}
    with pytest.raises(NotationError, match="the drawing at '999,0U' reaches to '1000,0U'"):
        from_ascii(f"{drawing}\nat 999,0U")


# Dominoes.

chains = st.lists(st.builds(Laid, st.integers(0, 6), st.integers(0, 6)), max_size=30).map(tuple).map(Chain)


def test_every_domino_is_read_back_whichever_half_is_typed_first() -> None:
    assert len(DOMINOES) == 28
    for a, b in product(range(7), repeat=2):
        assert dominoes.parse_tile(f"{a}{b}") == domino_of(a, b)
        assert dominoes.parse_tile(str(domino_of(a, b))) == domino_of(a, b)


def test_every_move_of_dominoes_is_read_back() -> None:
    laid = [dominoes.Place(1, domino, end) for domino in DOMINOES for end in End]
    drawn = [dominoes.Draw(1, domino) for domino in (None, *DOMINOES)]
    every: list[dominoes.Move] = [*laid, *drawn, dominoes.Pass(1)]
    for move in every:
        assert dominoes.parse_move(dominoes.format_move(move), seat=1) == move
    for place in laid:
        assert dominoes.parse_placement(dominoes.format_placement(place.placement)) == place.placement


@given(chains)
def test_a_chain_is_read_back_legal_or_not(chain: Chain) -> None:
    text = dominoes.format_chain(chain)
    assert dominoes.parse_chain(text) == chain
    assert dominoes.parse_chain("\n" + text.replace(" ", "  \t")) == chain
    assert dominoes.format_chain(chain) == str(chain)


# Dice.


def test_all_throws_are_read_back() -> None:
    for thrown in product(range(1, 7), repeat=5):
        assert dice.parse_dice(dice.format_dice(thrown)) == thrown
        assert dice.parse_move(dice.format_move(Roll(2, thrown)), seat=2) == Roll(2, thrown)


def test_all_rethrows_are_read_back() -> None:
    texts = {"".join(shown) for shown in product(".123456", repeat=5)} - {"....."}
    assert len(texts) == 7**5 - 1
    for text in texts:
        move = dice.parse_move(f"reroll {text}", seat=2)
        assert isinstance(move, Reroll)
        assert all(text[index] == str(die) for index, die in zip(move.indices, move.dice, strict=True))
        assert dice.format_move(move) == f"reroll {text}"


def test_a_rethrow_is_written_in_the_order_of_its_places() -> None:
    assert dice.format_move(Reroll(0, (4, 0), (5, 6))) == "reroll 6...5"


def test_every_line_of_the_card_is_read_back() -> None:
    for category in CATEGORIES:
        assert dice.parse_category(str(category)) is category
        assert dice.parse_move(dice.format_move(Score(0, category)), seat=0) == Score(0, category)


hands_of_dice = st.just(()) | st.tuples(*[st.integers(1, 6)] * 5)
cards = st.builds(Card.of, st.dictionaries(st.sampled_from(CATEGORIES), st.integers(0, 999)), st.integers(0, 12))


@given(hands_of_dice, cards)
def test_a_position_of_dice_is_read_back(thrown: tuple[int, ...], card: Card) -> None:
    text = dice.format_position(thrown, card)
    assert dice.parse_position(text) == (thrown, card)
    first, *lines = text.split()
    assert dice.parse_position("  ".join([first, *reversed(lines)])) == (thrown, card)


@pytest.mark.parametrize("word", ["yacht=50", "V=1"])
def test_a_position_of_dice_fills_no_line_twice(word: str) -> None:
    with pytest.raises(NotationError, match=f"'{word}' fills a line that is filled already"):
        dice.parse_position(f"12345 {word} {word}")


# Everything else that can be typed.


def _reprint_dice_position(text: str) -> str:
    return dice.format_position(*dice.parse_position(text))


def _reprint_drawing(text: str) -> str:
    return to_ascii(from_ascii(text))


REPRINT: dict[str, tuple[Callable[[str], str], list[str]]] = {
    "tile": (lambda text: str(triangles.parse_tile(text)), ["015", "555"]),
    "tile of 76": (lambda text: str(triangles.parse_tile(text, chirality=Chirality.BOTH)), ["051"]),
    "cell": (lambda text: format_cell(parse_cell(text)), ["0,0U", "-12,345D"]),
    "placement": (lambda text: triangles.format_placement(triangles.parse_placement(text)), ["-1,2D:155"]),
    "move": (
        lambda text: triangles.format_move(triangles.parse_move(text, seat=0)),
        ["0,0U:015", "draw", "draw:015", "pass"],
    ),
    "position": (
        lambda text: triangles.format_position(triangles.parse_position(text)),
        [".", "7,-3U:555 0,0D:155 0,0U:015"],
    ),
    "drawing": (
        _reprint_drawing,
        [".", to_ascii(lay_out(1, 2)), to_ascii(lay_out(2, 7)), indent(to_ascii(lay_out(3, 12)), "  ")],
    ),
    "domino": (lambda text: str(dominoes.parse_tile(text)), ["64", "00"]),
    "chain": (lambda text: dominoes.format_chain(dominoes.parse_chain(text)), [".", "26 66 63"]),
    "domino placement": (lambda text: dominoes.format_placement(dominoes.parse_placement(text)), ["64R", "00L"]),
    "domino move": (
        lambda text: dominoes.format_move(dominoes.parse_move(text, seat=0)),
        ["64R", "draw", "draw:64", "pass"],
    ),
    "dice": (lambda text: dice.format_dice(dice.parse_dice(text)), ["12346"]),
    "category": (lambda text: str(dice.parse_category(text)), list(CATEGORIES)),
    "dice move": (
        lambda text: dice.format_move(dice.parse_move(text, seat=0)),
        ["roll 12346", "reroll ....5", "score full_house"],
    ),
    "dice position": (_reprint_dice_position, [".", "44444 fours=12 yacht=50 V=1"]),
}
"""How the text of each noun is read and written again, and some texts that can be."""

LONGEST_QUOTE = 60


def check(kind: str, text: str) -> None:
    """Read a text: either it means something, which has one text, or a sentence says why not and repeats it."""
    reprint, _ = REPRINT[kind]
    try:
        printed = reprint(text)
    except NotationError as error:
        sentence = str(error)
        assert sentence.splitlines() == [sentence], "a sentence stands in one line"
        sentence.encode()
        lines = [line.rstrip(" \r") for line in text.split("\n")]
        pieces = {text, *text.split(), *lines, *(line.lstrip().removeprefix("at ") for line in lines)}
        pieces |= {part for piece in list(pieces) for mark in ":= " for part in (*piece.partition(mark), piece[:-1])}
        assert any(repr(piece[:LONGEST_QUOTE]) in sentence or repr(piece) in sentence for piece in pieces), sentence
    else:
        assert reprint(printed) == printed


kinds = pytest.mark.parametrize("kind", list(REPRINT))


@kinds
def test_the_examples_are_read_and_written_again_as_they_are(kind: str) -> None:
    reprint, texts = REPRINT[kind]
    for text in texts:
        assert reprint(text) == dedent(text)


@kinds
@settings(max_examples=60)
@given(text=st.text())
@example("")
@example(" ")
@example("\ud800")
@example("\n\n")
@example("٠٠٠")
@example("٦٤")
@example("¹²³⁴⁵")
@example("0,0U:")
@example(":015")
@example("draw:")
@example("draw 64")
@example("-0,0U")
@example("00,0U")
@example("1000,0U")
@example("at 0,0U")
@example("\nat 0,0U")
@example("reroll .....")
@example("12345 =5")
@example("12345 yacht=")
@example("12345 yacht=1000")
@example("0,0U:015 0,0U:015")
@example("x" * 500)
def test_any_text_is_read_or_refused_with_a_sentence(kind: str, text: str) -> None:
    check(kind, text)


@st.composite
def mutated(draw: st.DrawFn, texts: list[str]) -> str:
    """A text that can be read, with a few characters changed, lost, doubled or added."""
    text = draw(st.sampled_from(texts))
    # What stands in the texts is likelier to be taken for something than anything else.
    alphabet = st.sampled_from(sorted({*"".join(texts), *" .:,-=U0126LR\n\t\r/\\_", "９"})) | st.characters()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        cut = draw(st.integers(0, 2))
        text = text[:at] + draw(st.text(alphabet, max_size=2)) + text[at + cut :]
    return text


@kinds
@settings(max_examples=150)
@given(data=st.data())
def test_a_text_that_is_nearly_right_is_read_or_refused_with_a_sentence(kind: str, data: st.DataObject) -> None:
    check(kind, data.draw(mutated(REPRINT[kind][1]), label="text"))


@settings(max_examples=200)
@given(board=any_boards.filter(len), data=st.data())
def test_a_drawing_with_one_character_changed_is_refused_or_means_just_what_it_shows(
    board: Board, data: st.DataObject
) -> None:
    drawing, _, caption = to_ascii(board).rpartition("\n")
    at = data.draw(st.integers(0, len(drawing) - 1))
    changed = drawing[:at] + data.draw(st.sampled_from(" /\\_012345x")) + drawing[at + 1 :]
    try:
        read = from_ascii(f"{changed}\n{caption}")
    except NotationError:
        return
    shown = to_ascii(read).rpartition("\n")[0]
    assert shown == dedent("\n".join(line.rstrip() for line in changed.split("\n"))).strip("\n")


def test_a_long_text_is_not_repeated_whole() -> None:
    for parse in (triangles.parse_position, from_ascii, triangles.parse_placement):
        with pytest.raises(NotationError) as caught:
            parse("x" * 100_000)
        assert len(str(caught.value)) < 400
