"""What people may type, now or in a recording's file, and where they sit: taken as meant, or refused in a sentence."""

from collections.abc import Callable
from typing import TypeVar, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tileref.engine.triangles import Cell, Chirality, Tile, parse_tile
from tileref.files import FileError
from tileref.orders import (
    WORDS,
    AnswerQuestion,
    CorrectSeat,
    CorrectTile,
    DealAnew,
    DrawnForStart,
    DrawTile,
    NameOpener,
    NextRound,
    Order,
    OrderError,
    OverruleRefusal,
    PassTurn,
    RevealTriplet,
    ShowHand,
    TimeUp,
    UndoLast,
    find_seat,
    parse_order,
)
from tileref.seats import parse_seats
from tileref.timed_orders import parse_timed_orders

Parsed = TypeVar("Parsed")

PLAYERS = ("Anna", "Boris", "Anna Maria")

ORDERS: list[tuple[str, Order]] = [
    ("draw", DrawTile()),
    ("  DRAW  boris ", DrawTile(1)),
    ("pass 3", PassTurn(2)),
    ("timeout Anna Maria", TimeUp(2)),
    ("undo", UndoLast()),
    ("overrule", OverruleRefusal()),
    ("2", AnswerQuestion(2)),
    ("answer 2", AnswerQuestion(2)),
    ("correct 015 as 0-1-4", CorrectTile(Tile(0, 1, 5), (0, 1, 4))),
    ("correct 5-1-0 as none", CorrectTile(Tile(0, 1, 5), None)),
    ("correct -2,1D 333", CorrectTile(Cell(-2, 1, "D"), (3, 3, 3))),
    ("turn Anna", CorrectSeat(0)),
    ("opener bo", NameOpener(1)),
    ("start 555 444 333", DrawnForStart((Tile(5, 5, 5), Tile(4, 4, 4), Tile(3, 3, 3)))),
    ("reveal 5-5-5", RevealTriplet(Tile(5, 5, 5))),
    ("show", ShowHand()),
    ("show Anna Maria 015 1-1-4", ShowHand(2, frozenset({parse_tile("015"), parse_tile("114")}))),
    ("show Boris", ShowHand(1)),
    ("deal 9, 9 8", DealAnew((9, 9, 8))),
    ("next", NextRound()),
]


@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_an_order_is_what_it_says(text: str, order: Order) -> None:
    assert parse_order(text, PLAYERS) == order


def test_every_order_can_be_written() -> None:
    assert {type(order) for _, order in ORDERS} == set(get_args(Order))
    assert {text.split()[0].casefold() for text, _ in ORDERS} - {"2"} == set(WORDS)


def test_a_tile_is_that_of_the_set() -> None:
    assert parse_order("reveal 012", PLAYERS, Chirality.CCW) == RevealTriplet(Tile(0, 2, 1))
    assert parse_order("reveal 021", PLAYERS, Chirality.BOTH) == RevealTriplet(Tile(0, 2, 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no order"),
        ("fly", "draw, pass"),
        ("draw Zoya", "not the name of one player"),
        ("turn", "turn PLAYER"),
        ("opener An", "not the name of one player"),
        ("undo it", "'it' is too much"),
        ("answer x", "not the number of an answer"),
        ("answer 1000", "not the number of an answer"),
        ("correct 015", "names no tile and what it is"),
        ("correct 016 as 015", "not a tile such as 0-1-5"),
        ("correct 9,9X as 015", "9,9X"),
        ("show Anna 015 015", "names a tile twice"),
        ("show 015", "not the name of one player"),
        ("deal 9 9", "3 players"),
        ("deal 9 9 x", "3 players"),
        ("start " + "015 " * 80, "more than there are"),
        ("draw " + "x" * 500, "at most 400 characters"),
    ],
)
def test_what_is_no_order_is_refused_with_what_would_be(text: str, words: str) -> None:
    with pytest.raises(OrderError, match=r".") as caught:
        parse_order(text, PLAYERS)
    assert words in caught.value.args[0]
    assert len(caught.value.args[0]) < 300


def attempt(parse: Callable[[], Parsed]) -> tuple[Parsed | None, str]:
    """What is parsed, or why it cannot be."""
    try:
        return parse(), ""
    except (OrderError, FileError) as error:
        return None, error.args[0]


def is_sentence(refusal: str) -> bool:
    return 10 < len(refusal) < 500 and "\n" not in refusal


anything = st.text(max_size=60)
nearly = st.lists(
    st.sampled_from([*WORDS, "Anna", "boris", "0-1-5", "015", "9", "as", "none", "1,2U", "-1,0D", "🁣", "-", ","]),
    max_size=6,
).map(" ".join)


@given(anything | nearly)
def test_whatever_is_typed_is_an_order_or_refused_in_a_sentence(text: str) -> None:
    order, refusal = attempt(lambda: parse_order(text, PLAYERS))
    assert isinstance(order, get_args(Order)) or is_sentence(refusal)


def test_a_player_is_known_by_name_number_or_how_the_name_begins() -> None:
    assert [find_seat(text, PLAYERS) for text in ("anna", "2", "BOR", "anna m")] == [0, 1, 1, 2]
    assert find_seat("1", ("2", "1")) == 0


# The orders of a recording.


def test_the_orders_of_a_recording_come_in_the_order_of_their_times() -> None:
    text = "# who said what\n41.5 draw\n\n3 opener Boris # she had 5-5-5\n"
    orders = parse_timed_orders(text, "orders.txt", PLAYERS, Chirality.CW)
    assert [(order.time, order.order) for order in orders] == [(3.0, NameOpener(1)), (41.5, DrawTile())]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw", "line 1 of 'orders.txt'"),
        ("1 draw\nnan draw", "line 2 of 'orders.txt'"),
        ("-1 draw", "no second"),
        ("inf draw", "no second"),
        ("1 fly", "no order"),
        ("1", "no order"),
        ("1 draw\n" * 10_001, "more than 10,000"),
    ],
)
def test_a_line_that_is_no_timed_order_is_named(text: str, words: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_timed_orders(text, "orders.txt", PLAYERS, Chirality.CW)
    assert words in caught.value.args[0]


@given(st.text(max_size=200))
def test_whatever_stands_in_a_file_is_orders_or_refused_in_a_sentence(text: str) -> None:
    orders, refusal = attempt(lambda: parse_timed_orders(text, "orders.txt", PLAYERS, Chirality.CW))
    if orders is None:
        assert is_sentence(refusal)
        assert "orders.txt" in refusal
    else:
        assert list(orders) == sorted(orders, key=lambda order: order.time)


# Seats.


def test_a_hand_belongs_to_the_seat_it_comes_from_and_else_to_nobody() -> None:
    seats = parse_seats("6, 12", 2)
    assert [seats.nearest(hour) for hour in (6.0, 5.0, 7.9, 0.2, 11.0, 12.0)] == [0, 0, 0, 1, 1, 1]
    assert [seats.nearest(hour) for hour in (3.0, 9.0, None)] == [None, None, None]
    close = parse_seats("5,7", 2)
    assert [close.nearest(hour) for hour in (5.0, 6.0, 7.0)] == [0, None, 1]


@pytest.mark.parametrize("text", ["", "6", "6,12,3", "6,x", "6,13", "6,-1", "nan,6", "inf,6", "6;12", "6,,12"])
def test_seats_that_are_none_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(OrderError, match="such as '6,12'"):
        parse_seats(text, 2)


@given(st.text(max_size=80), st.integers(1, 6))
def test_whatever_is_typed_as_seats_is_seats_or_refused_in_a_sentence(text: str, players: int) -> None:
    seats, refusal = attempt(lambda: parse_seats(text, players))
    if seats is None:
        assert is_sentence(refusal)
        assert "clock face" in refusal
    else:
        assert len(seats.hours) == players
        assert all(0 <= hour < 12 for hour in seats.hours)
