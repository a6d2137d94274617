"""A live camera that shows nothing, the same for ever, darkness or damage: what is said, once, and when it is over."""

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from tests.live_servers import draw_number
from tileref.vision.camera_health import CameraHealth, HealthSettings
from tileref.vision.frame import Frame
from tileref.vision.source_items import CameraBack, CameraTrouble, SourceItem, Trouble

RATE = 10
NUMBER = {True: draw_number(21845), False: draw_number(3)}


def _black(level: int = 4) -> np.ndarray:
    return np.full((240, 320, 3), level, np.uint8)


class _Camera:
    """A camera that is judged, with a clock that only these tests move."""

    def __init__(self, settings: HealthSettings | None = None) -> None:
        self.health = CameraHealth("camera 0", settings or HealthSettings())
        self.ticks = 0
        self.count = 0

    @property
    def time(self) -> float:
        return self.ticks / RATE

    def show(self, seconds: float, image: np.ndarray | None = None) -> list[SourceItem]:
        """A picture for a time, or a new one each time."""
        found: list[SourceItem] = []
        for _ in self._beats(seconds):
            self.count += 1
            shown = draw_number(self.count % 60_000) if image is None else image.copy()
            found += self.health.see(Frame(shown, self.time, "camera 0", self.count))
        return found

    def spoil(self, seconds: float) -> list[SourceItem]:
        """Pictures that cannot be decoded."""
        return [item for _ in self._beats(seconds) for item in self.health.see_garbage("it is damaged", self.time)]

    def be_silent(self, seconds: float) -> list[SourceItem]:
        """No picture at all."""
        since = self.time
        return [item for _ in self._beats(seconds) for item in self.health.see_nothing(since, self.time)]

    def _beats(self, seconds: float) -> Iterator[None]:
        for _ in range(round(seconds * RATE)):
            self.ticks += 1
            yield None


def _frames(items: Iterable[SourceItem]) -> int:
    return sum(isinstance(item, Frame) for item in items)


def _said(items: Iterable[SourceItem]) -> list[Trouble | str]:
    """The troubles, and "back" between them."""
    words: list[Trouble | str] = []
    for item in items:
        if isinstance(item, CameraTrouble):
            words.append(item.trouble)
        elif isinstance(item, CameraBack):
            words.append("back")
    return words


def test_good_pictures_all_go_on_and_nothing_is_said() -> None:
    items = _Camera().show(20)
    assert _frames(items) == len(items) == 200


def test_a_hiccup_of_the_network_is_not_announced() -> None:
    camera = _Camera()
    items = camera.show(2) + camera.be_silent(2) + camera.show(2)
    assert _said(items) == []
    assert _frames(items) == 40


@pytest.mark.parametrize("kind", [Trouble.LOST, Trouble.DARK, Trouble.GARBAGE, Trouble.FROZEN])
def test_each_trouble_is_said_once_with_a_sentence_and_frames_follow_only_when_it_is_over(kind: Trouble) -> None:
    camera = _Camera()
    camera.show(2)
    bad = {
        Trouble.LOST: lambda: camera.be_silent(300),
        Trouble.DARK: lambda: camera.show(300, _black()),
        Trouble.GARBAGE: lambda: camera.spoil(300),
        Trouble.FROZEN: lambda: camera.show(300, NUMBER[True]),
    }[kind]()
    assert _said(bad) == [kind]
    (trouble,) = (item for item in bad if isinstance(item, CameraTrouble))
    assert "camera 0" in trouble.detail or trouble.detail == "it is damaged"
    assert bad[-1] is trouble
    good = camera.show(3)
    assert isinstance(good[0], CameraBack)
    assert _said(good) == ["back"]
    assert 0 < _frames(good) < 30, "pictures have to be good for a while"


def test_a_dark_or_damaged_picture_never_goes_on_even_where_nothing_is_said() -> None:
    camera = _Camera()
    for _ in range(20):
        assert camera.show(0.5, _black()) == []
        assert camera.spoil(0.5) == []
        assert _frames(camera.show(0.5)) == 5


def test_a_loose_plug_is_not_announced_with_every_spark() -> None:
    camera = _Camera()
    items = camera.show(1) + camera.be_silent(5)
    for _ in range(50):
        items += camera.show(0.3) + camera.spoil(2) + camera.be_silent(4)
    assert _said(items) == [Trouble.LOST, Trouble.GARBAGE]
    assert _said(camera.show(3)) == ["back"]


def test_a_camera_that_damages_every_other_picture_is_used_for_what_it_shows() -> None:
    camera = _Camera()
    camera.be_silent(5)
    items: list[SourceItem] = []
    for _ in range(100):
        items += camera.show(0.1) + camera.spoil(0.1)
    assert _said(items) == ["back"]
    assert _frames(items) > 90


def test_a_slow_camera_comes_back_too() -> None:
    """One picture in two seconds."""
    camera = _Camera()
    camera.be_silent(5)
    items: list[SourceItem] = []
    for _ in range(5):
        items += camera.show(0.1) + camera.be_silent(1.9)
    assert _said(items) == ["back"]
    assert _frames(items) == 4


def test_after_it_is_back_the_same_trouble_is_said_again() -> None:
    camera = _Camera()
    items = camera.be_silent(5) + camera.show(3) + camera.be_silent(5)
    assert _said(items) == [Trouble.LOST, "back", Trouble.LOST]


def test_a_lens_that_warms_up_after_a_replug_is_no_further_trouble() -> None:
    camera = _Camera()
    camera.show(1)
    assert _said(camera.be_silent(5) + camera.show(0.5, _black()) + camera.show(2)) == [Trouble.LOST, "back"]


def test_dusk_does_not_flicker_between_dark_and_back() -> None:
    camera = _Camera()
    rng = np.random.default_rng(1)
    items: list[SourceItem] = []
    for level in np.linspace(60, 4, 400):
        items += camera.show(0.1, _black(max(0, round(level + rng.normal(0, 1.5)))))
    for level in np.linspace(4, 60, 400):
        items += camera.show(0.1, _black(max(0, round(level + rng.normal(0, 1.5)))))
    assert _said(items) == [Trouble.DARK, "back"]


def test_white_tiles_on_a_black_cloth_are_no_darkness() -> None:
    table = _black(0)
    table[100:120, 100:120] = 200
    assert _frames(_Camera().show(5, table)) == 50


def test_a_hot_pixel_is_no_light() -> None:
    covered = _black(3)
    covered[80, 160] = 255
    assert _said(_Camera().show(5, covered)) == [Trouble.DARK]


def test_noise_is_a_picture() -> None:
    rng = np.random.default_rng(1)
    camera = _Camera()
    items = [item for _ in range(50) for item in camera.show(0.1, rng.integers(0, 256, (240, 320, 3), np.uint8))]
    assert _frames(items) == 50


def test_a_stream_that_saves_its_pictures_is_suspected_at_most_a_few_times() -> None:
    """A still table over a good codec: the same bits for 25 seconds, then new ones, again and again."""
    camera = _Camera()
    items: list[SourceItem] = []
    for turn in range(16):
        items += camera.show(25, NUMBER[turn % 2 == 0])
    assert _said(items) == [Trouble.FROZEN, "back"]


def test_a_camera_that_froze_and_was_plugged_in_again_is_watched_as_closely_as_before() -> None:
    camera = _Camera()
    camera.show(40, NUMBER[True])
    camera.show(2)
    camera.be_silent(5)
    camera.show(3)
    assert _said(camera.show(15, NUMBER[True])) == [Trouble.FROZEN]


def test_a_minute_of_darkness_does_not_hide_a_frozen_camera() -> None:
    camera = _Camera()
    camera.show(120, _black())
    camera.show(3)
    assert _said(camera.show(15, NUMBER[True])) == [Trouble.FROZEN]


def test_another_resolution_in_mid_stream_is_no_trouble() -> None:
    camera = _Camera()
    items = camera.show(1) + camera.show(1, draw_number(5, 640, 480)) + camera.show(1)
    assert len(items) == _frames(items) == 30


def test_pictures_the_size_of_a_stamp_are_trouble_that_names_their_size() -> None:
    (trouble,) = _Camera().show(5, draw_number(5, 64, 48))
    assert isinstance(trouble, CameraTrouble)
    assert trouble.trouble is Trouble.GARBAGE
    assert "64 × 48" in trouble.detail
