"""What every parser of text raises."""


class NotationError(ValueError):
    """Text that says nothing in the notation; the message is one sentence for whoever typed it."""
