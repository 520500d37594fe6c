"""The interface that all engines share, and the choice of the engine that runs.

Owns the choice. The compiled core is used wherever it was built; where it was not, the fallback
runs the same problems some thousand times more slowly, and says so.
"""

import math
from collections.abc import Callable
from enum import Enum
from importlib import import_module
from typing import Protocol

from symplex.errors import SettingsError, listing
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.fit import Fit, Floats, Method
from symplex.numerics.evaluation.objective import Objective


class Engine(Enum):
    """What evaluates candidates; the value is a sentence for the user."""

    COMPILED = "candidates are evaluated by the compiled core"
    FALLBACK = (
        "no compiled core was found: candidates are evaluated by the PyTorch fallback, hundreds of "
        "times more slowly; install a C++ compiler, then install SymPlex again"
    )


class Device(Enum):
    """Where candidates are evaluated; the value is what a user writes."""

    CPU = "cpu"
    CUDA = "cuda"


class Evaluator(Protocol):
    """Scores and fits candidates of one vocabulary against one objective."""

    objective: Objective
    vocabulary: Vocabulary

    def fit(
        self,
        batch: TokenBatch,
        method: Method,
        *,
        first: Floats | None = None,
        seed: int = 0,
        loss_cutoff: float = math.inf,
    ) -> Fit:
        """The loss of every candidate, its constants fitted by `method`.

        A candidate's answer depends on its tokens, its `first` constants, the method and the seed:
        neither on the rest of the batch nor on threads. What cannot be evaluated has an infinite
        loss and a status that says why; nothing is raised.

        Args:
            batch: The candidates.
            method: How constants are fitted.
            first: Where the first start begins, one value for each slot; ones if not given.
            seed: Of the random starts.
            loss_cutoff: A candidate that needs no fit is given up once its loss reaches this.
        """
        ...

    def residuals(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Unweighted residuals: a row for each candidate, by point set, term and point."""
        ...

    def jacobians(self, batch: TokenBatch, constants: Floats) -> Floats:
        """Their derivatives by constants: candidate, constant, residual; NaN past the last one."""
        ...


def engine() -> Engine:
    """The engine that `evaluator` uses on this installation."""
    try:
        import_module("symplex.numerics.evaluation._core")
    except ImportError:  # never built, or built for another machine
        return Engine.FALLBACK
    return Engine.COMPILED


def evaluator(objective: Objective, vocabulary: Vocabulary, threads: int = 1) -> Evaluator:
    """An evaluator on the best engine that there is; importing torch only for the fallback."""
    if engine() is Engine.COMPILED:
        from symplex.numerics.evaluation.engines.compiled import (
            Compiled,  # an installation may lack the core
        )

        return Compiled(objective, vocabulary, threads)
    try:
        from symplex.numerics.evaluation.engines.fallback import (
            Fallback,  # torch takes seconds to import
        )
    except ImportError:
        raise SettingsError(
            "expected the compiled core or PyTorch to evaluate formulas, found neither: install "
            "a C++ compiler and SymPlex again, or 'pip install symplex[policy]'"
        ) from None

    return Fallback(objective, vocabulary)


def device_of(name: str) -> Device:
    """The device that a user names."""
    try:
        return Device(name)
    except ValueError:
        known = listing([device.value for device in Device])
        raise SettingsError(f"expected one of the devices {known}, found '{name}'") from None


def require_device(name: str) -> None:
    """Refuse a device that this machine has not, before anything is begun there.

    Raises:
        SettingsError: in one sentence.
    """
    evaluator_on(device_of(name))


def evaluator_on(device: Device) -> Callable[[Objective, Vocabulary, int], Evaluator]:
    """What makes evaluators on a device.

    Raises:
        SettingsError: where the device is not there, in one sentence.
    """
    if device is Device.CPU:
        return evaluator
    from symplex.numerics.evaluation.engines.cuda import Cuda  # most machines have no GPU
    from symplex.numerics.evaluation.engines.cuda_library import library

    library()
    return Cuda
