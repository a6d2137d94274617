"""`tileref matches` as it is typed. What its commands do takes a database library, which nothing else waits for."""

from pathlib import Path
from typing import Annotated

import typer

from tileref.cli_options import LanguageOption, StoreOption
from tileref.language import find_language
from tileref.scoresheets import Form
from tileref.terminal import Terminal

matches = typer.Typer(name="matches", help="List the matches that are kept; replay, print, export and import them.")

MatchArgument = Annotated[int, typer.Argument(metavar="ID", min=1, help="The number of a match in the list.")]
OwnLanguageOption = Annotated[str | None, typer.Option("--language", "-l", help="en or ru.", show_default="yours")]


@matches.callback(invoke_without_command=True)
def _matches(context: typer.Context, language: LanguageOption, store: StoreOption = None) -> None:
    # What stands before the name of a command holds for it as well.
    context.obj = (language, store)
    if context.invoked_subcommand is None:
        from tileref.matches_commands import list_matches

        list_matches(*_chosen(context))


@matches.command()
def replay(
    context: typer.Context,
    match: MatchArgument,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture of every board into this folder.")] = None,
    language: OwnLanguageOption = None,
    store: StoreOption = None,
) -> None:
    """Go through a match board by board, with its scoresheet and audit."""
    from tileref.matches_commands import replay_match

    replay_match(*_chosen(context, language, store), match, svg=svg)


@matches.command()
def sheet(
    context: typer.Context,
    match: MatchArgument,
    form: Annotated[
        Form | None, typer.Option("--format", "-f", help="What to make.", show_default="as FILE ends, else text")
    ] = None,
    file: Annotated[Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to this file.")] = None,
    language: OwnLanguageOption = None,
    store: StoreOption = None,
) -> None:
    """Print the scoresheet of a match, or write it to a file."""
    from tileref.matches_commands import print_scoresheet

    form = form or Form.of(file)
    print_scoresheet(*_chosen(context, language, store), match, form=form, file=file)


@matches.command("export")
def export(
    context: typer.Context,
    match: MatchArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it: a ZIP of JSON lines and pictures.")],
    language: OwnLanguageOption = None,
    store: StoreOption = None,
) -> None:
    """Write a match with everything that is kept of it to one file."""
    from tileref.matches_commands import export_kept_match

    export_kept_match(*_chosen(context, language, store), match, file)


@matches.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match, as `tileref matches export` writes it.")],
    language: OwnLanguageOption = None,
    store: StoreOption = None,
) -> None:
    """Keep the match of a file."""
    from tileref.matches_commands import import_kept_match

    import_kept_match(*_chosen(context, language, store), file)


def _chosen(
    context: typer.Context, language: str | None = None, store: str | None = None
) -> tuple[Terminal, str | None]:
    """Where to print and which store to use: as a command was told, or the group of commands before it."""
    language_before, store_before = context.obj
    return Terminal(find_language(language or language_before)), store or store_before
