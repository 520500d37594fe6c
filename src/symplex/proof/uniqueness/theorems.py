"""Theorems that leave one solution: each with its hypotheses, checked, and its sentence.

A theorem returns the class of functions and its own name, or raises `Missing`. The answer itself
is shown to belong to the class.
"""

from symplex.budget import Missing
from symplex.errors import listing
from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.expression.render import to_text
from symplex.proof.kernel.notions import CLASSICAL, ENTROPY, VISCOSITY
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.kernel.study import has_kinks, linear_coefficient
from symplex.proof.uniqueness.growth import is_gaussian
from symplex.proof.uniqueness.subject import Subject, Wall


def require(*held: bool) -> None:
    """Be silent unless everything was shown."""
    if not all(held):
        raise Missing("a hypothesis is not shown")


def _time(subject: Subject) -> str:
    time = subject.problem.time
    if time is None or not subject.problem.space:
        raise Missing("there is no evolution in space")
    return time


def parabolic(subject: Subject) -> str:
    """u_t = Σ a_i·u_ii + Σ b_i·u_i + c·u + f with bounded coefficients, each a_i ≥ ε > 0."""
    time, space = _time(subject), subject.problem.space
    require(subject.notion == CLASSICAL)
    seconds = [subject.token(name, name) for name in space]
    firsts = [subject.token(name) for name in (time, *space)]
    subject.require_tokens(subject.token(), *firsts, *seconds)
    side, orders = subject.starts
    rate = subject.coefficient(time)
    require(0 in orders, subject.space.signs.holds(rate, Rule.NONZERO))
    for name in space:
        spread = subject.coefficient(name, name) / rate * number(-side)
        drift = subject.coefficient(name) / rate
        require(*(subject.is_bounded(f) for f in (spread, drift)), subject.is_above_zero(spread))
    require(subject.is_bounded(subject.coefficient() / rate))
    walls = {wall for name in space for wall in subject.walls(name)}
    require(walls <= {Wall.OPEN, Wall.VALUE})
    if Wall.OPEN not in walls:
        return "continuous functions on the closed domain, by the parabolic maximum principle"
    require(is_gaussian(subject.formula, subject.space.region))
    return "functions with |u| ≤ C·exp(a|x|²), by Tychonoff's theorem"


def hyperbolic(subject: Subject) -> str:
    """u_tt = Σ a_i·u_ii + lower terms, each a_i > 0 without variables; u and u_t are given."""
    time, space = _time(subject), subject.problem.space
    seconds = [subject.token(name, name) for name in (time, *space)]
    firsts = [subject.token(name) for name in (time, *space)]
    subject.require_tokens(subject.token(), *firsts, *seconds)
    rate = subject.coefficient(time, time)
    require(subject.notion == CLASSICAL, subject.starts[1] == {0, 1}, subject.is_constant(rate))
    require(subject.space.signs.holds(rate, Rule.NONZERO))
    for name in space:
        speed = -subject.coefficient(name, name) / rate
        require(subject.is_constant(speed), subject.space.signs.holds(speed, Rule.POSITIVE))
    walls = {wall for name in space for wall in subject.walls(name)}
    require(walls <= {Wall.OPEN, Wall.VALUE, Wall.SLOPE}, subject.is_smooth_answer(2))
    return "twice continuously differentiable functions, by the energy method"


def elliptic(subject: Subject) -> str:
    """Σ a_i·u_ii + Σ b_i·u_i + c·u = f in a box, each a_i > 0, c ≤ 0."""
    sign = require_elliptic(subject)
    space = subject.problem.variables
    walls = {wall for name in space for wall in subject.walls(name)}
    if walls == {Wall.VALUE}:
        return "continuous functions on the closed box, by the maximum principle"
    for name in space:
        require(subject.is_constant(subject.coefficient(name, name)))
        require(subject.space.is_zero(subject.coefficient(name)))
    falls = subject.space.signs.holds(number(-sign) * subject.coefficient(), Rule.POSITIVE)
    require(walls <= {Wall.VALUE, Wall.SLOPE, Wall.MIXED}, Wall.VALUE in walls or falls)
    require(subject.is_smooth_answer(1))
    return "functions with continuous slopes on the closed box, by Green's identity"


def require_elliptic(subject: Subject) -> int:
    """1 if each coefficient of a second derivative is positive and that of u is not; −1 for −F."""
    names = subject.problem.variables
    require(subject.problem.time is None, subject.notion == CLASSICAL)
    seconds = [subject.token(name, name) for name in names]
    subject.require_tokens(subject.token(), *(subject.token(name) for name in names), *seconds)
    sign = subject.space.signs.sign(subject.coefficient(names[0], names[0]))
    for name in names:
        require(subject.is_above_zero(number(sign) * subject.coefficient(name, name)))
        require(subject.is_bounded(subject.coefficient(name)))
        require(subject.is_bounded(subject.coefficient(name, name)))
    zeroth = number(-sign) * subject.coefficient()
    require(subject.space.signs.holds(zeroth, Rule.NONNEGATIVE))
    return sign


def free_faces(subject: Subject) -> str:
    """An elliptic problem with values on some faces and nothing on others has many solutions."""
    require_elliptic(subject)
    require(len(subject.problem.variables) > 1)
    free, held = list[str](), 0
    for name in subject.problem.variables:
        walls, interval = subject.walls(name), subject.problem.domain[name]
        require(set(walls) <= {Wall.FREE, Wall.VALUE})
        ends = zip(walls, (interval.low, interval.high), strict=True)
        free += [f"{name} = {to_text(end)}" for wall, end in ends if wall is Wall.FREE]
        held += walls.count(Wall.VALUE)
    # Values and slopes on one face leave no other solution (Holmgren).
    require(bool(free), len(subject.problem.conditions) == held)
    return f"any values may be prescribed at {listing(free)}"


def characteristics(subject: Subject) -> str:
    """u_t + Σ a_i(x, t, u)·u_i + s(x, t, u) = 0, the speeds along the answer Lipschitz in x."""
    time, space = _time(subject), subject.problem.space
    residual, state = subject.equation.residual, subject.token()
    subject.require_tokens(state, *(subject.token(name) for name in (time, *space)))
    require(subject.notion == CLASSICAL, 0 in subject.starts[1], subject.is_smooth_answer(1))
    limits = limits_of(residual, subject.space.budget)
    require(not has_kinks(residual), not any(margin.derivatives for margin, _ in limits))
    slopes = {n: _speed(subject, n) for n in (time, *space)}
    require(not slopes[time].derivatives)
    require(subject.space.signs.holds(slopes[time], Rule.NONZERO))
    require(all(subject.space.signs.holds(margin, rule) for margin, rule in limits))
    require({wall for name in space for wall in subject.walls(name)} == {Wall.OPEN})
    for name in space:
        speed = (slopes[name] / slopes[time]).substitute({state: subject.formula})
        require(*(subject.is_bounded(differentiate(speed, other)) for other in space))
    return "continuously differentiable functions, by the method of characteristics"


def _speed(subject: Subject, name: str) -> Expression:
    """The coefficient of a slope, which may depend on the unknown."""
    token = subject.token(name)
    slope = linear_coefficient(subject.equation.residual, token, subject.space)
    if slope is None or not slope.derivatives <= {subject.token()}:
        raise Missing("the equation is not quasilinear")
    return slope


def entropy(subject: Subject) -> str:
    """u_t + a(u)·u_x = 0 on the whole line, bounded data."""
    time, space = _time(subject), subject.problem.space
    residual, state = subject.equation.residual, subject.token()
    require(subject.notion == ENTROPY, len(space) == 1, subject.starts == (1, frozenset({0})))
    rate, speed = (_speed(subject, name) for name in (time, space[0]))
    law = rate * _leaf(subject.token(time)) + speed * _leaf(subject.token(space[0]))
    require(subject.equation.order == 1, not rate.symbols | rate.derivatives | speed.symbols)
    # A rate that cancels out leaves the course of time open.
    require(subject.space.signs.holds(rate, Rule.NONZERO))
    require(not has_kinks(speed), not limits_of(speed), subject.space.is_zero(residual - law))
    require(set(subject.walls(space[0])) == {Wall.OPEN}, subject.is_bounded(subject.formula))
    require(state in speed.derivatives or not speed.derivatives)
    return "bounded entropy solutions, by Kružkov's theorem"


def _leaf(token: Derivative) -> Expression:
    return Expression((token,))


def viscosity(subject: Subject) -> str:
    """c·u_t + H(∇u) = 0 on all of space, H continuous, the answer Lipschitz."""
    time, space = _time(subject), subject.problem.space
    residual, rate = subject.equation.residual, subject.token(time)
    subject.require_tokens(*(subject.token(name) for name in (time, *space)))
    require(subject.notion in (VISCOSITY, CLASSICAL), 0 in subject.starts[1])
    require(not subject.equation.differentiated, subject.is_constant(residual))
    slope = linear_coefficient(residual, rate, subject.space)
    if slope is None or slope.derivatives or op.SIGN in residual.operators:
        raise Missing("the equation is not c·u_t + H(∇u) = 0")
    require(subject.space.signs.holds(slope, Rule.NONZERO))
    names = {token: Symbol(f"p#{k}") for k, token in enumerate(sorted(subject.tokens, key=repr))}
    ends = {symbol.name: Ends(None, None) for symbol in names.values()}
    parameters = {n: e for n, e in subject.space.region.ends.items() if n not in (time, *space)}
    everywhere = subject.space.on(Region({**ends, **parameters}, tuple(ends)))
    tree = residual.substitute({token: Expression((s,)) for token, s in names.items()})
    require(everywhere.is_defined(tree))
    require({wall for name in space for wall in subject.walls(name)} == {Wall.OPEN})
    slopes = (differentiate(subject.formula, name) for name in (time, *space))
    require(*(subject.space.is_defined(f) and subject.is_bounded(f) for f in slopes))
    return "uniformly continuous viscosity solutions, by Crandall and Lions' theorem"
