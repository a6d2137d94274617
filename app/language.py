"""What tileref says, in the user's language: messages are in `locales/<language>/*.ftl`, in Fluent."""

from functools import cache
from importlib.resources import files

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES = ("en", "ru")

Argument = str | int


class UnknownLanguageError(LookupError):
    """A language tileref does not speak. The message is one sentence that lists those it does."""


class Language:
    """The messages of one language."""

    def __init__(self, code: str) -> None:
        if code not in LANGUAGES:
            raise UnknownLanguageError(f"there is no language {code!r}; the languages are {', '.join(LANGUAGES)}")
        self.code = code
        # Isolation marks would stand in a terminal and in files as characters of their own.
        self._bundle = FluentBundle([code], use_isolating=False)
        for file in sorted((files("tileref") / "locales" / code).iterdir(), key=lambda file: file.name):
            self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))

    def __call__(self, message: str, /, **arguments: Argument) -> str:
        """The message with this id; a missing one, or one that lacks an argument, is a bug and a LookupError."""
        if not self.has(message):
            raise LookupError(f"no message {message!r} in {self.code!r}")
        pattern = self._bundle.get_message(message).value
        assert pattern is not None, f"message {message!r} has only attributes"
        text, errors = self._bundle.format_pattern(pattern, arguments)
        if errors:
            raise LookupError(f"message {message!r} in {self.code!r}: {errors[0]}")
        return str(text)

    def has(self, message: str) -> bool:
        """Whether there is such a message."""
        return bool(self._bundle.has_message(message))


@cache
def find_language(code: str) -> Language:
    """The messages of a language, read once; an unknown code is an UnknownLanguageError."""
    return Language(code)
