"""The evaluator on a GPU.

Owns the transfer of arrays to the GPU's library and back, and the choice of what goes there: a
candidate with more constants, longer code or higher derivatives than the fast path takes is
evaluated by the compiled core, which gives the same answer more slowly.
"""

import math
import weakref
from ctypes import byref, c_double
from dataclasses import replace
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.engines.compiled import OPERATIONS, Compiled, starts_of
from symplex.numerics.evaluation.engines.cuda_library import (
    NOT_FITTED_FOR,
    BatchArrays,
    CodeArrays,
    GroupArrays,
    Library,
    MethodArrays,
    code_arrays,
    library,
    pointer,
)
from symplex.numerics.evaluation.engines.directions import Passes, passes_for
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
from symplex.numerics.evaluation.objective import Objective, PointSet

ELSEWHERE: Final = 255
"""The status of a candidate that the fast path does not take."""
FIRST_POINTS: Final = 32
"""Of each set, on which starts are tried: one for each lane of a warp."""


@final
class Cuda:
    """Scores and fits candidates on a GPU; one call at a time."""

    def __init__(
        self,
        objective: Objective,
        vocabulary: Vocabulary,
        threads: int = 1,
        *,
        engine: Library | None = None,
        warps: int = 0,
    ) -> None:
        self.objective = objective
        self.vocabulary = vocabulary
        self.seconds = (0.0, 0.0, 0.0)
        """Of the last fit on the GPU: reading candidates, fitting them, all together."""
        self._warps = warps
        self._core = Compiled(objective, vocabulary, threads)
        self._library = engine or library()
        self._handle = self._open()
        for points in objective.point_sets:
            self._add(points)
        sealed = self._library.check(self._library.functions.symplex_gpu_seal(self._handle))
        self.takes_problem = sealed != NOT_FITTED_FOR
        """Whether the fast path has room for the problem's derivatives and unknowns."""

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
        method = _settled(method)
        if not self.takes_problem or not len(batch):
            return self._core.fit(batch, method, first=first, seed=seed, loss_cutoff=loss_cutoff)
        slots = slots_of(batch, self.vocabulary)
        constants = starts_of(slots, first)
        fitted = Fit(np.empty(len(batch)), constants.copy(), slots, np.empty(len(batch), np.uint8))
        self._run(batch, fitted, _arrays_of(method, seed, loss_cutoff, self._warps))
        left = np.flatnonzero(fitted.statuses == ELSEWHERE)
        if len(left):
            fit = self._core.fit(
                _part(batch, left),
                method,
                first=constants[_places(slots, left)],
                seed=seed,
                loss_cutoff=loss_cutoff,
            )
            fitted.losses[left], fitted.statuses[left] = fit.losses, fit.statuses
            fitted.constants[_places(slots, left)] = fit.constants
        return fitted

    def residuals(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Unweighted residuals, computed by the core; see `Evaluator`."""
        return self._core.residuals(batch, constants)

    def jacobians(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Derivatives of residuals by constants, computed by the core; see `Evaluator`."""
        return self._core.jacobians(batch, constants)

    def _run(self, batch: TokenBatch, fitted: Fit, method: MethodArrays) -> None:
        tokens = np.ascontiguousarray(batch.tokens)
        offsets = np.ascontiguousarray(batch.offsets)
        arrays = BatchArrays(
            len(batch),
            pointer(tokens),
            pointer(offsets),
            pointer(fitted.slots),
            pointer(fitted.constants),
            pointer(fitted.losses),
            pointer(fitted.statuses),
        )
        seconds = (c_double * 3)()
        fit = self._library.functions.symplex_gpu_fit
        self._library.check(fit(self._handle, byref(arrays), byref(method), seconds))
        self.seconds = (seconds[0], seconds[1], seconds[2])

    def _open(self) -> int:
        entries = [token_entry(token, self.objective.symbols) for token in self.vocabulary.tokens]
        code = code_of(entries, OPERATIONS)
        functions = self._library.functions
        handle = functions.symplex_gpu_open(
            len(self.objective.unknowns), len(self.objective.variables), byref(code_arrays(code))
        )
        if not handle:
            self._library.check(1)
        weakref.finalize(self, functions.symplex_gpu_close, handle)
        return handle

    def _add(self, points: PointSet) -> None:
        code = PointCode(self.objective, points)
        codes = [code_of(code.residual(t.residual), OPERATIONS) for t in points.terms]
        rows = code.derivatives()
        plan = passes_for(rows, len(self.objective.unknowns), len(self.objective.variables))
        columns = np.ascontiguousarray(np.stack(code.columns))
        weights = np.array([term.weight / max(points.size, 1) for term in points.terms])
        numbers = _pass_arrays(plan, rows)
        group = GroupArrays(
            *(points.size, len(columns), pointer(columns), len(plan.orders)),
            *(pointer(array) for array in numbers[:3]),
            len(plan.shares),
            *(pointer(array) for array in numbers[3:]),
            *(len(rows), len(codes)),
            (CodeArrays * len(codes))(*map(code_arrays, codes)),
            pointer(weights),
        )
        add = self._library.functions.symplex_gpu_add_group
        self._library.check(add(self._handle, byref(group)))


def _pass_arrays(plan: Passes, rows: NDArray[np.uint32]) -> tuple[np.ndarray, ...]:
    shares = plan.shares
    variables = [sum(1 << v for v, part in enumerate(row[1:]) if part) for row in rows]
    return (
        np.array(plan.unknowns, dtype=np.uint32),
        np.array(plan.orders, dtype=np.uint32),
        np.array(plan.directions, dtype=np.float64).reshape(len(plan.orders), -1),
        np.array([share.run for share in shares], dtype=np.uint32),
        np.array([share.order for share in shares], dtype=np.uint32),
        np.array([share.derivative for share in shares], dtype=np.uint32),
        np.array([variables[share.derivative] for share in shares], dtype=np.uint32),
        np.array([share.weight for share in shares], dtype=np.float64),
    )


def _settled(method: Method) -> Method:
    """The method with this engine's choice where the caller left it open."""
    if isinstance(method, LevenbergMarquardt) and method.first_points is None:
        return replace(method, first_points=FIRST_POINTS)
    return method


def _arrays_of(method: Method, seed: int, loss_cutoff: float, warps: int) -> MethodArrays:
    match method:
        case LevenbergMarquardt(starts=starts, steps=steps, first_points=first):
            numbers = (1, starts, steps, warps, first or 0, 0.0)
        case Adam(steps=steps, rate=rate):
            numbers = (2, 1, steps, warps, 0, rate)
        case Fixed():
            numbers = (0, 1, 0, warps, 0, 0.0)
    return MethodArrays(*numbers, loss_cutoff, seed % 2**64)


def _part(batch: TokenBatch, rows: np.ndarray) -> TokenBatch:
    lengths = np.diff(batch.offsets)[rows]
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    return TokenBatch(batch.tokens[_places(batch.offsets, rows)], offsets)


def _places(slots: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Where the constants, or tokens, of some candidates lie."""
    counts = slots[rows + 1] - slots[rows]
    before = np.repeat(slots[rows] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    return before + np.arange(len(before))
