"""What a fitted lens is worth, in words that can be acted on."""

from dataclasses import dataclass
from enum import StrEnum

from tileref.calibration.coverage import Coverage
from tileref.calibration.lens_fit import LensFit


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSettings:
    """Lengths are in pixels for a picture of 1,000 to its longer side; a tile on a table has sides of 30 to 100 there.
    Above the first limit of two a lens is not good, above the second it is poor. Too low: paper that is not quite flat
    is sent back; too high: a lens is praised that moves tiles by a part of their sides."""

    held_out: tuple[float, float] = (0.4, 1.5)
    unsteady: tuple[float, float] = (1.0, 4.0)
    parts: tuple[int, int] = (1, 5)
    """So many parts of the picture may be left out. Too few: hands that did not reach one corner are sent back; too
    many: the rim, where lenses bend most, is guessed."""


class Grade(StrEnum):
    """What a lens is worth."""

    GOOD = "good"
    FAIR = "fair"
    """Better than none; it could be better."""
    POOR = "poor"
    """It may do harm."""


class Flaw(StrEnum):
    """Why a lens is not good."""

    INEXACT = "inexact"
    """It does not show the board where it is seen."""
    UNSTEADY = "unsteady"
    """Other views would have given another lens."""
    PARTS = "parts"
    """Views left parts of the picture out."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A grade, and the flaws that decided it."""

    grade: Grade
    flaws: tuple[Flaw, ...]


def judge_fit(fit: LensFit, coverage: Coverage, *, settings: VerdictSettings | None = None) -> Verdict:
    """The verdict on a lens; `coverage` is that of the views it was fitted to."""
    settings = settings or VerdictSettings()
    scale = 1000 / max(fit.lens.width, fit.lens.height)
    measured = {
        Flaw.INEXACT: (fit.held_out * scale, settings.held_out),
        Flaw.UNSTEADY: (fit.unsteady * scale, settings.unsteady),
        Flaw.PARTS: (len(coverage.missing_parts), settings.parts),
    }
    poor = tuple(flaw for flaw, (value, (_, limit)) in measured.items() if value > limit)
    if poor:
        return Verdict(Grade.POOR, poor)
    fair = tuple(flaw for flaw, (value, (limit, _)) in measured.items() if value > limit)
    return Verdict(Grade.FAIR if fair else Grade.GOOD, fair)
