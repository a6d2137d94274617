"""Making the models, with a progress bar for each part."""

from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from tileref.files import FileError


def make_models(work: Path, models: Path, *, go_on: bool) -> None:
    """Follow the recipe; what was done before is not done again."""
    try:
        from tileref.datasets.fonts import NoFontsError, find_fonts
        from tileref.datasets.recipe import Recipe, follow_recipe
    except ImportError as error:
        raise FileError(f"training needs the extra 'train' (pip install 'tileref[train]'): {error}") from None
    try:
        find_fonts()
    except NoFontsError as error:
        raise FileError(error.args[0]) from None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Bars(*columns, console=console, disable=not console.is_terminal) as bars:
        tasks = {}
        for progress in follow_recipe(Recipe(go_on=go_on), work, models):
            if progress.part not in tasks:
                tasks[progress.part] = bars.add_task(progress.part, total=progress.total)
            words = f"{progress.part} {progress.note}".strip()
            bars.update(tasks[progress.part], completed=progress.done, description=words)
