"""Watching a search at work: every batch that it fits, and where its time goes."""

import math
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from types import FrameType
from typing import final

from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import Evaluator, evaluator
from symplex.numerics.evaluation.fit import Fit, Fixed, Floats, Method
from symplex.numerics.evaluation.objective import Objective
from symplex.propose.candidates.tree_keys import TreeKeys

_INTERVAL = 0.01
_PACKAGE = "symplex"


@final
@dataclass(frozen=True)
class Call:
    """One batch as it was fitted."""

    evaluator: Evaluator
    batch: TokenBatch
    method: Method
    first: Floats | None
    seed: int


@final
@dataclass
class Recorder:
    """Makes evaluators that remember what they are asked to fit."""

    calls: list[Call] = field(default_factory=list[Call])

    def evaluator(self, objective: Objective, vocabulary: Vocabulary, threads: int) -> Evaluator:
        """An evaluator whose fits are recorded."""
        return _Recording(evaluator(objective, vocabulary, threads), self.calls)

    @property
    def fitted(self) -> int:
        """How many candidates were fitted."""
        return sum(len(call.batch) for call in self.calls)

    @property
    def distinct(self) -> int:
        """How many of them differ, at the same points, by more than commuted arguments."""
        return len(
            {
                (id(call.evaluator), key.tobytes())
                for call in self.calls
                for key in TreeKeys(call.evaluator.vocabulary).of(call.batch)
            }
        )

    def replayed(self) -> float:
        """How long the core takes for the same batches from the same starts, alone."""
        start = time.perf_counter()
        for call in self.calls:
            call.evaluator.fit(call.batch, call.method, first=call.first, seed=call.seed)
        return time.perf_counter() - start


@final
class _Recording:
    """An evaluator that writes down each fit before it is made."""

    def __init__(self, inner: Evaluator, calls: list[Call]) -> None:
        self._inner, self._calls = inner, calls
        self.objective, self.vocabulary = inner.objective, inner.vocabulary
        self.residuals, self.jacobians = inner.residuals, inner.jacobians

    def fit(
        self,
        batch: TokenBatch,
        method: Method,
        *,
        first: Floats | None = None,
        seed: int = 0,
        loss_cutoff: float = math.inf,
    ) -> Fit:
        if not isinstance(method, Fixed):
            self._calls.append(Call(self._inner, batch, method, first, seed))
        return self._inner.fit(batch, method, first=first, seed=seed, loss_cutoff=loss_cutoff)


@final
class StackSampler:
    """Looks at the calling thread a hundred times a second and notes which module it is in."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._watched = threading.get_ident()
        self._ended = threading.Event()

    def __enter__(self) -> "StackSampler":
        """Begin."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def shares(self) -> dict[str, float]:
        """The share of the time that was spent in, or below, each module of the package."""
        total = max(sum(self._seen.values()), 1)
        return {name: count / total for name, count in self._seen.most_common()}

    def _watch(self) -> None:
        while not self._ended.wait(_INTERVAL):
            frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage] (documented for this)
            self._seen[_innermost(frames.get(self._watched))] += 1


def _innermost(frame: FrameType | None) -> str:
    """The innermost module of the package on a stack, without the package's name."""
    while frame is not None:
        name = str(frame.f_globals.get("__name__", ""))
        if name.partition(".")[0] == _PACKAGE:
            return name.partition(".")[2]
        frame = frame.f_back
    return "elsewhere"
