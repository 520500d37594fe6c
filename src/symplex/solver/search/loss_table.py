"""The losses of all trees that a stage has scored, by key: asked and added to by the batch.

Owns the choice between the compiled core and a dictionary; both hold the same in the same order.
"""

from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.numerics.evaluation.evaluator import Engine, engine
from symplex.propose.candidates.tree_keys_reference import KEY_BYTES

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Keys = NDArray[np.uint8]
"""A row of 16 bytes for each tree."""


@final
class DictionaryTable:
    """The table where nothing could be compiled."""

    def __init__(self) -> None:
        self._losses: dict[bytes, float] = {}

    def __len__(self) -> int:
        """How many trees were scored."""
        return len(self._losses)

    def find(self, keys: Keys) -> Floats:
        """The loss of each key; NaN where it is not known."""
        return np.array([self._losses.get(key, np.nan) for key in _rows(keys)], dtype=np.float64)

    def fresh(self, keys: Keys) -> Integers:
        """The first row of each key that is not known."""
        first: dict[bytes, int] = {}
        for row, key in enumerate(_rows(keys)):
            first.setdefault(key, row)
        found = [row for key, row in first.items() if key not in self._losses]
        return np.array(found, dtype=np.int64)

    def record(self, keys: Keys, losses: Floats) -> None:
        """Note the loss of each key."""
        self._losses.update(zip(_rows(keys), losses.tolist(), strict=True))

    def keys(self) -> Keys:
        """All keys, in the order in which they were first recorded."""
        return np.frombuffer(b"".join(self._losses), dtype=np.uint8).reshape(-1, KEY_BYTES)

    def losses(self) -> Floats:
        """Their losses."""
        return np.array(list(self._losses.values()), dtype=np.float64)


@final
class LossTable:
    """Losses by key, on the best engine that there is."""

    def __init__(self, which: Engine | None = None) -> None:
        if (which or engine()) is Engine.COMPILED:
            from symplex.numerics.evaluation import _core  # an installation may lack the core

            self._table = _core.LossTable()
        else:
            self._table = DictionaryTable()

    @classmethod
    def of(cls, keys: Keys, losses: Floats) -> "LossTable":
        """A table of these."""
        table = cls()
        table.record(keys, losses)
        return table

    def __len__(self) -> int:
        """How many trees were scored."""
        return len(self._table)

    def __eq__(self, other: object) -> bool:
        """Whether keys, losses and their order are equal."""
        if not isinstance(other, LossTable):
            return NotImplemented
        return np.array_equal(self.keys, other.keys) and np.array_equal(self.losses, other.losses)

    __hash__ = None  # pyright: ignore[reportAssignmentType] (it changes)

    def find(self, keys: Keys) -> Floats:
        """The loss of each key; NaN where it is not known."""
        return self._table.find(keys)

    def fresh(self, keys: Keys) -> Integers:
        """The first row of each key that is not known."""
        return self._table.fresh(keys)

    def record(self, keys: Keys, losses: Floats) -> None:
        """Note the loss of each key; what was known of it is forgotten."""
        self._table.record(np.ascontiguousarray(keys), np.ascontiguousarray(losses))

    @property
    def keys(self) -> Keys:
        """All keys, in the order in which they were first recorded."""
        return self._table.keys()

    @property
    def losses(self) -> Floats:
        """Their losses."""
        return self._table.losses()


def _rows(keys: Keys) -> list[bytes]:
    joined = keys.tobytes()
    return [joined[at : at + KEY_BYTES] for at in range(0, len(joined), KEY_BYTES)]
