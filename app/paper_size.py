"""The paper in the printer."""

from enum import StrEnum


class PaperSize(StrEnum):
    """A size of paper."""

    A4 = "a4"
    A3 = "a3"
    LETTER = "letter"

    @property
    def size(self) -> tuple[float, float]:
        """Its shorter and its longer side."""
        return {PaperSize.A4: (210.0, 297.0), PaperSize.A3: (297.0, 420.0), PaperSize.LETTER: (215.9, 279.4)}[self]
