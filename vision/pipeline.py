"""A picture to what lies on the table: find, read, fit, decide. It composes and times the stages, and no more."""

from dataclasses import dataclass
from time import perf_counter

from tileref.calibration.lens import CameraCalibration
from tileref.vision.finder import FinderSettings, find_tiles
from tileref.vision.lattice_fit import fit_lattice
from tileref.vision.lattice_reading import empty_suspects, leave_strange
from tileref.vision.network import Network
from tileref.vision.observed import ObservedPicture, leave_apart, observe_picture
from tileref.vision.reader import read_tiles, tell_apart
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
        lens = self._calibration and self._calibration.scaled_to(image.shape[1], image.shape[0])
        start = perf_counter()
        found = find_tiles(image, self._finder, self._settings)
        after_find = perf_counter()
        apart = leave_apart(found.faint, found.tiles)
        readings = read_tiles(image, (*found.tiles, *apart), self._reader)
        sightings, faint = tell_apart(readings, len(found.tiles))
        after_read = perf_counter()
        middle = ((image.shape[1] - 1) / 2, (image.shape[0] - 1) / 2)
        outlines = [sighting.outline for sighting in sightings]
        lattice = fit_lattice(outlines, middle_image=middle, lens=lens)
        faint = leave_strange(lattice, faint)
        cleared = empty_suspects(lattice, faint)
        pips = readings.marked_set.pips
        observed = observe_picture(sightings, lattice, pips=pips, cleared=cleared, faint=faint)
        return observed, StageTimes(after_find - start, after_read - after_find, perf_counter() - after_read)
