"""Renders the bundled game anew: `python -m tests.make_demo`. Needs the fonts that datasets/fonts.py names."""

from pathlib import Path

import cv2

from tileref.datasets.game import photograph_game

SEED = 13
TURNS = 12
FOLDER = Path(__file__).parent.parent / "app/demo"


def main() -> None:
    """Write the photographs."""
    for number, picture in enumerate(photograph_game(SEED, TURNS), start=1):
        _, jpeg = cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, 85])
        (FOLDER / f"{number:02}.jpg").write_bytes(jpeg.tobytes())


if __name__ == "__main__":
    main()
