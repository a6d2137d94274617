"""What `tileref explain` does: one event of a kept match with all that speaks for and against it."""

import json
from pathlib import Path
from typing import Any

from tileref.engine.leaflets import find_leaflet
from tileref.engine.triangles import parse_position, to_ascii
from tileref.files import write_bytes
from tileref.speech import name_tile
from tileref.store import LogRow, Store, StoreError, default_store
from tileref.terminal import Terminal


def explain_event(
    terminal: Terminal, number: int, *, match: int | None, store: str | None, pictures: Path | None, as_json: bool
) -> None:
    """Say what was seen and ruled in an event, of the match that was played last where none is named."""
    with Store(store or default_store(), create=False) as kept:
        row = kept.row(_latest(kept) if match is None else match, number)
    event = json.loads(row.event)
    packet = json.loads(row.packet) if row.packet else {}
    if as_json:
        print(json.dumps(event | {"number": row.number, "packet": packet}, ensure_ascii=False))
    else:
        _print(terminal, row, event, packet)
    for picture in row.pictures if pictures else ():
        assert pictures is not None, "there is a folder"
        file = pictures / f"event-{row.number}-{picture.role}.jpg"
        write_bytes(file, picture.jpeg)
        if not as_json:
            terminal.say(terminal.language(f"explain-picture-{picture.role}", file=str(file)))
    if row.pictures and not pictures and not as_json:
        terminal.say(terminal.language("explain-pictures", count=len(row.pictures)), "dim")


def _latest(store: Store) -> int:
    kept = store.matches()
    if not kept:
        raise StoreError(f"no match is kept in {store.place!r} yet")
    return max(kept, key=lambda match: (match.last, match.id)).id


def _print(terminal: Terminal, row: LogRow, event: dict[str, Any], packet: dict[str, Any]) -> None:
    language = terminal.language
    terminal.say(language("explain-event", number=str(row.number), event=event["event"]), "bold")
    for sentence in event.get("said", ()):
        terminal.say(sentence)
    for reading in packet.get("readings", ()):
        tile = name_tile(reading["values"])
        terminal.say(
            language("explain-reading", tile=tile, percent=_percent(reading["confidence"])),
            "" if reading["sure"] else "yellow",
        )
        for digits, chance in reading["chances"][1:]:
            terminal.say(language("explain-chance", tile=name_tile(digits), percent=_percent(chance)), "dim")
    if rule := packet.get("rule"):
        printed = find_leaflet(rule["leaflet"]).find(rule["number"])
        terminal.say(language("explain-rule", leaflet=printed.leaflet, rule=printed.number, heading=printed.heading))
    before, after = packet.get("board_before", ""), packet.get("board_after", "")
    if after and before != after:
        terminal.draw(to_ascii(parse_position(after)))


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f}".rstrip("0").rstrip(".")
