"""The command line: what is typed becomes a call, what went wrong becomes one sentence and exit code 2."""

import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from tileref.cli_options import CalibrationOption, LanguageOption, RulesetOption, StoreOption
from tileref.commands import judge_move, print_rules, replay_file, run_simulation
from tileref.engine.games import UnknownRulesetError
from tileref.engine.house import HouseRulesError
from tileref.engine.notation_error import NotationError
from tileref.engine.options import OptionError
from tileref.engine.record_file import RecordError
from tileref.engine.ruleset import PlayersError
from tileref.files import FileError
from tileref.language import UnknownLanguageError, find_language
from tileref.matches_cli import matches
from tileref.orders import OrderError
from tileref.print_cli import print_
from tileref.store_place import StoreError
from tileref.terminal import Terminal

USER_ERRORS = (
    FileError,
    HouseRulesError,
    NotationError,
    OptionError,
    OrderError,
    PlayersError,
    RecordError,
    StoreError,
    UnknownLanguageError,
    UnknownRulesetError,
)
"""What goes wrong because of what somebody typed; each has one sentence for them."""


app = typer.Typer(
    name="tileref",
    help="A referee for tile games on a real table.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.add_typer(matches)
app.add_typer(print_)


@app.callback(invoke_without_command=True)
def _tileref(
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.", is_eager=True)] = False,
) -> None:
    if show_version:
        typer.echo(f"tileref {version('tileref')}")
        raise typer.Exit


@app.command()
def rules(
    language: LanguageOption,
    ruleset: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The id of a ruleset, or a file of house rules.")
    ] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="Change an option: name=value; may be given several times.")
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Save the ruleset as a file of house rules.")] = None,
) -> None:
    """Say what the rulesets are, or one of them in words and numbers."""
    print_rules(Terminal(find_language(language)), ruleset, changes or [], save)


@app.command()
def simulate(
    language: LanguageOption,
    ruleset: RulesetOption = "triple-400",
    players: Annotated[str, typer.Option("--players", "-p", help="Names with commas between, or how many.")] = "2",
    matches: Annotated[int, typer.Option("--matches", "-n", min=1, max=1_000_000, help="How many matches.")] = 1,
    seed: Annotated[int, typer.Option("--seed", min=0, max=10**15, help="The same seed gives the same matches.")] = 1,
    greedy: Annotated[bool, typer.Option("--greedy", help="Players take the most points they can.")] = False,
    show: Annotated[bool, typer.Option("--show", help="Announce every move and draw the table.")] = False,
    record: Annotated[Path | None, typer.Option("--record", help="Write the record; of many matches, each.")] = None,
) -> None:
    """Let simulated players play matches; tell what they add up to."""
    run_simulation(
        Terminal(find_language(language)),
        ruleset=ruleset,
        players=players,
        matches=matches,
        seed=seed,
        greedy=greedy,
        show=show,
        record=record,
    )


@app.command()
def replay(
    language: LanguageOption,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as `simulate --record` writes it.")],
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture of every board into this folder.")] = None,
) -> None:
    """Go through a recorded match board by board, with its scoresheet and audit."""
    replay_file(Terminal(find_language(language)), file, svg)


# A cell such as -1,0D is not an option, however it begins.
@app.command(context_settings={"ignore_unknown_options": True})
def judge(
    language: LanguageOption,
    position: Annotated[
        str,
        typer.Argument(
            help="'0,0U:015 0,0D:155', a chain '26 66', or dice and card '44444 yacht=50'; '-' reads it, drawn or "
            "written, from standard input."
        ),
    ],
    move: Annotated[str, typer.Argument(help="'0,0D:155', '64R', 'draw', 'pass', 'score full_house' …")],
    ruleset: RulesetOption = "triple-400",
    hand: Annotated[str | None, typer.Option("--hand", help="What the player holds: '015 155'.")] = None,
    well: Annotated[int | None, typer.Option("--well", min=0, max=100, help="How many tiles can be drawn.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the ruling as one JSON object.")] = False,
) -> None:
    """Rule on a move in a position. The exit code is 0 for a legal one, 1 for another."""
    if not judge_move(
        Terminal(find_language(language)),
        ruleset=ruleset,
        position=sys.stdin.read() if position == "-" else position,
        move=move,
        hand=hand,
        well=well,
        as_json=json,
    ):
        raise typer.Exit(1)


@app.command()
def read(
    language: LanguageOption,
    photos: Annotated[list[str], typer.Argument(metavar="PHOTO…", help="Pictures, folders of pictures, or globs.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per picture per line.")] = False,
    overlay: Annotated[Path | None, typer.Option("--overlay", help="Write pictures of what was seen here.")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write the boards as drawings here.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="How many pictures at a time.")] = 1,
    calibration: CalibrationOption = None,
) -> None:
    """Read photographed boards: which tiles lie where, what they show, and what is in doubt."""
    # Seeing takes libraries that no other command should wait for.
    from tileref.reading_commands import read_photos

    if not read_photos(
        Terminal(find_language(language)),
        photos,
        as_json=json,
        overlay=overlay,
        svg=svg,
        jobs=jobs,
        calibration=calibration,
    ):
        raise typer.Exit(2)


@app.command()
def watch(
    language: LanguageOption,
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[SOURCE]",
            help="The number of a camera, a URL, a video, or a folder of pictures; the page asks where none is named.",
        ),
    ] = None,
    ruleset: RulesetOption = "triple-400",
    players: Annotated[str, typer.Option("--players", "-p", help="Names with commas between, or how many.")] = "2",
    opener: Annotated[str | None, typer.Option("--opener", help="Who opens the first round.")] = None,
    seats: Annotated[
        str | None, typer.Option("--seats", help="Where players sit, as hours over the picture: 6,12. Notices turns.")
    ] = None,
    events: Annotated[
        str | None, typer.Option("--events", metavar="FILE", help="Write one JSON object per event per line; - prints.")
    ] = None,
    orders: Annotated[
        Path | None, typer.Option("--orders", metavar="FILE", help="What players said: lines such as '41.5 draw'.")
    ] = None,
    interval: Annotated[
        float, typer.Option("--interval", min=0.01, max=86400, help="Seconds between the pictures of a folder.")
    ] = 2.0,
    store: StoreOption = None,
    table: Annotated[str, typer.Option("--table", help="A name for the table, where there are several.")] = "table",
    again: Annotated[
        bool | None,
        typer.Option(
            "--resume/--new", help="Go on with the match left at this table; a live camera does.", show_default=False
        ),
    ] = None,
    calibration: CalibrationOption = None,
    page: Annotated[bool, typer.Option("--page", help="Serve the page, which shows and asks everything.")] = False,
    share: Annotated[bool, typer.Option("--share", help="Let phones in the local network join by code.")] = False,
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Where the page is.")] = 8123,
) -> None:
    """Referee a table: announce every placement, refuse what is against the rules, keep the score.

    Without SOURCE, or with --page or --share, it is done on a page in the browser.
    """
    # As for `read`.
    from tileref.watch_commands import WatchOptions, watch_table

    terminal = Terminal(find_language(language))
    options = WatchOptions(
        ruleset=ruleset,
        players=players,
        opener=opener,
        seats=seats,
        events=events,
        orders=orders,
        interval=interval,
        store=store,
        table=table,
        again=again,
        calibration=calibration,
    )
    if source is None or page or share:
        from tileref.page_commands import watch_page

        watch_page(terminal, source, options, port=port, share=share)
    else:
        watch_table(terminal, source, options)


@app.command()
def explain(
    language: LanguageOption,
    event: Annotated[int, typer.Argument(metavar="EVENT", min=1, help="The number of an event.")],
    match: Annotated[int | None, typer.Option("--match", "-m", help="The id of a match; else the last one.")] = None,
    store: StoreOption = None,
    pictures: Annotated[Path | None, typer.Option("--pictures", help="Write its pictures into this folder.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show what an event of a match rests on: what was read, how sure, which rule, before and after."""
    # As for `read`.
    from tileref.explain_command import explain_event

    explain_event(Terminal(find_language(language)), event, match=match, store=store, pictures=pictures, as_json=json)


@app.command()
def calibrate(
    language: LanguageOption,
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE…", help="The number of a camera, a URL, a video, a folder, or pictures of the board."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to save it.")] = Path(
        "calibration.json"
    ),
    name: Annotated[str | None, typer.Option("--name", help="What to call the camera.")] = None,
) -> None:
    """Find out how a camera's lens bends its pictures, from views of a board that `print calibration` makes."""
    # As for `read`.
    from tileref.calibrate_command import calibrate_camera

    calibrate_camera(Terminal(find_language(language)), sources, output=output, name=name)


@app.command()
def train(
    work: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where renders and checkpoints are kept.")],
    models: Annotated[Path, typer.Option("--models", help="Where the models are written.")] = Path("models"),
    go_on: Annotated[bool, typer.Option("--continue", help="Begin with the models there are.")] = False,
) -> None:
    """Make the models from rendered pictures, resuming where it was left; needs the extra `train`."""
    from tileref.training_command import make_models

    make_models(work, models, go_on=go_on)


@app.command()
def score(
    language: LanguageOption,
    photos: Annotated[
        list[str], typer.Argument(metavar="PHOTO…", help="One picture, or one for each turn, in order; folders, globs.")
    ],
    ruleset: RulesetOption = "triple-400",
    players: Annotated[str, typer.Option("--players", "-p", help="Names with commas between, or how many.")] = "2",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per picture per line.")] = False,
    calibration: CalibrationOption = None,
) -> None:
    """Audit a photographed board, or referee a whole game from one photograph per turn."""
    # As for `read`.
    from tileref.scoring_commands import score_photos

    if not score_photos(
        Terminal(find_language(language)),
        photos,
        ruleset=ruleset,
        players=players,
        as_json=json,
        calibration=calibration,
    ):
        raise typer.Exit(2)


def main() -> None:
    """Run the command that was typed."""
    # A name typed in any script must reach any terminal or file: what it cannot show is shown escaped.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(_run())


def _run() -> int:
    try:
        code = app(sys.argv[1:] or ["--help"], standalone_mode=False)
        sys.stdout.flush()
    except USER_ERRORS as error:
        return _refuse(error.args[0])
    except typer.TyperException as error:
        return _refuse(error.format_message())
    except MemoryError:
        return _refuse("this needs more memory than there is")
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is left must not be flushed at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"tileref: {' '.join(sentence.split())}\n")
    return 2
