"""The terminal as the referee's voice: announcements, tables, scoresheets, in colour where there is any."""

from statistics import mean

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tileref.announcements import Announcement, Level, sheet_label
from tileref.engine.dice import DiceRuleset
from tileref.engine.games import AnyRuleset
from tileref.engine.sheet import Row, Sheet
from tileref.engine.triangles import PlacementClass
from tileref.language import Language
from tileref.simulation import Statistics

_STYLES = {
    Level.INFO: "",
    Level.POINTS: "",
    Level.BONUS: "bold green",
    Level.PENALTY: "yellow",
    Level.REFUSED: "bold red",
    Level.CORRECTION: "magenta",
    Level.QUESTION: "bold yellow",
    Level.END: "bold cyan",
}
_MINUS = "\N{MINUS SIGN}"


class _Console(Console):
    """A console that leaves it to the command line what becomes of a reader who has seen enough."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Terminal:
    """Where a command prints. Nothing a person typed is ever taken for markup."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.console = _Console(highlight=False, soft_wrap=True, emoji=False, markup=False)

    def say(self, text: str, style: str = "") -> None:
        """Print a line."""
        self.console.print(Text(text, style=style))

    def announce(self, announcement: Announcement) -> None:
        """Print an announcement."""
        self.say(announcement.text, _STYLES[announcement.level])

    def draw(self, drawing: str) -> None:
        """Print a drawing, apart from what is said."""
        self.console.print()
        self.say("\n".join(f"    {line}" for line in drawing.split("\n")), "dim" if self.console.is_terminal else "")
        self.console.print()

    def show_sheet(self, sheet: Sheet) -> None:
        """Print a scoresheet."""
        self.console.print(make_sheet_table(self.language, sheet))

    def show_statistics(self, statistics: Statistics, ruleset: AnyRuleset, seed: int) -> None:
        """Print what many matches add up to."""
        language = self.language
        seats = range(len(statistics.players))
        title = language(
            "statistics-title", matches=statistics.matches, ruleset=ruleset.id, players=len(seats), seed=seed
        )
        table = Table(title=title, title_justify="left", title_style="bold")
        table.add_column(language("statistics-players"))
        for column in ("wins", "shared", "points", "best", "worst"):
            table.add_column(language(f"statistics-{column}"), justify="right")
        for seat, name in enumerate(statistics.players):
            points = [totals[seat] for totals in statistics.totals]
            numbers = [statistics.wins[seat], statistics.shared[seat], round(mean(points), 1), max(points), min(points)]
            table.add_row(Text(name), *map(_signed, numbers))
        self.console.print(table)
        game = Table(title=language("statistics-game"), title_justify="left", title_style="bold", show_header=False)
        game.add_column()
        game.add_column(justify="right")
        rounds = statistics.rounds
        game.add_row(language("statistics-rounds"), f"{rounds / statistics.matches:.2f}")
        game.add_row(language("statistics-turns"), f"{statistics.events / rounds:.1f}")
        if not isinstance(ruleset, DiceRuleset):
            game.add_row(language("statistics-draws"), f"{statistics.drawn / rounds:.1f}")
            game.add_row(language("statistics-blocked"), f"{statistics.blocked / rounds:.1%}")
        for placement_class in PlacementClass:
            if count := statistics.classes[placement_class]:
                share = count / statistics.classes.total()
                game.add_row(language(f"class-{placement_class}"), f"{count} ({share:.2%})")
        self.console.print(game)


def make_sheet_table(language: Language, sheet: Sheet) -> Table:
    """A scoresheet as a table of characters."""
    table = Table(title=language("scoresheet"), title_justify="left", title_style="bold")
    table.add_column("")
    for seat, name in enumerate(sheet.players):
        table.add_column(Text(name + (" ★" if seat in sheet.winners else "")), justify="right", style="bold")
    for section in sheet.sections:
        table.add_section()
        table.add_row(Text(sheet_label(language, section), style="bold"))
        for row in section.rows:
            table.add_row(*_cells(language, row), style="bold" if row.is_sum else "", end_section=row.is_sum)
    table.add_section()
    table.add_row(*_cells(language, Row("grand_total", sheet.totals)), style="bold")
    return table


def _cells(language: Language, row: Row) -> list[Text]:
    points = (Text("" if points is None else _signed(points)) for points in row.points)
    return [Text(sheet_label(language, row)), *points]


def _signed(number: float) -> str:
    return str(number).replace("-", _MINUS)
