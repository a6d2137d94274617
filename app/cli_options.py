"""Options that several commands have."""

import os
from pathlib import Path
from typing import Annotated

import typer

from tileref.language import LANGUAGES


def preferred_language() -> str:
    """The language of the user's system where tileref speaks it, else English."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return locale[:2] if locale[:2] in LANGUAGES else LANGUAGES[0]


LanguageOption = Annotated[
    str, typer.Option("--language", "-l", help="en or ru.", default_factory=preferred_language, show_default="yours")
]
RulesetOption = Annotated[str, typer.Option("--ruleset", "-r", help="The id of a ruleset, or a file of house rules.")]
CalibrationOption = Annotated[
    Path | None, typer.Option("--calibration", metavar="FILE", help="The saved calibration of the camera.")
]
StoreOption = Annotated[
    str | None,
    typer.Option(
        "--store", metavar="PLACE", help="Where matches are kept: a file, or postgresql://USER@HOST/DATABASE."
    ),
]
