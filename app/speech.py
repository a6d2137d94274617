"""How the referee speaks: an announcement, and the means to word one in a language, about a ruleset and its players."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tileref.engine.games import AnyRuleset
from tileref.engine.leaflets import Rule, Subject, rule_for
from tileref.engine.triangles import Cell
from tileref.language import Argument, Language

_MINUS = "\N{MINUS SIGN}"


class Level(StrEnum):
    """What kind of news an announcement is, for whoever colours or voices it."""

    INFO = "info"
    POINTS = "points"
    BONUS = "bonus"
    PENALTY = "penalty"
    REFUSED = "refused"
    CORRECTION = "correction"
    QUESTION = "question"
    END = "end"


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something the referee says: `cells` are worth highlighting on a triangular board, `rule` decides it."""

    text: str
    level: Level
    cells: tuple[Cell, ...] = ()
    rule: Rule | None = None


def say(language: Language, message: str, /, **arguments: Argument) -> str:
    """The message with these arguments.

    A number comes twice: as itself, which picks the plural, and with "_shown" to its name as it is written, because
    Fluent would write a hyphen for the minus sign and divide thousands.
    """
    shown = {
        f"{name}_shown": str(value).replace("-", _MINUS) for name, value in arguments.items() if isinstance(value, int)
    }
    return language(message, **arguments, **shown)


def name_tile(digits: Sequence[int]) -> str:
    """A tile or domino as it is written and read out: 0-1-5, 6-4."""
    return "-".join(map(str, digits))


def name_dice(dice: Iterable[int]) -> str:
    """Dice as they are written and read out: 1 2 3 4 6."""
    return " ".join(map(str, dice))


@dataclass(frozen=True, slots=True)
class Speech:
    """The means to word an announcement."""

    language: Language
    ruleset: AnyRuleset
    players: tuple[str, ...]

    def say(self, message: str, /, **arguments: Argument) -> str:
        """The message, which may also choose by what this game calls the tiles that can be drawn."""
        return say(self.language, message, well=_WELLS.get(self.ruleset.leaflet, "well"), **arguments)

    def all_of(self, items: Iterable[str]) -> str:
        """The items as a list: "a, b and c"."""
        return self._join(items, "list-and")

    def any_of(self, items: Iterable[str]) -> str:
        """The items as a choice: "a, b or c"."""
        return self._join(items, "list-or")

    def names(self, seats: Iterable[int]) -> str:
        """The players at these seats as a list."""
        return self.all_of(self.players[seat] for seat in seats)

    def line(self, category: str) -> str:
        """The name of a line of the dice card, quoted."""
        return self.say("line-name", line=sheet_word(self.language, category))

    def announce(
        self,
        level: Level,
        text: str,
        *,
        about: Subject | None = None,
        cite: bool = False,
        cells: Iterable[Cell] = (),
    ) -> Announcement:
        """An announcement with the rule that decides what it is about, which its text cites if so wished."""
        rule = None if about is None else rule_for(self.ruleset, about)
        if cite and rule is not None:
            text = self.say("cited", text=text, leaflet=rule.leaflet, rule=rule.number)
        return Announcement(text, level, tuple(dict.fromkeys(cells)), rule)

    def _join(self, items: Iterable[str], message: str) -> str:
        *before, last = items
        return self.say(message, before=", ".join(before), last=last) if before else last


_WELLS = {"003": "bazaar", "004": "bank"}
"""What leaflets call the well, where they have another word for it."""


def sheet_word(language: Language, key: str, number: int | None = None) -> str:
    """The words for a key of the scoresheet, with its number where rows or sections of that key are counted."""
    return say(language, f"sheet-{key.replace('_', '-')}", number=number or 0)
