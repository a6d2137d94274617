"""The events of a match as the page shows them: read from the store, in any language."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tileref.store import LogRow, Store
from tileref.web.table_shapes import EventShape


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """An event as it is kept, and which pictures there are of it."""

    number: int
    at: float
    value: Mapping[str, Any]
    spoken: Mapping[str, tuple[tuple[str, str], ...]]
    pictures: tuple[str, ...]

    def to_shape(self, language: str) -> EventShape:
        """The event in a language; what was said in another only, in that."""
        said = self.spoken.get(language) or tuple((text, "info") for text in self.value.get("said", ()))
        fields = {key: it for key, it in self.value.items() if key not in ("said", "number", "time", "frame")}
        return EventShape.model_validate(
            fields
            | {
                "number": self.number,
                "time": self.value.get("time"),
                "frame": self.value.get("frame"),
                "at": self.at,
                "said": tuple(text for text, _ in said),
                "levels": tuple(level for _, level in said),
                "pictures": self.pictures,
            }
        )


def read_events(store: Store, match: int, *, after: int = 0) -> tuple[LoggedEvent, ...]:
    """The events of a match behind the one with a number, in order."""
    rows = store.rows(match, after=after)
    pictures = store.pictured(match, after=after) if rows else {}
    return tuple(event_of(row, pictures.get(row.number, ())) for row in rows)


def event_of(row: LogRow, pictures: tuple[str, ...]) -> LoggedEvent:
    """The event of a row."""
    packet = json.loads(row.packet) if row.packet else {}
    spoken = packet.get("said")
    return LoggedEvent(
        row.number,
        row.time,
        json.loads(row.event),
        {code: tuple((text, level) for text, level in said) for code, said in spoken.items()}
        if isinstance(spoken, dict)
        else {},
        pictures,
    )
