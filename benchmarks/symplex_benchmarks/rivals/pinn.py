"""A physics-informed neural network, by DeepXDE on PyTorch.

DeepXDE trains: Adam, then L-BFGS. The residuals are those of our own statement, so that every
problem that can be stated can be tried.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, final

import numpy as np

from symplex.problem import Problem
from symplex.work.clock import now
from symplex_benchmarks.rivals.physics import Physics
from symplex_benchmarks.rivals.rival import Answer, Columns, Field

_MINUTE = 60.0
_STRIDE = 20


@final
@dataclass(frozen=True)
class PINN:
    """A fully connected network with tanh."""

    name: str = "pinn"
    layers: int = 3
    width: int = 32
    interior: int = 1000
    """Points at which the equations are to hold."""
    on_condition: int = 200
    """Points for each condition."""
    weight: float = 10.0
    """Of a condition beside an equation, as in the paper."""
    adam_steps: int = 5000
    adam_share: float = 0.3
    """Of the time, at most; the rest is for L-BFGS."""
    lbfgs_steps: int = 100_000

    def __post_init__(self) -> None:
        """Load DeepXDE with the method: that is no part of its time."""
        _deepxde()

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """Train for the given time; the answer is the field of the network."""
        field, model = self.trained(problem, seed=seed, seconds=seconds)
        weights = list(model.net.parameters())
        return Answer(
            values=field,
            storage=sum(one.numel() * one.element_size() for one in weights),
            settings=self.settings,
        )

    @property
    def settings(self) -> dict[str, str]:
        """For a caption."""
        return {
            "network": f"{self.layers} × {self.width} tanh, DeepXDE",
            "points": f"{self.interior} inside, {self.on_condition} on each condition",
            "training": f"Adam 1e-3 up to {self.adam_steps} steps in single precision, then L-BFGS",
        }

    def trained(self, problem: Problem, *, seed: int, seconds: float) -> tuple[Field, Any]:
        """The field of a trained network, and DeepXDE's model."""
        dde = _deepxde()
        ends = now() + seconds
        dde.config.set_random_seed(seed)
        dde.config.set_default_float("float32")  # Adam needs no more
        physics = Physics(problem)
        network = self._network(dde, physics)
        weights = [1.0] * len(problem.equations) + [self.weight] * len(problem.conditions)
        model = dde.Model(self._data(dde, physics, seed), network)
        model.compile("adam", lr=1e-3, loss_weights=weights, verbose=0)
        _train(dde, model, self.adam_share * seconds, self.adam_steps)
        # L-BFGS compares gradients: it ends too early in single precision.
        dde.config.set_default_float("float64")
        model = dde.Model(self._data(dde, physics, seed), network.double())
        _look_often(dde, self.lbfgs_steps)
        model.compile("L-BFGS", loss_weights=weights, verbose=0)
        _train(dde, model, max(ends - now(), 0.0))

        def values(columns: Columns) -> Columns:
            found = model.predict(physics.rows(columns))
            return {name: found[:, k] for k, name in enumerate(problem.unknowns)}

        return values, model

    def _data(self, dde: Any, physics: Physics, seed: int) -> Any:  # noqa: ANN401 (untyped)
        problem, rng = physics.problem, np.random.default_rng(seed)
        box = dde.geometry.Hypercube(*physics.ends)
        conditions = [
            dde.icbc.PointSetOperatorBC(
                physics.points(condition, rng, self.on_condition),
                0.0,
                _without_points(partial(physics.residual, condition)),
            )
            for condition in problem.conditions
        ]

        def equations(inputs: Any, outputs: Any) -> list[Any]:  # noqa: ANN401
            return [physics.residual(one, inputs, outputs) for one in problem.equations]

        return dde.data.PDE(box, equations, conditions, num_domain=self.interior)

    def _network(self, dde: Any, physics: Physics) -> Any:  # noqa: ANN401
        inputs, outputs = len(physics.names), len(physics.problem.unknowns)
        sizes = [inputs, *(self.width,) * self.layers, outputs]
        return dde.nn.FNN(sizes, "tanh", "Glorot normal")


def _deepxde() -> Any:  # noqa: ANN401
    os.environ["DDE_BACKEND"] = "pytorch"
    import deepxde  # pyright: ignore[reportMissingImports]

    return deepxde


def _train(dde: Any, model: Any, seconds: float, steps: int | None = None) -> None:  # noqa: ANN401
    timer = dde.callbacks.Timer(seconds / _MINUTE)
    model.train(iterations=steps, callbacks=[timer], display_every=1000, verbose=0)


def _look_often(dde: Any, steps: int) -> None:  # noqa: ANN401
    """Let L-BFGS look at the clock every few iterations: DeepXDE does so every thousand."""
    dde.optimizers.set_LBFGS_options(maxiter=steps)
    dde.optimizers.config.LBFGS_options |= {"iter_per_step": _STRIDE, "fun_per_step": 2 * _STRIDE}


def _without_points(residual: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Any], Any]:
    """DeepXDE passes the points as an array too."""
    return lambda inputs, outputs, _: residual(inputs, outputs)
