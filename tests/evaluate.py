"""How well pictures are read: `make evaluate`. Prints the table and what is wrong, and writes models/ACCURACY.md."""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.progress import track

from tileref.datasets.evaluation import (
    DIFFICULTIES,
    FIRST_SEEDS,
    Evaluation,
    KnownPicture,
    Share,
    evaluate,
    open_pictures,
    render_pictures,
)
from tileref.datasets.fonts import PACKAGES, NoFontsError, find_fonts
from tileref.datasets.layout import Kind
from tileref.vision.pipeline import PictureReader

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "models/ACCURACY.md"
DEVSET = ROOT.parent / "shared/devset"
PICTURES = 100
"""Of each difficulty. The written table always has so many: with fewer its figures could not be told from luck."""

RECALL = PRECISION = 0.995
DIGITS = 0.999
BOARDS = {"easy": 1.0, "medium": 0.98, "hard": 0.9}
"""What is to be reached (DESIGN section 6)."""

# Sides in pixels, from where to where.
SIZES = ((0, 30), (30, 45), (45, 70), (70, 110), (110, 10_000))
MOST = 6
"""So many problems of a picture are told."""

ELSEWHERE = "## Pictures made by others"
Columns = dict[str, Evaluation]


def main() -> None:
    """Evaluate and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.evaluate", description=__doc__)
    parser.add_argument("--pictures", type=int, default=PICTURES, metavar="N", help="so many of each difficulty")
    count = max(1, parser.parse_args().pictures)
    try:
        find_fonts()
    except NoFontsError as error:
        sys.exit(str(error))
    reader = PictureReader()
    rendered = {name: evaluate(_watch(render_pictures(name, count), name, count), reader) for name in DIFFICULTIES}
    print(f"Rendered pictures, {count} of each difficulty\n")
    print("\n".join(draw_table(rendered)))
    print_wrong(rendered)
    found = evaluate_devset(reader)
    if found:
        print(f"\nPictures of {DEVSET}\n")
        print("\n".join(draw_table(found)))
        print_wrong(found)
    if count == PICTURES:
        TABLE.write_text(write_page(rendered, found), encoding="utf-8")
        print(f"\nwritten: {TABLE.relative_to(ROOT)}")
    else:
        print(f"\n{TABLE.relative_to(ROOT)} is left as it is: its figures are those of {PICTURES} pictures each")


def evaluate_devset(reader: PictureReader) -> Columns:
    """The same of pictures that are not ours, where they are there."""
    if not DEVSET.is_dir():
        return {}
    folder = DEVSET / "stills"
    stills = evaluate(_watch(open_pictures(folder), "stills", len(list(folder.glob("[0-9]*.json")))), reader)
    folder = DEVSET / "sequence-0"
    clear = list(open_pictures(folder, hands=False))
    game = evaluate(_watch(clear, "a game", len(clear)), reader)
    return {name: stills.of(name) for name in DIFFICULTIES} | {"a game": game}


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


def write_page(rendered: Columns, found: Columns) -> str:
    """The page that is committed. What was measured elsewhere stays where those pictures are not at hand."""
    seeds = ", ".join(f"{name} {FIRST_SEEDS[name]:,}–{FIRST_SEEDS[name] + PICTURES - 1:,}" for name in rendered)
    models = ", ".join(f"`{file.name}`" for file in sorted(TABLE.parent.glob("*.onnx")))
    elsewhere = _write_elsewhere(found)
    if not found and TABLE.exists():
        _, _, kept = TABLE.read_text(encoding="utf-8").partition(ELSEWHERE)
        elsewhere = [ELSEWHERE + kept.rstrip()] if kept else []
    lines = [
        "# How well pictures are read",
        "",
        f"Written by `make evaluate`, with {models}. Shares are given with their counts and 95 % intervals (Wilson).",
        "",
        "Recall and digits count on tiles of which nine tenths can be seen; those of which less than half can be seen",
        "count neither way. A board is exact if every tile of it was found, called board and read right, and nothing",
        "else was called board; a lattice, if the tiles also lie where they should, up to a shift and six turns. Both",
        "count only where all of the board is in the picture and nothing lies on it.",
        "",
        "## Pictures the project renders",
        "",
        f"`datasets/compositor.py` at hardness {', '.join(f'{DIFFICULTIES[name]} ({name})' for name in rendered)}, "
        f"{PICTURES} seeds each: {seeds}.",
        f"Which font a seed draws with depends on which are installed ({len(find_fonts())} here, of the packages that",
        f"`datasets/fonts.py` names, {len(PACKAGES)} of them): figures compare only where the same ones are.",
        "",
        *draw_table(rendered),
        "",
        "## What is weak",
        "",
        *_write_weak(rendered),
        "",
        *elsewhere,
    ]
    return "\n".join(lines).rstrip() + "\n"


def _write_elsewhere(found: Columns) -> list[str]:
    head = [
        ELSEWHERE,
        "",
        "`../shared/devset`, which is no part of this repository and was not trained on: stills, and the pictures of a",
        "game into which no hand reaches.",
        "",
    ]
    wrong = sum(len(each.wrong) for each in found.values())
    return [
        *head,
        *draw_table(found),
        "",
        f"Something is wrong with {wrong} of them; the command says with which and what.",
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
