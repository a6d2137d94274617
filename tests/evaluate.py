"""How well pictures are read and matches refereed: `make evaluate`.

Prints the tables and what is wrong, and writes models/ACCURACY.md. The recorded matches are rendered first, once.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tests.evaluate_live import referee_pictures, referee_recordings
from tests.live_score import LiveScore, draw_scores
from tests.make_recordings import FOLDER
from tileref.datasets.evaluation import (
    RENDERED,
    Evaluation,
    KnownPicture,
    Share,
    evaluate,
    open_pictures,
    render_pictures,
)
from tileref.datasets.fonts import PACKAGES, NoFontsError, find_fonts
from tileref.datasets.layout import Kind
from tileref.engine.triangles import tile_of
from tileref.vision.frame import read_frame
from tileref.vision.pipeline import PictureReader

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "models/ACCURACY.md"
DEVSET = ROOT.parent / "shared/devset"
PICTURES = 100
"""Of each difficulty. The written table always has so many: with fewer its figures could not be told from luck."""

RECALL = PRECISION = 0.995
DIGITS = 0.999
BOARDS = {"easy": 1.0, "medium": 0.98, "hard": 0.9, "pips": 0.98}
DIFFICULTIES = ("easy", "medium", "hard")
"""What is to be reached (DESIGN section 6)."""

# Sides in pixels, from where to where.
SIZES = ((0, 30), (30, 45), (45, 70), (70, 110), (110, 10_000))
MOST = 6
"""So many problems of a picture are told."""

TRACED = "## Physically based pictures"
ELSEWHERE = "## Pictures made by others"
Columns = dict[str, Evaluation]


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate", description=__doc__)
    parser.add_argument("--pictures", type=int, default=PICTURES, metavar="N", help="so many of each difficulty")
    parser.add_argument("--traced", type=Path, metavar="FOLDER", help="pictures that datasets/tracing.py made")
    options = parser.parse_args()
    count = max(1, options.pictures)
    try:
        find_fonts()
    except NoFontsError as error:
        sys.exit(str(error))
    reader = PictureReader()
    rendered = {name: evaluate(_watch(render_pictures(name, count), name, count), reader) for name in RENDERED}
    print(f"Rendered pictures, {count} of each kind\n")
    print("\n".join(draw_table(rendered)))
    print_wrong(rendered)
    traced = evaluate_folder(options.traced, reader) if options.traced else {}
    if traced:
        print(f"\nPictures of {options.traced}\n")
        print("\n".join(draw_table(traced)))
        print_wrong(traced)
    found = evaluate_devset(reader)
    printed = count_printed(reader) if found else Share(0, 0)
    if found:
        print(f"\nPictures of {DEVSET}\n")
        print("\n".join(draw_table(found)))
        print_wrong(found)
        print(f"\nOf a printed sheet {printed.right} of {printed.of} tiles")
    matches = referee_recordings(FOLDER)
    if DEVSET.is_dir():
        matches["a game in pictures"] = referee_pictures(DEVSET / "sequence-0")
    print("\nMatches refereed\n")
    print("\n".join(draw_scores(matches)))
    if count == PICTURES:
        TABLE.write_text(write_page(rendered, traced, found, printed, matches), encoding="utf-8")
        print(f"\nwritten: {TABLE.relative_to(ROOT)}")
    else:
        print(f"\n{TABLE.relative_to(ROOT)} is left as it is: its figures are those of {PICTURES} pictures each")


def evaluate_folder(folder: Path, reader: PictureReader) -> Columns:
    """The same of pictures in a folder, by difficulty."""
    count = len(list(folder.glob("*.json")))
    every = evaluate(_watch(open_pictures(folder), folder.name, count), reader)
    return {name: every.of(name) for name in DIFFICULTIES}


def evaluate_devset(reader: PictureReader) -> Columns:
    """The same of pictures that are not ours, where they are there."""
    if not DEVSET.is_dir():
        return {}
    clear = list(open_pictures(DEVSET / "sequence-0", hands=False))
    game = evaluate(_watch(clear, "a game", len(clear)), reader)
    pips = evaluate(open_pictures(DEVSET / "real/triangles-pips"), reader)
    return evaluate_folder(DEVSET / "stills", reader) | {"a game": game, "real pips": pips}


def count_printed(reader: PictureReader) -> Share:
    """How many tiles of a printed sheet were read: its truth says which there are, and not where in the picture."""
    folder = DEVSET / "real/triangles-printed"
    truth = json.loads((folder / "hexagono.json").read_text(encoding="utf-8"))
    observed, _ = reader.read(read_frame(folder / truth["image"]).image)
    printed = Counter(tile_of((a, b, c)) for row in truth["rows"] for _, a, b, c in row)
    read = Counter(tile_of(tile.digits) for tile in observed.tiles if tile.digits)
    return Share((printed & read).total(), printed.total())


def _watch(pictures: Iterable[KnownPicture], name: str, count: int) -> Iterable[KnownPicture]:
    console = Console(stderr=True)
    return track(pictures, name, total=count, console=console, transient=True, disable=not console.is_terminal)


def draw_table(columns: Columns) -> list[str]:
    """A table in Markdown that also reads well in a terminal."""
    rows: list[tuple[str, list[str]]] = [("pictures", [str(len(each.pictures)) for each in columns.values()])]
    shares: dict[str, list[Share]] = {
        "tiles found (recall)": [each.recall for each in columns.values()],
        "found tiles that are tiles (precision)": [each.precision for each in columns.values()],
        "digits right, on found tiles": [each.digits for each in columns.values()],
        "tiles exact, a missed one is wrong": [each.tile_exact for each in columns.values()],
        "board, loose or face down: right": [each.kinds for each in columns.values()],
        "boards exact": [each.board_exact for each in columns.values()],
        "lattices exact": [each.lattice_exact for each in columns.values()],
        "boards called sure": [each.sure for each in columns.values()],
        "sure boards that are wrong": [each.sure_but_wrong for each in columns.values()],
        "sure pictures with anything wrong": [each.sure_but_off for each in columns.values()],
    }
    rows += [(name, [_percent(share) for share in row]) for name, row in shares.items()]
    for percentile, name in ((50, "median"), (95, "95th percentile")):
        errors = [each.corner_error(percentile) for each in columns.values()]
        rows.append((f"corners off, {name}, of a side", [f"{100 * e:.2f} %" if e is not None else "–" for e in errors]))
    return _aligned([("", list(columns)), *rows])


def _percent(share: Share) -> str:
    if share.rate is None:
        return "– of 0"
    low, high = share.interval
    return f"{100 * share.rate:.2f} % of {share.of} ({100 * low:.1f}–{100 * high:.1f})"


def _aligned(rows: list[tuple[str, list[str]]]) -> list[str]:
    cells = [[name, *row] for name, row in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    return [lines[0], "| " + " | ".join("-" * width for width in widths) + " |", *lines[1:]]


def print_wrong(columns: Columns) -> None:
    """What is wrong, picture by picture."""
    for name, evaluation in columns.items():
        if not evaluation.wrong:
            continue
        print(f"\nWrong among {name}: {len(evaluation.wrong)} of {len(evaluation.pictures)}")
        for picture in evaluation.wrong:
            board = ("" if picture.whole else ", board not wholly visible") + (", sure" if picture.sure else "")
            print(f"  {picture.name}{board}: {_sentence(picture.problems)}")


def write_page(
    rendered: Columns, traced: Columns, found: Columns, printed: Share, matches: Mapping[str, LiveScore]
) -> str:
    """The page that is committed. What was measured elsewhere stays where those pictures are not at hand."""
    seeds = ", ".join(
        f"{name} {RENDERED[name].first_seed:,}–{RENDERED[name].first_seed + PICTURES - 1:,}" for name in rendered
    )
    hardness = ", ".join(f"{RENDERED[name].hardness} ({name})" for name in rendered)
    models = ", ".join(f"`{file.name}`" for file in sorted(TABLE.parent.glob("*.onnx")))
    known = TABLE.read_text(encoding="utf-8") if TABLE.exists() else ""
    lines = [
        "# How well pictures are read",
        "",
        f"Written by `make evaluate`, with {models}. Shares are given with their counts and 95 % intervals (Wilson).",
        "",
        "Recall and digits count on tiles of which nine tenths can be seen; those of which less than half can be seen",
        "count neither way. A board is exact if every tile of it was found, called board and read right, and nothing",
        "else was called board; a lattice, if the tiles also lie where they should, up to a shift and six turns. Both",
        "count only where all of the board is in the picture and nothing lies on it. In the pictures that the project",
        "renders, digits that glare or darkness washed out altogether count neither way.",
        "",
        "## Pictures the project renders",
        "",
        f"`datasets/compositor.py` at hardness {hardness}, {PICTURES} seeds each: {seeds}.",
        f"Which font a seed draws with depends on which are installed ({len(find_fonts())} here, of the packages that",
        f"`datasets/fonts.py` names, {len(PACKAGES)} of them): figures compare only where the same ones are.",
        "",
        *draw_table(rendered),
        "",
        "## What is weak",
        "",
        *_write_weak(rendered),
        "",
        *_write_matches(matches),
        "",
        *(_write_traced(traced) if traced else _section(known, TRACED)),
        "",
        *(_write_elsewhere(found, printed) if found else _section(known, ELSEWHERE)),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _section(page: str, head: str) -> list[str]:
    """A section of a page as it stands, up to the next."""
    _, _, kept = page.partition(head)
    return [head + kept.partition("\n## ")[0].rstrip()] if kept else []


def _write_matches(matches: Mapping[str, LiveScore]) -> list[str]:
    return [
        "## Matches refereed",
        "",
        "`tileref watch` on matches that `python -m tests.make_recordings` renders and nobody looked at before: 1280 ×",
        "720, 12 pictures a second, with hands that lay, pass and rest, tiles taken back, a nudge of the camera and a",
        "drifting light; draws are told by key. Tables can be read, one hand comes at a time. A game in pictures is",
        "that of `../shared/devset`. The delay is from the hand having left to the event, by the clock of the video.",
        "",
        *draw_scores(matches),
    ]


def _write_traced(traced: Columns) -> list[str]:
    return [
        TRACED,
        "",
        "Traced by `datasets/tracing.py`, seeds that were not trained on; `python -m tests.evaluate --traced FOLDER`.",
        "",
        *draw_table(traced),
    ]


def _write_elsewhere(found: Columns, printed: Share) -> list[str]:
    head = [
        ELSEWHERE,
        "",
        "`../shared/devset`, which is no part of this repository and was not trained on: stills, the pictures of a",
        "game into which no hand reaches, and three real photographs of loose wooden tiles with pips.",
        "",
    ]
    wrong = sum(len(each.wrong) for each in found.values())
    return [
        *head,
        *draw_table(found),
        "",
        f"Something is wrong with {wrong} of them; the command says with which and what. Of a printed sheet, digits",
        f"upright, {printed.right} of {printed.of} tiles are read right.",
    ]


def _write_weak(rendered: Columns) -> list[str]:
    lines = []
    for name, each in rendered.items():
        aims = (
            ("tiles found", each.recall, RECALL),
            ("found tiles that are tiles", each.precision, PRECISION),
            ("digits", each.digits, DIGITS),
            ("boards exact", each.board_exact, BOARDS[name]),
        )
        short = [
            f"{what} {100 * s.rate:.2f} % for {100 * aim:.1f} %"
            for what, s, aim in aims
            if s.rate is not None and s.rate < aim
        ]
        if short:
            lines.append(f"- {name}: short of what is to be reached: {', '.join(short)}.")
        if each.sure_but_wrong.right:
            lines.append(f"- {name}: {each.sure_but_wrong.right} boards were called sure and are wrong; none may be.")
        missed = [tile for picture in each.pictures for tile in picture.tiles if tile.seen is None]
        boards = [picture for picture in each.pictures if picture.whole and not picture.board_exact]
        causes = {
            "a tile of the board missed": sum(_has(p.problems, "missed", but="face down") for p in boards),
            "a digit misread": sum(_has(p.problems, " read as ") for p in boards),
            "something called board that is not": sum(_has(p.problems, "called board") for p in boards),
            "a tile of the board called loose": sum(_has(p.problems, "board tile called") for p in boards),
        }
        lines.append(
            f"- {name}: {len(boards)} boards are not exact"
            + "".join(
                f"{', of them with ' if not at else ', '}{what} {count}"
                for at, (what, count) in enumerate(causes.items())
            )
            + f"; of {len(missed)} missed tiles {sum(tile.kind is Kind.FACEDOWN for tile in missed)} lie face down."
        )
    found, read = [], []
    for low, high in SIZES:
        side = f"under {high} px" if not low else f"{low} px and more" if high == SIZES[-1][1] else f"{low}–{high} px"
        found.append((side, [_percent(each.recall_of(low, high)) for each in rendered.values()]))
        read.append((side, [_percent(each.digits_of(low, high)) for each in rendered.values()]))
    lines += ["", "Tiles found, by the length of their sides:", "", *_aligned([("side", list(rendered)), *found])]
    return [*lines, "", "Digits right, likewise:", "", *_aligned([("side", list(rendered)), *read])]


def _has(problems: tuple[str, ...], words: str, but: str = "\n") -> bool:
    return any(words in problem and but not in problem for problem in problems)


def _sentence(problems: tuple[str, ...]) -> str:
    """The first problems: a picture that is wrong all over need not be told to the end."""
    more = len(problems) - MOST
    return "; ".join(problems[:MOST]) + (f"; and {more} more" if more > 0 else "")


if __name__ == "__main__":
    main()
