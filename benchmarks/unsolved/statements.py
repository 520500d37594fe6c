"""What a case is: a statement, and its values where they are known independently."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, final

import numpy as np

from no_closed_form.initial_values import Reals, Sample

Truth = Callable[..., Reals]
"""The unknown at arrays of the variables, in their order."""
X: Final = (0.0, 1.0)
_NEAR: Final = np.geomspace(1e-5, 1.0, 25)
"""Shares of an interval that crowd at its first end."""


@final
@dataclass(frozen=True)
class Case:
    """One problem."""

    name: str
    text: str
    """The problem file."""
    sample: Callable[[], Sample] | None = None
    """Points, a row each, and the unknowns there; None where they are not unique or not known."""


def case(
    name: str,
    equations: Sequence[str],
    domain: Mapping[str, Sequence[float]],
    conditions: Sequence[tuple[str, str]],
    truth: Truth | None = None,
    unknowns: Sequence[str] = ("u",),
) -> Case:
    """A case from the parts of its statement."""
    boxed = {variable: list(ends) for variable, ends in domain.items()}
    given = [f"[[conditions]]\nwhere = {_toml(w)}\nequation = {_toml(e)}" for w, e in conditions]
    inside = "\n".join(f"{variable} = {_toml(ends)}" for variable, ends in boxed.items())
    head = f"name = {_toml(name)}\nunknowns = {_toml(unknowns)}\nequations = {_toml(equations)}"
    text = "\n".join([head, f"[domain]\n{inside}", *given, ""])
    if truth is None:
        return Case(name, text)
    return Case(name, text, lambda: _sampled(truth, boxed))


def filed(path: Path, solver: Callable[[int], Sample]) -> Case:
    """A case whose problem file and reference are there already."""
    return Case(path.stem, path.read_text(encoding="utf-8"), lambda: solver(2))


def _toml(value: Any) -> str:  # noqa: ANN401 (strings and lists of numbers are the same in JSON)
    return json.dumps(value)


def _sampled(truth: Truth, box: Mapping[str, Sequence[float]]) -> Sample:
    """Truths at points that crowd at the first end of each variable, where layers begin.

    The ends themselves are left out: data may jump there.
    """
    axes = [
        np.unique(np.concatenate([low + (high - low) * _NEAR, np.linspace(low, high, 42)[1:-1]]))
        for low, high in box.values()
    ]
    columns = [axis.ravel() for axis in np.meshgrid(*axes, indexing="ij")]
    values = truth(*columns)
    known = np.isfinite(values)
    return np.stack(columns, axis=1)[known], values[known][:, None]
