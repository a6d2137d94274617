"""The digits 0 to 5 in every font of the Debian packages the renders use."""

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

PACKAGES = (
    "fonts-dejavu",
    "fonts-liberation2",
    "fonts-roboto",
    "fonts-lato",
    "fonts-noto-core",
    "fonts-open-sans",
    "fonts-urw-base35",
    "fonts-inter",
    "fonts-cantarell",
    "fonts-comfortaa",
    "fonts-quicksand",
    "fonts-cabin",
    "fonts-dosis",
    "fonts-play",
    "fonts-sora",
    "fonts-karla",
    "fonts-jura",
    "fonts-crosextra-carlito",
    "fonts-league-spartan",
    "fonts-ebgaramond",
    "fonts-vollkorn",
)
"""Debian's packages, to be installed by name before rendering."""

# Where these packages put their files. What else is installed must not change which font a seed draws with.
_FOLDERS = tuple(
    Path("/usr/share/fonts") / folder
    for folder in (
        *(f"opentype/{name}" for name in ("cabin", "cantarell", "dosis", "ebgaramond", "inter", "jura")),
        *(f"opentype/{name}" for name in ("league-spartan", "play", "sora", "urw-base35")),
        *(f"truetype/{name}" for name in ("comfortaa", "crosextra", "dejavu", "karla", "karla-variable")),
        *(f"truetype/{name}" for name in ("karlatamilinclined", "karlatamilupright", "lato", "liberation2", "noto")),
        *(f"truetype/{name}" for name in ("open-sans", "play", "quicksand", "roboto", "vollkorn")),
    )
)
# Shapes nobody prints on a tile: symbols, scripts that draw their own digits, hairlines.
_STRANGE = (
    "symbol",
    "dingbat",
    "d050000l",
    "emoji",
    "math",
    "icon",
    "thin",
    "hairline",
    "extralight",
    "ultralight",
    "condensedlight",
)
_GLYPH = 96

Glyph = NDArray[np.uint8]
"""A mask of a digit, 255 where it is printed, as tall as the digit and as wide."""


class NoFontsError(RuntimeError):
    """No fonts to draw digits with. The message names the packages to install."""


@cache
def find_fonts() -> tuple[Path, ...]:
    """The files of all usable fonts, in an order that depends on their names only."""
    files = {path.name: path for folder in _FOLDERS for ending in ("*.ttf", "*.otf") for path in folder.rglob(ending)}
    usable = [
        path
        for name, path in sorted(files.items())
        if not any(word in name.lower() for word in _STRANGE) and not _is_foreign(name)
    ]
    if not usable:
        raise NoFontsError(f"no fonts were found: install {', '.join(PACKAGES)}")
    return tuple(path for path in usable if _has_digits(path))


def _is_foreign(name: str) -> bool:
    """Noto has a font for each script, all with the same digits; the plain ones are enough."""
    return name.startswith("Noto") and not name.startswith(("NotoSans-", "NotoSerif-", "NotoMono-", "NotoSansDisplay-"))


def _has_digits(path: Path) -> bool:
    try:
        shapes = [draw_digit(path, digit) for digit in range(6)]
    except (OSError, ValueError):
        return False
    return len({shape.tobytes() for shape in shapes}) == 6 and all(shape.shape[1] > 8 for shape in shapes)


@cache
def draw_digit(path: Path, digit: int) -> Glyph:
    """The mask of a digit in a font."""
    font = ImageFont.truetype(str(path), _GLYPH * 2)
    left, top, right, bottom = font.getbbox(str(digit))
    canvas = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(canvas).text((2 - left, 2 - top), str(digit), font=font, fill=255)
    mask = np.asarray(canvas)
    rows, columns = np.flatnonzero(mask.max(axis=1)), np.flatnonzero(mask.max(axis=0))
    if not len(rows):
        raise ValueError(f"{path.name} has no digit {digit}")
    cut = canvas.crop((int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1))
    width = max(1, round(cut.width * _GLYPH / cut.height))
    return np.asarray(cut.resize((width, _GLYPH), Image.Resampling.LANCZOS))


@cache
def draw_word(path: Path, word: str) -> Glyph:
    """The mask of a word in a font, for the backs of tiles."""
    font = ImageFont.truetype(str(path), _GLYPH)
    _, _, right, bottom = font.getbbox(word)
    canvas = Image.new("L", (int(right) + 4, int(bottom) + 4))
    ImageDraw.Draw(canvas).text((2, 2), word, font=font, fill=255)
    return np.asarray(canvas)
