"""One line of text for dice, a throw, a line of the card.

    dice    12346               as they lie, in order
    throw   roll 12346          all five
    rethrow reroll ....5        a dot for each die that is kept, the new face of each that is not
    line    score full_house    whose move it is stands elsewhere
    position  44444 fours=12 yacht=50 V=1
                                the dice of the turn ("." before the first throw), the filled lines of the card
                                and the number of yacht bonuses on it

There is one text for each value; a rethrow names its dice in the order of their places.
"""

import re

from tileref.engine.dice.card import CATEGORIES, Card, Category
from tileref.engine.dice.events import DiceEvent, Reroll, Roll, Score
from tileref.engine.dice.scoring import DICE
from tileref.engine.notation_error import NotationError
from tileref.engine.quoting import quote

KEPT = "."
BONUSES = "V"

# The classes are spelled out because \d also matches digits of other scripts.
_DICE = re.compile("[1-6]{5}")
_RETHROWN = re.compile("[1-6.]{5}")
_POINTS = re.compile("0|[1-9][0-9]{0,2}")


def parse_dice(text: str) -> tuple[int, ...]:
    """The dice written "12346", in this order."""
    if not _DICE.fullmatch(text):
        raise NotationError(f"{quote(text)} are not dice: write {DICE} digits from 1 to 6, such as '12346'")
    return tuple(map(int, text))


def parse_category(text: str) -> Category:
    """The line of the card with this name."""
    if text not in CATEGORIES:
        raise NotationError(f"{quote(text)} is not a line of the card: write one of {', '.join(CATEGORIES)}")
    return Category(text)


def parse_move(text: str, *, seat: int) -> DiceEvent:
    """The move of a seat, written "roll 12346", "reroll ....5" or "score full_house"."""
    word, _, rest = text.partition(" ")
    match word:
        case "roll":
            return Roll(seat, parse_dice(rest))
        case "reroll":
            return _parse_reroll(rest, seat)
        case "score":
            return Score(seat, parse_category(rest))
    raise NotationError(
        f"{quote(text)} is not a move: write 'roll' and the dice, 'reroll' and the dice with {KEPT!r} for each "
        f"that is kept, or 'score' and a line of the card"
    )


def parse_position(text: str) -> tuple[tuple[int, ...], Card]:
    """The dice of a turn, none before its first throw, and the card of the player who threw them."""
    words = text.split()
    if not words:
        raise NotationError(
            f"{quote(text)} is not a position: write the dice or {KEPT!r}, then filled lines, as in 'yacht=50'"
        )
    dice = () if words[0] == KEPT else parse_dice(words[0])
    filled: dict[str, int] = {}
    for word in words[1:]:
        name, _, points = word.partition("=")
        if not _POINTS.fullmatch(points):
            raise NotationError(f"{quote(word)} fills no line: write its name and points up to 999, as in 'yacht=50'")
        if name in filled:
            raise NotationError(f"{quote(word)} fills a line that is filled already")
        filled[name if name == BONUSES else parse_category(name)] = int(points)
    bonuses = filled.pop(BONUSES, 0)
    return dice, Card.of({Category(name): points for name, points in filled.items()}, bonuses)


def format_position(dice: tuple[int, ...], card: Card) -> str:
    """The text of a position."""
    lines = [f"{category}={points}" for category in CATEGORIES if (points := card[category]) is not None]
    return " ".join([format_dice(dice) or KEPT, *lines, *([f"{BONUSES}={card.bonuses}"] if card.bonuses else [])])


def format_dice(dice: tuple[int, ...]) -> str:
    """The text of dice: "12346"."""
    return "".join(map(str, dice))


def format_move(event: DiceEvent) -> str:
    """The text of a move, without the seat."""
    match event:
        case Roll(_, dice):
            return f"roll {format_dice(dice)}"
        case Reroll(_, indices, dice):
            thrown = dict(zip(indices, dice, strict=True))
            return "reroll " + "".join(str(thrown.get(index, KEPT)) for index in range(DICE))
        case Score(_, category):
            return f"score {category}"


def _parse_reroll(text: str, seat: int) -> Reroll:
    if not _RETHROWN.fullmatch(text) or text == KEPT * DICE:
        raise NotationError(
            f"{quote(text)} are not dice thrown again: write {DICE} characters, {KEPT!r} for each die that is kept "
            f"and the new digit from 1 to 6 for each that is not, such as '....5'"
        )
    indices = tuple(index for index, character in enumerate(text) if character != KEPT)
    return Reroll(seat, indices, tuple(int(text[index]) for index in indices))
