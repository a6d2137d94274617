"""Photographs that somebody sends, read and scored: one is the audit of a board, several are a game."""

import base64
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import cv2

from tileref.audit_words import BoardAuditor, under_rules
from tileref.engine.triangles import TriangleRuleset
from tileref.game import begin_game
from tileref.happening_words import HappeningAnnouncer, Voice
from tileref.language import Language
from tileref.reading import PhotoReading, kind_of, read_picture
from tileref.reading_words import say_reading
from tileref.scoring import referee
from tileref.scoring_commands import find_handedness
from tileref.sights import see_board
from tileref.vision.frame import FrameError, decode_frame
from tileref.vision.observed import ObservedPicture
from tileref.vision.pipeline import PictureReader
from tileref.vision.rectify import Image
from tileref.web.match_shapes import (
    PhotoBoard,
    PhotoFault,
    PhotoGame,
    PhotoShape,
    PhotoTile,
    PlayerTotal,
    ScoreShape,
)

_SHOWN = (b"\xff\xd8\xff", b"\x89PNG", b"RIFF", b"BM")
"""How pictures begin that browsers show by themselves."""

_WIDEST = 1280
_QUALITY = 80


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph as it was sent."""

    name: str
    data: bytes


class PhotoScorer:
    """Reads photographs one after another, so that only one is in memory at a time."""

    def __init__(
        self, reader: PictureReader, rules: TriangleRuleset, players: tuple[str, ...], language: Language
    ) -> None:
        self._reader, self._rules, self._players, self._language = reader, rules, players, language
        self._shapes: list[PhotoShape] = []
        self._seen: list[ObservedPicture | None] = []

    def read(self, photo: Photo) -> None:
        """Read one more photograph."""
        start = perf_counter()
        try:
            frame = decode_frame(photo.data, photo.name)
            decoded = perf_counter() - start
            reading = read_picture(frame, Path(photo.name), self._reader, decode_seconds=decoded)
        except FrameError as error:
            self._shapes.append(PhotoShape(name=photo.name, doubts=(str(error.args[0]),)))
            self._seen.append(None)
            return
        self._seen.append(reading.observed)
        shape = self._shape(photo.name, under_rules(reading, self._rules))
        if not photo.data.startswith(_SHOWN):
            shape = shape.model_copy(update={"picture": _copy(frame.image)})
        self._shapes.append(shape)

    def score(self) -> ScoreShape:
        """What all of them come to."""
        return ScoreShape(photos=tuple(self._shapes), game=self._game() if len(self._shapes) > 1 else None)

    def _shape(self, name: str, reading: PhotoReading) -> PhotoShape:
        auditor, board = BoardAuditor(self._language, self._rules), reading.board
        faults = auditor.faults(board)
        at_fault = {cell for fault, _ in faults for cell in fault.cells}
        # The first line says what lies there; faults and doubts have places of their own.
        (first, _), *_ = say_reading(reading, self._language)
        height, width = reading.frame.image.shape[:2]
        return PhotoShape(
            name=name,
            width=width,
            height=height,
            tiles=tuple(
                PhotoTile.model_validate(
                    {
                        "kind": kind_of(tile),
                        "corners": tuple((round(float(x), 1), round(float(y), 1)) for x, y in tile.corners),
                        "values": tile.digits,
                        "confidence": round(tile.confidence, 4),
                        "sure": tile.sure,
                        "cell": tile.cell,
                        "state": "facedown"
                        if tile.digits is None
                        else "refused"
                        if tile.cell in at_fault
                        else "unsure"
                        if not tile.sure
                        else "loose"
                        if tile.cell is None
                        else "counts",
                    }
                )
                for tile in reading.observed.tiles
            ),
            board=PhotoBoard(tiles=len(board), value=board.value, hexagons=board.hexagons),
            sure=reading.observed.sure,
            said=(first,) if faults or not len(board) else (first, self._language("audit-no-fault")),
            doubts=auditor.doubts(reading.observed),
            faults=tuple(PhotoFault(text=said.text, cells=fault.cells) for fault, said in faults),
        )

    def _game(self) -> PhotoGame:
        seen = [observed for observed in self._seen if observed is not None]
        rules = replace(self._rules, chirality=find_handedness(seen, self._rules.chirality)) if seen else self._rules
        announcer = HappeningAnnouncer(self._language, rules, self._players, Voice.PHOTOS)
        game = begin_game(rules, self._players)
        said: list[tuple[str, ...]] = []
        for observed in self._seen:
            if observed is None:
                said.append(())
                continue
            game, happenings = referee(game, see_board(observed))
            said.append(tuple(one.text for happening in happenings for one in announcer.announce(happening)))
        totals = game.state.totals
        return PhotoGame(
            said=tuple(said),
            totals=tuple(
                PlayerTotal(player=name, total=total) for name, total in zip(self._players, totals, strict=True)
            ),
            waits=announcer.waits_for(game).text,
        )


def name_of(file_name: str | None, number: int) -> str:
    """What a photograph is called: as its file, if that is a name to show."""
    name = (file_name or "").replace("\\", "/").rpartition("/")[2][:100]
    return name if name and name.isprintable() else str(number)


def _copy(image: Image) -> str:
    """A picture as an address that holds it, for a browser that cannot show the original."""
    scale = _WIDEST / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    _, coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return "data:image/jpeg;base64," + base64.b64encode(coded.tobytes()).decode()
