"""What people type: a ruleset by id or by its file of house rules, players by names or by number."""

import re
from pathlib import Path

from tileref.engine.games import AnyRuleset, find_ruleset
from tileref.engine.house import parse_house_rules
from tileref.engine.names import LONGEST_NAME, is_name
from tileref.engine.options import OptionError, with_options
from tileref.engine.quoting import quote
from tileref.engine.ruleset import PlayersError
from tileref.files import read_text
from tileref.language import Language

SUFFIX = ".toml"


def find_rules(text: str) -> AnyRuleset:
    """The ruleset with this id, or the house rules in this file."""
    return parse_house_rules(read_text(Path(text))) if text.endswith(SUFFIX) else find_ruleset(text)


def change_options(ruleset: AnyRuleset, changes: list[str]) -> AnyRuleset:
    """The ruleset with options changed as typed: "target=300", "deal=9,9,7,7,6,6"."""
    typed: dict[str, object] = {}
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise OptionError(f"{change!r} changes no option: write name=value, such as 'target=300'")
        typed[name.strip()] = _parse_value(value.strip())
    return with_options(ruleset, typed)


def _parse_value(text: str) -> object:
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch("-?[0-9]{1,9}", text):
        return int(text)
    if "," in text:
        return [_parse_value(part.strip()) for part in text.split(",")]
    return text


def parse_players(text: str, language: Language) -> tuple[str, ...]:
    """The players of "Anna,Boris", or as many with names of ours as a number says."""
    if re.fullmatch("[+-]?[0-9]+", text.strip()):
        names = default_names(language)
        number = int(text[:6])
        if not 1 <= number <= len(names):
            raise PlayersError(f"players must be 1 to {len(names)}, not {quote(text.strip())}")
        return names[:number]
    players = tuple(name.strip() for name in text.split(","))
    for name in players:
        if not is_name(name):
            raise PlayersError(f"a player's name has 1 to {LONGEST_NAME} printable characters, unlike {name[:60]!r}")
    if len(set(players)) < len(players):
        raise PlayersError(f"each player needs a name of their own, unlike {text[:60]!r}")
    return players


def default_names(language: Language) -> tuple[str, ...]:
    """Names for players who have none."""
    return tuple(language("default-names").split(", "))
