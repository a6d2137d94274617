"""A picture to what lies on the table: find, read, fit, decide. It composes and times the stages, and no more."""

from dataclasses import dataclass
from time import perf_counter

from tileref.vision.finder import FinderSettings, find_tiles
from tileref.vision.lattice_fit import fit_lattice
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
        outlines = find_tiles(image, self._finder, self._settings)
        found = perf_counter()
        readings = read_tiles(image, outlines, self._reader)
        read = perf_counter()
        lattice = fit_lattice(outlines)
        observed = observe_picture(readings.sightings, lattice, pips=readings.pips)
        return observed, StageTimes(found - start, read - found, perf_counter() - read)
