"""The audit of one photographed board, in words and as data: its faults with the rule, and what is in doubt."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tileref.announcements import Announcer
from tileref.engine.faults import Reason
from tileref.engine.hands import Hand
from tileref.engine.triangles import (
    Board,
    Place,
    Placement,
    PlacementFault,
    Tile,
    TriangleRuleset,
    set_up_match,
)
from tileref.engine.triangles.notation import format_cell
from tileref.language import Language
from tileref.reading import PhotoReading, reading_to_json
from tileref.speech import Announcement, Level, Speech, name_tile
from tileref.vision.joint_reading import Doubt
from tileref.vision.lattice_reading import NoLattice
from tileref.vision.observed import ObservedPicture

# The seat in whose name a tile is judged; an audit does not know whose it was.
_SOMEBODY = 0
_ENOUGH = 1


def under_rules(reading: PhotoReading, ruleset: TriangleRuleset) -> PhotoReading:
    """The reading with its board under the rules of a game, but of the set that was seen."""
    board = Board(reading.board, chirality=reading.observed.chirality, corner_rule=ruleset.corner_rule)
    return replace(reading, board=board)


class BoardAuditor:
    """What is wrong with a board and what is unsure of it, in a language and under a ruleset."""

    def __init__(self, language: Language, ruleset: TriangleRuleset) -> None:
        players = tuple(language("judge-players").split(", "))
        self._ruleset = ruleset
        self._speech = Speech(language, ruleset, players)
        self._announcer = Announcer(language, ruleset, players)

    def faults(self, board: Board) -> tuple[tuple[PlacementFault, Announcement], ...]:
        """Every fault of the board, with its rule."""
        return tuple((fault, self._fault(board, fault)) for fault in board.faults())

    def doubts(self, observed: ObservedPicture) -> tuple[str, ...]:
        """What a person should look at, a sentence each."""
        return tuple(dict.fromkeys(self._doubts(observed)))

    def _fault(self, board: Board, fault: PlacementFault) -> Announcement:
        cell = fault.cells[0]
        if fault.reason is Reason.NO_SIDE and len(fault.cells) > 1:
            text = self._speech.say("audit-group", cells=", ".join(map(format_cell, fault.cells)))
            return self._speech.announce(Level.REFUSED, text, about=fault.reason, cite=True, cells=fault.cells)
        # A fault of the board is one of laying its first tile last, and is said in those words.
        placement = Placement(cell, board.tiles[cell])
        rest = board.remove(cell)
        same = [
            other
            for other in rest.placement_faults(placement)
            if other.reason is fault.reason and other.vertex == fault.vertex and set(other.cells) <= set(fault.cells)
        ]
        hidden = Hand[Tile].hidden(_ENOUGH)
        state = set_up_match(self._ruleset, board=rest, hands=(hidden, hidden), well=hidden, to_move=_SOMEBODY)
        said = self._announcer.refusal(Place(_SOMEBODY, *placement), same[:1] or (fault,), state)
        text = self._speech.say("audit-fault", cell=format_cell(cell), fault=said[0].text)
        return replace(said[0], text=text)

    def _doubts(self, observed: ObservedPicture) -> Iterator[str]:
        if isinstance(observed.lattice, NoLattice) and any(tile.digits is not None for tile in observed.tiles):
            yield self._speech.say("audit-no-lattice")
        where = {number: tile for tile, number in zip(observed.tiles, observed.sightings, strict=True)}
        for misfit in observed.lattice_doubts:
            tiles = [self._name(observed, number) for number in misfit.tiles if number in where]
            yield self._speech.say("audit-lattice-doubt", why=misfit.why, tiles=", ".join(tiles))
        # At one corner that disagrees meet up to six tiles, and each of them may be the one that was misread.
        disputed = [doubt.sighting for doubt in observed.reading_doubts if doubt.why is Doubt.DISAGREES]
        if disputed:
            tiles = [self._name(observed, number) for number in dict.fromkeys(disputed) if number in where]
            yield self._speech.say("audit-disputed", tiles=", ".join(tiles))
        for doubt in observed.reading_doubts:
            # What is in doubt about the place has been said, in more words.
            if doubt.why not in (Doubt.LATTICE, Doubt.DISAGREES) and doubt.sighting in where:
                percent = round(100 * where[doubt.sighting].confidence)
                name = self._name(observed, doubt.sighting)
                yield self._speech.say("audit-reading-doubt", why=doubt.why, tile=name, percent=percent)
        for suspect in observed.suspects:
            yield self._speech.language("read-suspect", cell=format_cell(suspect.cell))
        for outline in observed.faint:
            x, y = outline.corners.mean(axis=0)
            yield self._speech.say("audit-faint", x=round(float(x)), y=round(float(y)))

    def _name(self, observed: ObservedPicture, number: int) -> str:
        """A tile as a person can find it: its digits and its cell."""
        tile = observed.tiles[observed.sightings.index(number)]
        say = self._speech.language
        digits = name_tile(tile.digits) if tile.digits is not None else say("audit-facedown")
        return f"{digits} ({format_cell(tile.cell) if tile.cell is not None else say('read-apart')})"


def audit_to_json(reading: PhotoReading, ruleset: TriangleRuleset, auditor: BoardAuditor) -> dict[str, Any]:
    """The reading as `read` prints it, with the audit beside."""
    faults = [
        {
            "reason": fault.reason,
            "cells": fault.cells,
            "said": said.text,
            "leaflet": said.rule.leaflet if said.rule else None,
            "rule": said.rule.number if said.rule else None,
        }
        for fault, said in auditor.faults(reading.board)
    ]
    audit = {"ruleset": ruleset.id, "faults": faults, "doubts": auditor.doubts(reading.observed)}
    return reading_to_json(reading) | {"audit": audit}
