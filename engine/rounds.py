"""The rounds of a record, and the audit of each."""

from collections.abc import Iterator
from dataclasses import dataclass

from tileref.engine import dominoes, triangles
from tileref.engine.dominoes import DominoEvent, DominoFinding, DominoMatch
from tileref.engine.match import MatchOver, RoundOver
from tileref.engine.record import Record, Step
from tileref.engine.triangles import TriangleEvent, TriangleFinding, TriangleMatch

AnyFinding = TriangleFinding | DominoFinding


@dataclass(frozen=True, slots=True)
class Round:
    """The steps of a round, from 1; the last round of a record may still be played."""

    number: int
    steps: tuple[Step, ...]


def rounds_of(record: Record) -> Iterator[Round]:
    """The rounds of a record, in order.

    What is void after the end of a round begins no other: a correction may have ended the match before it.
    """
    number, over = 1, False
    steps: list[Step] = []
    for step in record.steps:
        if over and not step.is_void:
            yield Round(number, tuple(steps))
            number, over, steps = number + 1, False, []
        steps.append(step)
        over = over or any(isinstance(item, RoundOver | MatchOver) for item in step.news)
    if steps:
        yield Round(number, tuple(steps))


def audit(of: Round) -> tuple[tuple[Step, AnyFinding], ...]:
    """What the hands of a round prove wrong, each finding with the step it is about.

    Dice are thrown in the open: there is nothing to find.
    """
    steps = _since_last_deal(of)
    findings: tuple[AnyFinding, ...] = ()
    triangular = [
        (step.before, step.event)
        for step in steps
        if isinstance(step.before, TriangleMatch) and isinstance(step.event, TriangleEvent)
    ]
    pipped = [
        (step.before, step.event)
        for step in steps
        if isinstance(step.before, DominoMatch) and isinstance(step.event, DominoEvent)
    ]
    if triangular:
        findings = triangles.audit_round(triangular)
    elif pipped:
        findings = dominoes.audit_round(pipped)
    return tuple((steps[finding.at], finding) for finding in findings)


def _since_last_deal(of: Round) -> list[Step]:
    """The steps that count: void ones changed nothing, and a deal that was repeated is as if it had not been."""
    steps = [step for step in of.steps if not step.is_void]
    deals = [at for at, step in enumerate(steps) if isinstance(step.event, triangles.Deal | dominoes.Deal)]
    return steps[deals[-1] :] if deals else steps
