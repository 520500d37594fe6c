"""The paper's loss for Hamilton–Jacobi equations: the relation that holds along characteristics.

u + t·H(∇u) − t·∇u·∇H(∇u) = u₀(x − t·∇H(∇u)), paper appendix B. It needs ∇H to be single-valued:
for a norm it is 0/0 where ∇u = 0, and any value there would penalise the true solution.
"""

import numpy as np

from symplex.evaluation.fit import Floats
from symplex.expression import Derivative, Expression, Token, leaf, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.analysis.classify import coefficient
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi

_SAMPLES, _STEP, _JUMP = 64, 1e-7, 1e-3
_ZERO = number(0)


def along_characteristics(problem: Problem, form: HamiltonJacobi) -> Expression | None:
    """The relation as a residual; None where ∇H is not single-valued everywhere."""
    if form.initial is None or form.time is None:
        return None
    gradient = {name: Derivative(form.unknown, (name,)) for name in problem.space}
    slopes = {name: coefficient(form.hamiltonian, by) for name, by in gradient.items()}
    if not single_valued(form.hamiltonian, tuple(gradient.values()), tuple(slopes.values())):
        return None
    interval = problem.domain[form.time]
    time = (interval.high - symbol(form.time)) if form.reversed else symbol(form.time)
    if not form.reversed and interval.low != _ZERO:
        time = time - interval.low
    along: Expression = form.hamiltonian
    start: dict[Token, Expression] = {}
    for name, slope in slopes.items():
        along = along - leaf(gradient[name]) * slope
        start[symbol(name).root] = symbol(name) - time * slope
    return leaf(Derivative(form.unknown)) + time * along - form.initial.substitute(start)


def single_valued(
    hamiltonian: Expression, by: tuple[Derivative, ...], slopes: tuple[Expression, ...]
) -> bool:
    """Whether ∇H is finite and continuous at zero, on coordinate planes and at random points."""
    random = np.random.default_rng(0)
    size = (len(by), _SAMPLES)
    places = random.normal(size=size) * random.integers(0, 2, size)
    places[:, 0] = 0.0
    step = _STEP * random.normal(size=size)
    # The parameters' ranges play no part: a kink of H in ∇u is where it is for all of them.
    parameters = dict.fromkeys(hamiltonian.symbols, np.asarray(0.7))

    def at(points: Floats) -> list[Floats]:
        values = {**parameters, **dict(zip(by, points, strict=True))}
        return [np.broadcast_to(evaluate(slope, values), _SAMPLES) for slope in slopes]

    here, there, back = at(places), at(places + step), at(places - step)
    return all(
        bool(np.all(np.abs(a - b) < _JUMP * (1 + np.abs(c))) and np.all(np.isfinite(c)))
        for a, b, c in zip(there, back, here, strict=True)
    )
