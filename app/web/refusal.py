"""What a client is refused, and the log in which that stands."""

import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from starlette.exceptions import HTTPException

from tileref.language import Argument, find_language
from tileref.speech import say
from tileref.web.limits import Rate

LOGGER = logging.getLogger("tileref.web")

_LONGEST = 200


class Refusal(HTTPException):
    """A request that is not carried out: an HTTP status, and a sentence of `web.ftl` that says why."""

    def __init__(self, status: int, message: str, **arguments: Argument) -> None:
        super().__init__(status, message)
        self.status, self.message, self.arguments = status, message, arguments

    def sentence(self, language: str) -> str:
        """Why, in a language."""
        return say(find_language(language), f"web-{self.message}", **self.arguments)


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """A request as the log shows it: without its query, for that may hold a token."""

    client: str
    method: str
    path: str


@dataclass(slots=True)
class RefusalLog:
    """One JSON object a line for every refusal; of a flood only how many there were."""

    rate: Rate
    clock: Callable[[], float] = time.time
    _left_out: int = field(default=0, init=False)

    def write(self, request: LoggedRequest, status: int, why: str) -> None:
        """Note a refusal."""
        if not self.rate.take():
            self._left_out += 1
            return
        if self._left_out:
            self._print({"left_out": self._left_out})
            self._left_out = 0
        self._print(
            {
                "status": status,
                "why": why[:_LONGEST],
                "client": request.client,
                "method": request.method[:_LONGEST],
                "path": request.path[:_LONGEST],
            }
        )

    def _print(self, value: Mapping[str, str | int]) -> None:
        # ASCII only: a path is whatever somebody sent, and this goes to a terminal.
        LOGGER.warning(json.dumps({"refused": round(self.clock(), 3), **value}))
