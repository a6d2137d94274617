"""The five leaflets as numbered rules, and which rule of them decides what.

Leaflet 000 has lost its printed numbers, but its cross-references prove them ("см. пункт 3" is the bonus of the
first move, "пункт 9 – победа в раунде", and the bonuses are printed with their 11). The others are numbered here:
their headings in printed order, and where one heading says several things, a number after a point for each.
Where a leaflet is silent its nearest rule is cited.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from tileref.engine.dice import Category
from tileref.engine.faults import Reason
from tileref.engine.games import AnyRuleset
from tileref.engine.match import LineKind, MatchOver, RoundEnd
from tileref.engine.triangles import PlacementClass


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a leaflet. The heading is Russian, as the leaflets are: the printed one, or what it is about."""

    leaflet: str
    number: str
    heading: str


@dataclass(frozen=True, slots=True)
class Leaflet:
    """A leaflet and its rules, in printed order."""

    id: str
    name: str
    rules: tuple[Rule, ...]

    def find(self, number: str) -> Rule:
        """The rule with this number; a LookupError where there is none."""
        for rule in self.rules:
            if rule.number == number:
                return rule
        raise LookupError(f"leaflet {self.id} has no rule {number!r}")


def _leaflet(leaflet: str, name: str, *rules: tuple[str, str]) -> Leaflet:
    return Leaflet(leaflet, name, tuple(Rule(leaflet, number, heading) for number, heading in rules))


LEAFLETS: tuple[Leaflet, ...] = (
    _leaflet(
        "000",
        "Тройное домино, 400 очков",
        ("1", "Таблица счёта"),
        ("2", "Перемешать и набрать костяшки"),
        ("3", "Первый ход и бонус за него"),
        ("4", "Право начать с трёх нулей"),
        ("5", "Ни у кого нет триплета"),
        ("6", "Ход: совместить два числа"),
        ("7", "Нечем ходить: колодец, по 5 очков за костяшку"),
        ("8", "Колодец пуст: ещё 10 очков и пропуск хода"),
        ("9", "Победа в раунде"),
        ("10", "Победа в игре"),
        ("11", "Начисление бонусов"),
        ("11.1", "Совпали все три цифры: 60"),
        ("11.2", "Мост: 40"),
        ("11.3", "Совпали две стороны: 40"),
    ),
    _leaflet(
        "001",
        "Тройное домино, арт. 02982",
        ("1", "Состав игры"),
        ("2", "Первый вариант: игра с подсчётом очков"),
        ("3", "Подготовка к игре; цель – 400 очков"),
        ("3.1", "Перемешать"),
        ("3.2", "Набрать кассу"),
        ("3.3", "Колодец"),
        ("4", "Кто ходит первым?"),
        ("4.1", "Самый ценный триплет: бонус 10"),
        ("4.2", "Исключение: три нуля, бонус 40"),
        ("4.3", "Ни у кого нет триплета"),
        ("5", "Ход игры"),
        ("6", "Что делать, когда нечем ходить?"),
        ("6.1", "Тянуть из колодца, по 5 очков за фишку"),
        ("6.2", "Колодец пуст: ещё 10 очков и пропуск хода"),
        ("7", "Раунд"),
        ("8", "Дополнительные очки"),
        ("8.1", "Совпали три цифры: 60"),
        ("8.2", "Мост: 40"),
        ("9", "Примеры"),
        ("9.1", "Мост гранями"),
        ("9.2", "Мост гранью и углом"),
        ("10", "Второй вариант: быстрее всех освободиться от фишек"),
        ("10.1", "Без очков и бонусов"),
        ("10.2", "Без новой раздачи"),
    ),
    _leaflet(
        "002",
        "Кости Dice XL",
        ("1", "Карточка: верхняя секция"),
        ("2", "Карточка: нижняя секция"),
        ("3", "Ход игры и подсчёт очков"),
        ("3.1", "13 раундов, по одной категории"),
        ("3.2", "Не больше трёх бросков за ход"),
        ("3.3", "Конец игры: заполнены все категории"),
        ("4", "Верхняя секция"),
        ("4.1", "Сумма костей с этим числом"),
        ("4.2", "63 или более: бонус 35"),
        ("5", "Нижняя секция"),
        ("6", "Сэт и Карэ"),
        ("7", "Стриты"),
        ("8", "Фул Хаус"),
        ("9", "Яхта"),
        ("9.1", "Пять одинаковых: 50"),
        ("9.2", "Каждая следующая яхта: бонус 100"),
        ("9.3", "Яхта как джокер"),
        ("10", "Шанс"),
    ),
    _leaflet(
        "003",
        "Домино",
        ("1", "Цель игры"),
        ("2", "Подготовка к игре"),
        ("3", "Ход игры"),
        ("3.1", "Начинает старший дубль"),
        ("3.2", "Цепочка: концы совпадают"),
        ("3.3", "Дубли поперёк, два открытых конца"),
        ("3.4", "Нет подходящей: базар"),
        ("4", "Окончание игры"),
        ("4.1", "Выложена последняя кость"),
        ("4.2", "Целый кон впустую"),
        ("5", "Варианты игры: одна кость с базара"),
    ),
    _leaflet(
        "004",
        "Триомино",
        ("1", "Цель игры"),
        ("2", "Для кого"),
        ("3", "Подготовка к игре"),
        ("4", "Начало игры"),
        ("4.1", "Кто начинает: наибольшая сумма"),
        ("4.2", "Первая фишка из банка"),
        ("4.3", "Ход по часовой стрелке"),
        ("4.4", "Как присоединять фишки, одна за ход"),
        ("5", "Подсчёт очков"),
        ("6", "Дополнительные очки"),
        ("6.1", "Мост: 40"),
        ("6.2", "Шестиугольник: 50"),
        ("6.3", "Двойной шестиугольник: 60"),
        ("7", "Невозможно выложить фишку? Покупка, не больше трёх"),
        ("8", "Конец игры: выложена последняя фишка"),
        ("9", "Внимание: поровну ходов"),
        ("10", "Победитель"),
        ("11", "Новый раунд"),
        ("12", "Ограничение времени"),
        ("13", "Стратегия: все фишки разные"),
        ("14", "Блокировка игры"),
        ("15", "Пустой банк"),
        ("16", "Советы"),
        ("16.1", "До 400 очков или по числу раундов"),
        ("16.2", "Игра с детьми"),
    ),
)


def find_leaflet(name: str) -> Leaflet:
    """The leaflet with this id, "000" to "004"; a LookupError lists them."""
    for leaflet in LEAFLETS:
        if leaflet.id == name:
            return leaflet
    raise LookupError(f"there is no leaflet {name!r}; the leaflets are {', '.join(sheet.id for sheet in LEAFLETS)}")


class Topic(StrEnum):
    """What a rule can be about. Leaflets of one game have a rule for each topic of that game."""

    # Triangular and pip dominoes.
    TILE_SET = "tile_set"
    DEAL = "deal"
    OPENING = "opening"
    TURN = "turn"
    FIT = "fit"
    DRAW = "draw"
    PASS = "pass"
    EMPTY_WELL = "empty_well"
    OUT = "out"
    HANDS = "hands"
    BLOCK = "block"
    MATCH = "match"
    # Triangular dominoes.
    OPENING_ZEROS = "opening_zeros"
    OPENING_CHOICE = "opening_choice"
    OPENING_NO_TRIPLET = "opening_no_triplet"
    START_DRAW = "start_draw"
    TILE = "tile"
    BONUS = "bonus"
    ALL_THREE = "all_three"
    BRIDGE = "bridge"
    TWO_SIDES = "two_sides"
    HEXAGON = "hexagon"
    MANY_HEXAGONS = "many_hexagons"
    LAST_TURNS = "last_turns"
    TIME = "time"
    # Dice, which have turns and an end too.
    THROWS = "throws"
    LINES = "lines"
    UPPER = "upper"
    UPPER_BONUS = "upper_bonus"
    SET_AND_KARE = "set_and_kare"
    FULL_HOUSE = "full_house"
    STRAIGHTS = "straights"
    YACHT = "yacht"
    YACHT_BONUS = "yacht_bonus"
    JOKER = "joker"
    CHANCE = "chance"


Subject = Topic | Reason | LineKind | PlacementClass | RoundEnd | Category | MatchOver
"""Whatever a rule can be asked for."""


def rule_for(ruleset: AnyRuleset, subject: Subject) -> Rule | None:
    """The rule of the ruleset's leaflet that decides this, None where no leaflet says anything about it."""
    topic = topic_of(subject)
    if topic is None:
        return None
    numbers = _NUMBERS[ruleset.leaflet] | _VARIANTS.get(ruleset.id, {})
    return find_leaflet(ruleset.leaflet).find(numbers[topic]) if topic in numbers else None


def topic_of(subject: Subject) -> Topic | None:
    """What the subject is about. The enums share words ("out", "opening"), so they are told apart by their kind."""
    match subject:
        case Topic():
            return subject
        case Reason():
            return _topic_of_reason(subject)
        case LineKind():
            return _topic_of_line(subject)
        case PlacementClass():
            return _topic_of_class(subject)
        case RoundEnd():
            return {RoundEnd.OUT: Topic.OUT, RoundEnd.BLOCKED: Topic.BLOCK, RoundEnd.PLAYED: Topic.MATCH}[subject]
        case Category():
            return _topic_of_category(subject)
        case MatchOver():
            return Topic.MATCH
        case _:
            assert_never(subject)


def _topic_of_reason(reason: Reason) -> Topic | None:
    match reason:
        case Reason.BAD_TILE | Reason.TILE_USED:
            return Topic.TILE_SET
        case Reason.OCCUPIED | Reason.NO_SIDE | Reason.SIDE_MISMATCH | Reason.CORNER_MISMATCH:
            return Topic.FIT
        case Reason.WRONG_END | Reason.NO_MATCH:
            return Topic.FIT
        case Reason.WRONG_OPENER | Reason.MUST_OPEN_WITH | Reason.MUST_OPEN_WITH_DOUBLE:
            return Topic.OPENING
        case Reason.MUST_REVEAL:
            return Topic.OPENING_CHOICE
        case Reason.WRONG_DEAL:
            return Topic.DEAL
        case Reason.WRONG_COUNT:
            return Topic.HANDS
        case Reason.NOT_YOUR_TURN | Reason.TURN_OVER | Reason.NOT_IN_HAND | Reason.NOT_NOW:
            return Topic.TURN
        case Reason.NOT_IN_WELL | Reason.MUST_PLAY_BOUGHT | Reason.DRAW_NOT_ALLOWED | Reason.DRAW_LIMIT:
            return Topic.DRAW
        case Reason.WELL_EMPTY:
            return Topic.EMPTY_WELL
        case Reason.PASS_NOT_ALLOWED:
            return Topic.PASS
        case Reason.BAD_DICE | Reason.NO_ROLL | Reason.ROLL_LIMIT:
            return Topic.THROWS
        case Reason.CATEGORY_FILLED:
            return Topic.LINES
        case Reason.MUST_USE_UPPER | Reason.MUST_USE_LOWER:
            return Topic.JOKER
        case Reason.MATCH_OVER:
            return Topic.MATCH
        case Reason.NO_SUCH_SEAT:
            return None
        case _:
            assert_never(reason)


def _topic_of_line(kind: LineKind) -> Topic:
    match kind:
        case LineKind.OPENING:
            return Topic.OPENING
        case LineKind.TILE:
            return Topic.TILE
        case LineKind.BONUS:
            return Topic.BONUS
        case LineKind.DRAW:
            return Topic.DRAW
        case LineKind.PASS:
            return Topic.PASS
        case LineKind.OUT:
            return Topic.OUT
        case LineKind.HANDS:
            return Topic.HANDS
        case LineKind.OWN_HAND:
            return Topic.BLOCK
        case LineKind.CATEGORY:
            return Topic.LINES
        case LineKind.UPPER_BONUS:
            return Topic.UPPER_BONUS
        case LineKind.YACHT_BONUS:
            return Topic.YACHT_BONUS
        case _:
            assert_never(kind)


def _topic_of_class(placement_class: PlacementClass) -> Topic:
    match placement_class:
        case PlacementClass.OPENING:
            return Topic.OPENING
        case PlacementClass.PLAIN:
            return Topic.TILE
        case PlacementClass.BRIDGE:
            return Topic.BRIDGE
        case PlacementClass.TWO_SIDES | PlacementClass.THREE_SIDES:
            return Topic.TWO_SIDES
        case PlacementClass.ALL_THREE:
            return Topic.ALL_THREE
        case PlacementClass.HEXAGON:
            return Topic.HEXAGON
        case PlacementClass.DOUBLE_HEXAGON | PlacementClass.TRIPLE_HEXAGON:
            return Topic.MANY_HEXAGONS
        case _:
            assert_never(placement_class)


def _topic_of_category(category: Category) -> Topic:
    match category:
        case Category.SET | Category.KARE:
            return Topic.SET_AND_KARE
        case Category.FULL_HOUSE:
            return Topic.FULL_HOUSE
        case Category.SMALL_STRAIGHT | Category.LARGE_STRAIGHT:
            return Topic.STRAIGHTS
        case Category.YACHT:
            return Topic.YACHT
        case Category.CHANCE:
            return Topic.CHANCE
        case Category.ONES | Category.TWOS | Category.THREES | Category.FOURS | Category.FIVES | Category.SIXES:
            return Topic.UPPER
        case _:
            assert_never(category)


_NUMBERS: dict[str, dict[Topic, str]] = {
    "000": {
        Topic.TILE_SET: "2",
        Topic.DEAL: "2",
        Topic.OPENING: "3",
        Topic.OPENING_ZEROS: "3",
        Topic.OPENING_CHOICE: "4",
        Topic.OPENING_NO_TRIPLET: "5",
        Topic.START_DRAW: "3",
        Topic.TURN: "6",
        Topic.FIT: "6",
        Topic.TILE: "6",
        Topic.BONUS: "11",
        Topic.ALL_THREE: "11.1",
        Topic.BRIDGE: "11.2",
        Topic.TWO_SIDES: "11.3",
        Topic.HEXAGON: "11.1",
        Topic.MANY_HEXAGONS: "11.1",
        Topic.DRAW: "7",
        Topic.PASS: "8",
        Topic.EMPTY_WELL: "8",
        Topic.TIME: "6",
        Topic.OUT: "9",
        Topic.LAST_TURNS: "9",
        Topic.HANDS: "9",
        Topic.BLOCK: "9",
        Topic.MATCH: "10",
    },
    "001": {
        Topic.TILE_SET: "1",
        Topic.DEAL: "3.2",
        Topic.OPENING: "4.1",
        Topic.OPENING_ZEROS: "4.2",
        Topic.OPENING_CHOICE: "4.2",
        Topic.OPENING_NO_TRIPLET: "4.3",
        Topic.START_DRAW: "4",
        Topic.TURN: "5",
        Topic.FIT: "5",
        Topic.TILE: "5",
        Topic.BONUS: "8",
        Topic.ALL_THREE: "8.1",
        Topic.BRIDGE: "8.2",
        # The figure "Мост гранями" makes two matched sides a bridge.
        Topic.TWO_SIDES: "8.2",
        Topic.HEXAGON: "8.1",
        Topic.MANY_HEXAGONS: "8.1",
        Topic.DRAW: "6.1",
        Topic.PASS: "6.2",
        Topic.EMPTY_WELL: "6.2",
        Topic.TIME: "5",
        Topic.OUT: "7",
        Topic.LAST_TURNS: "7",
        Topic.HANDS: "7",
        Topic.BLOCK: "7",
        Topic.MATCH: "3",
    },
    "002": {
        Topic.TURN: "3.2",
        Topic.THROWS: "3.2",
        Topic.LINES: "3.1",
        Topic.UPPER: "4.1",
        Topic.UPPER_BONUS: "4.2",
        Topic.SET_AND_KARE: "6",
        Topic.FULL_HOUSE: "8",
        Topic.STRAIGHTS: "7",
        Topic.YACHT: "9.1",
        Topic.YACHT_BONUS: "9.2",
        Topic.JOKER: "9.3",
        Topic.CHANCE: "10",
        Topic.MATCH: "3.3",
    },
    "003": {
        Topic.TILE_SET: "2",
        Topic.DEAL: "2",
        Topic.OPENING: "3.1",
        Topic.TURN: "3.2",
        Topic.FIT: "3.2",
        Topic.DRAW: "3.4",
        Topic.PASS: "3.4",
        Topic.EMPTY_WELL: "3.4",
        Topic.OUT: "4.1",
        Topic.HANDS: "4",
        Topic.BLOCK: "4.2",
        Topic.MATCH: "1",
    },
    "004": {
        Topic.TILE_SET: "13",
        Topic.DEAL: "3",
        Topic.OPENING: "4.2",
        Topic.OPENING_ZEROS: "4.2",
        Topic.OPENING_CHOICE: "4.1",
        Topic.OPENING_NO_TRIPLET: "4.1",
        Topic.START_DRAW: "4.1",
        Topic.TURN: "4.3",
        Topic.FIT: "4.4",
        Topic.TILE: "5",
        Topic.BONUS: "6",
        Topic.ALL_THREE: "6.2",
        Topic.BRIDGE: "6.1",
        Topic.TWO_SIDES: "6",
        Topic.HEXAGON: "6.2",
        Topic.MANY_HEXAGONS: "6.3",
        Topic.DRAW: "7",
        Topic.PASS: "7",
        Topic.EMPTY_WELL: "15",
        Topic.TIME: "12",
        Topic.OUT: "8",
        Topic.LAST_TURNS: "9",
        Topic.HANDS: "8",
        Topic.BLOCK: "14",
        Topic.MATCH: "10",
    },
}
"""The number of the rule for each topic, by leaflet."""

_VARIANTS: dict[str, dict[Topic, str]] = {
    "triple-02982-race": {
        Topic.TILE: "10.1",
        Topic.OUT: "10",
        Topic.HANDS: "10",
        Topic.BLOCK: "10",
        Topic.MATCH: "10",
    },
    "triomino-kids": {
        Topic.TILE: "16.2",
        Topic.BONUS: "16.2",
        Topic.BRIDGE: "16.2",
        Topic.HEXAGON: "16.2",
        Topic.MANY_HEXAGONS: "16.2",
        Topic.OUT: "16.2",
    },
    "domino-draw-one": {Topic.DRAW: "5", Topic.PASS: "5"},
}
"""What differs where a leaflet describes more than one game."""
