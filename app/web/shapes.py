"""The shapes of what the API takes and gives, as its description shows them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

CellShape = tuple[int, int, Literal["U", "D"]]
Digit = Annotated[int, Field(ge=0, le=5)]
DigitsShape = tuple[Digit, Digit, Digit]
Corner = tuple[float, float]
CornersShape = tuple[Corner, Corner, Corner]
LanguageCode = Literal["en", "ru"]

ROOM_NAME = "^[a-z0-9-]{1,24}$"


class Given(BaseModel):
    """What the server gives."""

    model_config = ConfigDict(frozen=True)


class Taken(BaseModel):
    """What the server takes, and nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Problem(Given):
    """Why a request was not carried out, in one sentence."""

    error: str


class Me(Given):
    """What whoever asks is at the tables."""

    role: Literal["control", "camera", "view"]
    shared: bool
    table: str


# Rulesets.


class ChoiceShape(Given):
    """A value an option may have."""

    value: str
    text: str


class SectionShape(Given):
    """What options are about."""

    id: str
    title: str


class OptionShape(Given):
    """A house rule: what it says now, and what it may be; null is "none"."""

    name: str
    section: SectionShape
    text: str
    kind: Literal["switch", "number", "choice"]
    value: bool | int | str | None
    changed: bool
    optional: bool
    choices: tuple[ChoiceShape, ...]
    least: int | None
    most: int | None


class LeafletShape(Given):
    """The printed rules."""

    id: str
    name: str


class PlayersShape(Given):
    """How many can play."""

    least: int
    most: int


class RulesetShape(Given):
    """A ruleset in words."""

    id: str
    name: str
    summary: str
    leaflet: LeafletShape
    players: PlayersShape
    options: tuple[OptionShape, ...]


class RulesetRef(Given):
    """A ruleset by name."""

    id: str
    name: str


OptionValues = Annotated[dict[str, bool | int | str | list[int] | None], Field(max_length=80)]


class HouseRules(Taken):
    """Options that differ from those of the leaflet; "none" is for an optional one that is left out."""

    options: OptionValues = Field(default_factory=dict)


# Cameras and sharing.


class CameraShape(Given):
    """A camera that can be chosen."""

    source: str
    text: str


class SourceShape(Given):
    """The camera that was chosen."""

    source: str
    text: str


class LinkShape(Given):
    """A link for a phone, and its QR code."""

    role: Literal["control", "camera", "view"]
    url: str
    qr_svg: str


class ShareShape(Given):
    """How others join."""

    shared: bool
    fingerprint: str | None = None
    links: tuple[LinkShape, ...] = ()
