"""What is said of a calibration: what to show next, what it is worth, why there is none."""

from collections.abc import Set

from tileref.calibration.board_view import NoBoardReason
from tileref.calibration.coverage import SPOTS, Coverage, Part
from tileref.calibration.lens_fit import LensFit
from tileref.calibration.verdict import Flaw, Grade, Verdict
from tileref.calibration.view_collector import Outcome, Seen
from tileref.language import Language

_REACHED, _MISSING, _HERE = "■", "·", "◆"


def say_next(language: Language, coverage: Coverage) -> str:
    """What to do with the board now."""
    if coverage.missing_parts:
        part = coverage.missing_parts[0]
        if part is Part.MIDDLE:
            return language("calibration-to-middle")
        return language("calibration-to-part", part=language(f"calibration-part-{part}"))
    if coverage.missing_tilts:
        return language(f"calibration-tilt-{coverage.missing_tilts[0]}")
    return language("calibration-done" if coverage.is_done else "calibration-more")


def say_seen(language: Language, seen: Seen) -> str:
    """What became of a picture, for the one who holds the board; nothing where there is nothing to say."""
    if seen.missing:
        return language(f"calibration-now-{seen.missing}")
    told = (Outcome.MOVING, Outcome.KNOWN, Outcome.TAKEN)
    return language(f"calibration-now-{seen.outcome}") if seen.outcome in told else ""


def draw_coverage(coverage: Coverage, here: frozenset[Part]) -> str:
    """The picture in nine parts: those that were reached, and where the board is now."""
    rows = [[_MISSING] * 3 for _ in range(3)]
    for part, (column, row) in SPOTS.items():
        rows[row][column] = _HERE if part in here else _REACHED if part in coverage.parts else _MISSING
    return "\n".join(" ".join(row) for row in rows)


def say_verdict(language: Language, fit: LensFit, verdict: Verdict, coverage: Coverage) -> str:
    """What the lens is worth, why, and what to do."""
    error = format_pixels(language, fit.held_out)
    if verdict.grade is Grade.GOOD:
        return language("calibration-good", error=error)
    flaw = verdict.flaws[0]
    missing = [language(f"calibration-part-{part}") for part in coverage.missing_parts]
    if flaw is not Flaw.PARTS:
        why = language(f"calibration-why-{flaw}")
    else:
        why = language("calibration-why-parts", count=len(missing), parts=", ".join(missing))
    return language(f"calibration-{verdict.grade}", error=error, why=why, do=language(f"calibration-do-{flaw}"))


def say_no_views(language: Language, outcomes: Set[Outcome], reasons: Set[NoBoardReason], source: str) -> str:
    """Why there is not one view among pictures of which this became."""
    if Outcome.MOVING in outcomes:
        return language("calibration-moving", source=source)
    for reason in (NoBoardReason.BLURRED, NoBoardReason.PARTIAL):
        if reason in reasons:
            return language(f"calibration-{reason}", source=source)
    return language("calibration-no-board", source=source)


def format_pixels(language: Language, pixels: float) -> str:
    """A length in pixels, as people of the language write it."""
    text = f"{pixels:.2f}" if pixels < 1 else f"{pixels:.1f}"
    return text.replace(".", ",") if language.code == "ru" else text
