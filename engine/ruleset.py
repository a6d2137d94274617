"""What the rulesets of all games have in common."""

from dataclasses import dataclass
from typing import Annotated

from tileref.engine.options import OptionError, Span, about, check_options


class PlayersError(ValueError):
    """A number of players that a ruleset is not for. The message is one sentence for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """The rules of a match as a value: each game's ruleset adds its options as fields."""

    id: str = about()
    name: str = about()
    leaflet: str = about()
    summary: str = about()

    players_min: Annotated[int, Span(1, 12)]
    players_max: Annotated[int, Span(1, 12)]

    def __post_init__(self) -> None:
        check_options(self)
        if self.players_min > self.players_max:
            raise OptionError(f"players_max must be at least players_min ({self.players_min}), not {self.players_max}")

    def check_players(self, players: int) -> None:
        """Raise a PlayersError unless so many can play."""
        if not self.players_min <= players <= self.players_max:
            raise PlayersError(f"{self.id} is for {self.players_min} to {self.players_max} players, not {players}")
