"""Families of formulas that textbooks try: separated, travelling, radial, of one variable alone.

Owns what can be tried knowing only the variables, the data and where a variable begins. Constants
are left free for the fit; no family knows a problem. What a family holds is cheap: a thousand
formulas are fitted in a fraction of a second.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product

from symplex.expression import (
    CONSTANT,
    Expression,
    Symbol,
    apply,
    leaf,
    number,
    symbol,
)
from symplex.problem import Problem
from symplex.problem.restrict import data_of
from symplex.search.proposers.ansatz_systems import of_systems

_FREE = leaf(CONSTANT, 1.0)
_HALF = Fraction(1, 2)
_MAX_SHAPES = 6
_MAX_PAIRS = 4000
_MAX_TERMS = 28


def ansatz(problem: Problem, new: Expression | None) -> Iterator[Expression]:
    """The families that make sense for a problem, small ones first.

    Args:
        problem: The problem of a stage.
        new: The variable from whose start it unfolds, less its value there, if there is one.
    """
    if len(problem.unknowns) > 1:
        yield from of_systems(problem, new)
        return
    yield from _signals(problem)
    yield from _travelling(problem)
    yield from _crossing(problem)
    yield from _radial(problem)
    yield from polynomials(problem.variables)
    if new is not None:
        yield from _gaussians(problem, new)
        yield from _separated(problem, new)
    for name in problem.variables:
        yield from _of_one_variable(problem, name)
    yield from _products(problem)


def _scaled(name: str, z: Expression) -> Expression:
    return apply(name, _FREE * z)


def _linear_modes(z: Expression) -> list[Expression]:
    """What linear equations with constant coefficients are solved by."""
    waves = [_scaled(name, z) for name in ("exp", "sin", "cos", "sinh", "cosh")]
    return [z, z**2, *waves, *(z * wave for wave in waves[:3])]


def _other_modes(z: Expression) -> list[Expression]:
    plain = [z**3, z**-1, apply("log", z), z**_HALF]
    return [*plain, *(_scaled(name, z) for name in ("tanh", "tan", "erf")), apply("exp", z**2)]


def _wrapped(inner: Expression) -> Iterator[Expression]:
    """Outer functions of a formula, each with a factor and a summand of its own."""
    powers = [inner**p for p in (-1, -_HALF, -2, _HALF, 2)]
    outer = [apply(name, inner) for name in ("log", "exp", "atan", "tanh")]
    for whole in (*powers, *outer):
        yield _FREE * whole
        yield _FREE + _FREE * whole


def _travelling(problem: Problem) -> Iterator[Expression]:
    """Profiles that move without changing: fronts, pulses, plane waves."""
    first, *others = problem.variables
    phase = _FREE + _FREE * symbol(first)
    for name in others:
        phase = phase + _FREE * symbol(name)
    growing, bell = apply("exp", phase), apply("cosh", phase)
    profiles = (
        *(phase, phase**2, growing, apply("sin", phase), apply("tanh", phase)),
        *(bell**-1, bell**-2, (1 + growing) ** -1, (1 + growing) ** -2),
        *(apply("atan", growing), apply("log", phase), phase**-1, phase**-2, phase**_HALF),
    )
    for profile in profiles:
        yield _FREE * profile
        yield _FREE + _FREE * profile


def _crossing(problem: Problem) -> Iterator[Expression]:
    """Two profiles that run through each other, as d'Alembert's formula has them."""
    phases: list[Expression] = []
    for _ in range(2):
        phase = _FREE * symbol(problem.variables[0])
        for name in problem.variables[1:]:
            phase = phase + _FREE * symbol(name)
        phases.append(phase)
    if len(problem.variables) > 1:
        for name in ("exp", "sin", "cos", "tanh", "erf", "atan"):
            yield _FREE * apply(name, phases[0]) + _FREE * apply(name, phases[1])


def _signals(problem: Problem) -> Iterator[Expression]:
    """What is told on a face, carried away from it: whole, or only as far as it has come."""
    for condition in problem.conditions:
        given, fixed = condition.given_value(), condition.region.fixed
        if given is None or given[0].by or len(fixed) != 1 or not given[1].symbols:
            continue
        name, value = fixed[0]
        depth = symbol(name) if value == number(0) else symbol(name) - value
        for other in problem.variables:
            if other in given[1].symbols:
                late = symbol(other) + _FREE * depth
                for argument in (late, apply("max", late, number(0))):
                    carried = given[1].substitute({Symbol(other): argument})
                    yield carried
                    yield carried * apply("exp", _FREE * depth)


def _radial(problem: Problem) -> Iterator[Expression]:
    """Functions of the distance from the middle."""
    if len(problem.space) < 2:  # noqa: PLR2004 (one variable is its own distance)
        return
    square = symbol(problem.space[0]) ** 2
    for name in problem.space[1:]:
        square = square + symbol(name) ** 2
    yield _FREE + _FREE * square
    yield _FREE + _FREE * square**_HALF
    yield from _wrapped(_FREE + _FREE * square)
    yield from _inverse_hyperbolic(square**_HALF, square)


def _inverse_hyperbolic(root: Expression, square: Expression) -> Iterator[Expression]:
    """What acosh and asinh are without their names."""
    inverse = apply("log", root + (square + _FREE) ** _HALF)
    yield _FREE * inverse
    yield _FREE + _FREE * inverse


def polynomials(names: Sequence[str]) -> Iterator[Expression]:
    """All polynomials up to a degree: their coefficients enter linearly and are found at once."""
    for degree in (2, 3, 4, 5, 6):
        terms = [term for term in _monomials(names, degree) if term != number(1)]
        if len(terms) > _MAX_TERMS:
            return
        total = _FREE
        for term in terms:
            total = total + _FREE * term
        yield total


def _monomials(names: Sequence[str], degree: int) -> list[Expression]:
    """All products of powers of variables up to a total degree."""
    if not names:
        return [number(1)]
    found: list[Expression] = []
    for power in range(degree + 1):
        for rest in _monomials(names[1:], degree - power):
            factor = symbol(names[0]) ** power
            plain = power == 0 or rest == number(1)
            found.append((rest if power == 0 else factor) if plain else factor * rest)
    return found


def _gaussians(problem: Problem, new: Expression) -> Iterator[Expression]:
    """Bells whose width and height change with what is released, each in a way of its own."""
    others = [symbol(name) for name in problem.variables if name not in new.symbols]
    if not others:
        return
    square = others[0] ** 2
    for other in others[1:]:
        square = square + other**2
    widths = [new, *(_scaled(name, new) for name in ("tanh", "tan", "exp"))]
    heights = [_scaled(name, new) for name in ("cosh", "cos", "exp")]
    for width, height in product([*widths, (1 + _FREE * new) ** -1], [*heights, 1 + _FREE * new]):
        for power in (-_HALF, -1, 1):
            yield apply("exp", _FREE * square * width) * height**power


def _shapes(problem: Problem, new: Expression) -> list[Expression]:
    """What the statement tells about the other variables: data, sources, and 1."""
    own = new.symbols
    told = [part for part in data_of(problem) if part.symbols and not part.symbols & own]
    factors = [f for part in data_of(problem) for f in _factors(part) if not f.symbols & own]
    plain = [symbol(name) for name in problem.variables if name not in own]
    found = dict.fromkeys((*told, *(f for f in factors if f.symbols), *plain))
    return [number(1), *list(found)[:_MAX_SHAPES]]


def _factors(formula: Expression) -> list[Expression]:
    if getattr(formula.root, "name", "") in {"*", "/"}:
        return [f for argument in formula.arguments for f in _factors(argument)]
    return [formula]


def _separated(problem: Problem, new: Expression) -> Iterator[Expression]:
    """Shapes of the statement times functions of what is released: one, wrapped, and two."""
    plain = [*_linear_modes(new), _scaled("tanh", new), 1 + _FREE * _scaled("exp", new)]
    plain += [(1 + _FREE * new) ** -1, apply("log", 1 + _FREE * new), new**3]
    shapes = _shapes(problem, new)
    modes = [mode if s == number(1) else s * mode for s in shapes for mode in plain]
    for mode in modes:
        yield _FREE * mode
        yield _FREE + _FREE * mode
    for shape, mode in product(shapes, plain):
        for name in ("atan", "exp", "tanh"):
            yield _FREE * apply(name, _FREE * shape * mode)
    yield from _affine_exponents(shapes, new)
    still = [shape for shape in shapes if shape != number(1)]
    for first, second in islice(combinations([*still, *modes], 2), _MAX_PAIRS):
        yield _FREE * first + _FREE * second


def _affine_exponents(shapes: Sequence[Expression], new: Expression) -> Iterator[Expression]:
    """Exponentials of a sum of two shapes with powers: Gaussians, bonds, affine models."""
    terms = [s * new**power for s in shapes for power in (1, 2, 3)]
    for one, two in combinations(terms, 2):
        yield apply("exp", _FREE * one + _FREE * two)
    # Rates that return to a mean: the coefficients are themselves sums of exponentials.
    decay = apply("exp", _FREE * new)
    for shape in shapes:
        if shape != number(1):
            drift = _FREE + _FREE * new + _FREE * decay + _FREE * decay**2
            yield apply("exp", drift + shape * (_FREE + _FREE * decay))


def _of_one_variable(problem: Problem, name: str) -> Iterator[Expression]:
    """Functions of a single variable, as ordinary differential equations have them."""
    z = symbol(name)
    linear, other = _linear_modes(z), _other_modes(z)
    modes = [*linear, *other]
    yield from (_FREE + _FREE * mode for mode in modes)
    yield from _normalised(problem, name)
    for mode in modes:
        yield from _wrapped(_FREE + _FREE * mode)
    for first, second in combinations(modes, 2):
        yield _FREE * first + _FREE * second
        yield _FREE + _FREE * first + _FREE * second
        yield first * second * _FREE
    for first, second in (("exp", "exp"), ("sin", "cos"), ("exp", "sin")):
        # A particular solution that is a straight line, and two modes.
        line = _FREE + _FREE * z
        yield line + _FREE * _scaled(first, z) + _FREE * _scaled(second, z)
    yield _FREE * apply("atan", _scaled("exp", z)) + _FREE
    yield from _inverse_hyperbolic(z, z**2)
    for triple in combinations(linear, 3):
        yield _FREE * triple[0] + _FREE * triple[1] + _FREE * triple[2]


def _normalised(problem: Problem, name: str) -> Iterator[Expression]:
    """(m(z) − m(a))/(m(b) − m(a)): what is 0 at one end and 1 at the other."""
    z, interval = symbol(name), problem.domain[name]
    for mode in ("exp", "sinh", "sin", "tanh"):
        at_low, at_high = _scaled(mode, interval.low), _scaled(mode, interval.high)
        share = (_scaled(mode, z) - at_low) / (at_high - at_low)
        yield share
        yield _FREE + _FREE * share


def with_parameter(problem: Problem, name: str) -> Iterator[Expression]:
    """What is 0 at one end and 1 at the other, with rates that are powers of a parameter."""
    if len(problem.unknowns) > 1:
        return
    for variable in problem.variables:
        for share in _normalised(problem, variable):
            for exponent in (1, -1, _HALF, -_HALF, 2, -2):
                scaled = _FREE * symbol(name) ** exponent
                yield share.substitute({CONSTANT: scaled})


def _products(problem: Problem) -> Iterator[Expression]:
    """Products and sums of a function of each of two variables."""
    for one, two in combinations(problem.variables[:4], 2):
        for first, second in product(_linear_modes(symbol(one)), _linear_modes(symbol(two))):
            yield _FREE * first * second
            yield _FREE * first + _FREE * second
