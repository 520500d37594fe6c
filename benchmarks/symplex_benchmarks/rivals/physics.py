"""The residuals of a statement for anything that PyTorch can differentiate.

Owns points in the box and on the regions of conditions, and the residuals there. What the network
is, and how it is trained, belongs to each rival.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
import torch
from numpy.typing import NDArray

from symplex.expression import Derivative
from symplex.expression.evaluate import interpret, value_of
from symplex.numerics.evaluation.engines.torch_backend import torch_backend
from symplex.problem import Equation, Problem
from symplex_benchmarks.rivals.rival import Columns

Points = NDArray[np.float64]
"""A row for each point, a column for each variable and parameter."""


@final
@dataclass(frozen=True)
class Physics:
    """A problem as a network sees it: rows of inputs, residuals to be made small."""

    problem: Problem

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The inputs in their order: variables, then parameters."""
        return (*self.problem.variables, *self.problem.parameters)

    @cached_property
    def ends(self) -> tuple[list[float], list[float]]:
        """The lower and the upper end of each input."""
        pairs = [self.problem.box.ends[name] for name in self.names]
        return [low for low, _ in pairs], [high for _, high in pairs]

    def points(self, equation: Equation, rng: np.random.Generator, count: int) -> Points:
        """Uniform points of the region on which an equation holds."""
        columns = self.problem.box.sample(rng, count)
        for name, value in equation.region.fixed:
            columns[name] = np.full(count, value_of(value))
        return self.rows(columns)

    def rows(self, columns: Columns) -> Points:
        """Points given by columns, as rows of inputs."""
        return np.stack([np.asarray(columns[name], dtype=np.float64) for name in self.names], 1)

    def residual(
        self, equation: Equation, inputs: torch.Tensor, outputs: torch.Tensor
    ) -> torch.Tensor:
        """Left minus right at every row, as one column.

        Args:
            equation: An equation or a condition.
            inputs: Rows that require their gradient.
            outputs: What the network makes of them, a column for each unknown.
        """
        values: dict[str | Derivative, torch.Tensor] = {
            name: inputs[:, k] for k, name in enumerate(self.names)
        }
        columns = {name: outputs[:, k] for k, name in enumerate(self.problem.unknowns)}
        gradients: dict[tuple[str, ...], torch.Tensor] = {}
        for wanted in equation.derivatives:
            values[wanted] = self._derivative(columns, gradients, inputs, wanted)
        found = interpret(equation.residual, torch_backend(), values)
        return torch.broadcast_to(torch.as_tensor(found), inputs[:, 0].shape)[:, None]

    def _derivative(
        self,
        columns: Mapping[str, torch.Tensor],
        gradients: dict[tuple[str, ...], torch.Tensor],
        inputs: torch.Tensor,
        wanted: Derivative,
    ) -> torch.Tensor:
        """By one gradient for each order; derivatives that begin alike share them."""
        column = columns[wanted.of]
        for order, name in enumerate(wanted.by):
            key = (wanted.of, *wanted.by[:order])
            if key not in gradients:
                (found,) = torch.autograd.grad(column.sum(), inputs, create_graph=True)
                gradients[key] = found
            column = gradients[key][:, self.names.index(name)]
        return column
