"""Renders the recorded matches that the referee is measured on: `python -m tests.make_recordings [FOLDER]`.

A match that is there already is left as it is; one that was broken off is made anew. Needs the fonts that
datasets/fonts.py names.
"""

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tileref.datasets.match_script import Script, Tricks, write_script
from tileref.datasets.recording import Recording
from tileref.datasets.recording_file import save_recording

FOLDER = Path(__file__).parent.parent / ".recordings"


MANY = Tricks(illegal=3, apart=1, taken_back=2, passing=4, resting=4, nudges=1, exposures=1, draws=2)


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match to be rendered."""

    seed: int
    players: int = 2
    placements: int = 28
    tricks: Tricks = MANY

    @property
    def script(self) -> Script:
        """Who does what when."""
        return write_script(self.seed, placements=self.placements, players=self.players, tricks=self.tricks)

    def path(self, folder: Path) -> Path:
        """Its video in a folder of recordings."""
        return folder / f"{self.seed}.mp4"


MATCHES = (RecordedMatch(201), RecordedMatch(202, players=3), RecordedMatch(203, players=4), RecordedMatch(204))
"""Nobody looked at them before they were measured; 101 to 103 and all below were looked at."""


def render(match: RecordedMatch, folder: Path) -> Path:
    """The video of a match in a folder, rendered if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    path = match.path(folder)
    save_recording(Recording(match.script), path, watched=lambda numbers: _watched(numbers, path.name))
    return path


def _watched(numbers: range, name: str) -> Iterable[int]:
    console = Console(stderr=True)
    return track(numbers, name, console=console, transient=True, disable=not console.is_terminal)


def main() -> None:
    """Render every match."""
    parser = argparse.ArgumentParser(prog="python -m tests.make_recordings", description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER, metavar="FOLDER", help="where to put them")
    folder = parser.parse_args().folder
    for match in MATCHES:
        path = render(match, folder)
        print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
