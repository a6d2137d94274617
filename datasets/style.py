"""What a set of tiles looks like: material, print, shape. Every set in a picture has one style."""

from dataclasses import dataclass
from enum import StrEnum
from itertools import product

import numpy as np

Rng = np.random.Generator
Colour = tuple[float, float, float]
"""Blue, green, red from 0 to 1."""


class Top(StrEnum):
    """Where the tops of the digits point."""

    CORNER = "corner"
    CENTRE = "centre"
    UPRIGHT = "upright"


class Mark(StrEnum):
    """What stands in the corners."""

    DIGITS = "digits"
    PIPS = "pips"


@dataclass(frozen=True, slots=True, kw_only=True)
class TileStyle:
    """One set of tiles. Lengths are in sides of a tile."""

    base: Colour
    # One colour of a tile for each of several, where a set has many (pastel).
    bases: tuple[Colour, ...]
    inks: tuple[Colour, ...]
    # A coloured field for each digit, or none.
    fields: tuple[Colour, ...] | None
    mark: Mark
    font: int
    top: Top
    # How the pips of each count lie, by the number of the arrangement, and how wide they are, in sizes of a mark.
    arrangement: int
    pip: float
    ring: bool
    size: float
    inset: float
    engraved: bool
    grain: float
    speckle: float
    border: float
    rays: float
    peg: float
    rounding: float
    bevel: float
    thickness: float
    gloss: float
    wear: float
    misprint: float
    side_shade: float
    back: Colour
    logo: bool

    @property
    def contrast(self) -> float:
        """How well the worst mark stands out from what it is printed on; about 1 for black on white."""
        grounds = self.bases or (self.base,)
        pairs = zip(self.fields, self.inks, strict=True) if self.fields else product(grounds, set(self.inks))
        return min(_difference(ground, ink) for ground, ink in pairs)


def random_style(rng: Rng, fonts: int, *, pips: float) -> TileStyle:
    """A style of any kind that sets really have, pips with this probability."""
    kind = str(rng.choice(["ivory", "black", "white", "wood", "pastel", "fields", "coloured", "grey", "any"]))
    mark = Mark.PIPS if rng.random() < pips else Mark.DIGITS
    if mark is Mark.PIPS and rng.random() < 0.45:
        kind = "wood"
    dark = _jitter(rng, (0.10, 0.09, 0.09), 0.06)
    pale = _jitter(rng, (0.90, 0.93, 0.94), 0.06)
    bases: tuple[Colour, ...] = ()
    inks: tuple[Colour, ...] = (dark,) * 6
    fields = None
    grain = 0.0
    match kind:
        case "ivory":
            base = _jitter(rng, (0.74, 0.88, 0.95), 0.06)
        case "black":
            base = _jitter(rng, (0.11, 0.11, 0.12), 0.07)
            inks = (_jitter(rng, (0.55, 0.85, 0.95), 0.2),) * 6
        case "white":
            base = pale
        case "wood":
            base = _jitter(rng, (0.42, 0.63, 0.80), 0.18)
            if mark is Mark.PIPS:
                # Drilled wood is often dark.
                depth = rng.uniform(0.35, 1)
                base = (base[0] * depth**1.5, base[1] * depth**1.2, base[2] * depth)
            inks = (_jitter(rng, (0.08, 0.14, 0.25), 0.1),) * 6
            grain = rng.uniform(0.03, 0.16)
        case "pastel":
            bases = tuple(_hue(rng, saturation=rng.uniform(0.2, 0.5), value=rng.uniform(0.7, 0.95)) for _ in range(6))
            base = bases[0]
        case "fields":
            base = dark if rng.random() < 0.7 else pale
            strong = rng.uniform(0.55, 0.95)
            fields = tuple(_hue(rng, saturation=strong, value=rng.uniform(0.45, 0.95)) for _ in range(6))
            inks = (pale if rng.random() < 0.75 else dark,) * 6
        case "coloured":
            base = pale if rng.random() < 0.8 else _jitter(rng, (0.74, 0.88, 0.95), 0.06)
            inks = tuple(_hue(rng, saturation=rng.uniform(0.6, 1), value=rng.uniform(0.25, 0.7)) for _ in range(6))
        case "grey":
            shade = rng.uniform(0.35, 0.8)
            base = _jitter(rng, (shade, shade, shade), 0.04)
        case _:
            base = _hue(rng, saturation=rng.uniform(0, 0.9), value=rng.uniform(0.1, 0.95))
            ink = pale if np.mean(base) < 0.5 else dark
            inks = (ink,) * 6
    if mark is Mark.PIPS and kind != "fields" and rng.random() < 0.5:
        inks = tuple(_hue(rng, saturation=rng.uniform(0, 1), value=rng.uniform(0.15, 1)) for _ in range(6))
    # Pips have colours of their own, which need not be lighter or darker than the tile.
    least = 0.33 if mark is Mark.DIGITS else 0.12
    for ground in bases or (base,):
        inks = tuple(_apart(ink, ground if fields is None else fields[at], least) for at, ink in enumerate(inks))
    back = base if rng.random() < 0.8 else _hue(rng, saturation=rng.uniform(0, 0.8), value=rng.uniform(0.2, 0.9))
    # Without a mark on it the back of a tile would be the tile of no pips.
    logo = bool(rng.random() < 0.5) or (mark is Mark.PIPS and (bool(bases) or back == base))
    size = rng.uniform(0.17, 0.3)
    border = rng.uniform(0.008, 0.025) if rng.random() < 0.3 else 0.0
    return TileStyle(
        base=base,
        bases=bases,
        inks=inks,
        fields=fields,
        mark=mark,
        font=int(rng.integers(fonts)),
        top=Top(str(rng.choice(list(Top), p=[0.6, 0.25, 0.15]))),
        arrangement=int(rng.integers(1 << 16)),
        pip=rng.uniform(0.22, 0.34),
        ring=bool(rng.random() < 0.25),
        size=size,
        inset=min(size * rng.uniform(0.86, 1.12) + border + rng.uniform(0.0, 0.07), 0.577 - 0.42 * size),
        engraved=bool(rng.random() < 0.3),
        grain=grain,
        speckle=rng.uniform(0, 0.04),
        border=border,
        rays=rng.uniform(0.006, 0.02) if rng.random() < (0.8 if fields else 0.1) else 0.0,
        peg=rng.uniform(0.015, 0.05) if rng.random() < 0.35 else 0.0,
        rounding=rng.uniform(0.0, 0.13),
        bevel=rng.uniform(0.0, 0.06) if rng.random() < 0.8 else 0.0,
        thickness=rng.uniform(0.05, 0.28),
        gloss=rng.uniform(0, 1),
        wear=rng.uniform(0, 0.5) if rng.random() < 0.4 else 0.0,
        misprint=rng.uniform(0, 0.025),
        side_shade=rng.uniform(0.55, 1.0),
        back=back,
        logo=logo,
    )


def _jitter(rng: Rng, colour: Colour, spread: float) -> Colour:
    b, g, r = np.clip(np.asarray(colour) + rng.normal(0, spread / 2, 3) + rng.normal(0, spread / 2), 0.02, 0.98)
    return float(b), float(g), float(r)


def _hue(rng: Rng, *, saturation: float, value: float) -> Colour:
    hue = rng.uniform(0, 6)
    rgb = [value * (1 - saturation * min(max(abs((hue + turn) % 6 - 3) - 1, 0), 1)) for turn in (3, 1, 5)]
    return rgb[2], rgb[1], rgb[0]


_LUMA = np.array([0.11, 0.59, 0.30])


def _difference(one: Colour, other: Colour) -> float:
    """How different two colours look; brightness says more than hue does, which JPEG and dim light take away."""
    apart = np.asarray(one) - np.asarray(other)
    return float(abs(_LUMA @ apart) + 0.3 * np.abs(apart - _LUMA @ apart).max())


def _apart(ink: Colour, base: Colour, least: float) -> Colour:
    """The ink, made darker or lighter until it can be told from what it is printed on."""
    step = -0.05 if float(_LUMA @ base) > 0.42 else 0.05
    colour = np.asarray(ink)
    while (
        abs(float(_LUMA @ colour) - float(_LUMA @ base)) < least
        and (colour.min() > 0.02 or step > 0)
        and (colour.max() < 0.98 or step < 0)
    ):
        colour = np.clip(colour + step, 0, 1)
    b, g, r = colour
    return float(b), float(g), float(r)
