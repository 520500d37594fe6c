"""Families of formulas that textbooks try: separated, travelling, radial, of one variable alone.

Owns what can be tried knowing only the variables, the data and where a variable begins. Constants
are left free for the fit; no family knows a problem. What a family holds is cheap: a thousand
formulas are fitted in a fraction of a second.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from typing import final

from symplex.expression import Symbol, number
from symplex.expression.encoded import EncodedTree, apply
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import (
    ATAN,
    COS,
    COSH,
    DIVIDE,
    ERF,
    EXP,
    LOG,
    MAX,
    MULTIPLY,
    SIN,
    TAN,
    TANH,
)
from symplex.origin import Writer
from symplex.problem import Problem
from symplex.problem.restrict import data_of
from symplex.propose.candidates.ansatz_systems import of_systems
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.modes import (
    inverse_hyperbolic,
    linear_modes,
    of_one_variable,
    polynomials,
    scaled,
    with_parameter,
    wrapped,
)
from symplex.propose.candidates.proposer import StageContext, encodable

_HALF = Fraction(1, 2)
_MAX_SHAPES = 6
_MAX_PAIRS = 4000


@final
class Ansatz:
    """Proposes families of formulas that textbooks try."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The families that make sense for the stage, small ones first."""
        problem, parameter = context.stage.problem, context.released_parameter
        if parameter is not None:
            return encodable(Writer.ANSATZ, with_parameter(problem, parameter))
        families = ansatz(problem, context.encoding, context.released_variable)
        return encodable(Writer.ANSATZ, families)


def ansatz(problem: Problem, w: TreeEncoding, new: EncodedTree | None) -> Iterator[EncodedTree]:
    """The families that make sense for a problem, small ones first.

    Args:
        problem: The problem of a stage.
        w: How trees are written.
        new: The variable from whose start it unfolds, less its value there, if there is one.
    """
    if len(problem.unknowns) > 1:
        yield from of_systems(problem, w, new)
        return
    yield from _signals(problem, w)
    yield from _travelling(problem, w)
    yield from _crossing(problem, w)
    yield from _radial(problem, w)
    yield from polynomials(problem.variables, w)
    if new is not None:
        yield from _gaussians(problem, new)
        yield from _separated(problem, new)
    for name in problem.variables:
        yield from of_one_variable(problem, w, name)
    yield from _products(problem, w)


def _travelling(problem: Problem, w: TreeEncoding) -> Iterator[EncodedTree]:
    """Profiles that move without changing: fronts, pulses, plane waves."""
    c = w.free
    first, *others = problem.variables
    phase = c + c * w.symbol(first)
    for name in others:
        phase = phase + c * w.symbol(name)
    growing, bell = apply(EXP, phase), apply(COSH, phase)
    profiles = (
        *(phase, phase**2, growing, apply(SIN, phase), apply(TANH, phase)),
        *(bell**-1, bell**-2, (1 + growing) ** -1, (1 + growing) ** -2),
        *(apply(ATAN, growing), apply(LOG, phase), phase**-1, phase**-2, phase**_HALF),
    )
    for profile in profiles:
        yield c * profile
        yield c + c * profile


def _crossing(problem: Problem, w: TreeEncoding) -> Iterator[EncodedTree]:
    """Two profiles that run through each other, as d'Alembert's formula has them."""
    c = w.free
    phases: list[EncodedTree] = []
    for _ in range(2):
        phase = c * w.symbol(problem.variables[0])
        for name in problem.variables[1:]:
            phase = phase + c * w.symbol(name)
        phases.append(phase)
    if len(problem.variables) > 1:
        for row in (EXP, SIN, COS, TANH, ERF, ATAN):
            yield c * apply(row, phases[0]) + c * apply(row, phases[1])


def _signals(problem: Problem, w: TreeEncoding) -> Iterator[EncodedTree]:
    """Boundary data propagated inward at a constant speed: everywhere, or up to a front."""
    c = w.free
    for condition in problem.conditions:
        given, fixed = condition.given_value(), condition.region.fixed
        if given is None or given[0].by or len(fixed) != 1 or not given[1].symbols:
            continue
        name, value = fixed[0]
        depth = w.symbol(name) if value == number(0) else w.symbol(name) - w.encode(value)
        for other in problem.variables:
            if other in given[1].symbols:
                late = w.symbol(other) + c * depth
                for argument in (late, apply(MAX, late, w.number(0))):
                    carried = w.encode(given[1]).substitute({Symbol(other): argument})
                    yield carried
                    yield carried * apply(EXP, c * depth)


def _radial(problem: Problem, w: TreeEncoding) -> Iterator[EncodedTree]:
    """Functions of the distance from the middle."""
    c = w.free
    if len(problem.space) < 2:  # noqa: PLR2004 (one variable is its own distance)
        return
    square = w.symbol(problem.space[0]) ** 2
    for name in problem.space[1:]:
        square = square + w.symbol(name) ** 2
    yield c + c * square
    yield c + c * square**_HALF
    yield from wrapped(c + c * square)
    yield from inverse_hyperbolic(square**_HALF, square)


def _gaussians(problem: Problem, new: EncodedTree) -> Iterator[EncodedTree]:
    """Bells whose width and height change with what is released, each in a way of its own."""
    w, c = new.encoding, new.encoding.free
    others = [w.symbol(name) for name in problem.variables if name not in new.symbols]
    if not others:
        return
    square = others[0] ** 2
    for other in others[1:]:
        square = square + other**2
    widths = [new, *(scaled(row, new) for row in (TANH, TAN, EXP))]
    heights = [scaled(row, new) for row in (COSH, COS, EXP)]
    for width, height in product([*widths, (1 + c * new) ** -1], [*heights, 1 + c * new]):
        for power in (-_HALF, -1, 1):
            yield apply(EXP, c * square * width) * height**power


def _shapes(problem: Problem, new: EncodedTree) -> list[EncodedTree]:
    """Functions of the other variables that occur in the statement: data, sources, and 1."""
    w = new.encoding
    own = new.symbols
    given = [w.encode(part) for part in data_of(problem)]
    data = [part for part in given if part.symbols and not part.symbols & own]
    factors = [f for part in given for f in _factors(part) if not f.symbols & own]
    plain = [w.symbol(name) for name in problem.variables if name not in own]
    found = dict.fromkeys((*data, *(f for f in factors if f.symbols), *plain))
    return [w.number(1), *list(found)[:_MAX_SHAPES]]


def _factors(formula: EncodedTree) -> list[EncodedTree]:
    if formula.ids and formula.root in (MULTIPLY, DIVIDE):
        return [f for argument in formula.arguments for f in _factors(argument)]
    return [formula]


def _separated(problem: Problem, new: EncodedTree) -> Iterator[EncodedTree]:
    """Shapes of the statement times functions of what is released: one, wrapped, and two."""
    w, c = new.encoding, new.encoding.free
    plain = [*linear_modes(new), scaled(TANH, new), 1 + c * scaled(EXP, new)]
    plain += [(1 + c * new) ** -1, apply(LOG, 1 + c * new), new**3]
    shapes = _shapes(problem, new)
    modes = [mode if s == w.number(1) else s * mode for s in shapes for mode in plain]
    for mode in modes:
        yield c * mode
        yield c + c * mode
    for shape, mode in product(shapes, plain):
        for row in (ATAN, EXP, TANH):
            yield c * apply(row, c * shape * mode)
    yield from _affine_exponents(shapes, new)
    still = [shape for shape in shapes if shape != w.number(1)]
    for first, second in islice(combinations([*still, *modes], 2), _MAX_PAIRS):
        yield c * first + c * second


def _affine_exponents(shapes: Sequence[EncodedTree], new: EncodedTree) -> Iterator[EncodedTree]:
    """Exponentials of a sum of two shapes with powers: Gaussians, bonds, affine models."""
    w, c = new.encoding, new.encoding.free
    terms = [s * new**power for s in shapes for power in (1, 2, 3)]
    for one, two in combinations(terms, 2):
        yield apply(EXP, c * one + c * two)
    # Rates that return to a mean: the coefficients are themselves sums of exponentials.
    decay = apply(EXP, c * new)
    for shape in shapes:
        if shape != w.number(1):
            drift = c + c * new + c * decay + c * decay**2
            yield apply(EXP, drift + shape * (c + c * decay))


def _products(problem: Problem, w: TreeEncoding) -> Iterator[EncodedTree]:
    """Products and sums of a function of each of two variables."""
    c = w.free
    for one, two in combinations(problem.variables[:4], 2):
        for first, second in product(linear_modes(w.symbol(one)), linear_modes(w.symbol(two))):
            yield c * first * second
            yield c * first + c * second
