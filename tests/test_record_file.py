"""Record files: every record reads back as it was, and every broken text gets one sentence that names the line."""

import inspect
import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.strategies import NAMES, record_of, seeds, with_any_options
from tests.test_record import any_event, disturbed_record
from tileref.engine import dice, dominoes, record_file, triangles
from tileref.engine.codec import LARGEST, LONGEST_LIST, CodecError, decode_event, encode_event, event_name
from tileref.engine.games import RULESETS, AnyRuleset, events_of, find_ruleset
from tileref.engine.house import parse_house_rules
from tileref.engine.match import Event
from tileref.engine.record import Accepted, Record
from tileref.engine.record_file import RecordError, format_record, parse_record
from tileref.engine.triangles import Cell

every_ruleset = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)

GAMES = [find_ruleset(name) for name in ("triple-400", "domino-100", "dice-xl")]
EVENT_KINDS = [(ruleset, kind) for ruleset in GAMES for kind in events_of(ruleset)]
every_event = pytest.mark.parametrize(
    ("ruleset", "kind"), EVENT_KINDS, ids=[f"{ruleset.id} {event_name(kind)}" for ruleset, kind in EVENT_KINDS]
)


def test_the_kinds_of_event_are_those_of_all_three_games() -> None:
    assert {kind for _, kind in EVENT_KINDS} == {*triangles.EVENTS, *dominoes.EVENTS, *dice.EVENTS}


# There and back.


@every_ruleset
def test_a_played_match_reads_back_to_the_same_record(ruleset: AnyRuleset) -> None:
    record = record_of(ruleset, 2, 11)
    text = format_record(record)
    read = parse_record(text)
    assert read == record
    assert format_record(read) == text
    assert parse_record(text.replace("\n", "\r\n")) == record
    assert len(text.splitlines()) == 1 + len(record.entries)


@settings(max_examples=100)
@given(seeds)
def test_a_record_of_overruled_undone_and_corrected_events_reads_back(seed: int) -> None:
    record = disturbed_record(seed)
    text = format_record(record)
    read = parse_record(text)
    assert (read, read.state) == (record, record.state)
    assert format_record(read) == text
    text.encode()


@settings(max_examples=60)
@given(st.data(), st.sampled_from(RULESETS))
def test_any_options_and_names_read_back(data: st.DataObject, base: AnyRuleset) -> None:
    ruleset: AnyRuleset = data.draw(with_any_options(base))
    printable = st.characters(exclude_categories=("C", "Z")) | st.just(" ")
    names = st.lists(
        st.text(printable, min_size=1, max_size=80).filter(str.isprintable),
        min_size=ruleset.players_min,
        max_size=ruleset.players_max,
    )
    record = Record.begin(ruleset, data.draw(names))
    assert parse_record(format_record(record)) == record


def test_house_rules_keep_their_name() -> None:
    ruleset = parse_house_rules('ruleset = "triple-400"\nname = "У бабушки"\n[options]\ntarget = 300\n')
    record = Record.begin(ruleset, NAMES[:2])
    assert parse_record(format_record(record)) == record
    assert '"name": "У бабушки", "options": {"target": 300}' in format_record(record)


@pytest.mark.parametrize("time", [0, 12, -3.5, 1700000000.125, 1e14])
def test_a_time_reads_back(time: float) -> None:
    outcome = Record.begin(find_ruleset("dice-xl"), ["Anna"]).submit(dice.Roll(0, (1, 2, 3, 4, 5)), time=time)
    assert isinstance(outcome, Accepted)
    undone = outcome.record.undo(time=time)
    assert undone is not None
    assert [entry.time for entry in parse_record(format_record(undone.record)).entries] == [time, time]


@pytest.mark.parametrize("time", [math.nan, math.inf, -math.inf])
def test_a_time_that_is_no_number_is_never_written(time: float) -> None:
    outcome = Record.begin(find_ruleset("dice-xl"), ["Anna"]).submit(dice.Roll(0, (1, 2, 3, 4, 5)), time=time)
    assert isinstance(outcome, Accepted)
    with pytest.raises(ValueError, match="not JSON compliant"):
        format_record(outcome.record)


def test_the_example_in_the_words_about_the_file_is_a_record() -> None:
    words = inspect.getdoc(record_file) or ""
    example_text = "\n".join(line for line in words.splitlines() if line.startswith("{"))
    assert len(parse_record(example_text).entries) == 2


def test_blank_lines_are_passed_over_and_counted() -> None:
    text = f"\n{HEAD}\n\n   \n{DEAL}\n\n"
    assert len(parse_record(text).entries) == 1
    with pytest.raises(RecordError, match="line 7 of the record"):
        parse_record(f"{text}x")


@every_event
def test_every_event_reads_back_whatever_it_says(ruleset: AnyRuleset, kind: type[Event]) -> None:
    rng = Random(5)
    kinds = tuple(events_of(ruleset))
    for _ in range(60):
        event = any_event(rng, kind)
        written = json.dumps(encode_event(event))
        assert decode_event(kinds, json.loads(written)) == event


# Broken texts.

HEAD = '{"tileref": "record", "version": 1, "ruleset": "domino-100", "options": {}, "players": ["Anna", "Boris"]}'
DEAL = '{"event": "deal", "hands": [7, 7], "well": 14}'
TRIPLE_HEAD = HEAD.replace("domino-100", "triple-400")
TRIPLE_DEAL = '{"event": "deal", "hands": [9, 9], "well": 38}'
OPENER = '{"event": "opener", "seat": 0}'


def sentence_for(text: str) -> str | None:
    """What is said of a text that is no record, None if it is one.

    Either way it is checked: a sentence stands in one line that can be written, a record can be written and read.
    """
    try:
        record = parse_record(text)
    except RecordError as error:
        sentence = str(error)
        assert sentence.splitlines() == [sentence]
        assert sentence.startswith(("line ", "the record is empty")), sentence
        assert len(sentence) < 2000
        sentence.encode()
        return sentence
    written = format_record(record)
    written.encode()
    assert parse_record(written) == record
    return None


def place(cell: str, digits: str = "[5, 5, 5]") -> str:
    return f'{{"event": "place", "seat": 0, "cell": {cell}, "digits": {digits}}}'


BROKEN_HEADS = {
    "nothing": ("", "the record is empty"),
    "white space": (" \n\t\n", "the record is empty"),
    "another file": ('{"a": 1}', "line 1 of the record: this is no record"),
    "a list": ("[1]", "line 1 of the record: it must be a JSON object, not [1]"),
    "a number": ("17", "line 1 of the record: it must be a JSON object, not 17"),
    "a byte order mark": ("\ufeff" + HEAD, "is not JSON"),
    "version 2": (HEAD.replace("1", "2", 1), "version 2; this tileref reads version 1"),
    "version 1.0": (HEAD.replace("1", "1.0", 1), "version 1.0;"),
    "version true": (HEAD.replace("1", "true", 1), "version True;"),
    "version '1'": (HEAD.replace("1", '"1"', 1), "version '1';"),
    "no version": (HEAD.replace('"version": 1, ', ""), "version None;"),
    "an enormous version": (HEAD.replace("1", "1" * 5000, 1), "the number 11111111111111111111... is too long"),
    "no ruleset": (HEAD.replace('"ruleset": "domino-100", ', ""), "ruleset must be the id of a ruleset, not None"),
    "an unknown ruleset": (HEAD.replace("domino-100", "whist"), "there is no ruleset 'whist'; the rulesets are"),
    "a ruleset that is no text": (HEAD.replace('"domino-100"', "{}"), "ruleset must be the id of a ruleset, not {}"),
    "an unknown option": (HEAD.replace("{}", '{"goal": 3}'), "there is no option 'goal'"),
    "an impossible option": (HEAD.replace("{}", '{"target": 0}'), "target must be a whole number from 1 to"),
    "an option that is true": (HEAD.replace("{}", '{"target": true}'), "target must be a whole number from 1 to"),
    "an option that is NaN": (HEAD.replace("{}", '{"target": NaN}'), "NaN is not JSON"),
    "a deep option": (HEAD.replace("{}", '{"target": ' + "[" * 900 + "]" * 900 + "}"), "nested too deeply"),
    "options that are none": (HEAD.replace("{}", "null"), "options must be a JSON object, not None"),
    "a long option": (HEAD.replace("{}", '{"%s": 1}' % ("x" * 9999)), "is too long"),
    "no players": (HEAD.replace(', "players": ["Anna", "Boris"]', ""), "players must be a list of names, not None"),
    "players in a text": (HEAD.replace('["Anna", "Boris"]', '"ab"'), "players must be a list of names, not 'ab'"),
    "one player": (HEAD.replace(', "Boris"', ""), "domino-100 is for 2 to 4 players, not 1"),
    "a player who is a number": (HEAD.replace('"Anna"', "7"), "a player's name must have 1 to 80"),
    "a player without a name": (HEAD.replace('"Anna"', '""'), "a player's name must have 1 to 80"),
    "a player in two lines": (HEAD.replace("Anna", "A\\nB"), "a player's name must have 1 to 80"),
    "half a character, escaped": (HEAD.replace("Anna", "\\ud800"), "unlike '\\ud800'"),
    "half a character": (HEAD.replace("Anna", "\ud800"), "unlike '\\ud800'"),
    "a long name": (HEAD.replace("Anna", "A" * 81), "a player's name must have 1 to 80"),
    "a name of rules in two lines": (HEAD.replace("{}", '{}, "name": "a\\nb"'), "name must have 1 to 80 printable"),
    "a name of rules that is none": (HEAD.replace("{}", '{}, "name": null'), "name must have 1 to 80 printable"),
    "something else": (HEAD.replace("{}", '{}, "colour": 1'), "the head of a record has no 'colour'"),
    "players twice": (HEAD.replace("{}", '{}, "players": []'), "it has 'players' twice"),
}


@pytest.mark.parametrize(("text", "said"), BROKEN_HEADS.values(), ids=BROKEN_HEADS)
def test_a_broken_head_gets_a_sentence(text: str, said: str) -> None:
    sentence = sentence_for(text)
    assert sentence is not None
    assert said in sentence


BROKEN_LINES = {
    "half a line": ([HEAD, DEAL[:-5]], "is not JSON"),
    "two objects": ([HEAD, DEAL + DEAL], "is not JSON"),
    "a null character": ([HEAD, "\0"], "is not JSON"),
    "null": ([HEAD, "null"], "it must be a JSON object, not None"),
    "deep lists": ([HEAD, "[" * 100_000], "nested too deeply"),
    "deep objects": ([HEAD, '{"a":' * 100_000], "nested too deeply"),
    "lists as deep as can be read": ([HEAD, DEAL.replace("[7, 7]", "[" * 990 + "]" * 990)], "nested too deeply"),
    "nine levels": ([HEAD, DEAL.replace("[7, 7]", "[" * 9 + "]" * 9)], "nested too deeply"),
    "no event": ([HEAD, "{}"], "there is no event None; the events are deal, opener, place, draw, pass, show"),
    "an unknown event": ([HEAD, '{"event": "jump"}'], "there is no event 'jump'"),
    "an event that is a list": ([HEAD, '{"event": []}'], "there is no event []"),
    "an event of another game": ([HEAD, '{"event": "roll", "seat": 0, "dice": [1, 1, 1, 1, 1]}'], "no event 'roll'"),
    "half a character": ([HEAD, '{"event": "\\ud800"}'], "there is no event '\\ud800'"),
    "a field too many": ([HEAD, DEAL.replace("{", '{"x": 1, ')], "deal has no field 'x'; its fields are hands, well"),
    "a field too few": ([HEAD, '{"event": "deal", "well": 14}'], "deal lacks its field 'hands'"),
    "a field twice": ([HEAD, DEAL.replace("{", '{"well": 14, ')], "it has 'well' twice"),
    "a field twice deep within": (
        [HEAD, '{"event": "correct", "at": 0, "to": [{"event": "pass", "seat": 0, "seat": 1}]}'],
        "it has 'seat' twice",
    ),
    "true for a number": ([HEAD, DEAL.replace("14", "true")], "well of deal: must be a whole number from 0 to"),
    "a fraction": ([HEAD, DEAL.replace("14", "14.0")], "well of deal: must be a whole number from 0 to"),
    "a negative number": ([HEAD, DEAL.replace("14", "-1")], "well of deal: must be a whole number from 0 to"),
    "a large number": ([HEAD, DEAL.replace("14", "100001")], "well of deal: must be a whole number from 0 to 100000"),
    "an enormous number": ([HEAD, DEAL.replace("14", "1" * 4000)], "the number 11111111111111111111... is too long"),
    "NaN": ([HEAD, DEAL.replace("14", "NaN")], "NaN is not JSON"),
    "a domino twice": ([HEAD, DEAL.replace("[7, 7]", '[["66", "66"], 7]')], "must not name a tile twice"),
    "a domino the wrong way round": ([HEAD, DEAL.replace("14", '["46"]')], "must be a domino such as '64', not '46'"),
    "a domino in another script": ([HEAD, DEAL.replace("14", '["٦٤"]')], "must be a domino such as '64'"),
    "a domino that is a number": ([HEAD, DEAL.replace("14", "[64]")], "must be a domino such as '64', not 64"),
    "a long list": ([HEAD, DEAL.replace("14", str([1] * 201))], "is too long"),
    "a long text": ([HEAD, DEAL.replace("14", f'"{"x" * 201}"')], "is too long"),
    "an end that is none": (
        [HEAD, DEAL, '{"event": "place", "seat": 0, "tile": "66", "end": "M"}'],
        "end of place: must be one of L, R, not 'M'",
    ),
    "a deal that cannot be": (
        [HEAD, DEAL.replace("7, 7", "0, 7")],
        "the event is against the rules (wrong_deal) and cannot be overruled",
    ),
    "a deal that nobody overruled": (
        [HEAD, DEAL.replace("7, 7", "8, 6")],
        "the event is against the rules (wrong_deal) and was not overruled",
    ),
    "overruled in words": ([HEAD, DEAL.replace("{", '{"overruled": "yes", ')], "overruled must be true or false"),
    "overruled by a number": ([HEAD, DEAL.replace("{", '{"overruled": 1, ')], "overruled must be true or false, not 1"),
    "a time in words": ([HEAD, DEAL.replace("{", '{"time": "noon", ')], "time must be a number of seconds, not 'noon'"),
    "a time that is true": ([HEAD, DEAL.replace("{", '{"time": true, ')], "time must be a number of seconds"),
    "a time that is NaN": ([HEAD, DEAL.replace("{", '{"time": NaN, ')], "NaN is not JSON"),
    "a time without end": ([HEAD, DEAL.replace("{", '{"time": Infinity, ')], "Infinity is not JSON"),
    "a time before all time": ([HEAD, DEAL.replace("{", '{"time": -Infinity, ')], "-Infinity is not JSON"),
    "a time too large for a float": ([HEAD, DEAL.replace("{", '{"time": 1e400, ')], "number of seconds, not inf"),
    "a time beyond all calendars": ([HEAD, DEAL.replace("{", '{"time": 1e15, ')], "time must be a number of seconds"),
    "nothing to undo": ([HEAD, '{"event": "undo"}'], "there is nothing to undo"),
    "an undo with a field": ([HEAD, DEAL, '{"event": "undo", "seat": 0}'], "undo has no fields"),
    "a correction of nothing": ([HEAD, '{"event": "correct", "at": 0, "to": []}'], "there is no such earlier entry"),
    "a correction to nowhere": ([HEAD, DEAL, '{"event": "correct", "at": -1, "to": []}'], "no such earlier entry"),
    "a correction without a place": ([HEAD, DEAL, '{"event": "correct", "to": []}'], "a correction has an entry"),
    "a correction at true": ([HEAD, DEAL, '{"event": "correct", "at": false, "to": []}'], "a correction has an entry"),
    "a correction to a word": ([HEAD, DEAL, '{"event": "correct", "at": 0, "to": "x"}'], "a correction has an entry"),
    "a correction to a number": ([HEAD, DEAL, '{"event": "correct", "at": 0, "to": [1]}'], "an event is a JSON object"),
    "a correction to an undo": (
        [HEAD, DEAL, '{"event": "correct", "at": 0, "to": [{"event": "undo"}]}'],
        "there is no event 'undo'",
    ),
    "a correction against the rules": (
        [HEAD, DEAL, '{"event": "correct", "at": 0, "to": [{"event": "pass", "seat": 0}]}'],
        "the event is against the rules (not_now) and cannot be overruled",
    ),
    "x is true": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[true, 0, "U"]')], "cell of place: must be a cell"),
    "y is true": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[1, true, "U"]')], "cell of place: must be a cell"),
    "y is a fraction": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[1, 0.0, "U"]')], "cell of place: must be a cell"),
    "a far cell": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[1000, 0, "U"]')], "cell of place: must be a cell"),
    "a cell that points left": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[0, 0, "L"]')], "must be a cell such as"),
    "four digits": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[0, 0, "U"]', "[1, 1, 1, 1]")], "must have 3 items"),
    "a digit that is true": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[0, 0, "U"]', "[1, 1, true]")], "whole number"),
    "a six": ([TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[0, 0, "U"]', "[1, 1, 6]")], "(bad_tile) and cannot be"),
    "a tile not from its smallest digit": (
        [TRIPLE_HEAD, TRIPLE_DEAL.replace("38", '["510"]')],
        "must be a tile, its digits clockwise from the smallest, such as \"015\", not '510'",
    ),
}


@pytest.mark.parametrize(("lines", "said"), BROKEN_LINES.values(), ids=BROKEN_LINES)
def test_a_broken_line_gets_a_sentence_that_names_it(lines: list[str], said: str) -> None:
    sentence = sentence_for("\n".join(lines))
    assert sentence is not None
    assert sentence.startswith(f"line {len(lines)} of the record: ")
    assert said in sentence


def test_a_cell_as_far_as_notation_goes_can_be_read() -> None:
    lines = [TRIPLE_HEAD, TRIPLE_DEAL, OPENER, place('[-999, 999, "D"]')]
    assert parse_record("\n".join(lines)).steps[-1].event == triangles.Place(0, Cell(-999, 999, "D"), (5, 5, 5))


def test_the_limits_of_numbers_and_lists_are_far_beyond_any_table() -> None:
    assert LARGEST > 1000
    assert LONGEST_LIST > 76


@every_event
def test_an_event_with_a_field_missing_added_or_of_another_type_gets_a_sentence(
    ruleset: AnyRuleset, kind: type[Event]
) -> None:
    kinds = tuple(events_of(ruleset))
    value = encode_event(any_event(Random(3), kind))
    name = event_name(kind)
    with pytest.raises(CodecError, match=f"^{name} has no field 'x'; its fields are "):
        decode_event(kinds, {**value, "x": 1})
    for field in list(value)[1:]:
        with pytest.raises(CodecError, match=f"^{name} lacks its field '{field}'$"):
            decode_event(kinds, {key: of for key, of in value.items() if key != field})
        for wrong in (True, 0.5, -1, 10**30, "\ud800", {}, {"a": 1}, [["x"]], ["x"], [None], math.nan):
            with pytest.raises(CodecError, match=f"^{field} of {name}: must "):
                decode_event(kinds, {**value, field: wrong})


def texts_of_records() -> Iterator[str]:
    for ruleset in RULESETS:
        record = record_of(ruleset, 2, 4)
        yield "".join(line + "\n" for line in format_record(record).splitlines()[:40])
    for seed in range(6):
        yield format_record(disturbed_record(seed, length=30))


TEXTS = list(texts_of_records())


@pytest.mark.parametrize("text", TEXTS[:9], ids=[ruleset.id for ruleset in RULESETS])
def test_a_record_cut_off_in_a_line_gets_a_sentence_that_names_it(text: str) -> None:
    lines = text.splitlines()
    for number in range(1, min(len(lines), 8) + 1):
        line = lines[number - 1]
        for length in range(1, len(line), 7):
            sentence = sentence_for("\n".join([*lines[: number - 1], line[:length]]))
            assert sentence is not None
            assert sentence.startswith(f"line {number} of the record: ")


@settings(max_examples=150)
@given(st.text())
@example("{}")
@example("{\ud800")
@example(HEAD + "\n\u2028")
@example(HEAD + "\n{}\n" + "\x85")
@example(HEAD.replace("Anna", "A\u2028B"))
def test_any_text_is_a_record_or_gets_a_sentence(text: str) -> None:
    sentence_for(text)
    sentence_for(f"{HEAD}\n{text}")
    sentence_for(f"{HEAD}\n{DEAL}\n{text}")


@settings(max_examples=100)
@given(st.binary())
def test_any_bytes_read_as_text_are_a_record_or_get_a_sentence(data: bytes) -> None:
    for text in (data.decode(errors="replace"), data.decode(errors="surrogateescape"), data.decode("latin-1")):
        sentence_for(text)
        sentence_for(f"{HEAD}\n{text}")


numbers = st.integers(-2, 30) | st.integers() | st.sampled_from([10**15, 10**25, -(10**25), 999, 1000, 100_000])
scalars = (
    st.none()
    | st.booleans()
    | numbers
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["64", "015", "555", "L", "U", "set", "undo", "correct", "\ud800", "x" * 300])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def paths_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths_in(value[key], (*path, key))


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The value with something else in one place."""
    if not path:
        return new
    changed = value.copy()
    changed[path[0]] = put(value[path[0]], path[1:], new)
    return changed


@settings(max_examples=500)
@given(st.data())
def test_a_record_with_a_value_changed_is_a_record_or_gets_a_sentence(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(TEXTS)).splitlines()
    at = data.draw(st.integers(0, min(len(lines), 25) - 1))
    value = json.loads(lines[at])
    if data.draw(st.booleans()):
        value[data.draw(st.sampled_from(["overruled", "time", "x", "seat", "name"]))] = data.draw(values)
    elif data.draw(st.booleans()):
        # Overruled, nonsense gets as far as the rules.
        value = {**put(value, data.draw(st.sampled_from(list(paths_in(value))[1:])), data.draw(values))}
        value["overruled"] = True
    else:
        value = put(value, data.draw(st.sampled_from(list(paths_in(value)))), data.draw(values))
    lines[at] = json.dumps(value, ensure_ascii=data.draw(st.booleans()))
    sentence_for("\n".join(lines))


@settings(max_examples=300)
@given(st.data())
def test_a_record_with_characters_changed_is_a_record_or_gets_a_sentence(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    text = text[: data.draw(st.integers(100, 3000))]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        new = data.draw(st.text(st.sampled_from('"{}[],:-.0123456789eU\\\n ntf\ud800'), max_size=2))
        text = text[:at] + new + text[at + data.draw(st.integers(0, 2)) :]
    sentence_for(text)


@settings(max_examples=200)
@given(seed=seeds, event=st.sampled_from(EVENT_KINDS))
def test_any_event_overruled_at_any_point_is_written_or_gets_a_sentence(
    seed: int, event: tuple[AnyRuleset, type[Event]]
) -> None:
    rng = Random(seed)
    ruleset, kind = event
    lines = TEXTS[RULESETS.index(ruleset)].splitlines()
    nonsense = {**encode_event(any_event(rng, kind)), "overruled": True}
    lines.insert(rng.randrange(1, len(lines)), json.dumps(nonsense))
    sentence_for("\n".join(lines))
