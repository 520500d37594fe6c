"""Trains a Kolmogorov–Arnold network on the residuals of a statement, then its formula's constants.

As in the paper: width [d, d, 1], Adam and then L-BFGS on the residuals, pykan's choice of
functions. Departs from the paper in the rival's favour: the constants of the formula are then
trained once more.
"""

from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any, final

import numpy as np
import torch

from symplex.errors import ExpressionError, SymplexError
from symplex.expression.render import to_text
from symplex.notation.from_sympy import from_sympy
from symplex.problem import Problem
from symplex.work.clock import now
from symplex_benchmarks.rivals.kan.reading import LIBRARY, Reader
from symplex_benchmarks.rivals.physics import Physics
from symplex_benchmarks.rivals.rival import Answer, Columns

_POINTS = 50
"""At which functions are read off: pykan tries ten thousand pairs of constants at each."""
_CHECKED = 2000
"""Points at which a formula must have a value."""
_LEAST, _MOST = 0.2, 0.5
"""Of the time that training may have: what reading off needs comes first, as far as it can."""
_READ, _END = 0.85, 0.95
"""Of the time: when the formula is read off, and when its constants are trained."""


@final
@dataclass(frozen=True)
class KAN:
    """One hidden layer as wide as there are inputs, cubic splines on a grid of five."""

    name: str = "kan"
    interior: int = 1000
    on_condition: int = 200
    weight: float = 10.0
    adam_steps: int = 2000
    lbfgs_steps: int = 1000

    def __post_init__(self) -> None:
        """Load pykan with the method: that is no part of its time."""
        import_module("kan")

    def solve(self, problem: Problem, *, seed: int, seconds: float) -> Answer:
        """Train, read off the formula, and train its constants."""
        if len(problem.unknowns) != 1:
            raise SymplexError("the network has one output: one unknown is expected")
        begin = now()
        model, physics = _network(problem, seed), Physics(problem)
        reader = Reader(model, _rows(physics, seed, _POINTS), _rows(physics, seed, _CHECKED))
        share = min(max(_READ - reader.expected / seconds, _LEAST), _MOST)
        train = partial(_trained, model, self._loss(model, physics, seed))
        adam = torch.optim.Adam(model.parameters(), lr=1e-2)
        train(adam, self.adam_steps, begin + share * seconds / 2)
        train(_lbfgs(model), self.lbfgs_steps, begin + share * seconds)
        reader.read(begin + _READ * seconds)
        before = {name: one.detach().clone() for name, one in model.state_dict().items()}
        train(_lbfgs(model), self.lbfgs_steps, begin + _END * seconds)
        if not reader.is_finite():
            model.load_state_dict(before)
        return self._answer(problem, model, physics)

    def _loss(self, model: Any, physics: Physics, seed: int) -> Any:  # noqa: ANN401 (pykan)
        rng, problem = np.random.default_rng(seed), physics.problem
        groups = [
            (equation, weight, torch.tensor(physics.points(equation, rng, count)))
            for equations, weight, count in (
                (problem.equations, 1.0, self.interior),
                (problem.conditions, self.weight, self.on_condition),
            )
            for equation in equations
        ]

        def loss() -> torch.Tensor:
            total = torch.zeros(())
            for equation, weight, rows in groups:
                inputs = rows.requires_grad_()
                residual = physics.residual(equation, inputs, model(inputs))
                total = total + weight * torch.mean(residual**2)
            return total

        return loss

    def _answer(self, problem: Problem, model: Any, physics: Physics) -> Answer:  # noqa: ANN401
        (unknown,) = problem.unknowns
        settings = {
            "network": f"width {[len(physics.names), len(physics.names), 1]}, grid 5, order 3",
            "training": "Adam 1e-2, L-BFGS; functions read off; L-BFGS",
            "library": " ".join(LIBRARY),
        }

        def values(columns: Columns) -> Columns:
            with torch.no_grad():
                return {unknown: model(torch.tensor(physics.rows(columns)))[:, 0].numpy()}

        weights = sum(one.numel() * one.element_size() for one in model.parameters())
        try:
            text = to_text(from_sympy(_formula(model, physics)))
        except (ExpressionError, TypeError, ValueError, AttributeError) as error:
            why = f"its formula is not in our language ({error}); measured is the network"
            return Answer(values=values, storage=weights, reason=why, settings=settings)
        return Answer(formulas={unknown: text}, storage=len(text.encode()), settings=settings)


def _network(problem: Problem, seed: int) -> Any:  # noqa: ANN401
    pykan: Any = import_module("kan")  # untyped, and there is a module of that name here
    torch.set_default_dtype(torch.float64)
    torch.manual_seed(seed)
    size = len(problem.variables) + len(problem.parameters)
    model = pykan.KAN(width=[size, size, 1], grid=5, k=3, seed=seed, auto_save=False)
    model.speed()  # no symbolic branch and no stored activations while splines are trained
    return model


def _lbfgs(model: Any) -> torch.optim.LBFGS:  # noqa: ANN401
    return torch.optim.LBFGS(
        [one for one in model.parameters() if one.requires_grad],
        history_size=20,
        max_iter=5,
        line_search_fn="strong_wolfe",
    )


def _trained(
    model: Any,  # noqa: ANN401
    loss: Any,  # noqa: ANN401
    optimiser: torch.optim.Optimizer,
    steps: int,
    ends: float,
) -> None:
    """Take steps until they are done or the time is; the best weights are kept."""
    best, kept = float("inf"), None

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        value = loss()
        value.backward()
        return value

    for _ in range(steps):
        before = {name: one.detach().clone() for name, one in model.state_dict().items()}
        found: Any = optimiser.step(closure)  # pyright: ignore[reportArgumentType, reportCallIssue]
        value = float(found.detach())
        if value < best:
            best, kept = value, before
        if not np.isfinite(value) or now() > ends:
            break
    with torch.enable_grad():
        last = float(loss().detach())
    if kept is not None and not last <= best:
        model.load_state_dict(kept)


def _rows(physics: Physics, seed: int, count: int) -> torch.Tensor:
    size = (count, len(physics.names))
    return torch.tensor(np.random.default_rng(seed).uniform(*physics.ends, size))


def _formula(model: Any, physics: Physics) -> Any:  # noqa: ANN401
    import sympy

    symbols = [sympy.Symbol(name, real=True) for name in physics.names]
    return model.symbolic_formula(var=symbols)[0][0]
