"""Measurements: columns of numbers by name, from a file or from arrays.

Owns every sentence for data that cannot be used. What the columns mean is decided by the model that
is fitted to them.
"""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from symplex.errors import SettingsError, listing, nearest, shown

Floats = NDArray[np.float64]
DEVIATION: Final = "sigma"
"""The column with the standard deviation of each measurement."""
MAX_BYTES: Final = 100_000_000


@final
@dataclass(frozen=True)
class Measurements:
    """Columns of finite numbers, all of one length."""

    columns: Mapping[str, Floats]
    source: str = "data"

    @property
    def count(self) -> int:
        """How many measurements there are."""
        return len(next(iter(self.columns.values())))

    def require(self, names: Sequence[str], known: Sequence[str]) -> None:
        """Refuse data without one of the columns `names`, or with one that is not `known`.

        Raises:
            SettingsError: with the name of the column.
        """
        for name in names:
            if name not in self.columns:
                message = f"there is no column '{name}'; found {listing(self.columns)}"
                raise SettingsError(f"{self.source}: {message}{nearest(name, self.columns)}")
        for name in self.columns:
            if name not in known:
                message = f"the column '{shown(name)}' means nothing; expected {listing(known)}"
                raise SettingsError(f"{self.source}: {message}{nearest(name, known)}")


def read_columns(columns: Mapping[str, ArrayLike], source: str = "data") -> Measurements:
    """Measurements from arrays; numbers stand for columns of one value.

    Raises:
        SettingsError: for what are no columns of finite numbers of one length.
    """
    if not columns:
        raise SettingsError(f"{source}: there are no columns")
    try:
        arrays = {name: np.asarray(column, dtype=np.float64) for name, column in columns.items()}
        spread = np.broadcast_arrays(*(np.atleast_1d(array) for array in arrays.values()))
    except (TypeError, ValueError):
        raise SettingsError(f"{source}: expected columns of numbers of one length") from None
    flat = {name: np.ravel(array) for name, array in zip(arrays, spread, strict=True)}
    for name, column in flat.items():
        bad = np.flatnonzero(~np.isfinite(column))
        if bad.size:
            message = f"measurement {bad[0] + 1}, column '{name}': {column[bad[0]]} is not finite"
            raise SettingsError(f"{source}: {message}")
    return Measurements(flat, source)


def read_csv(path: Path) -> Measurements:
    """Measurements from a file with a line of names and a line for each measurement.

    Raises:
        SettingsError: with the line, for what cannot be read.
    """
    rows = list(csv.reader(io.StringIO(_text(path)), strict=True))
    lines = [(number, row) for number, row in enumerate(rows, 1) if any(map(str.strip, row))]
    if len(lines) < 2:  # noqa: PLR2004
        raise SettingsError(f"{path}: expected a line of names, then a line for each measurement")
    names = [name.strip() for name in lines[0][1]]
    for name in names:
        if not name or names.count(name) > 1:
            problem = f"'{name}' stands twice" if name else "a name is missing"
            raise SettingsError(f"{path}: line {lines[0][0]}: {problem} among the columns")
    values = [_numbers(row, names, f"{path}: line {number}") for number, row in lines[1:]]
    return read_columns(dict(zip(names, np.array(values).T, strict=True)), str(path))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise SettingsError(f"{path}: is larger than {MAX_BYTES:,} bytes")
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SettingsError(f"{path}: no such file") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: is not UTF-8 text") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None


def _numbers(row: Sequence[str], names: Sequence[str], place: str) -> list[float]:
    if len(row) != len(names):
        raise SettingsError(f"{place}: expected {len(names)} values, found {len(row)}")
    found: list[float] = []
    for name, word in zip(names, row, strict=True):
        try:
            found.append(float(word))
        except ValueError:
            message = f"column '{name}': '{shown(word.strip())}' is not a number"
            raise SettingsError(f"{place}, {message}") from None
    return found
