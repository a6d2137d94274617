"""How well a recorded match was refereed: the events that `tileref watch` printed against what happened."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import median

from tileref.datasets.match_script import Drawn, Happening, Laid, TakenBack
from tileref.engine.triangles import Digits, tile_of

EARLY = 2.0
"""An event belongs to what happens up to so many seconds later: a ruling may come while the hand is just leaving."""

_QUESTION = "unclear"
_ABOUT = {"placed": Laid, "refused": Laid, "taken_back": TakenBack, _QUESTION: Laid}


@dataclass(frozen=True, slots=True)
class LiveEvent:
    """An event of a tile: what the referee said, when by the clock of the video, and of which tile."""

    kind: str
    time: float
    digits: Digits | None
    seat: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveScore:
    """Counts of one match or of several.

    Of the `legal` tiles `right` were announced exactly once and with the right player and points; the others were
    `missed`, announced twice (`doubled`) or `wrong`. `false_refusals` were refused, whatever was said of them
    besides. Of the `illegal` ones `noticed` were refused and never counted, and `asked` neither refused nor counted,
    but asked about. `phantoms` are events of tiles to which nothing had happened. `delays` are in seconds from the
    hand having left to the event, of what is right or noticed.
    """

    legal: int = 0
    right: int = 0
    missed: int = 0
    doubled: int = 0
    wrong: int = 0
    false_refusals: int = 0
    illegal: int = 0
    noticed: int = 0
    asked: int = 0
    taken_back: int = 0
    taken_back_noticed: int = 0
    phantoms: int = 0
    questions: int = 0
    delays: tuple[float, ...] = ()

    def __add__(self, other: "LiveScore") -> "LiveScore":
        return LiveScore(**{each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)})

    @property
    def flawless(self) -> bool:
        """Whether every tile was judged as it should be, once, and nothing else was said."""
        judged = (self.right, self.noticed, self.taken_back_noticed) == (self.legal, self.illegal, self.taken_back)
        return judged and not self.false_refusals and not self.phantoms


def parse_events(lines: Iterable[str]) -> list[LiveEvent]:
    """The events of tiles, and questions, among those that `tileref watch --events -` printed; one JSON object a
    line."""
    events = []
    for line in lines:
        value = json.loads(line)
        kind = value["event"]
        if kind not in _ABOUT:
            continue
        digits = value.get("values")
        a, b, c = digits if digits else (0, 0, 0)
        events.append(
            LiveEvent(kind, value["time"], (a, b, c) if digits else None, value.get("seat"), value.get("points"))
        )
    return events


def score_events(events: Sequence[LiveEvent], happenings: Sequence[Happening]) -> LiveScore:
    """How well a referee who said this followed what happened.

    Tiles are told apart by their digits: where the referee has its cells is its own affair.
    """
    said: dict[int, list[LiveEvent]] = {}
    phantoms = 0
    for event in events:
        number = _cause(event, happenings)
        if number is not None:
            said.setdefault(number, []).append(event)
        elif event.kind != _QUESTION:
            phantoms += 1
    score = LiveScore(phantoms=phantoms, questions=sum(event.kind == _QUESTION for event in events))
    for number, happening in enumerate(happenings):
        about = said.get(number, [])
        match happening:
            case Laid(legal=True):
                score += _score_legal(happening, about)
            case Laid():
                score += _score_illegal(happening, about)
            case TakenBack():
                # What is said twice is said once too often.
                score += LiveScore(taken_back=1, taken_back_noticed=min(len(about), 1), phantoms=max(len(about) - 1, 0))
            case Drawn():
                pass
    return score


def _cause(event: LiveEvent, happenings: Sequence[Happening]) -> int | None:
    """The number of the last thing that had happened to the tile of an event and can have brought it about."""
    known = [
        number
        for number, happening in enumerate(happenings)
        if not isinstance(happening, Drawn)
        and event.digits is not None
        and isinstance(happening, _ABOUT[event.kind])
        and tile_of(happening.digits) == tile_of(event.digits)
        and happening.time <= event.time + EARLY
    ]
    return known[-1] if known else None


def _score_legal(laid: Laid, said: Sequence[LiveEvent]) -> LiveScore:
    placed = [event for event in said if event.kind == "placed"]
    score = LiveScore(legal=1, false_refusals=int(any(event.kind == "refused" for event in said)))
    if not placed:
        return score + LiveScore(missed=1)
    if len(placed) > 1:
        return score + LiveScore(doubled=1)
    if (placed[0].seat, placed[0].points) != (laid.seat, laid.points):
        return score + LiveScore(wrong=1)
    return score + LiveScore(right=1, delays=(placed[0].time - laid.time,))


def _score_illegal(laid: Laid, said: Sequence[LiveEvent]) -> LiveScore:
    if any(event.kind == "placed" for event in said):
        return LiveScore(illegal=1)
    refused = [event for event in said if event.kind == "refused"]
    if not refused:
        return LiveScore(illegal=1, asked=int(bool(said)))
    return LiveScore(illegal=1, noticed=1, phantoms=len(refused) - 1, delays=(refused[0].time - laid.time,))


def draw_scores(scores: Mapping[str, LiveScore]) -> list[str]:
    """A table in Markdown, a column for each match."""
    rows: list[tuple[str, list[str]]] = [
        ("legal placements", [str(score.legal) for score in scores.values()]),
        ("announced once, with the right points", [str(score.right) for score in scores.values()]),
        ("missed", [str(score.missed) for score in scores.values()]),
        ("announced more than once", [str(score.doubled) for score in scores.values()]),
        ("announced with wrong points or player", [str(score.wrong) for score in scores.values()]),
        ("refused though legal", [str(score.false_refusals) for score in scores.values()]),
        ("illegal placements refused", [f"{score.noticed} of {score.illegal}" for score in scores.values()]),
        ("illegal placements only asked about", [str(score.asked) for score in scores.values()]),
        ("tiles seen taken back", [f"{score.taken_back_noticed} of {score.taken_back}" for score in scores.values()]),
        ("events without a cause", [str(score.phantoms) for score in scores.values()]),
        ("questions asked", [str(score.questions) for score in scores.values()]),
        ("delay, median and longest", [_delay(score.delays) for score in scores.values()]),
    ]
    cells = [["", *scores], *([name, *row] for name, row in rows)]
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    return [lines[0], "| " + " | ".join("-" * width for width in widths) + " |", *lines[1:]]


def _delay(delays: Sequence[float]) -> str:
    return f"{median(delays):.2f} and {max(delays):.2f} s" if delays else "–"
