"""A picture to what lies on the table: find, read, fit, decide. It composes and times the stages, and no more."""

from dataclasses import dataclass
from time import perf_counter

from tileref.vision.finder import FinderSettings, find_tiles
from tileref.vision.lattice_fit import fit_lattice
from tileref.vision.lattice_reading import empty_suspects
from tileref.vision.network import Network
from tileref.vision.observed import ObservedPicture, observe_picture
from tileref.vision.reader import read_tiles
from tileref.vision.rectify import Image


@dataclass(frozen=True, slots=True)
class StageTimes:
    """How long each stage took, in seconds."""

    find: float
    read: float
    fit: float


class PictureReader:
    """The networks, loaded once, and the way through them. Several may read at once, each with its own."""

    def __init__(self, *, threads: int = 2, finder: FinderSettings | None = None) -> None:
        self._finder = Network("finder", threads=threads)
        self._reader = Network("reader", threads=threads)
        self._settings = finder or FinderSettings()

    def read(self, image: Image) -> tuple[ObservedPicture, StageTimes]:
        """What lies on the table, and how long it took to see."""
        start = perf_counter()
        found = find_tiles(image, self._finder, self._settings)
        after_find = perf_counter()
        readings = read_tiles(image, found.tiles, self._reader)
        after_read = perf_counter()
        middle = ((image.shape[1] - 1) / 2, (image.shape[0] - 1) / 2)
        lattice = fit_lattice([sighting.outline for sighting in readings.sightings], middle_image=middle)
        cleared = empty_suspects(lattice, found.faint)
        observed = observe_picture(readings.sightings, lattice, pips=readings.pips, cleared=cleared, faint=found.faint)
        return observed, StageTimes(after_find - start, after_read - after_find, perf_counter() - after_read)
