"""Text that must fit."""


def shortened(text: str, width: int) -> str:
    """A text of at most `width` characters; what was cut off is an ellipsis."""
    return text if len(text) <= width else f"{text[: width - 1]}…"
