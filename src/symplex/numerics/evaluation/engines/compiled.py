"""The evaluator on the compiled core.

Owns the transfer of arrays to the core and back. Their meaning is in `encode`, the arithmetic in
C++ under `core`.
"""

import math
from types import MappingProxyType
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import ExpressionError, ProblemError
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation import _core
from symplex.numerics.evaluation.engines.encode import PointCode, code_of, token_entry
from symplex.numerics.evaluation.fit import (
    Adam,
    Fit,
    Fixed,
    Floats,
    LevenbergMarquardt,
    Method,
    slots_of,
)
from symplex.numerics.evaluation.objective import Objective

_LANES = 208
"""Points in a block: many, to amortise the interpreter, yet few, to stay in the cache."""
CHUNK = 4096
"""Candidates in one call of the core: an interrupt is seen between two calls."""
OPERATIONS = MappingProxyType({name: i for i, name in enumerate(_core.OPERATIONS)})


@final
class Compiled:
    """Scores and fits candidates in the compiled core; safe to call from several threads."""

    def __init__(self, objective: Objective, vocabulary: Vocabulary, threads: int = 1) -> None:
        self.objective = objective
        self.vocabulary = vocabulary
        self._threads = max(1, threads)
        _require_order(objective)
        entries = [token_entry(token, objective.symbols) for token in vocabulary.tokens]
        self._compiled = _core.CompiledObjective(
            len(objective.unknowns), code_of(entries, OPERATIONS)
        )
        for points in objective.point_sets:
            code = PointCode(objective, points)
            residuals = [code_of(code.residual(t.residual), OPERATIONS) for t in points.terms]
            size = max(points.size, 1)
            self._compiled.add_group(
                np.ascontiguousarray(np.stack(code.columns)),
                code.derivatives(),
                residuals,
                [term.weight / size for term in points.terms],
                _LANES,
            )

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
        constants = starts_of(slots, first)
        losses = np.empty(len(batch))
        statuses = np.empty(len(batch), dtype=np.uint8)
        core_method = _core_method(method)
        for begin in range(0, len(batch), CHUNK):
            rows = slice(begin, min(begin + CHUNK, len(batch)))
            ends = slice(rows.start, rows.stop + 1)
            some = slice(int(slots[rows.start]), int(slots[rows.stop]))
            tokens = batch.tokens[batch.offsets[rows.start] : batch.offsets[rows.stop]]
            self._compiled.fit(
                tokens=np.ascontiguousarray(tokens),
                offsets=batch.offsets[ends] - batch.offsets[rows.start],
                slots=slots[ends] - slots[rows.start],
                method=core_method,
                loss_cutoff=loss_cutoff,
                seed=seed % 2**64,
                threads=self._threads,
                constants=constants[some],
                losses=losses[rows],
                statuses=statuses[rows],
            )
        return Fit(losses, constants, slots, statuses)

    def residuals(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Unweighted residuals, a row for each candidate; see `Evaluator`."""
        return self._layers(batch, constants, 1)[:, 0, :]

    def jacobians(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Derivatives of residuals by constants, NaN past a candidate's last; see `Evaluator`."""
        most = int(np.diff(slots_of(batch, self.vocabulary)).max(initial=0))
        return self._layers(batch, constants, 1 + most)[:, 1:, :]

    def _layers(self, batch: TokenBatch, constants: Floats, layers: int) -> Floats:
        slots = slots_of(batch, self.vocabulary)
        values = starts_of(slots, constants)
        to = np.empty(len(batch) * layers * self.objective.rows)
        statuses = np.empty(len(batch), dtype=np.uint8)
        self._compiled.residuals(
            tokens=np.ascontiguousarray(batch.tokens),
            offsets=np.ascontiguousarray(batch.offsets),
            slots=slots,
            constants=values,
            layers=layers,
            threads=self._threads,
            to=to,
            statuses=statuses,
        )
        return to.reshape(len(batch), layers, self.objective.rows)


def starts_of(slots: NDArray[np.int64], first: Floats | None) -> Floats:
    """A fresh array of constants: ones, or a copy of what the caller gave."""
    size = int(slots[-1])
    if first is None:
        return np.ones(size)
    if first.shape != (size,):
        raise ExpressionError(
            f"expected {size} constants, one for each slot of the batch, found {first.shape}"
        )
    return np.array(first, dtype=np.float64)


def _core_method(method: Method) -> _core.FitMethod:
    match method:
        case LevenbergMarquardt(starts=starts, steps=steps, first_points=first):
            return _core.FitMethod.levenberg_marquardt(
                starts=starts, steps=steps, first_points=first or 0
            )
        case Adam(steps=steps, rate=rate):
            return _core.FitMethod.adam(steps=steps, rate=rate)
        case Fixed():
            return _core.FitMethod.fixed()


def _require_order(objective: Objective) -> None:
    """Refuse a problem whose derivatives the core cannot take."""
    highest = max(
        (d.order for points in objective.point_sets for d in points.derivatives), default=0
    )
    if highest > _core.MAX_ORDER:
        raise ProblemError(
            f"a search takes derivatives up to order {_core.MAX_ORDER}, found order {highest}"
        )
