"""What the paper prints, read from a file beside the true solutions; the package has none of it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

from symplex.errors import SettingsError
from symplex_benchmarks.rivals.catalogue import BY_RECIPE, OURS

NAME = "paper_printed.toml"
_PAPER_NAMES: Final = MappingProxyType(dict.fromkeys(BY_RECIPE.values(), OURS))
_TABLES: Final = ("paradigms", "problems", "comparison", "expressions", "solvers", "curriculum")


@final
@dataclass(frozen=True)
class Printed:
    """The paper's figures, by the names of our problems and methods."""

    paradigms: Mapping[str, Mapping[str, str]]
    """What Table 1 says of a solver, by property."""
    problems: Mapping[str, tuple[str, str]]
    """The equation of a problem, and the data or the solution beside it."""
    comparison: Mapping[str, Mapping[str, tuple[float, float]]]
    """Mean squared error and recoveries in per cent, by problem and method."""
    expressions: Mapping[str, str]
    """What SymPlex found, by problem."""
    solvers: Mapping[str, Mapping[str, str]]
    """The table of solvers, by measure and method."""
    curriculum: Mapping[str, float]

    def error(self, problem: str, method: str) -> tuple[float, float] | None:
        """Error and recoveries of a method on a problem, if they are printed."""
        return self.comparison.get(problem, {}).get(paper_name(method))


def paper_name(method: str) -> str:
    """What the paper has for a method: all recipes of ours are its SymPlex."""
    return _PAPER_NAMES.get(method, method)


def read_printed(folder: Path) -> Printed:
    """The file in the folder with the truths.

    Raises:
        SettingsError: if it is not there, or lacks a table.
    """
    path = folder / NAME
    try:
        raw: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise SettingsError(f"expected what the paper prints in {path}; see --benchmarks") from None
    except ValueError as error:
        raise SettingsError(f"{path}: is not a TOML file: {error}") from None
    if missing := [name for name in _TABLES if name not in raw]:
        raise SettingsError(f"{path}: expected a table '{missing[0]}', found none")
    return Printed(**{name: raw[name] for name in _TABLES})
