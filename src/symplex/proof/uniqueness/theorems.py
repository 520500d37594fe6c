"""Theorems that leave one solution: each with its hypotheses, checked, and its sentence.

A theorem returns the class of functions and its own name, or raises `Missing`. The answer itself
is shown to belong to the class.
"""

from symplex.codes import UniquenessCode
from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.expression.render import to_text
from symplex.proof.kernel.notions import CLASSICAL, ENTROPY, VISCOSITY
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.kernel.study import has_kinks, linear_coefficient
from symplex.proof.uniqueness.first_order import quasilinear_coefficient
from symplex.proof.uniqueness.lipschitz import is_lipschitz
from symplex.proof.uniqueness.subject import Boundary, Subject
from symplex.proof.uniqueness.theorem import (
    CRANDALL_LIONS,
    ENERGY,
    GREEN,
    KRUZKOV,
    MAXIMUM_PRINCIPLE,
    evolution,
    require,
)
from symplex.reasons import Reason
from symplex.work.budget import Missing


def hyperbolic(subject: Subject) -> Reason:
    """u_tt = Σ a_i·u_ii + F(x, t, u, u_t, ∇u), each a_i > 0 without variables, F smooth."""
    time, space = evolution(subject), subject.problem.space
    seconds = [subject.token(name, name) for name in (time, *space)]
    firsts = [subject.token(name) for name in (time, *space)]
    subject.require_tokens(subject.token(), *firsts, *seconds)
    rate = subject.principal(time, time)
    require(subject.notion == CLASSICAL, subject.starts[1] >= {0, 1}, subject.is_constant(rate))
    # Cones are compact: what is smooth is Lipschitz there.
    require(subject.is_smooth_in_unknown())
    require(subject.space.signs.holds(rate, Rule.NONZERO))
    for name in space:
        speed = -subject.principal(name, name) / rate
        require(subject.is_constant(speed), subject.space.signs.holds(speed, Rule.POSITIVE))
    walls = {wall for name in space for wall in subject.walls(name)}
    require(
        walls <= {Boundary.OPEN, Boundary.DIRICHLET, Boundary.NEUMANN},
        subject.is_smooth_answer(2),
    )
    return ENERGY.among(UniquenessCode.CLASS_TWICE_DIFFERENTIABLE)


def elliptic(subject: Subject) -> Reason:
    """Σ a_i·u_ii + Σ b_i·u_i = f(x, u) in a box, each a_i > 0, f not falling in u."""
    sign = require_elliptic(subject)
    space = subject.problem.variables
    walls = {wall for name in space for wall in subject.walls(name)}
    if walls == {Boundary.DIRICHLET}:
        return MAXIMUM_PRINCIPLE.among(UniquenessCode.CLASS_CONTINUOUS_ON_BOX)
    for name in space:
        require(subject.is_constant(subject.principal(name, name)))
        require(subject.space.is_zero(subject.principal(name)))
    falls = _state_obeys(subject, sign, Rule.POSITIVE)
    require(
        walls <= {Boundary.DIRICHLET, Boundary.NEUMANN, Boundary.ROBIN},
        Boundary.DIRICHLET in walls or falls,
    )
    require(subject.is_smooth_answer(1))
    return GREEN.among(UniquenessCode.CLASS_SLOPES_ON_BOX)


def require_elliptic(subject: Subject) -> int:
    """1 if each coefficient of a second derivative is positive and u lowers the rest; −1 for −F."""
    names = subject.problem.variables
    require(subject.problem.time is None, subject.notion == CLASSICAL)
    seconds = [subject.token(name, name) for name in names]
    subject.require_tokens(subject.token(), *(subject.token(name) for name in names), *seconds)
    sign = subject.space.signs.sign(subject.principal(names[0], names[0]))
    for name in names:
        require(subject.is_above_zero(number(sign) * subject.principal(name, name)))
        require(subject.is_bounded(subject.principal(name)))
        require(subject.is_bounded(subject.principal(name, name)))
    require(subject.is_smooth_in_unknown(), _state_obeys(subject, sign, Rule.NONNEGATIVE))
    return sign


def _state_obeys(subject: Subject, sign: int, rule: Rule) -> bool:
    """Whether the equation falls in the unknown for all of its values, as a rule says."""
    change, state = number(-sign) * subject.slope_by(), Symbol("u#")
    if not change.derivatives:
        return subject.space.signs.holds(change, rule)
    if not change.derivatives <= {subject.token()}:
        return False
    ends, names = subject.space.region.ends, subject.space.region.variables
    region = Region({**ends, state.name: Ends(None, None)}, (*names, state.name))
    everywhere = subject.space.on(region)
    formula = change.substitute({subject.token(): Expression((state,))})
    return everywhere.is_defined(formula) and everywhere.signs.holds(formula, rule)


def free_faces(subject: Subject) -> Reason:
    """An elliptic problem with values on some faces and nothing on others has many solutions."""
    require_elliptic(subject)
    require(len(subject.problem.variables) > 1, bool(subject.coefficients))
    free, held = list[str](), 0
    for name in subject.problem.variables:
        walls, interval = subject.walls(name), subject.problem.domain[name]
        require(set(walls) <= {Boundary.FREE, Boundary.DIRICHLET})
        ends = zip(walls, (interval.low, interval.high), strict=True)
        free += [f"{name} = {to_text(end)}" for wall, end in ends if wall is Boundary.FREE]
        held += walls.count(Boundary.DIRICHLET)
    # Values and slopes on one face leave no other solution (Holmgren).
    require(bool(free), len(subject.problem.conditions) == held)
    return Reason(UniquenessCode.OTHERS_FREE_FACES, faces=tuple(free))


def entropy(subject: Subject) -> Reason:
    """u_t + a(u)·u_x = 0 on the whole line, bounded data."""
    time, space = evolution(subject), subject.problem.space
    residual, state = subject.equation.residual, subject.token()
    require(subject.notion == ENTROPY, len(space) == 1, subject.starts == (1, frozenset({0})))
    rate, speed = (quasilinear_coefficient(subject, name) for name in (time, space[0]))
    law = rate * _leaf(subject.token(time)) + speed * _leaf(subject.token(space[0]))
    require(subject.equation.order == 1, not rate.symbols | rate.derivatives | speed.symbols)
    # A rate that cancels out leaves the course of time open.
    require(subject.space.signs.holds(rate, Rule.NONZERO))
    require(not has_kinks(speed), not limits_of(speed), subject.space.is_zero(residual - law))
    require(set(subject.walls(space[0])) == {Boundary.OPEN}, subject.is_bounded(subject.formula))
    require(state in speed.derivatives or not speed.derivatives)
    return KRUZKOV.among(UniquenessCode.CLASS_BOUNDED_ENTROPY)


def _leaf(token: Derivative) -> Expression:
    return Expression((token,))


def viscosity(subject: Subject) -> Reason:
    """c·u_t + H(∇u) = 0 on all of space, H continuous, the answer Lipschitz."""
    time, space = evolution(subject), subject.problem.space
    residual, rate = subject.equation.residual, subject.token(time)
    subject.require_tokens(*(subject.token(name) for name in (time, *space)))
    require(subject.notion in (VISCOSITY, CLASSICAL), 0 in subject.starts[1])
    require(not subject.equation.differentiated, subject.is_constant(residual))
    slope = linear_coefficient(residual, rate, subject.space)
    if slope is None or slope.derivatives or op.SIGN in residual.operators:
        raise Missing(UniquenessCode.SILENT_NO_HAMILTON_JACOBI)
    require(subject.space.signs.holds(slope, Rule.NONZERO))
    names = {token: Symbol(f"p#{k}") for k, token in enumerate(sorted(subject.tokens, key=repr))}
    ends = {symbol.name: Ends(None, None) for symbol in names.values()}
    parameters = {n: e for n, e in subject.space.region.ends.items() if n not in (time, *space)}
    everywhere = subject.space.on(Region({**ends, **parameters}, tuple(ends)))
    tree = residual.substitute({token: Expression((s,)) for token, s in names.items()})
    require(everywhere.is_defined(tree))
    require({wall for name in space for wall in subject.walls(name)} == {Boundary.OPEN})
    require(is_lipschitz(subject.formula, subject))
    return CRANDALL_LIONS.among(UniquenessCode.CLASS_UNIFORMLY_CONTINUOUS_VISCOSITY)
