"""How well matches are refereed: recorded ones, frame by frame, by the command that people type."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.live_score import LiveEvent, LiveScore, parse_events, score_events
from tests.make_recordings import MATCHES, RecordedMatch, render
from tileref.datasets.match_script import Drawn, Happening, Laid, TakenBack
from tileref.engine.games import find_ruleset
from tileref.engine.triangles import Board, Cell, Placement, TriangleRuleset, score_placement

COMMAND = "from tileref.cli import main; main()"
INTERVAL = 2.0
AFTERWARDS = 0.3
"""Somebody presses the key so many seconds after the hand has left."""


def referee_recordings(folder: Path) -> dict[str, LiveScore]:
    """The counts of every recorded match, which is rendered if it is not there."""
    scores = {}
    for match in MATCHES:
        video = render(match, folder)
        events = watch(video, players=match.players, orders=_orders(match))
        scores[f"{match.players} players, seed {match.seed}"] = score_events(events, match.script.happenings)
    return scores


def referee_pictures(folder: Path) -> LiveScore:
    """The counts of a match in pictures, with a file of truth beside each, as those of the devset have them."""
    events = watch(folder, players=2, orders="")
    return score_events(events, list(_happenings(sorted(folder.glob("[0-9][0-9][0-9].json")))))


def watch(source: Path, *, players: int, orders: str) -> list[LiveEvent]:
    """What `tileref watch` says of a source, with what the players say in it."""
    with tempfile.TemporaryDirectory() as work:
        said = Path(work) / "orders"
        said.write_text(orders, encoding="utf-8")
        command = [sys.executable, "-c", COMMAND, "watch", str(source), "--events", "-", "--players", str(players)]
        command += ["--store", str(Path(work) / "matches.db"), "--interval", str(INTERVAL), "--opener", "1"]
        if orders:
            command += ["--orders", str(said)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return parse_events(printed.splitlines())


def _orders(match: RecordedMatch) -> str:
    """What is said by key: the draws, which nobody can see."""
    drawn = [happening for happening in match.script.happenings if isinstance(happening, Drawn)]
    return "".join(f"{happening.time + AFTERWARDS:.1f} draw\n" for happening in drawn)


def _happenings(files: Sequence[Path]) -> Iterable[Happening]:
    """What happens between pictures, by the first clear picture that shows it; turns rotate."""
    ruleset = find_ruleset("triple-400")
    assert isinstance(ruleset, TriangleRuleset), "it is one of triangles"
    board, turn = Board(), 0
    wrong: Cell | None = None
    for number, file in enumerate(files):
        truth = json.loads(file.read_text(encoding="utf-8"))
        tile = truth["action_tile"]
        if truth["frame_kind"] != "clear" or not truth["action_done"] or not tile:
            continue
        cell, digits = _cell_of(tile["vertices"], tile["digits"])
        placement = Placement(cell, digits)
        time, seat = INTERVAL * number, turn % 2
        if truth["action"] == "remove":
            yield TakenBack(time=time, seat=seat, cell=cell, digits=digits, counted=cell != wrong)
        elif faults := board.placement_faults(placement):
            wrong = cell
            yield Laid(time=time, seat=seat, cell=cell, digits=digits, reasons=tuple(fault.reason for fault in faults))
        else:
            score = score_placement(ruleset, board, placement)
            yield Laid(time=time, seat=seat, cell=cell, digits=digits, points=score.points)
            board, turn = board.place(placement), turn + 1


def _cell_of(vertices: list[list[int]], digits: list[int]) -> Placement:
    """The cell with these corners, clockwise, and the digits in its order."""
    shown = {(x, y): digit for (x, y), digit in zip(vertices, digits, strict=True)}
    x, way = divmod(sum(x for x, _ in shown), 3)
    cell = Cell(x, sum(y for _, y in shown) // 3, "U" if way == 1 else "D")
    a, b, c = (shown[vertex.x, vertex.y] for vertex in cell.corners)
    return Placement(cell, (a, b, c))
