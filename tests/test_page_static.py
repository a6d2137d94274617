"""The page's files as they lie in the folder: nothing missing, nothing from elsewhere, nothing that no one asks for."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

APP = Path(__file__).parents[1] / "app"
STATIC = APP / "web" / "static"
FILES = sorted(STATIC.iterdir())
SCRIPTS = [file for file in FILES if file.suffix == ".js"]
STYLES = [file for file in FILES if file.suffix == ".css"]

LARGEST_SCRIPT = 12_000
LARGEST_PAGE = 200_000
"""Bytes; a phone that joins by a QR code waits for all of them once."""

LONGEST_LINE = 120

CHOSEN = {
    "camera": ("off", "on", "asking", "gone", "refused", "none", "busy", "insecure"),
    "count": ("matches", "wins", "points", "best", "bonuses", "illegal"),
    "picture": ("before", "after"),
    "role": ("camera", "control", "view", "camera-may", "control-may", "view-may"),
}
"""Labels whose ids are put together: what they begin with, and how they may end."""


def _labels(language: str) -> dict[str, str]:
    text = (APP / "locales" / language / "page.ftl").read_text(encoding="utf-8")
    labels = {}
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ast.Junk), entry.content
        if isinstance(entry, ast.Message):
            assert entry.id.name not in labels, f"page.ftl has {entry.id.name} a second time"
            assert entry.value is not None
            assert all(isinstance(part, ast.TextElement) for part in entry.value.elements), entry.id.name
            labels[entry.id.name] = str(entry.value.elements[0])
    return labels


def _used() -> set[str]:
    """The labels that the scripts ask for by name."""
    named = {f"page-{name}" for script in SCRIPTS for name in re.findall(r'\bword\(\s*"([a-z-]+)"', _read(script))}
    either = [
        name
        for script in SCRIPTS
        for pair in re.findall(r'\bword\([^"`()]*\? "([a-z-]+)" : "([a-z-]+)"', _read(script))
        for name in pair
    ]
    made = {f"page-{first}-{last}" for first, lasts in CHOSEN.items() for last in lasts}
    return named | made | {f"page-{name}" for name in either}


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_every_label_the_page_asks_for_is_there_in_both_languages() -> None:
    for language in ("en", "ru"):
        assert not _used() - _labels(language).keys()


def test_both_languages_have_the_same_labels_and_none_takes_an_argument() -> None:
    assert _labels("en").keys() == _labels("ru").keys()


def test_no_label_is_left_over() -> None:
    scripts = "\n".join(map(_read, SCRIPTS))
    unused = [name for name in _labels("en").keys() - _used() if f'"{name.removeprefix("page-")}"' not in scripts]
    assert unused == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_a_script_is_checked_by_types_and_no_wider_than_our_python(script: Path) -> None:
    lines = _read(script).splitlines()
    assert lines[0] == "// @ts-check"
    assert [line for line in lines if len(line) > LONGEST_LINE] == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda file: file.name)
def test_a_script_imports_only_files_that_are_there(script: Path) -> None:
    for name in re.findall(r'(?:from |import\()"([^"]+)"', _read(script)):
        assert name.startswith("./"), name
        assert (STATIC / name).is_file(), name


def test_every_file_is_reached_from_the_page() -> None:
    reached: set[str] = set()
    to_read = ["index.html"]
    while to_read:
        name = to_read.pop()
        if name in reached:
            continue
        reached.add(name)
        to_read += re.findall(
            r'(?:/static/|^(?:import|\} from|import .*? from) "\./)([a-z-]+\.[a-z]+)"', _read(STATIC / name), re.M
        )
    # It holds types, which only comments name.
    assert {file.name for file in FILES} - reached == {"types.js"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_nothing_comes_from_elsewhere_and_nothing_runs_that_the_page_may_not_run(file: Path) -> None:
    text = _read(file)
    addresses = {
        address for address in re.findall(r"\w+://[^\s\"'`)]*", text) if address != "http://www.w3.org/2000/svg"
    }
    assert addresses <= {"rtsp://"}
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)


class _Inline(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        self.found += [f"{tag} {name}" for name in names if name.startswith("on") or name == "style"]
        if tag == "style" or (tag == "script" and "src" not in names):
            self.found.append(tag)


def test_the_page_has_no_inline_script_or_style() -> None:
    inline = _Inline()
    inline.feed(_read(STATIC / "index.html"))
    assert inline.found == []


def test_styles_ask_for_nothing_outside_and_name_no_colour_scheme_without_the_other() -> None:
    for style in STYLES:
        assert "url(" not in _read(style)
        assert "@import" not in _read(style)
    light, dark = re.findall(r":root \{(.*?)\}", _read(STATIC / "base.css"), re.DOTALL)
    colours = [set(re.findall(r"(--[a-z-]+): #", block)) for block in (light, dark)]
    assert colours[0] == colours[1]


def test_the_page_is_light_enough_for_a_phone() -> None:
    assert [script.name for script in SCRIPTS if script.stat().st_size > LARGEST_SCRIPT] == []
    assert sum(file.stat().st_size for file in FILES) <= LARGEST_PAGE
