"""A picture to what lies on the table: find, read, fit, decide. It composes and times the stages, and no more."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from tileref.calibration.lens import CameraCalibration
from tileref.vision.finder import FinderSettings, Found, find_tiles
from tileref.vision.lattice_fit import fit_lattice
from tileref.vision.lattice_reading import empty_suspects, leave_strange
from tileref.vision.looks import TileLook, in_order, leave_new
from tileref.vision.network import Network
from tileref.vision.observed import ObservedPicture, leave_apart, observe_picture
from tileref.vision.reader import Readings, look_at_tiles, read_looks, tell_apart
from tileref.vision.rectify import Image


@dataclass(frozen=True, slots=True)
class StageTimes:
    """How long each stage took, in seconds."""

    find: float
    read: float
    fit: float


class PictureReader:
    """The networks, loaded once, and the way through them. Several may read at once, each with its own.

    With the camera's calibration the lattice is fitted to a picture without distortion; whatever comes out is in pixels
    of the picture as it is.
    """

    def __init__(
        self, *, threads: int = 2, finder: FinderSettings | None = None, calibration: CameraCalibration | None = None
    ) -> None:
        self._finder = Network("finder", threads=threads)
        self._reader = Network("reader", threads=threads)
        self._settings = finder or FinderSettings()
        self._calibration = calibration

    def read(self, image: Image) -> tuple[ObservedPicture, StageTimes]:
        """What lies on the table, and how long it took to see; CalibrationError where no such camera took it."""
        lens = self._lens(image)
        start = perf_counter()
        found = find_tiles(image, self._finder, self._settings)
        after_find = perf_counter()
        looks = self._look(image, found)
        readings = read_looks(looks)
        after_read = perf_counter()
        observed = _understand(image, looks, readings, lens)
        return observed, StageTimes(after_find - start, after_read - after_find, perf_counter() - after_read)

    def look(self, image: Image, *, known: Sequence[TileLook] = ()) -> tuple[TileLook, ...]:
        """How the tiles of a picture look; those that are `known` lie where they lay and are not read again."""
        found = find_tiles(image, self._finder, self._settings)
        return self._look(image, found, known)

    def understand(self, image: Image, looks: Sequence[TileLook]) -> ObservedPicture:
        """What lies on the table of a picture whose tiles look so; CalibrationError where no such camera took it."""
        return _understand(image, looks, read_looks(looks), self._lens(image))

    def _look(self, image: Image, found: Found, known: Sequence[TileLook] = ()) -> tuple[TileLook, ...]:
        lying = [look.outline for look in known]
        tiles, faint = (leave_new(outlines, lying) for outlines in (found.tiles, found.faint))
        apart = leave_apart(faint, (*(look.outline for look in known if look.found), *tiles))
        fresh = look_at_tiles(image, (*tiles, *apart), self._reader, found=len(tiles))
        return in_order((*known, *fresh))

    def _lens(self, image: Image) -> CameraCalibration | None:
        return self._calibration and self._calibration.scaled_to(image.shape[1], image.shape[0])


def _understand(
    image: Image, looks: Sequence[TileLook], readings: Readings, lens: CameraCalibration | None
) -> ObservedPicture:
    sightings, faint = tell_apart(readings, sum(look.found for look in looks))
    middle = ((image.shape[1] - 1) / 2, (image.shape[0] - 1) / 2)
    outlines = [sighting.outline for sighting in sightings]
    lattice = fit_lattice(outlines, middle_image=middle, lens=lens)
    faint = leave_strange(lattice, faint)
    cleared = empty_suspects(lattice, faint)
    pips = readings.marked_set.pips
    return observe_picture(sightings, lattice, pips=pips, cleared=cleared, faint=faint)
