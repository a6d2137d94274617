"""House rules: a ruleset with some options changed, as a small TOML file.

ruleset = "triple-400"
name = "At Grandmother's"

[options]
target = 300
bridge_corner = "any"
"""

import json
import tomllib
from dataclasses import replace

from tileref.engine.games import AnyRuleset, UnknownRulesetError, find_ruleset
from tileref.engine.names import LONGEST_NAME, is_name
from tileref.engine.options import NONE, OptionError, changed_options, with_options
from tileref.engine.quoting import quote


class HouseRulesError(ValueError):
    """House rules that make no sense. The message is one sentence for a person."""


def parse_house_rules(text: str) -> AnyRuleset:
    """The ruleset that a TOML text describes."""
    try:
        table = tomllib.loads(text)
    except ValueError as error:  # Not only TOMLDecodeError: int() refuses thousands of digits with a plain one.
        raise HouseRulesError(f"the house rules are not valid TOML: {error}") from None
    except RecursionError:
        raise HouseRulesError("the house rules are nested too deeply") from None
    for key in table:
        if key not in ("ruleset", "name", "options"):
            raise HouseRulesError(f"house rules have ruleset, name and options, but no {quote(key)}")
    base, options = table.get("ruleset"), table.get("options", {})
    if not isinstance(base, str):
        raise HouseRulesError(
            f'house rules must name the ruleset they change, as in ruleset = "triple-400", not {quote(base)}'
        )
    if not isinstance(options, dict):
        raise HouseRulesError(f"options must be a table, as in [options], not {quote(options)}")
    try:
        ruleset = with_options(find_ruleset(base), options)
    except (OptionError, UnknownRulesetError) as error:
        raise HouseRulesError(error.args[0]) from None
    name = table.get("name", ruleset.name)
    if not is_name(name):
        raise HouseRulesError(f"name must be a line of 1 to {LONGEST_NAME} characters, not {quote(name)}")
    return replace(ruleset, name=name)


def format_house_rules(ruleset: AnyRuleset) -> str:
    """The TOML text that describes a ruleset, which `parse_house_rules` reads back."""
    base = find_ruleset(ruleset.id)
    lines = [f"ruleset = {_toml(ruleset.id)}"]
    if ruleset.name != base.name:
        lines.append(f"name = {_toml(ruleset.name)}")
    changes = changed_options(ruleset, base)
    if changes:
        lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in changes.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value as TOML, which for these kinds of value is JSON; TOML has no null."""
    return json.dumps(NONE if value is None else value, ensure_ascii=False)
