"""What `tileref score` does: the audit of one board, or a game refereed photograph by photograph."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.progress import track

from tileref.audit_words import BoardAuditor, audit_to_json, under_rules
from tileref.cameras import load_calibration
from tileref.engine.games import RULESETS, UnknownRulesetError
from tileref.engine.tally import sheet_of
from tileref.engine.triangles import Chirality, TriangleRuleset, to_ascii
from tileref.game import begin_game
from tileref.happening_json import photo_to_json
from tileref.happening_words import HappeningAnnouncer, Voice
from tileref.inputs import find_rules, parse_players
from tileref.photos import find_photos
from tileref.reading import PhotoReading, read_photo
from tileref.ruleset_words import describe_ruleset
from tileref.scoring import referee
from tileref.sights import see_board
from tileref.terminal import Terminal
from tileref.vision.frame import FrameError
from tileref.vision.observed import ObservedPicture
from tileref.vision.pipeline import PictureReader


def score_photos(
    terminal: Terminal, names: list[str], *, ruleset: str, players: str, as_json: bool, calibration: Path | None
) -> bool:
    """Audit one photograph, or referee the game that several show; whether every one could be read."""
    rules = find_triangle_rules(ruleset)
    seats = parse_players(players, terminal.language)
    paths = find_photos(names)
    if len(paths) > 1:
        rules.check_players(len(seats))
    reader = PictureReader(calibration=load_calibration(calibration) if calibration else None)
    if len(paths) == 1:
        return _audit(terminal, paths[0], rules, reader, as_json=as_json)
    return _referee(terminal, paths, rules, seats, reader, as_json=as_json)


def find_triangle_rules(ruleset: str) -> TriangleRuleset:
    """The ruleset that was typed, which must be one of triangular dominoes."""
    rules = find_rules(ruleset)
    if not isinstance(rules, TriangleRuleset):
        known = ", ".join(each.id for each in RULESETS if isinstance(each, TriangleRuleset))
        raise UnknownRulesetError(
            f"photographs are scored by a triangular ruleset, not by {rules.id}: the choice is {known}"
        )
    return rules


def _audit(terminal: Terminal, path: Path, rules: TriangleRuleset, reader: PictureReader, *, as_json: bool) -> bool:
    try:
        reading = under_rules(read_photo(path, reader), rules)
    except FrameError as error:
        sys.stderr.write(f"tileref: {error.args[0]}\n")
        return False
    auditor = BoardAuditor(terminal.language, rules)
    if as_json:
        print(json.dumps(audit_to_json(reading, rules, auditor), ensure_ascii=False))
    else:
        _print_audit(terminal, reading, auditor)
    return True


def _print_audit(terminal: Terminal, reading: PhotoReading, auditor: BoardAuditor) -> None:
    language, board = terminal.language, reading.board
    terminal.say(str(reading.path), "bold")
    if len(board):
        terminal.draw(to_ascii(board))
    terminal.say(language("read-board", tiles=len(board), value=board.value, hexagons=board.hexagons))
    faults = auditor.faults(board)
    for _, said in faults:
        terminal.announce(said)
    if len(board) and not faults:
        terminal.say(language("audit-no-fault"), "green")
    for doubt in auditor.doubts(reading.observed):
        terminal.say(doubt, "yellow")
    sure = reading.observed.sure
    terminal.say(language("read-sure" if sure else "read-unsure"), "green" if sure else "yellow")


def _referee(
    terminal: Terminal,
    paths: list[Path],
    rules: TriangleRuleset,
    players: tuple[str, ...],
    reader: PictureReader,
    *,
    as_json: bool,
) -> bool:
    language = terminal.language
    seen: list[tuple[Path, ObservedPicture]] = []
    with_bar = terminal.console.is_terminal and not as_json
    pictures = _observe_all(paths, reader)
    for path, observed in track(pictures, "", len(paths), console=terminal.console, disable=not with_bar):
        if isinstance(observed, FrameError):
            sys.stderr.write(f"tileref: {observed.args[0]}\n")
        else:
            seen.append((path, observed))
    if not seen:
        return False
    chirality = find_handedness([observed for _, observed in seen], rules.chirality)
    turned_round = chirality is not rules.chirality
    rules = replace(rules, chirality=chirality)
    announcer = HappeningAnnouncer(language, rules, players, Voice.PHOTOS)
    game = begin_game(rules, players)
    if not as_json:
        name = describe_ruleset(language, rules).name
        terminal.say(language("match-begins", ruleset=name, players=", ".join(players)), "bold")
        terminal.say(language("score-not-seen"))
        if turned_round:
            terminal.say(language("score-handed", chirality=chirality))
    for path, observed in seen:
        game, happenings = referee(game, see_board(observed))
        if as_json:
            print(json.dumps(photo_to_json(str(path), game, happenings, sure=observed.sure), ensure_ascii=False))
            continue
        terminal.say(str(path), "bold")
        for happening in happenings:
            for announcement in announcer.announce(happening):
                terminal.announce(announcement)
    if not as_json:
        if len(game.lying):
            terminal.draw(to_ascii(game.lying))
        terminal.show_sheet(sheet_of(game.record))
        terminal.announce(announcer.waits_for(game))
        if game.refused or game.waiting:
            terminal.say(language("score-left-open", refused=len(game.refused), waiting=len(game.waiting)), "yellow")
    return len(seen) == len(paths)


def _observe_all(paths: list[Path], reader: PictureReader) -> Iterator[tuple[Path, ObservedPicture | FrameError]]:
    """What lies on each photograph; the pictures themselves are let go, for a game of them fills any memory."""
    for path in paths:
        try:
            yield path, read_photo(path, reader).observed
        except FrameError as error:
            yield path, error


def find_handedness(pictures: list[ObservedPicture], printed: Chirality) -> Chirality:
    """Which way the set runs, as the fullest picture has it: few tiles tell little, and most of them nothing.

    Clockwise is what a picture says that does not tell, so it speaks against no ruleset.
    """
    seen = max(pictures, key=lambda observed: len(observed.board)).chirality
    return printed if seen is Chirality.CW or printed is Chirality.BOTH else seen
