"""How far the GPU engine agrees with the core: losses at fixed constants, and planted constants."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, final

import numpy as np

from symplex.expression import Expression, tuple_of
from symplex.expression.render import to_text
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines.compiled import Compiled
from symplex.numerics.evaluation.engines.cuda import Cuda
from symplex.numerics.evaluation.engines.cuda_library import Library
from symplex.numerics.evaluation.evaluator import Evaluator
from symplex.numerics.evaluation.fit import Fixed, Floats, LevenbergMarquardt, slots_of
from symplex.numerics.evaluation.objective import Objective, PointSet, frozen
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex.propose.candidates.settings import DEFAULT
from symplex.solver.search.loop import Search
from symplex.solver.search.memory import PERFECT
from symplex.solver.search.state import RunOptions
from symplex.work.clock import Deadline
from symplex_benchmarks.bench._candidates import candidates, vocabulary
from symplex_benchmarks.bench._recording import Recorder

CLOSE: Final = 1e-9
"""The relative difference of two losses that agree."""
FOUND: Final = 1e-10
Row = dict[str, Any]


def agreement(name: str, trees: int, engine: Library, threads: int) -> Row:
    """Losses of random trees at random constants on both engines, and those that differ."""
    problem = bundled(name)
    tokens, batch = _trees(problem, trees)
    objective = draw(problem, np.random.default_rng(0))
    at = np.random.default_rng(1).normal(size=int(slots_of(batch, tokens)[-1]))
    return {"problem": name, **_compared(Scored(objective, tokens, batch, at), engine, threads)}


def searched(name: str, trees: int, engine: Library, threads: int) -> Row:
    """The same for the first trees that a search scores, at the constants that it finds."""
    total: Row = {"problem": name, "fast path": True, "rest": []}
    for scored in _of_search(bundled(name), trees, threads):
        row = _compared(scored, engine, threads)
        total["fast path"] &= row["fast path"]
        total["rest"] += row["rest"]
        for key in ("trees", "finite", "agree", "noise", "differ"):
            total[key] = total.get(key, 0) + row[key]
    return total


@final
@dataclass(frozen=True)
class Scored:
    """Trees with constants, and what they are scored by."""

    objective: Objective
    tokens: Vocabulary
    batch: TokenBatch
    constants: Floats


def _of_search(problem: Problem, trees: int, threads: int) -> Iterator[Scored]:
    """What the search alone scores until it has scored so many."""
    recorder = Recorder()
    options = RunOptions(
        deadline=Deadline(60.0), threads=threads, make_evaluator=recorder.evaluator
    )
    search = Search(problem, DEFAULT, options)
    search.end_after(trees)
    for _ in search:
        pass
    for call in recorder.calls:
        core = call.evaluator
        found = core.fit(call.batch, call.method, first=call.first, seed=call.seed)
        yield Scored(core.objective, core.vocabulary, call.batch, found.constants)


def _compared(scored: Scored, engine: Library, threads: int) -> Row:
    objective, tokens, batch, at = vars(scored).values()
    core, gpu = Compiled(objective, tokens, threads), Cuda(objective, tokens, engine=engine)
    mine, theirs = (e.fit(batch, Fixed(), first=at) for e in (gpu, core))
    both = np.isfinite(mine.losses) & np.isfinite(theirs.losses)
    apart = np.zeros(len(batch), dtype=np.bool_)
    apart[both] = ~np.isclose(mine.losses[both], theirs.losses[both], rtol=CLOSE, atol=PERFECT)
    apart |= mine.statuses != theirs.statuses
    # A loss that moves as far when every point moves by one rounding error has no digits to agree.
    shaken = Compiled(_shaken(objective), tokens, threads).fit(batch, Fixed(), first=at).losses
    noisy = ~np.isclose(shaken, theirs.losses, rtol=CLOSE / 10, atol=PERFECT)
    rest = [
        {
            "formula": _text(tokens, list(batch)[index]),
            "core": float(theirs.losses[index]),
            "gpu": float(mine.losses[index]),
            "noise": bool(noisy[index]),
        }
        for index in np.flatnonzero(apart).tolist()
    ]
    return {
        "fast path": gpu.takes_problem,
        "trees": len(batch),
        "finite": int(both.sum()),
        "agree": int(len(batch) - apart.sum()),
        "noise": int((apart & noisy).sum()),
        "differ": int((apart & ~noisy).sum()),
        "rest": rest,
    }


def planted(name: str, skeleton: Expression, trials: int, engine: Library) -> Row:
    """From how many random starts each engine finds the constants of a right skeleton."""
    problem = bundled(name)
    tokens = Vocabulary(tuple(dict.fromkeys(skeleton.tokens)))
    batch = TokenBatch.of([tokens.encode(skeleton)] * trials)
    objective = draw(problem, np.random.default_rng(0))
    starts = np.random.default_rng(2).normal(size=trials * len(skeleton.constants)) * 2
    row: Row = {"problem": name, "trials": trials}
    engines: dict[str, Evaluator] = {
        "core": Compiled(objective, tokens),
        "gpu": Cuda(objective, tokens, engine=engine),
    }
    for label, candidate in engines.items():
        losses = candidate.fit(batch, LevenbergMarquardt(), first=starts).losses
        row[label] = int((losses < FOUND).sum())
    return row


def _trees(problem: Problem, count: int) -> tuple[Vocabulary, TokenBatch]:
    """Random trees for the problem; of a system, one for each unknown."""
    tokens, unknowns = vocabulary(problem), len(problem.unknowns)
    if unknowns == 1:
        return tokens, candidates(problem, count)
    whole = Vocabulary((*tokens.tokens, tuple_of(unknowns)))
    parts = [ids.tolist() for ids in candidates(problem, count * unknowns)]
    return whole, TokenBatch.of(list(_tuples(parts, unknowns, len(tokens))))


def _tuples(parts: Sequence[list[int]], size: int, root: int) -> Iterator[list[int]]:
    for start in range(0, len(parts), size):
        yield [root, *(token for part in parts[start : start + size] for token in part)]


def _shaken(objective: Objective) -> Objective:
    """The same points, each coordinate moved by about one rounding error."""
    random = np.random.default_rng(3)

    def moved(values: Floats) -> Floats:
        return values * (1 + np.finfo(float).eps * random.choice([-1.0, 1.0], len(values)))

    sets = tuple(
        PointSet(
            frozen({name: moved(values) for name, values in points.columns.items()}), points.terms
        )
        for points in objective.point_sets
    )
    return replace(objective, point_sets=sets)


def _text(tokens: Vocabulary, ids: np.ndarray) -> str:
    try:
        return to_text(tokens.decode(ids.tolist()))
    except ValueError:  # a system, which is no single formula
        return " ".join(map(str, ids.tolist()))
