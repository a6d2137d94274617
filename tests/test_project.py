"""The project as a whole: what imports what, what the wheel holds, what a newcomer types."""

import ast
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

FOLDERS = {
    "tileref": ROOT / "app",
    "tileref.engine": ROOT / "engine",
    "tileref.vision": ROOT / "vision",
    "tileref.calibration": ROOT / "calibration",
    "tileref.models": ROOT / "models",
    "tileref.datasets": ROOT / "datasets",
}

# Which folders a folder may import, and which packages from elsewhere; the standard library is everybody's.
ARROWS: dict[str, tuple[set[str], set[str]]] = {
    "tileref.engine": (set(), set()),
    "tileref.calibration": (set(), {"numpy", "cv2"}),
    "tileref.models": (set(), set()),
    "tileref.vision": (
        {"tileref.engine", "tileref.calibration", "tileref.models"},
        {"numpy", "cv2", "scipy", "onnxruntime", "pillow_heif"},
    ),
    "tileref.datasets": (
        {"tileref.engine", "tileref.vision", "tileref.calibration", "tileref.models"},
        {"numpy", "cv2", "PIL", "torch", "onnx", "onnxruntime", "scipy", "bpy", "mathutils"},
    ),
    "tileref": (
        set(FOLDERS),
        {
            *("cv2", "fluent", "font_roboto", "fpdf", "numpy", "rich", "sqlalchemy", "typer"),
            # The page.
            *("cryptography", "fastapi", "h11", "pydantic", "segno", "starlette", "uvicorn"),
        },
    ),
}


def _modules(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from tileref import engine` imports a folder by its name.
            yield from (
                [f"tileref.{alias.name}" for alias in node.names] if node.module == "tileref" else [node.module]
            )


def _folder_of(name: str) -> str:
    """The folder a module of ours lies in."""
    head = ".".join(name.split(".")[:2])
    return head if head in FOLDERS else "tileref"


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_folder_imports_only_what_its_arrows_allow(folder: str) -> None:
    ours, theirs = ARROWS[folder]
    wrong = []
    for module in _modules(FOLDERS[folder]):
        for name in _imports(module):
            top = name.partition(".")[0]
            if top == "tileref":
                allowed = _folder_of(name) in {folder, *ours}
            else:
                allowed = top in sys.stdlib_module_names or top in theirs
            if not allowed:
                wrong.append(f"{module.relative_to(ROOT)} imports {name}")
    assert not wrong


def test_the_engine_runs_with_nothing_but_the_standard_library() -> None:
    """A match of every ruleset, in an interpreter that can import nothing from site-packages."""
    program = f"""
import sys, types
sys.path = [path for path in sys.path if "site-packages" not in path]
package = types.ModuleType("tileref")
package.__path__ = []
sys.modules["tileref"] = package
import importlib.util
spec = importlib.util.spec_from_file_location(
    "tileref.engine", {str(ROOT / "engine/__init__.py")!r}, submodule_search_locations=[{str(ROOT / "engine")!r}])
engine = importlib.util.module_from_spec(spec)
sys.modules["tileref.engine"] = engine
spec.loader.exec_module(engine)
from random import Random
from tileref.engine.games import RULESETS, simulate_event, start_match
import tileref.engine.record_file, tileref.engine.tally, tileref.engine.sheet_svg, tileref.engine.rounds
for ruleset in RULESETS:
    state, rng = start_match(ruleset, 2), Random(1)
    while (event := simulate_event(state, rng)) is not None:
        state = state.apply(event)
    assert state.standings().over
strangers = {{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names - {{"tileref", "__main__"}}
print(sorted(strangers))
"""
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


@pytest.mark.slow
def test_the_wheel_holds_every_module_and_message_and_nothing_at_top_level_but_tileref(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    expected = {"tileref/py.typed"}
    for package, folder in FOLDERS.items():
        static = [file for file in folder.glob("web/static/**/*") if file.is_file()]
        for file in [*_modules(folder), *folder.rglob("*.ftl"), *static]:
            expected.add(f"{package.replace('.', '/')}/{file.relative_to(folder).as_posix()}")
    assert expected <= inside, f"missing from the wheel: {sorted(expected - inside)}"
    assert {name.partition("/")[0] for name in inside if ".dist-info/" not in name} == {"tileref"}


def test_ci_calls_the_very_commands_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first_screen = "\n".join(readme.split("\n")[:40])
    ci = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "make run" in first_screen
    assert "make test" in first_screen
    assert "\nmake test\n" in ci
    assert "\nmake check\n" in ci
