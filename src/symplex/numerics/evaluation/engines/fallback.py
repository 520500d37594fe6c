"""The evaluator in plain PyTorch: recursion over the tree, derivatives by autograd.

The reference for tests, and the engine where nothing could be compiled. Clear rather than fast;
no other module of this package but its backend imports torch.
"""

import math
from collections.abc import Callable
from typing import Any, final

import numpy as np
import torch
from numpy.typing import NDArray

from symplex.errors import ExpressionError
from symplex.expression import CONSTANT, Derivative, Expression, Symbol, Token
from symplex.expression.evaluate import Backend, interpret
from symplex.expression.operators import Notation, Operator
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.engines.least_squares import (
    Best,
    levenberg_marquardt,
    loss_at,
    starts_of,
)
from symplex.numerics.evaluation.engines.torch_backend import torch_backend
from symplex.numerics.evaluation.fit import (
    Adam,
    Fit,
    FitStatus,
    Fixed,
    Floats,
    LevenbergMarquardt,
    Method,
    slots_of,
)
from symplex.numerics.evaluation.objective import Objective, PointSet

_MAX_CONSTANTS = 32


@final
class Fallback:
    """Scores and fits candidates with PyTorch, one after the other."""

    def __init__(self, objective: Objective, vocabulary: Vocabulary) -> None:
        self.objective = objective
        self.vocabulary = vocabulary
        self._backend: Backend = torch_backend()

    def fit(
        self,
        batch: TokenBatch,
        method: Method,
        *,
        first: Floats | None = None,
        seed: int = 0,
        loss_cutoff: float = math.inf,
    ) -> Fit:
        """Fit every candidate of a batch; see `Evaluator`."""
        slots = slots_of(batch, self.vocabulary)
        constants = np.ones(int(slots[-1])) if first is None else np.array(first)
        losses = np.full(len(batch), np.inf)
        statuses = np.zeros(len(batch), dtype=np.uint8)
        for index, ids in enumerate(batch):
            mine = slice(int(slots[index]), int(slots[index + 1]))
            best, statuses[index] = self._fit_one(ids, constants[mine], method, seed)
            constants[mine] = best.at
            no_fit = isinstance(method, Fixed) or mine.start == mine.stop
            if no_fit and loss_cutoff <= best.loss < math.inf:
                statuses[index] = FitStatus.ABOVE_CUTOFF
            else:
                losses[index] = best.loss
        return Fit(losses, constants, slots, statuses)

    def residuals(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Unweighted residuals, a row for each candidate; see `Evaluator`."""
        slots = slots_of(batch, self.vocabulary)
        rows = np.full((len(batch), self.objective.rows), np.nan)
        for index, ids in enumerate(batch):
            expression, status = self.read(ids)
            if expression is not None and status is FitStatus.FITTED:
                mine = torch.tensor(constants[slots[index] : slots[index + 1]])
                parts = self._residuals(expression, mine)[0]
                rows[index] = torch.cat(parts).detach().numpy()
        return rows

    def jacobians(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Derivatives of residuals by constants, NaN past a candidate's last; see `Evaluator`."""
        slots = slots_of(batch, self.vocabulary)
        most = int(np.diff(slots).max(initial=0))
        rows = np.full((len(batch), most, self.objective.rows), np.nan)
        for index, ids in enumerate(batch):
            expression, status = self.read(ids)
            mine = constants[slots[index] : slots[index + 1]]
            if expression is not None and status is FitStatus.FITTED:
                rows[index, : len(mine)] = self._jacobian(expression)(mine).T
        return rows

    def read(self, ids: NDArray[np.uint8]) -> tuple[Expression | None, FitStatus]:
        """The formula that ids spell, or why there is none."""
        if any(index >= len(self.vocabulary) for index in ids.tolist()):
            return None, FitStatus.UNKNOWN_TOKEN
        tokens = [self.vocabulary.tokens[index] for index in ids.tolist()]
        for token in tokens:
            foreign = isinstance(token, Symbol) and token.name not in self.objective.symbols
            if foreign or isinstance(token, Derivative):
                return None, FitStatus.UNKNOWN_TOKEN
        try:
            expression = self.vocabulary.decode(ids.tolist())
        except ExpressionError:
            return None, FitStatus.NOT_A_TREE
        tuples = [_formulas(token) for token in tokens]
        if tuples[0] != len(self.objective.unknowns) or max(tuples[1:], default=1) != 1:
            return None, FitStatus.WRONG_ROOT
        if len(expression.constants) > _MAX_CONSTANTS:
            return None, FitStatus.TOO_MANY_CONSTANTS
        return expression, FitStatus.FITTED

    def _fit_one(
        self, ids: NDArray[np.uint8], first: Floats, method: Method, seed: int
    ) -> tuple[Best, FitStatus]:
        best = Best(math.inf, first)
        expression, status = self.read(ids)
        if expression is None:
            return best, status
        residual = self._weighted(expression)
        if isinstance(method, Fixed) or not len(first):
            best = Best(loss_at(residual, first), first)
        elif isinstance(method, Adam):
            best = self._adam(expression, method, first)
        elif isinstance(method, LevenbergMarquardt):  # pyright: ignore[reportUnnecessaryIsInstance]
            starts = starts_of(method.starts, first, (seed, *ids.tolist()))
            jacobian = self._weighted_jacobian(expression)
            best = levenberg_marquardt(residual, jacobian, starts, method.steps)
        return best, FitStatus.FITTED if math.isfinite(best.loss) else FitStatus.NOT_FINITE

    def _adam(self, expression: Expression, method: Adam, first: Floats) -> Best:
        """The paper's optimiser on the loss; the best point on the way is kept."""
        at = torch.tensor(first, requires_grad=True)
        optimiser = torch.optim.Adam([at], lr=method.rate)
        weights = torch.tensor(self._weights())
        best = Best(math.inf, first)
        for step in range(method.steps + 1):
            parts, finite = self._residuals(expression, at)
            loss = (weights * torch.cat(parts)).square().sum()
            if not (finite and math.isfinite(loss.item())):
                break
            best = best.or_better(loss.item(), at.detach().numpy())
            if step == method.steps or not loss.requires_grad:
                break
            (gradient,) = torch.autograd.grad(loss, at)
            at.grad = torch.nan_to_num(gradient, nan=0.0, posinf=0.0, neginf=0.0)
            optimiser.step()
        return best

    def _weights(self) -> Floats:
        """The square root of each residual's share in the loss."""
        shares = [
            np.full(points.size, term.weight / max(points.size, 1))
            for points in self.objective.point_sets
            for term in points.terms
        ]
        return np.sqrt(np.concatenate(shares))

    def _weighted(self, expression: Expression) -> Callable[[Floats], Floats]:
        weights = self._weights()

        def residual(at: Floats) -> Floats:
            parts, finite = self._residuals(expression, torch.tensor(at))
            found = torch.cat(parts).detach().numpy()
            return weights * found if finite else np.full_like(weights, np.inf)

        return residual

    def _weighted_jacobian(self, expression: Expression) -> Callable[[Floats], Floats]:
        weights, plain = self._weights(), self._jacobian(expression)
        # The core's rule: a derivative by a constant that is not finite counts as 0.
        return lambda at: weights[:, None] * np.nan_to_num(plain(at), nan=0, posinf=0, neginf=0)

    def _jacobian(self, expression: Expression) -> Callable[[Floats], Floats]:
        def jacobian(at: Floats) -> Floats:
            constants = torch.tensor(at, requires_grad=True)
            found = torch.cat(self._residuals(expression, constants)[0])
            if not found.requires_grad or not len(at):
                return np.zeros((len(found), len(at)))
            # Twice backwards: d(vᵀJ)/dv gives a column of J for each constant.
            probe = torch.zeros_like(found, requires_grad=True)
            (back,) = torch.autograd.grad(
                found, constants, probe, create_graph=True, materialize_grads=True
            )
            columns = [_gradient(back[index], probe) for index in range(len(at))]
            return torch.stack(columns, dim=1).detach().numpy()

        return jacobian

    def _residuals(
        self, expression: Expression, constants: torch.Tensor
    ) -> tuple[list[torch.Tensor], bool]:
        """Every residual at its points, and whether all that it is made of is finite."""
        found: list[torch.Tensor] = []
        finite = True
        for points in self.objective.point_sets:
            values = self._jets(expression, points, constants)
            finite = finite and all(
                bool(torch.isfinite(value).all())
                for key, value in values.items()
                if isinstance(key, Derivative)
            )
            for term in points.terms:
                residual = interpret(term.residual, self._backend, values)
                found.append(torch.as_tensor(residual).expand(points.size))
        return found, finite

    def _jets(
        self, expression: Expression, points: PointSet, constants: torch.Tensor
    ) -> dict[Any, torch.Tensor]:
        """Columns by name, and unknowns with their needed derivatives."""
        values: dict[Any, torch.Tensor] = {
            name: torch.tensor(column, requires_grad=name in self.objective.variables)
            for name, column in points.columns.items()
        }
        slot = iter(constants)
        tokens = [Symbol(f"constant {i}") for i in range(len(constants))]
        names = iter(tokens)
        named = Expression(tuple(next(names) if t == CONSTANT else t for t in expression.tokens))
        leaves = {**values, **{token.name: next(slot) for token in tokens}}
        whole = interpret(named, self._backend, leaves)
        formulas = whole if isinstance(whole, tuple) else (whole,)
        for unknown, formula in zip(self.objective.unknowns, formulas, strict=True):
            values[Derivative(unknown)] = torch.as_tensor(formula).expand(points.size)
        for derivative in points.derivatives:
            self._differentiate(derivative, values)
        return values

    def _differentiate(self, derivative: Derivative, values: dict[Any, torch.Tensor]) -> None:
        """Add a derivative to the values, by way of those of lower order."""
        if derivative in values:
            return
        lower = Derivative(derivative.of, derivative.by[:-1])
        self._differentiate(lower, values)
        values[derivative] = _gradient(values[lower], values[derivative.by[-1]])


def _gradient(value: torch.Tensor, by: torch.Tensor) -> torch.Tensor:
    """d(sum of value)/d(by): points are independent, so each point's own derivative."""
    if not value.requires_grad:
        return torch.zeros_like(by)
    (found,) = torch.autograd.grad(
        value.sum(), by, create_graph=True, materialize_grads=True, allow_unused=True
    )
    return found


def _formulas(token: Token) -> int:
    """How many formulas a token stands for: one, unless it is a tuple."""
    if isinstance(token, Operator) and token.notation is Notation.TUPLE:
        return token.arity
    return 1
