"""Which way round the digits of a set ascend, as its first tiles show it: some sets run against the clock."""

from collections.abc import Mapping
from dataclasses import replace

from tileref.engine.record import Record
from tileref.engine.record_file import format_entry, format_head, parse_record
from tileref.engine.triangles import Cell, Chirality, Digits, TriangleRuleset, tile_of, tile_set
from tileref.game import Game, find_laid
from tileref.known import triangle_match
from tileref.sights import Sight

_MIRRORED = {Chirality.CW: Chirality.CCW, Chirality.CCW: Chirality.CW}


def find_other_handedness(game: Game, sights: Mapping[Cell, Sight], seen: Chirality) -> Chirality | None:
    """The handedness that a picture shows beyond doubt and that is not the match's; None where there is none such.

    Only a tile with three different digits tells, and only before one has counted: after that a tile that runs the
    other way is a wrong tile. `seen` is what the picture as a whole says.
    """
    other = _MIRRORED.get(triangle_match(game.record.start).ruleset.chirality)
    if other is not seen or any(_tells(laid.place.digits) for laid in find_laid(game.record)):
        return None
    telling = [sight for sight in sights.values() if _tells(sight.digits)]
    sure = all(sight.clear and not sight.disputed for sight in telling)
    return other if telling and sure and all(tile_of(it.digits) in tile_set(other) for it in telling) else None


def _tells(digits: Digits) -> bool:
    return len(set(digits)) == 3


def turn_round(record: Record, chirality: Chirality) -> Record:
    """The same record of a match with a set of this handedness."""
    ruleset = record.ruleset
    assert isinstance(ruleset, TriangleRuleset), "only triangles have a handedness"
    begun = Record.begin(replace(ruleset, chirality=chirality), record.players)
    return parse_record("\n".join((format_head(begun), *map(format_entry, record.entries))))
