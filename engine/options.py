"""Options of a ruleset: typed fields, checked by their annotations, with a sentence for an impossible value.

A field's annotation says what it may hold: a StrEnum is a choice, `bool` a switch, `Annotated[int, Span(a, b)]`
a number, `… | None` admits "none", `tuple[Annotated[int, Span(a, b)], ...]` a list of numbers. Fields marked
with `about()` describe a ruleset and are not options.
"""

import dataclasses
import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from tileref.engine.quoting import quote

NONE = "none"


class OptionError(ValueError):
    """An option that does not exist, or a value it cannot have. The message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Span:
    """The whole numbers an option may have."""

    low: int
    high: int

    def __contains__(self, value: int) -> bool:
        return self.low <= value <= self.high


def about() -> Any:
    """A field that describes the ruleset and cannot be changed by a house rule."""
    return dataclasses.field(metadata={"about": True})


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a kind of ruleset: what it may hold, None among it if `optional`."""

    name: str
    kind: type[StrEnum] | type[bool] | Span
    optional: bool = False
    many: bool = False

    @property
    def allowed(self) -> str:
        """What the option may hold, in words."""
        if isinstance(self.kind, Span):
            words = f"a whole number from {self.kind.low} to {self.kind.high}"
            if self.many:
                words = f"a list of whole numbers from {self.kind.low} to {self.kind.high}"
        elif self.kind is bool:
            words = "true or false"
        else:
            words = "one of " + ", ".join(self.kind)
        return f"{words}, or {NONE!r}" if self.optional else words

    def parse(self, value: object) -> object:
        """The value as the field holds it; an OptionError says what would be right."""
        if self.optional and (value is None or value == NONE):
            return None
        if self.many:
            if isinstance(value, list | tuple):
                return tuple(self._parse_one(item, value) for item in value)
        elif not isinstance(value, list | tuple):
            return self._parse_one(value, value)
        raise self._error(value)

    def _parse_one(self, value: object, whole: object) -> object:
        if isinstance(self.kind, Span):
            # A bool is an int in Python, and no number to a person.
            if isinstance(value, int) and value is not True and value is not False and value in self.kind:
                return value
        elif self.kind is bool:
            if isinstance(value, bool):
                return value
        elif isinstance(value, str) and value in list(self.kind):
            return self.kind(value)
        raise self._error(whole)

    def _error(self, value: object) -> OptionError:
        return OptionError(f"{self.name} must be {self.allowed}, not {quote(value)}")


def options_of(kind: type) -> dict[str, Option]:
    """The options of a kind of ruleset, by name, in order."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.name: _option(field.name, hints[field.name])
        for field in dataclasses.fields(kind)
        if not field.metadata.get("about")
    }


def _option(name: str, hint: Any) -> Option:
    optional = many = False
    if get_origin(hint) in (Union, UnionType):
        hint, none = get_args(hint)
        optional = none is NoneType
    if get_origin(hint) is tuple:
        hint, _ = get_args(hint)
        many = True
    kind = get_args(hint)[1] if get_origin(hint) is Annotated else hint
    return Option(name, kind, optional, many)


def check_options(ruleset: object) -> None:
    """Raise an OptionError for the first option of the ruleset that holds an impossible value."""
    for name, option in options_of(type(ruleset)).items():
        option.parse(getattr(ruleset, name))


RulesetT = TypeVar("RulesetT")


def with_options(ruleset: RulesetT, changes: Mapping[str, object]) -> RulesetT:
    """The ruleset with some options changed, each value given as in a TOML file or already typed."""
    known = options_of(type(ruleset))
    for name in changes:
        if name not in known:
            near = difflib.get_close_matches(str(name), known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; the options are {', '.join(known)}"
            raise OptionError(f"there is no option {quote(name)}{hint}")
    typed = {name: known[name].parse(value) for name, value in changes.items()}
    changed: RulesetT = dataclasses.replace(ruleset, **typed)  # type: ignore[type-var]
    return changed


def changed_options(ruleset: object, base: object) -> dict[str, Any]:
    """The options in which a ruleset differs from another of its kind, in plain values; None stays None."""
    return {
        name: getattr(ruleset, name)
        for name in options_of(type(ruleset))
        if getattr(ruleset, name) != getattr(base, name)
    }
