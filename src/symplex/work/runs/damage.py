"""What is said of a file that is not what was written."""

from typing import final


@final
class DamagedError(Exception):
    """A file is not what was written; its text says which and how, in one clause."""
