"""`tileref print` as it is typed."""

from pathlib import Path
from typing import Annotated

import typer

from tileref.cli_options import LanguageOption
from tileref.engine.triangles import Chirality
from tileref.language import find_language
from tileref.paper_size import PaperSize
from tileref.printed_styles import PRINTED_STYLES
from tileref.terminal import Terminal

print_ = typer.Typer(name="print", help="Make PDF files to print at true size.", no_args_is_help=True)

_STYLES = ", ".join(style.name for style in PRINTED_STYLES)

PaperOption = Annotated[PaperSize, typer.Option("--paper", help="What is in the printer.")]


@print_.command("set")
def print_set(
    language: LanguageOption,
    style: Annotated[str, typer.Option("--style", "-s", help=f"One of {_STYLES}.")] = "plain",
    side: Annotated[float, typer.Option("--side", min=15, max=120, help="How long the sides are, in mm.")] = 35.0,
    chirality: Annotated[
        Chirality, typer.Option("--chirality", help="Which way round digits ascend; both makes 76 tiles.")
    ] = Chirality.CW,
    backs: Annotated[bool, typer.Option("--backs", help="Print the backs of the tiles, too.")] = False,
    paper: PaperOption = PaperSize.A4,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")] = Path(
        "tiles.pdf"
    ),
) -> None:
    """Make a set of 56 triangular tiles to cut out."""
    # Drawing takes a library that no other command should wait for.
    from tileref import print_commands

    print_commands.print_set(
        Terminal(find_language(language)), output, style=style, side=side, chirality=chirality, paper=paper, backs=backs
    )


@print_.command("calibration")
def print_calibration(
    language: LanguageOption,
    paper: PaperOption = PaperSize.A4,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")] = Path(
        "calibration-board.pdf"
    ),
) -> None:
    """Make the board that `tileref calibrate` looks for."""
    from tileref import print_commands

    print_commands.print_calibration(Terminal(find_language(language)), output, paper=paper)
