"""A statement that was read from another notation, and where each entry of it came from."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, final

from symplex.errors import ProblemError

_COLUMN: Final = re.compile(r"column ([0-9]+): ")


@final
@dataclass(frozen=True)
class Origin:
    """Where an entry of the statement comes from."""

    key: str
    columns: tuple[int, ...] = ()
    """For each character of the entry's equation, the column in what the user wrote."""


@final
@dataclass(frozen=True)
class LocatedStatement:
    """The content of a problem file, and the text that each entry was read from."""

    content: dict[str, Any]
    origins: Mapping[str, Origin]

    def located(self, error: ProblemError) -> ProblemError:
        """The same mistake at its place in what the user wrote."""
        origin = self.origins.get(error.key)
        if origin is None:
            return error
        found = _COLUMN.match(error.message)
        if found is None or not origin.columns:
            return ProblemError(error.message, key=origin.key)
        column = origin.columns[min(int(found[1]), len(origin.columns)) - 1]
        message = f"column {column}: {error.message[found.end() :]}"
        return ProblemError(message, key=origin.key)
