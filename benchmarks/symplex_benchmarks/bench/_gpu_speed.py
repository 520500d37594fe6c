"""How fast the GPU engine fits, and what its speed depends on; how fast a GPU draws trees."""

import time
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines.compiled import Compiled
from symplex.numerics.evaluation.engines.cuda import Cuda
from symplex.numerics.evaluation.engines.cuda_library import Library
from symplex.numerics.evaluation.fit import (
    Adam,
    Fixed,
    Floats,
    LevenbergMarquardt,
    Method,
    slots_of,
)
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex_benchmarks.bench._candidates import candidates, vocabulary

PROBLEM: Final = "parametric-heat"
LENGTH: Final = 30
"""Tokens of a tree that is drawn, at most: what a search allows."""
DISTINCT: Final = 4096
"""Random trees that are told apart; larger batches repeat them from other constants."""
Row = dict[str, Any]


class Speeds:
    """One set of random trees about one problem, fitted in many ways."""

    def __init__(self, engine: Library, runs: int) -> None:
        self._engine, self._runs = engine, runs
        self._problem = bundled(PROBLEM)
        self._tokens = vocabulary(self._problem)
        self._trees = candidates(self._problem, DISTINCT)
        self._objective = self._drawn(200, 160)

    def by_size(self, sizes: tuple[int, ...]) -> Iterator[Row]:
        """Batches of every size, by Levenberg–Marquardt, by Adam, and as they are."""
        methods = {"LM 4 x 20": LevenbergMarquardt(), "Adam 50": Adam(), "no fit": Fixed()}
        for size in sizes:
            for label, method in methods.items():
                yield self._row({"by": "size", "method": label}, self._batch(size), method)

    def by_warps(self, sizes: tuple[int, ...]) -> Iterator[Row]:
        """Small batches with more than one warp for each candidate."""
        for size in sizes:
            for warps in (1, 2, 4, 8):
                facts: Row = {"by": "warps", "warps": warps}
                yield self._row(facts, self._batch(size), LevenbergMarquardt(), warps=warps)

    def by_constants(self, size: int) -> Iterator[Row]:
        """Trees of as many constants each."""
        counts = np.diff(slots_of(self._trees, self._tokens))
        for constants in range(7):
            some = np.flatnonzero(counts == constants)
            batch = _repeated(self._trees, some, size)
            yield self._row(
                {"by": "constants", "constants": constants}, batch, LevenbergMarquardt()
            )

    def by_nodes(self, size: int) -> Iterator[Row]:
        """Trees of about as many tokens each."""
        lengths = np.diff(self._trees.offsets)
        for low, high in ((5, 9), (9, 15), (15, 23), (23, 41)):
            some = np.flatnonzero((lengths >= low) & (lengths < high))
            facts: Row = {"by": "nodes", "nodes": float(lengths[some].mean())}
            yield self._row(facts, _repeated(self._trees, some, size), LevenbergMarquardt())

    def by_points(self, size: int) -> Iterator[Row]:
        """The same trees at more and more points."""
        for interior, initial in ((50, 40), (100, 80), (200, 160), (400, 320), (800, 640)):
            facts: Row = {"by": "points", "points": interior + initial}
            objective = self._drawn(interior, initial)
            yield self._row(facts, self._batch(size), LevenbergMarquardt(), objective=objective)

    def core(self, threads: int) -> Row:
        """The compiled core on this machine's processors, for comparison."""
        core = Compiled(self._objective, self._tokens, threads)
        begin = time.perf_counter()
        core.fit(self._trees, LevenbergMarquardt())
        seconds = time.perf_counter() - begin
        return {"by": "core", "threads": threads, "per second": len(self._trees) / seconds}

    def _drawn(self, interior: int, initial: int) -> Objective:
        sampling = Sampling(interior=interior, initial=initial)
        return draw(self._problem, np.random.default_rng(0), sampling)

    def _batch(self, size: int) -> TokenBatch:
        return _repeated(self._trees, np.arange(len(self._trees)), size)

    def _row(
        self,
        facts: Row,
        batch: TokenBatch,
        method: Method,
        *,
        warps: int = 0,
        objective: Objective | None = None,
    ) -> Row:
        gpu = Cuda(objective or self._objective, self._tokens, engine=self._engine, warps=warps)
        first = _starts(batch, self._tokens)
        best, reading, fitting = float("inf"), 0.0, 0.0
        for _ in range(self._runs):
            gpu.fit(batch, method, first=first)
            if gpu.seconds[2] < best:
                reading, fitting, best = gpu.seconds
        shares = {"reading": reading / best, "fitting": fitting / best}
        rate = {"per second": len(batch) / best, "by kernels": len(batch) / max(fitting, 1e-9)}
        return {**facts, "size": len(batch), **rate, **shares}


def _repeated(trees: TokenBatch, some: NDArray[np.int64], size: int) -> TokenBatch:
    """As many trees as `size`, the chosen ones over and over."""
    chosen = np.resize(some, size)
    lengths = np.diff(trees.offsets)[chosen]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    moved: NDArray[np.int64] = np.repeat(trees.offsets[chosen] - offsets[:-1], lengths)
    places = moved + np.arange(int(offsets[-1]))
    return TokenBatch(trees.tokens[places], offsets)


def _starts(batch: TokenBatch, tokens: Vocabulary) -> Floats:
    return np.random.default_rng(4).normal(size=int(slots_of(batch, tokens)[-1]))


def sampling_speeds(sizes: tuple[int, ...], runs: int) -> Iterator[Row]:
    """How fast SymFormer of the paper's size is sampled on a GPU."""
    import torch  # not needed for what the engine alone does

    from symplex.expression.sequences.grammar import Grammar
    from symplex.propose.policy import Lstm, LstmSettings, SymFormer, SymFormerSettings, Uniform
    from symplex.propose.policy.sampling import DeviceSampler

    tokens, device = vocabulary(bundled(PROBLEM)), torch.device("cuda")
    grammar, generator = Grammar(tokens, max_length=LENGTH), torch.Generator().manual_seed(0)
    policies = {
        "symformer": SymFormer(tokens, SymFormerSettings(), generator).to(device),
        "lstm": Lstm(tokens, LstmSettings(), generator).to(device),
        "uniform": Uniform(tokens),
    }
    for name, policy in policies.items():
        for size in sizes:
            sampler, times = DeviceSampler(policy, device), list[float]()
            trees = sampler.sample(grammar, size, generator).batch
            for _ in range(runs):
                begin = time.perf_counter()
                trees = sampler.sample(grammar, size, generator).batch
                times.append(time.perf_counter() - begin)
            facts: Row = {"by": "sampling", "policy": name, "size": size}
            yield {**facts, "tokens": len(trees.tokens) / size, "per second": size / min(times)}
