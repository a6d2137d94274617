"""What each command does, once what was typed has been taken apart."""

import json
from pathlib import Path
from random import Random
from typing import Any

from rich.progress import track

from tileref.announcements import Announcement, Announcer, Level
from tileref.drawing import draw_svg, draw_text
from tileref.engine.house import format_house_rules
from tileref.engine.match import RoundOver
from tileref.engine.options import OptionError
from tileref.engine.record import Record, Step
from tileref.engine.record_file import format_record, parse_record
from tileref.engine.rounds import audit, rounds_of
from tileref.engine.tally import sheet_of
from tileref.engine.triangles.notation import format_placement
from tileref.files import read_text, write_text
from tileref.inputs import change_options, find_rules, parse_players
from tileref.judging import MOVER, Ruling, rule_on
from tileref.ruleset_words import describe_ruleset, list_rulesets, to_text
from tileref.scoresheets import draw_scoresheet
from tileref.simulation import Statistics, play_match, play_steps
from tileref.terminal import Terminal


def print_rules(terminal: Terminal, ruleset: str | None, changes: list[str], save: Path | None) -> None:
    """The rulesets there are, or one of them in words and numbers; as changed, and saved, if so wished."""
    if ruleset is None:
        if changes or save:
            raise OptionError("--set and --save need the id of the ruleset to change, such as triple-400")
        for each in list_rulesets(terminal.language):
            terminal.say(f"{each.id:<18} {each.name}", "bold")
            terminal.say(f"{'':<18} {each.summary}")
        return
    rules = change_options(find_rules(ruleset), changes)
    terminal.say(to_text(describe_ruleset(terminal.language, rules)))
    if save:
        write_text(save, format_house_rules(rules))
        terminal.say(terminal.language("saved", file=str(save)))


def run_simulation(
    terminal: Terminal,
    *,
    ruleset: str,
    players: str,
    matches: int,
    seed: int,
    greedy: bool,
    show: bool,
    record: Path | None,
) -> None:
    """Play matches between simulated players; show them if so wished, else tell what they add up to."""
    rules = find_rules(ruleset)
    names = parse_players(players, terminal.language)
    rules.check_players(len(names))
    rng = Random(seed)
    statistics = Statistics(names)
    with_bar = matches > 1 and not show and terminal.console.is_terminal
    for number in track(range(1, matches + 1), description="", console=terminal.console, disable=not with_bar):
        if show:
            played = Record.begin(rules, names)
            _begin(terminal, played)
            for played in play_steps(rules, names, rng, greedy=greedy):
                _announce(terminal, played, played.steps[-1], draw_all=False)
            terminal.show_sheet(sheet_of(played))
        else:
            played = play_match(rules, names, rng, greedy=greedy)
        statistics.add(played)
        if record:
            file = record if matches == 1 else record.with_stem(f"{record.stem}-{number:0{len(str(matches))}}")
            write_text(file, format_record(played))
            if matches == 1:
                terminal.say(terminal.language("record-written", file=str(file)))
    if not show or matches > 1:
        terminal.show_statistics(statistics, rules, seed)


def replay_file(terminal: Terminal, file: Path, svg: Path | None) -> None:
    """The match of a file of records, as `replay_record` shows it."""
    replay_record(terminal, parse_record(read_text(file)), svg)


def replay_record(terminal: Terminal, record: Record, svg: Path | None) -> None:
    """A recorded match board by board, what its hands prove, its scoresheet; the pictures too, if so wished."""
    _begin(terminal, record)
    announcer = Announcer(terminal.language, record.ruleset, record.players)
    for played in rounds_of(record):
        for step in played.steps:
            _announce(terminal, record, step, draw_all=True)
        for step, finding in audit(played):
            for announcement in announcer.finding(step, finding):
                terminal.announce(announcement)
    terminal.show_sheet(sheet_of(record))
    if not record.state.standings().over:
        terminal.say(terminal.language("not-over"))
    if svg:
        count = _write_pictures(terminal, record, announcer, svg)
        terminal.say(terminal.language("pictures-written", count=count, folder=str(svg)))


def judge_move(
    terminal: Terminal, *, ruleset: str, position: str, move: str, hand: str | None, well: int | None, as_json: bool
) -> bool:
    """Print the ruling on a move in a position; whether it is legal."""
    rules = find_rules(ruleset)
    ruling = rule_on(rules, position, move, hand=hand, well=well)
    announcer = Announcer(terminal.language, rules, tuple(terminal.language("judge-players").split(", ")))
    step = ruling.step
    said = announcer.step(step) if ruling.is_legal else announcer.refusal(step.event, step.faults, step.before)
    if as_json:
        print(json.dumps(_ruling_json(ruling, said), ensure_ascii=False))
        return ruling.is_legal
    terminal.say(terminal.language("judge-legal" if ruling.is_legal else "judge-illegal"), "bold")
    for announcement in said:
        terminal.announce(announcement)
    if ruling.measures and ruling.is_legal:
        sides, corners, hexagons, _ = ruling.measures
        terminal.say(terminal.language("judge-measures", sides=sides, corners=corners, hexagons=hexagons))
    if ruling.hint:
        best = format_placement(ruling.hint.placement)
        terminal.say(terminal.language("judge-best", move=best, points=ruling.hint.points))
    for fault in ruling.position_faults:
        terminal.say(terminal.language("judge-position", reason=fault.reason, cells=fault.where), "red")
    return ruling.is_legal


def _ruling_json(ruling: Ruling, said: tuple[Announcement, ...]) -> dict[str, Any]:
    """The ruling as a JSON object."""
    value: dict[str, Any] = {
        "legal": ruling.is_legal,
        "reasons": [fault.reason for fault in ruling.step.faults],
        "said": [announcement.text for announcement in said],
    }
    if ruling.is_legal:
        value["points"] = sum(line.points for line in ruling.step.lines if line.seat == MOVER)
    if ruling.is_legal and ruling.measures and ruling.score:
        value |= {"sides": ruling.measures.sides, "corners": ruling.measures.corners}
        value |= {"hexagons": ruling.measures.hexagons, "class": ruling.score.placement_class}
        value |= {"value": ruling.score.value, "bonus": ruling.score.bonus}
    if ruling.hint:
        value["best"] = {"move": format_placement(ruling.hint.placement), "points": ruling.hint.points}
    if ruling.position_faults:
        value["position"] = [{"reason": fault.reason, "where": fault.where} for fault in ruling.position_faults]
    return value


def _begin(terminal: Terminal, record: Record) -> None:
    name = describe_ruleset(terminal.language, record.ruleset).name
    terminal.say(terminal.language("match-begins", ruleset=name, players=", ".join(record.players)), "bold")


def _announce(terminal: Terminal, record: Record, step: Step, *, draw_all: bool) -> None:
    """Say what came of a step, and draw the table where it is worth a look: a bonus, the end of a round."""
    announcements = Announcer(terminal.language, record.ruleset, record.players).step(step)
    for announcement in announcements:
        terminal.announce(announcement)
    worth_a_look = any(announcement.level is Level.BONUS for announcement in announcements) or any(
        isinstance(item, RoundOver) for item in step.news
    )
    if draw_all or worth_a_look:
        drawing = draw_text(step)
        if drawing:
            terminal.draw(drawing)


def _write_pictures(terminal: Terminal, record: Record, announcer: Announcer, folder: Path) -> int:
    """Write a picture for each step that changed the table, and the scoresheet; how many there are."""
    pictures = []
    for step in record.steps:
        said = announcer.step(step)
        picture = draw_svg(step, title=said[0].text if said else "")
        if picture:
            pictures.append(picture)
    for number, picture in enumerate(pictures, start=1):
        write_text(folder / f"{number:0{len(str(len(pictures)))}}.svg", picture)
    write_text(folder / "sheet.svg", draw_scoresheet(record, terminal.language))
    return len(pictures) + 1
