"""What the referee says, in both languages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from inspect import getsource
from pkgutil import iter_modules
from types import ModuleType

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from tests.strategies import NAMES, record_of
from tileref.announcements import Announcement, Announcer, Level, sheet_label
from tileref.engine import dice, dominoes, triangles
from tileref.engine.dice import DICE_XL, Card, Category
from tileref.engine.dominoes import DOMINO_100, DOMINO_DRAW_ONE, Domino, End
from tileref.engine.faults import Reason
from tileref.engine.games import RULESETS, AnyMatch, AnyRuleset
from tileref.engine.hands import Hand
from tileref.engine.leaflets import rule_for
from tileref.engine.match import Event, MatchOver
from tileref.engine.options import with_options
from tileref.engine.record import Accepted, Record, Refused, Step, judge
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.sheet import Row
from tileref.engine.sheet_svg import GRAND_TOTAL
from tileref.engine.tally import sheet_of
from tileref.engine.triangles import ORIGIN, Cell, Tile
from tileref.engine.triangles.ruleset import TRIOMINO_HEX, TRIPLE_02982_RACE, TRIPLE_400
from tileref.language import LANGUAGES, find_language
from tileref.speech import say

in_both_languages = pytest.mark.parametrize("code", LANGUAGES)
of_every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)

CITATIONS = {"en": "(leaflet {}, rule {})", "ru": "(правила {}, п. {})"}
TOTALS = {"en": r"(−?\d+) in all", "ru": r"Всего (−?\d+)"}


def announcer(code: str, ruleset: AnyRuleset, players: tuple[str, ...] = NAMES[:2]) -> Announcer:
    return Announcer(find_language(code), ruleset, players)


def assert_reads_well(announcement: Announcement) -> None:
    """A whole sentence at least, with nothing of its making left in it."""
    text = announcement.text
    assert not set("{}$_") & set(text), text
    assert text == text.strip()
    assert "  " not in text, text
    assert text[-1] in ".!)", text
    assert not re.search(r"\s-\d+(?![\d,])", text), f"a hyphen for a minus sign: {text}"


def is_cited(announcement: Announcement, code: str) -> bool:
    rule = announcement.rule
    return rule is not None and announcement.text.endswith(CITATIONS[code].format(rule.leaflet, rule.number))


# Refusals.


@dataclass(frozen=True, slots=True)
class Case:
    """An event that is refused for a reason, and what a person must be told: tiles, cells, lines, names."""

    reason: Reason
    ruleset: AnyRuleset
    state: AnyMatch
    event: Event
    told: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        game = type(self.state).__name__.removesuffix("Match").lower()
        return f"{game}-{self.reason}-{type(self.event).__name__.lower()}"


LEFT, RIGHT = Cell(-1, 0, "D"), Cell(0, 0, "D")
FITS = Tile(1, 2, 5)
STRANGER = Tile(3, 3, 3)


@cache
def finished(ruleset: AnyRuleset) -> AnyMatch:
    return record_of(ruleset, 2, 1).state


def triangle(
    ruleset: triangles.TriangleRuleset = TRIPLE_400,
    *,
    board: str = "0,0U:015",
    hand: Hand[Tile] | None = None,
    well: Hand[Tile] | None = None,
) -> triangles.TriangleMatch:
    return triangles.set_up_match(
        ruleset,
        board=triangles.parse_position(board),
        hands=(hand or Hand.hidden(3), Hand.hidden(3)),
        well=well or Hand.hidden(10),
        to_move=0,
    )


def opening(*hands: tuple[Tile, ...]) -> triangles.TriangleMatch:
    deal = triangles.Deal(tuple(map(Hand.of, hands)), Hand.hidden(50))
    return triangles.start_match(TRIPLE_400, 2).apply(deal)


def after(state: AnyMatch, *events: Event) -> AnyMatch:
    for event in events:
        state = state.apply(event)
    return state


def refused_triangles() -> Iterator[Case]:
    empty_well, knows = Hand[Tile].hidden(0), Hand.of([FITS, STRANGER])
    highest, lower = (Tile(5, 5, 5), Tile(0, 0, 0), Tile(0, 1, 2)), (Tile(3, 3, 3),)
    bought_only = with_options(TRIOMINO_HEX, {"play_after_buy": "bought_only"})
    start = triangles.start_match(TRIPLE_400, 2)
    start_draw = after(triangles.start_match(TRIOMINO_HEX, 2), triangles.Deal((Hand.hidden(9),) * 2, Hand.hidden(38)))
    out = after(triangle(hand=Hand.hidden(1)), triangles.Place(0, RIGHT, (1, 2, 5)))
    moved = after(triangle(), triangles.Place(0, RIGHT, (1, 2, 5)))

    def case(reason: Reason, state: AnyMatch, event: Event, *told: str) -> Case:
        assert isinstance(state, triangles.TriangleMatch)
        return Case(reason, state.ruleset, state, event, told)

    yield case(Reason.BAD_TILE, triangle(), triangles.Place(0, RIGHT, (1, 0, 5)), "0-5-1", "0-1-5")
    yield case(Reason.BAD_TILE, triangle(), triangles.Place(0, RIGHT, (7, 1, 1)), "7-1-1")
    yield case(Reason.BAD_TILE, triangle(), triangles.Draw(0, Tile(0, 5, 1)), "0-5-1")
    yield case(Reason.TILE_USED, triangle(), triangles.Place(0, Cell(3, 3, "U"), (0, 1, 5)), "0-1-5", "0,0U")
    yield case(Reason.TILE_USED, triangle(), triangles.Draw(0, Tile(0, 1, 5)), "0-1-5")
    yield case(Reason.TILE_USED, out, triangles.Show(1, frozenset({FITS, STRANGER, Tile(0, 0, 0)})), "1-2-5")
    yield case(Reason.OCCUPIED, triangle(), triangles.Place(0, ORIGIN, (2, 3, 4)), "0,0U", "0-1-5")
    yield case(Reason.NO_SIDE, triangle(), triangles.Place(0, Cell(5, 5, "U"), (2, 3, 4)), "2-3-4")
    yield case(Reason.SIDE_MISMATCH, triangle(), triangles.Place(0, RIGHT, (2, 3, 4)), "0-1-5", "2-4", "1-5")
    apart = triangle(board="0,0U:015 -2,1U:222")
    yield case(Reason.CORNER_MISMATCH, apart, triangles.Place(0, LEFT, (1, 1, 0)), "0-1-1", "2-2-2")
    yield case(Reason.WRONG_OPENER, opening(highest, lower), triangles.Place(1, ORIGIN, (3, 3, 3)), "Anna", "Boris")
    yield case(Reason.MUST_OPEN_WITH, opening(highest, lower), triangles.Place(0, ORIGIN, (0, 1, 2)), "5-5-5", "0-0-0")
    yield case(Reason.MUST_REVEAL, opening(highest, lower), triangles.Place(0, ORIGIN, (0, 0, 0)), "0-0-0", "5-5-5")
    yield case(Reason.MUST_REVEAL, opening(highest, lower), triangles.Reveal(0, Tile(0, 1, 2)), "5-5-5")
    hidden = after(start, triangles.Deal((Hand.hidden(9),) * 2, Hand.hidden(38)))
    yield case(Reason.MUST_REVEAL, hidden, triangles.Reveal(0, Tile(0, 1, 2)))
    wrong = triangles.Deal((Hand.hidden(8), Hand.hidden(9)), Hand.hidden(39))
    yield case(Reason.WRONG_DEAL, start, wrong, "9", "38")
    yield case(Reason.WRONG_DEAL, start, triangles.Deal((Hand.hidden(9),) * 3, Hand.hidden(29)), "2", "3")
    nine = [Tile(0, 0, digit) for digit in range(6)] + [Tile(1, 1, digit) for digit in range(1, 4)]
    yield case(Reason.WRONG_DEAL, start, triangles.Deal((Hand.of(nine),) * 2, Hand.hidden(38)), "0-0-0", "1-1-3")
    yield case(Reason.WRONG_COUNT, start_draw, triangles.StartDraw((FITS,) * 3), "Anna", "Boris", "3")
    yield case(Reason.WRONG_COUNT, triangle(TRIOMINO_HEX), triangles.Timeout(0, (FITS,)), "3", "1")
    yield case(Reason.WRONG_COUNT, out, triangles.Show(1, frozenset({STRANGER})), "Boris", "3", "1")
    yield case(Reason.NOT_YOUR_TURN, triangle(), triangles.Pass(1), "Anna", "Boris")
    yield case(Reason.TURN_OVER, moved, triangles.Draw(0), "Anna", "Boris")
    yield case(Reason.NOT_IN_HAND, triangle(hand=knows), triangles.Place(0, RIGHT, (1, 1, 5)), "Anna", "1-1-5")
    yield case(Reason.NOT_IN_WELL, triangle(well=Hand.of([FITS])), triangles.Draw(0, STRANGER), "3-3-3")
    bought = after(triangle(bought_only, hand=knows), triangles.Draw(0, Tile(1, 3, 5)))
    yield case(Reason.MUST_PLAY_BOUGHT, bought, triangles.Place(0, RIGHT, (1, 2, 5)), "1-3-5")
    yield case(Reason.DRAW_NOT_ALLOWED, triangle(hand=knows), triangles.Draw(0), "Anna", "1-2-5", "0,0D")
    limit = after(triangle(TRIOMINO_HEX), *[triangles.Draw(0)] * 3)
    yield case(Reason.DRAW_LIMIT, limit, triangles.Draw(0), "Anna", "3")
    yield case(Reason.WELL_EMPTY, triangle(well=empty_well), triangles.Draw(0))
    yield case(
        Reason.PASS_NOT_ALLOWED, triangle(hand=knows, well=empty_well), triangles.Pass(0), "Anna", "1-2-5", "0,0D"
    )
    yield case(Reason.PASS_NOT_ALLOWED, triangle(), triangles.Pass(0), "Anna", "10")
    yield case(Reason.NOT_NOW, triangle(), wrong, "Anna")
    yield case(Reason.NOT_NOW, out, triangles.Show(0, frozenset()), "Anna")
    yield case(Reason.NO_SUCH_SEAT, triangle(), triangles.Pass(6), "7", "2")
    yield case(Reason.MATCH_OVER, finished(TRIPLE_02982_RACE), triangles.Pass(0))


def domino(
    ruleset: dominoes.DominoRuleset = DOMINO_100,
    *,
    chain: str = "26 66 63",
    hand: Hand[Domino] | None = None,
    well: Hand[Domino] | None = None,
) -> dominoes.DominoMatch:
    return dominoes.set_up_match(
        ruleset,
        chain=dominoes.parse_chain(chain),
        hands=(hand or Hand.hidden(3), Hand.hidden(3)),
        well=well or Hand.hidden(10),
        to_move=0,
    )


def refused_dominoes() -> Iterator[Case]:
    fits, stranger = Domino(3, 1), Domino(5, 4)
    start = dominoes.start_match(DOMINO_100, 2)
    hidden = after(start, dominoes.Deal((Hand.hidden(7),) * 2, Hand.hidden(14)))
    known = (Hand.of([stranger]), Hand.of([Domino(4, 4), Domino(2, 2)]))
    opens = after(start, dominoes.Deal(known, Hand.hidden(14)))
    half = after(start, dominoes.Deal((Hand.hidden(7), Hand.of([Domino(4, 4)])), Hand.hidden(14)))
    none = after(start, dominoes.Deal((Hand.of([stranger]), Hand.hidden(7)), Hand.hidden(14)))
    out = after(domino(hand=Hand.hidden(1)), dominoes.Place(0, fits, End.R))

    def case(reason: Reason, state: AnyMatch, event: Event, *told: str) -> Case:
        assert isinstance(state, dominoes.DominoMatch)
        return Case(reason, state.ruleset, state, event, told)

    yield case(Reason.BAD_TILE, domino(), dominoes.Place(0, Domino(9, 1), End.R), "9-1")
    yield case(Reason.TILE_USED, domino(), dominoes.Place(0, Domino(6, 6), End.R), "6-6")
    yield case(Reason.TILE_USED, domino(), dominoes.Draw(0, Domino(6, 6)), "6-6")
    yield case(Reason.TILE_USED, out, dominoes.Show(1, frozenset({stranger, Domino(6, 6), Domino(0, 0)})), "6-6")
    yield case(Reason.WRONG_END, domino(), dominoes.Place(0, fits, End.L), "3-1", "3")
    yield case(Reason.NO_MATCH, domino(), dominoes.Place(0, stranger, End.L), "5-4", "2", "3")
    yield case(Reason.MUST_OPEN_WITH_DOUBLE, opens, dominoes.Place(1, Domino(2, 2), End.R), "4-4")
    yield case(Reason.MUST_OPEN_WITH_DOUBLE, hidden, dominoes.Place(0, stranger, End.R))
    yield case(Reason.WRONG_OPENER, opens, dominoes.Opener(0), "Anna", "Boris")
    yield case(Reason.WRONG_OPENER, half, dominoes.Place(0, Domino(1, 1), End.R), "Boris", "4-4")
    yield case(Reason.WRONG_OPENER, none, dominoes.Opener(0), "Anna")
    yield case(Reason.WRONG_DEAL, start, dominoes.Deal((Hand.hidden(5),) * 2, Hand.hidden(18)), "7", "14")
    yield case(Reason.WRONG_COUNT, out, dominoes.Show(1, frozenset({stranger})), "Boris", "3", "1")
    yield case(Reason.NOT_YOUR_TURN, domino(), dominoes.Pass(1), "Anna", "Boris")
    yield case(Reason.TURN_OVER, after(domino(), dominoes.Place(0, fits, End.R)), dominoes.Draw(0), "Anna", "Boris")
    yield case(Reason.NOT_IN_HAND, domino(hand=Hand.of([stranger])), dominoes.Place(0, fits, End.R), "Anna", "3-1")
    yield case(Reason.NOT_IN_WELL, domino(well=Hand.of([fits])), dominoes.Draw(0, stranger), "5-4")
    yield case(Reason.DRAW_NOT_ALLOWED, domino(hand=Hand.of([fits])), dominoes.Draw(0), "Anna", "3-1")
    yield case(Reason.DRAW_LIMIT, after(domino(DOMINO_DRAW_ONE), dominoes.Draw(0)), dominoes.Draw(0), "Anna", "1")
    yield case(Reason.WELL_EMPTY, domino(well=Hand.hidden(0)), dominoes.Draw(0))
    yield case(Reason.PASS_NOT_ALLOWED, domino(hand=Hand.of([fits])), dominoes.Pass(0), "Anna", "3-1")
    yield case(Reason.PASS_NOT_ALLOWED, domino(), dominoes.Pass(0), "Anna", "10")
    yield case(Reason.NOT_NOW, domino(), dominoes.Show(0, frozenset()), "Anna")
    yield case(Reason.NO_SUCH_SEAT, domino(), dominoes.Pass(4), "5", "2")
    yield case(Reason.MATCH_OVER, finished(DOMINO_100), dominoes.Pass(0))


def refused_dice() -> Iterator[Case]:
    forced = with_options(DICE_XL, {"joker": "forced"})
    yacht = Card.of({Category.YACHT: 50})
    full = Card.of(dict.fromkeys(Category, 0))

    def state(
        card: Card, *, ruleset: dice.DiceRuleset = DICE_XL, thrown: tuple[int, ...] = (4, 4, 4, 4, 4), throws: int = 1
    ) -> dice.DiceMatch:
        return dice.set_up_match(ruleset, cards=(card, Card()), dice=thrown, throws=throws)

    def case(reason: Reason, at: AnyMatch, event: Event, *told: str) -> Case:
        assert isinstance(at, dice.DiceMatch)
        return Case(reason, at.ruleset, at, event, told)

    fresh = state(Card(), thrown=(), throws=0)
    scored = after(state(Card()), dice.Score(0, Category.CHANCE))
    fours = Card.of({Category.YACHT: 50, Category.FOURS: 12})
    yield case(Reason.BAD_DICE, fresh, dice.Roll(0, (1, 2, 3, 9)), "1 2 3 9")
    yield case(Reason.BAD_DICE, state(Card()), dice.Reroll(0, (0, 0), (1, 2)))
    yield case(Reason.NO_ROLL, fresh, dice.Score(0, Category.CHANCE), "Anna")
    yield case(Reason.ROLL_LIMIT, state(Card(), throws=3), dice.Roll(0, (1,) * 5), "Anna", "3")
    yield case(Reason.CATEGORY_FILLED, state(yacht), dice.Score(0, Category.YACHT))
    yield case(Reason.MUST_USE_UPPER, state(yacht, ruleset=forced), dice.Score(0, Category.CHANCE))
    yield case(Reason.MUST_USE_LOWER, state(fours, ruleset=forced), dice.Score(0, Category.ONES))
    yield case(Reason.NOT_YOUR_TURN, fresh, dice.Roll(1, (1,) * 5), "Anna", "Boris")
    yield case(Reason.TURN_OVER, scored, dice.Roll(0, (1,) * 5), "Anna", "Boris")
    yield case(Reason.NOT_NOW, state(full), dice.Score(0, Category.CHANCE), "Anna")
    yield case(Reason.NO_SUCH_SEAT, fresh, dice.Roll(2, (1,) * 5), "3", "2")
    yield case(Reason.MATCH_OVER, finished(DICE_XL), dice.Roll(0, (1,) * 5))


CASES = {triangles: [*refused_triangles()], dominoes: [*refused_dominoes()], dice: [*refused_dice()]}


@in_both_languages
@pytest.mark.parametrize("case", [case for cases in CASES.values() for case in cases], ids=lambda case: case.id)
def test_a_refusal_says_what_is_wrong_and_cites_the_rule(case: Case, code: str) -> None:
    faults = case.state.faults(case.event)
    assert case.reason in [fault.reason for fault in faults]
    said = announcer(code, case.ruleset).refusal(case.event, faults, case.state)
    for announcement in said:
        assert_reads_well(announcement)
        assert announcement.level is Level.REFUSED
    at = next(number for number, fault in enumerate(faults) if fault.reason is case.reason)
    about = said[min(at, len(said) - 1)]
    assert [word for word in case.told if word not in about.text] == [], about.text
    assert is_cited(about, code) == (case.reason is not Reason.NO_SUCH_SEAT), about.text


def test_every_reason_can_be_said() -> None:
    assert {case.reason for cases in CASES.values() for case in cases} == set(Reason)


def reasons_raised_in(game: ModuleType) -> set[Reason]:
    """The reasons a game's modules name; the audit only repeats those of a turn."""
    modules = [import_module(f"{game.__name__}.{info.name}") for info in iter_modules(game.__path__)]
    source = "".join(getsource(module) for module in modules if not module.__name__.endswith(".audit"))
    return {Reason[name] for name in re.findall(r"Reason\.([A-Z_]+)", source)}


@pytest.mark.parametrize("game", CASES, ids=lambda game: game.__name__)
def test_every_reason_a_game_can_raise_is_among_the_cases(game: ModuleType) -> None:
    assert {case.reason for case in CASES[game]} == reasons_raised_in(game)


def test_the_decisive_fault_is_said_first_and_the_board_shows_where() -> None:
    state = triangle()
    event = triangles.Place(1, RIGHT, (2, 3, 4))
    said = announcer("en", TRIPLE_400).refusal(event, state.faults(event), state)
    assert [announcement.rule for announcement in said] == [
        rule_for(TRIPLE_400, Reason.NOT_YOUR_TURN),
        rule_for(TRIPLE_400, Reason.SIDE_MISMATCH),
    ]
    assert set(said[1].cells) == {RIGHT, ORIGIN}


def test_a_filled_line_is_refused_with_the_lines_that_are_open() -> None:
    card = Card.of(dict.fromkeys(set(Category) - {Category.ONES, Category.CHANCE}, 0))
    state = dice.set_up_match(DICE_XL, cards=(card, Card()), dice=(1, 2, 3, 4, 6), throws=1)
    event = dice.Score(0, Category.FULL_HOUSE)
    for code, line, instead in (
        ("en", "“Full house”", "“Ones” and “Chance”"),
        ("ru", "«Фул Хаус»", "«Единицы» и «Шанс»"),
    ):
        (said,) = announcer(code, DICE_XL).refusal(event, state.faults(event), state)
        assert line in said.text
        assert instead in said.text


# Whole matches.


@cache
def match_of(ruleset: AnyRuleset) -> Record:
    return record_of(ruleset, min(3, ruleset.players_max), 5, greedy=True)


@in_both_languages
@of_every_ruleset
def test_the_totals_that_are_announced_are_those_of_the_match(ruleset: AnyRuleset, code: str) -> None:
    record = match_of(ruleset)
    referee = announcer(code, ruleset, record.players)
    totals = dict.fromkeys(record.players, 0)
    for step in record.steps:
        assert_reads_well(referee.whose_turn(step.before))
        for announcement in referee.step(step):
            assert_reads_well(announcement)
            for total in re.findall(TOTALS[code], announcement.text):
                (player,) = (name for name in record.players if name in announcement.text)
                totals[player] = int(total.replace("−", "-"))
        assert tuple(totals.values()) == step.after.standings().totals


@in_both_languages
@of_every_ruleset
def test_bonuses_penalties_and_the_end_are_said_with_their_rule(ruleset: AnyRuleset, code: str) -> None:
    record = match_of(ruleset)
    referee = announcer(code, ruleset, record.players)
    said = [announcement for step in record.steps for announcement in referee.step(step)]
    costly = [announcement for announcement in said if announcement.level in (Level.BONUS, Level.PENALTY)]
    assert [announcement.text for announcement in costly if not is_cited(announcement, code)] == []
    assert all(announcement.rule is not None for announcement in said)
    ending = [announcement for announcement in referee.step(record.steps[-1]) if announcement.level is Level.END]
    (over,) = (item for item in record.steps[-1].news if isinstance(item, MatchOver))
    *_, won = (one for one in ending if is_cited(one, code) and one.rule == rule_for(ruleset, over))
    assert all(record.players[seat] in won.text for seat in over.winners)


def said_of(ruleset: AnyRuleset, state: AnyMatch, event: Event, code: str = "en") -> tuple[Announcement, ...]:
    return announcer(code, ruleset).step(judge(state, 0, event))


def test_a_tile_taken_from_the_well_is_not_told_to_the_others() -> None:
    (said,) = said_of(TRIPLE_400, triangle(), triangles.Draw(0, Tile(2, 3, 4)), "ru")
    assert said.text == "Anna берёт костяшку из колодца: −5 очков. Всего −5. (правила 000, п. 7)"


def test_a_hexagon_is_told_with_its_bonus_and_shows_all_six_tiles() -> None:
    state = triangle(
        TRIOMINO_HEX, board="0,0U:001 0,-1D:012 0,-1U:302 -1,-1D:403 -1,0U:450", hand=Hand.of([Tile(0, 0, 5), STRANGER])
    )
    for code, text in (
        ("en", "Anna lays 0-0-5: a hexagon! 5 points and a bonus of 50, 55 in all. (leaflet 004, rule 6.2)"),
        ("ru", "Anna кладёт 0-0-5: шестиугольник! 5 очков и бонус 50. Всего 55. (правила 004, п. 6.2)"),
    ):
        (said,) = said_of(TRIOMINO_HEX, state, triangles.Place(0, LEFT, (5, 0, 0)), code)
        assert (said.text, said.level) == (text, Level.BONUS)
        assert set(said.cells) == {*state.board.tiles, LEFT}


def test_what_the_table_overrules_is_told_with_its_fault() -> None:
    step = judge(triangle(), 0, triangles.Place(0, RIGHT, (2, 3, 4)))
    laid, though = announcer("ru", TRIPLE_400).step(step)
    assert laid.text == "Anna кладёт 2-3-4: 9 очков. Всего 9."
    assert though.level is Level.CORRECTION
    assert "против правил" in though.text
    assert is_cited(though, "ru")


def test_last_turns_are_announced_by_name() -> None:
    state = triangles.set_up_match(
        TRIOMINO_HEX,
        board=triangles.parse_position("0,0U:015"),
        hands=(Hand.of([FITS]), Hand.hidden(3), Hand.hidden(3)),
        well=Hand.hidden(10),
        to_move=0,
    )
    step = judge(state, 0, triangles.Place(0, RIGHT, (1, 2, 5)))
    _, out = announcer("ru", TRIOMINO_HEX, NAMES[:3]).step(step)
    assert out.text == "Anna остаётся без костяшек! Остаётся по одному ходу: Boris и Vera. (правила 004, п. 9)"


def test_a_blocked_round_may_have_no_winner_one_or_several() -> None:
    def told(*hands: Domino) -> str:
        state = dominoes.set_up_match(
            shared,
            chain=dominoes.parse_chain("66"),
            hands=tuple(Hand.of([hand]) for hand in hands),
            well=Hand.hidden(0),
            to_move=0,
        )
        return " ".join(said.text for said in said_of(shared, state.apply(dominoes.Pass(0)), dominoes.Pass(1)))

    shared = DOMINO_100
    assert "Boris wins round 1 with the lightest hand" in told(Domino(5, 4), Domino(1, 0))
    assert "Boris: 9 points for the tiles of the others, 9 in all." in told(Domino(5, 4), Domino(1, 0))
    assert "Round 1 has no winner" in told(Domino(5, 4), Domino(6, 3))
    shared = with_options(DOMINO_100, {"block_tie": "all"})
    assert "Anna and Boris share round 1 with equal hands" in told(Domino(5, 4), Domino(6, 3))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (triangles.start_match(TRIPLE_400, 2), "9 костяшек"),
        (
            after(triangles.start_match(TRIOMINO_HEX, 2), triangles.Deal((Hand.hidden(9),) * 2, Hand.hidden(38))),
            "по одной костяшке из банка: Anna и Boris",
        ),
        (opening((Tile(5, 5, 5), Tile(0, 0, 0)), (Tile(3, 3, 3),)), "Anna: 5-5-5 или 0-0-0"),
        (triangle(), "Ходит Anna"),
        (after(triangle(hand=Hand.hidden(1)), triangles.Place(0, RIGHT, (1, 2, 5))), "Покажите костяшки: Boris"),
        (finished(TRIPLE_02982_RACE), "Партия окончена"),
        (dice.set_up_match(DICE_XL, cards=(Card(), Card()), dice=(1,) * 5, throws=1), "осталось 2 броска"),
    ],
)
def test_the_table_is_told_what_it_waits_for(state: AnyMatch, words: str) -> None:
    ruleset = TRIOMINO_HEX if "банка" in words else DICE_XL if "броска" in words else TRIPLE_400
    assert words in announcer("ru", ruleset).whose_turn(state).text


# Corrections and audits.


def written(record: Record, *events: Event) -> Record:
    for event in events:
        outcome = record.submit(event, overrule=True)
        assert isinstance(outcome, Accepted)
        record = outcome.record
    return record


def corrected(outcome: Accepted | Refused | None, code: str = "en") -> list[str]:
    assert isinstance(outcome, Accepted)
    assert outcome.difference is not None
    said = announcer(code, outcome.record.ruleset).difference(outcome.difference)
    for announcement in said:
        assert_reads_well(announcement)
        assert announcement.level in (Level.CORRECTION, Level.END)
    return [announcement.text for announcement in said]


def begun() -> Record:
    return written(
        Record.begin(TRIPLE_400, NAMES[:2]),
        triangles.Deal((Hand.hidden(9),) * 2, Hand.hidden(38)),
        triangles.Opener(0),
        triangles.Place(0, ORIGIN, (5, 5, 5)),
        triangles.Place(1, RIGHT, (5, 0, 5)),
        triangles.Place(0, LEFT, (1, 5, 5)),
    )


def test_a_correction_tells_what_changed_and_what_is_against_the_rules_now() -> None:
    said = corrected(begun().correct(2, [triangles.Place(0, ORIGIN, (4, 4, 4))]))
    assert said[0].startswith("Entry 3 now reads: Anna opens with 4-4-4: 12 points and 10 for the first move")
    assert said[1].startswith("Entry 4 is against the rules now. 0-5-5 does not fit 4-4-4")
    assert said[-1] == "Anna: 36 becomes 33."
    assert not any(text.startswith("Boris:") for text in said)


def test_an_entry_that_a_correction_makes_impossible_does_not_count() -> None:
    said = corrected(begun().correct(3, [triangles.Place(1, LEFT, (0, 5, 5))]), "ru")
    assert "Запись 5 не действует. Клетка -1,0D занята: там лежит 0-5-5. (правила 000, п. 6)" in said
    assert "Anna: было 36, стало 25." in said


def test_a_correction_that_costs_nobody_anything_says_so() -> None:
    assert corrected(begun().correct(1, [triangles.Reveal(0, Tile(5, 5, 5))]))[-1] == "The score stays as it is."


def test_undoing_the_last_move_of_a_match_lets_it_go_on() -> None:
    said = corrected(record_of(DOMINO_100, 2, 1).undo())
    assert said[0].endswith("is struck out.")
    assert said[-1] == "The match goes on."


def test_a_correction_can_end_a_match() -> None:
    short = with_options(TRIPLE_400, {"end_at_400": "immediate", "target": 37})
    record = written(Record.begin(short, NAMES[:2]), *(step.event for step in begun().steps))
    said = corrected(record.correct(4, [triangles.Place(0, LEFT, (2, 5, 5))]))
    assert said[-2:] == ["Anna wins the match! (leaflet 000, rule 10)", "Final scores: Anna 37, Boris 10."]


def test_what_the_hands_prove_is_told_with_the_tile_and_where_it_would_have_gone() -> None:
    deal = triangles.Deal((Hand.of([Tile(5, 5, 5), FITS]), Hand.of([Tile(0, 5, 5), STRANGER])), Hand.hidden(52))
    record = written(
        Record.begin(TRIPLE_400, NAMES[:2]), deal, triangles.Place(0, ORIGIN, (5, 5, 5)), triangles.Draw(1)
    )
    (played,) = rounds_of(record)
    ((step, finding),) = audit(played)
    for code, words in (("en", "Entry 3: Boris need not have drawn"), ("ru", "Запись 3: Boris берёт зря")):
        (said,) = announcer(code, TRIPLE_400).finding(step, finding)
        assert_reads_well(said)
        assert words in said.text
        assert "0-5-5" in said.text
        assert RIGHT in said.cells
        assert is_cited(said, code)


def test_a_wrong_opening_is_told_with_the_player_who_should_have_opened() -> None:
    deal = dominoes.Deal((Hand.of([Domino(1, 1)]), Hand.of([Domino(4, 4)])), Hand.hidden(26))
    record = written(Record.begin(DOMINO_100, NAMES[:2]), deal, dominoes.Place(0, Domino(1, 1), End.R))
    (step, finding), *_ = audit(next(rounds_of(record)))
    (said,) = announcer("ru", DOMINO_100).finding(step, finding)
    assert "Anna" in said.text
    assert "Boris: на руке есть 4-4" in said.text


# Scoresheets.


@in_both_languages
@of_every_ruleset
def test_every_row_of_a_scoresheet_has_words_of_its_own(ruleset: AnyRuleset, code: str) -> None:
    sheet = sheet_of(match_of(ruleset))
    language = find_language(code)
    assert len({sheet_label(language, section) for section in sheet.sections}) == len(sheet.sections)
    for section in sheet.sections:
        labels = [sheet_label(language, row) for row in section.rows]
        assert len(set(labels)) == len(labels)
    assert sheet_label(language, Row(GRAND_TOTAL, sheet.totals))
    assert language("won")


def test_sections_of_several_dice_games_are_told_apart() -> None:
    ruleset = with_options(DICE_XL, {"series": "sum", "games": 2})
    sheet = sheet_of(record_of(ruleset, 1, 3))
    labels = [sheet_label(find_language("ru"), section) for section in sheet.sections]
    assert labels[0] == "Игра 1: верхняя секция"
    assert len(set(labels)) == 4


# The messages themselves.


@pytest.mark.parametrize(
    ("number", "points", "lying", "taken", "each", "limit"),
    [
        (1, "1 очко", "1 костяшка", "1 костяшку", "по 1 костяшке", "1 костяшки"),
        (2, "2 очка", "2 костяшки", "2 костяшки", "по 2 костяшки", "2 костяшек"),
        (5, "5 очков", "5 костяшек", "5 костяшек", "по 5 костяшек", "5 костяшек"),
        (11, "11 очков", "11 костяшек", "11 костяшек", "по 11 костяшек", "11 костяшек"),
        (21, "21 очко", "21 костяшка", "21 костяшку", "по 21 костяшке", "21 костяшки"),
        (22, "22 очка", "22 костяшки", "22 костяшки", "по 22 костяшки", "22 костяшек"),
    ],
)
def test_russian_numbers_agree_with_their_nouns(
    number: int, points: str, lying: str, taken: str, each: str, limit: str
) -> None:
    language = find_language("ru")
    assert say(language, "points", points=number) == points
    assert say(language, "bonus-points", bonus=number) == points
    assert say(language, "tiles-counted", count=number) == lying
    assert say(language, "tiles-needed", needed=number) == lying
    assert say(language, "tiles-taken", count=number) == taken
    assert say(language, "tiles-to-take", needed=number) == taken
    assert say(language, "tiles-each", count=number) == each
    assert say(language, "tiles-limit", count=number) == limit


@pytest.mark.parametrize(
    ("number", "thrown", "left"),
    [(1, "1 кость:", "остался 1 бросок"), (2, "2 кости:", "осталось 2 броска"), (5, "5 костей:", "осталось 5 бросков")],
)
def test_russian_dice_and_throws_agree_with_their_numbers(number: int, thrown: str, left: str) -> None:
    language = find_language("ru")
    assert thrown in say(language, "throws-again", player="Анна", count=number, dice="1 2 3 4 6")
    assert left in say(language, "waits-throw-or-line", player="Анна", count=number)


@pytest.mark.parametrize(
    ("points", "english", "russian"),
    [
        (-1, "−1 point", "−1 очко"),
        (-25, "−25 points", "−25 очков"),
        (0, "0 points", "0 очков"),
        (1575, "1575 points", "1575 очков"),
    ],
)
def test_points_have_a_real_minus_sign_and_no_thousands_separator(points: int, english: str, russian: str) -> None:
    assert say(find_language("en"), "points", points=points) == english
    assert say(find_language("ru"), "points", points=points) == russian


class _Names(Visitor):
    """The variables and the messages that a message refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.variables: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        # The number and how it is written are one argument.
        self.variables.add(node.id.name.removesuffix("_shown"))

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


OURS = ("announcements.ftl", "sheet.ftl")


@cache
def messages_of(code: str) -> dict[str, tuple[set[str], set[str]]]:
    """Every message the referee uses in a language: the variables and messages it refers to."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for file in OURS:
        text = (files("tileref") / "locales" / code / file).read_text(encoding="utf-8")
        for entry in FluentParser().parse(text).body:
            assert not isinstance(entry, ast.Junk), f"{file}: {entry.content}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{file} has {entry.id.name} a second time"
                names = _Names()
                names.visit(entry)
                found[entry.id.name] = (names.variables, names.messages)
    return found


def variables_of(code: str, message: str) -> set[str]:
    """The variables of a message and of those it refers to."""
    variables, referred = messages_of(code)[message]
    return variables.union(*(variables_of(code, other) for other in referred))


def test_both_languages_have_the_same_messages() -> None:
    assert messages_of("en").keys() == messages_of("ru").keys()


def test_both_languages_put_the_same_variables_into_a_message() -> None:
    differ = [name for name in messages_of("en") if variables_of("en", name) != variables_of("ru", name)]
    assert differ == []


def test_a_step_that_does_not_count_is_told_as_such() -> None:
    step: Step = judge(triangle(), 4, triangles.Place(0, ORIGIN, (2, 3, 4)))
    (said,) = announcer("ru", TRIPLE_400).step(step)
    assert said.text == "Запись 5 не действует. Клетка 0,0U занята: там лежит 0-1-5. (правила 000, п. 6)"
