"""Rulesets of dominoes: the three of leaflet 003, each a value with every option as a field."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from tileref.engine.dominoes.tiles import DOMINOES
from tileref.engine.options import OptionError, Span
from tileref.engine.ruleset import Ruleset


class DrawRule(StrEnum):
    """What a player takes who has nothing to lay: dominoes until one fits, or one."""

    UNTIL_FITS = "until_fits"
    ONE = "one"


class LaterOpener(StrEnum):
    """Who opens from the second deal on: the highest double, or the last winner with any domino."""

    HIGHEST_DOUBLE = "highest_double"
    ROUND_WINNER = "round_winner"


class BlockTie(StrEnum):
    """Equal lowest hands in a blocked round: nobody wins, all do, or whoever holds the fewest dominoes."""

    NONE = "none"
    ALL = "all"
    FEWEST_TILES = "fewest_tiles"


class DrawOneBlock(StrEnum):
    """When a circle without a laid domino is a block, where one is drawn a turn.

    Only with the bazaar empty, or, as the leaflet literally says, always.
    """

    EMPTY_BAZAAR = "empty_bazaar"
    LITERAL = "literal"


@dataclass(frozen=True, slots=True, kw_only=True)
class DominoRuleset(Ruleset):
    """The rules of a match of dominoes. The defaults are those of the long game."""

    # The table.
    players_min: Annotated[int, Span(2, 4)] = 2
    players_max: Annotated[int, Span(2, 4)] = 4
    # Dominoes each, by number of players from one up; there is no game for one.
    deal: tuple[Annotated[int, Span(1, 14)], ...] = (7, 7, 5, 5)

    # The opening.
    later_opener: LaterOpener = LaterOpener.HIGHEST_DOUBLE

    # Drawing.
    draw: DrawRule = DrawRule.UNTIL_FITS

    # The end of a round.
    draw_one_block: DrawOneBlock = DrawOneBlock.EMPTY_BAZAAR
    block_subtract_own: bool = False
    block_tie: BlockTie = BlockTie.NONE

    # The end of the match.
    target: Annotated[int, Span(1, 100_000)] = 100

    def __post_init__(self) -> None:
        Ruleset.__post_init__(self)
        if len(self.deal) < self.players_max:
            raise OptionError(
                f"deal must have a number for each of 1 to {self.players_max} players, not {list(self.deal)!r}"
            )
        for players in range(self.players_min, self.players_max + 1):
            most = len(DOMINOES) // players
            if self.deal[players - 1] > most:
                raise OptionError(
                    f"deal must be at most {most} dominoes each for {players} players, "
                    f"not {self.deal[players - 1]}: a set has {len(DOMINOES)}"
                )


DOMINO_100 = DominoRuleset(
    id="domino-100",
    name="Домино до 100",
    leaflet="003",
    summary="Dominoes to 100 points; a player with nothing to lay draws until a domino fits.",
)

DOMINO_50 = DominoRuleset(
    id="domino-50",
    name="Домино до 50",
    leaflet="003",
    summary="Dominoes to 50 points, the short game; a player with nothing to lay draws until a domino fits.",
    target=50,
)

DOMINO_DRAW_ONE = DominoRuleset(
    id="domino-draw-one",
    name="Домино: одна кость с базара",
    leaflet="003",
    summary="Dominoes to 100 points; a player with nothing to lay draws one domino, and lays it if it fits.",
    draw=DrawRule.ONE,
)

DOMINO_RULESETS = (DOMINO_100, DOMINO_50, DOMINO_DRAW_ONE)
