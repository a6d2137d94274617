"""Renders the bundled recorded table anew: `python -m tests.make_table`. Needs the fonts that datasets/fonts.py names.

Beside the video stands what a person at the table says to the referee, and when: a draw cannot be seen.
"""

from pathlib import Path

from tests.make_recordings import RecordedMatch
from tileref.datasets.match_script import Drawn, Script, Tricks
from tileref.datasets.recording import Recording
from tileref.datasets.video import write_video

FOLDER = Path(__file__).parent.parent / "app/demo"
TABLE = RecordedMatch(
    238,
    placements=10,
    tricks=Tricks(illegal=1, taken_back=0, passing=1, resting=1, nudges=0, exposures=0, draws=1),
)
"""Ten tiles, among them one that meets another only at a corner, and disagrees with it there, and one that closes a
hexagon."""

WIDTH, HEIGHT, RATE = 1152, 648, 10.0
"""Pixels and frames a second: few, so that the file is small."""

AFTERWARDS = 0.3
"""Somebody presses the key so many seconds after the hand has left."""


def format_keys(script: Script) -> str:
    """What is said by key, a line each: the seconds from the beginning, and the command."""
    drawn = [happening for happening in script.happenings if isinstance(happening, Drawn)]
    return "".join(f"{happening.time + AFTERWARDS:.1f} draw\n" for happening in drawn)


def main() -> None:
    """Write the video and the keys."""
    recording = Recording(TABLE.script, width=WIDTH, height=HEIGHT, rate=RATE)
    video = FOLDER / "table.mp4"
    write_video(video, map(recording.draw, range(len(recording))), rate=recording.rate)
    (FOLDER / "table.keys").write_text(format_keys(recording.script), encoding="utf-8")
    print(f"{len(recording)} frames, {video.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
