"""Antiderivatives: of sums of exponentials, of quotients of polynomials, by substitution.

What these ways do not find is asked of SymPy. Constants of integration are left out.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, final

from symplex.errors import ExpressionError
from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    exponential,
    logarithm,
    multiply,
    negative,
    rebuilt,
    subtract,
)
from symplex.exact.formulas.exponentials import Exponentials
from symplex.exact.formulas.inverse import zeros
from symplex.exact.formulas.read_exponentials import Reader
from symplex.exact.integrals.exponential_quotients import exponential_quotient_integral
from symplex.exact.integrals.partial_fractions import rational_integral
from symplex.exact.integrals.standard import (
    gaussian_integral,
    inverse_root_integral,
    root_integral,
    step_integral,
)
from symplex.exact.integrals.substitutions import (
    is_invertible,
    partners,
    parts,
    replaced,
    tangents,
    without_arcs,
)
from symplex.exact.requests import antiderivative
from symplex.expression import Expression, Operator, Symbol, Token, apply, leaf, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate

Substitution = tuple[Expression, list[tuple[Expression, Expression]]]
"""A part that becomes the new variable, and what is replaced by what."""
Join = Callable[[Expression, Expression], Expression]
_DEPTH: Final = 2
_ATTEMPTS: Final = 30
"""How many substitutions are tried for one integral, inner ones included."""
_NEW: Final = "s#"
"""How the variable of a substitution is called, with its depth."""


@final
class Integrals:
    """Antiderivatives on a box."""

    def __init__(self, arithmetic: Arithmetic, *, with_sympy: bool = True) -> None:
        """Integrals with the signs of a box.

        Args:
            arithmetic: The arithmetic of that box.
            with_sympy: Whether SymPy is asked where all else fails.
        """
        self._real = arithmetic
        self._with_sympy = with_sympy
        self._attempts = 0

    def of(self, tree: Expression, variable: str) -> Expression | None:
        """An antiderivative by the variable; None where none is found."""
        self._attempts = _ATTEMPTS
        found = None
        for depth in range(_DEPTH + 1):  # one substitution before two of them
            found = found or self._of(tree, variable, depth)
        if found is None and self._with_sympy:
            found = antiderivative(rebuilt(tree), variable, self._real.ends, self._real.budget)
        return None if found is None else self.with_real_logarithms(found)

    def with_real_logarithms(self, tree: Expression) -> Expression:
        """The logarithms of what is negative, of its size: they differ by a constant."""

        def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
            if not isinstance(token, Operator):
                return leaf(token, value)
            if token is op.LOG and self._real.sign(below[0]) < 0:
                return apply(token, negative(below[0]))
            return apply(token, *below)

        return tree.fold(combine)

    def _of(self, tree: Expression, variable: str, depth: int) -> Expression | None:
        ways = (
            *(self._trivial, self._exponentials, self._powers, self._rational),
            *(self._root, self._inverse_root, self._gaussian, self._exponential_quotient),
            self._step,
        )
        shapes = dict.fromkeys((rebuilt(tree), self._real.normal(tree)))
        for shape in shapes:
            for way in ways:
                found = way(shape, variable)
                if found is not None:
                    return found
        for deeper in (self._by_parts_of_sum, self._substituted, self._turned, self._by_parts):
            for shape in shapes:
                found = deeper(shape, variable, depth)
                if found is not None:
                    return found
        return None

    def _trivial(self, tree: Expression, variable: str) -> Expression | None:
        return None if variable in tree.symbols else multiply(tree, symbol(variable))

    def _exponentials(self, tree: Expression, variable: str) -> Expression | None:
        read = Reader(self._real, variable).read(tree)
        if read is None:
            return None
        sums = Exponentials(self._real)
        return sums.tree(sums.particular((ZERO, ONE), read), symbol(variable))

    def _powers(self, tree: Expression, variable: str) -> Expression | None:
        """Sums of powers and logarithms of x > 0, which are exponentials of log x."""
        if self._real.sign(symbol(variable)) <= 0:
            return None
        new = _NEW + variable
        grown = {Symbol(variable): exponential(symbol(new))}
        inner = multiply(tree, symbol(variable)).substitute(grown)
        found = self._exponentials(inner, new)
        if found is None:
            return None
        back = found.substitute({Symbol(new): logarithm(symbol(variable))})
        return self._real.normal(back)

    def _rational(self, tree: Expression, variable: str) -> Expression | None:
        return rational_integral(tree, variable, self._real)

    def _root(self, tree: Expression, variable: str) -> Expression | None:
        return root_integral(tree, variable, self._real)

    def _inverse_root(self, tree: Expression, variable: str) -> Expression | None:
        return inverse_root_integral(tree, variable, self._real)

    def _gaussian(self, tree: Expression, variable: str) -> Expression | None:
        return gaussian_integral(tree, variable, self._real)

    def _step(self, tree: Expression, variable: str) -> Expression | None:
        return step_integral(tree, variable, self._real)

    def _exponential_quotient(self, tree: Expression, variable: str) -> Expression | None:
        return exponential_quotient_integral(tree, variable, self._real)

    def _by_parts_of_sum(self, tree: Expression, variable: str, depth: int) -> Expression | None:
        """Term by term, and with constant factors taken out."""
        join = {op.ADD: add, op.SUBTRACT: subtract}.get(tree.root)  # pyright: ignore
        if join is not None:
            parts = [self._of(part, variable, depth) for part in tree.arguments]
            known = [part for part in parts if part is not None]
            return join(*known) if len(known) == len(parts) else None
        if tree.root is op.NEGATE:
            inner = self._of(tree.arguments[0], variable, depth)
            return None if inner is None else negative(inner)
        for factor, rest, combine in _factors(tree):
            if variable not in factor.symbols:
                inner = self._of(rest, variable, depth)
                return None if inner is None else combine(inner, factor)
        return None

    def _by_parts(self, tree: Expression, variable: str, depth: int) -> Expression | None:
        """∫ g·T = G·T − ∫ G·T', T a logarithm or an arc and g without it."""
        parts = (tree.subtree(start) for start in range(tree.size))
        outer = [p for p in parts if p.root in (op.LOG, op.ATAN, op.ASIN, op.ACOS)]
        if len(outer) != 1 or variable not in outer[0].symbols or depth == 0:
            return None
        rest = self._real.divide(tree, outer[0])
        inner = None if outer[0].root in rest.operators else self._of(rest, variable, depth - 1)
        if inner is None:
            return None
        slope = self._real.multiply(inner, differentiate(outer[0], variable))
        last = self._of(slope, variable, depth - 1)
        return None if last is None else subtract(multiply(inner, outer[0]), last)

    def _substituted(self, tree: Expression, variable: str, depth: int) -> Expression | None:
        """∫ g(h(x))·h'(x) dx = ∫ g(s) ds for some part h of the formula."""
        new = symbol(f"{_NEW}{depth}")
        plain = [(inner, [(inner, new)]) for inner in parts(tree, variable)]
        return self._first_of(tree, plain, variable, depth)

    def _turned(self, tree: Expression, variable: str, depth: int) -> Expression | None:
        """The same for the sine, cosine and tangent of an angle, in which the others are roots."""
        new = symbol(f"{_NEW}{depth}")
        circular = [(inner, partners(inner, new)) for inner in tangents(tree, variable)]
        return self._first_of(tree, circular, variable, depth)

    def _first_of(
        self, tree: Expression, substitutions: list[Substitution], variable: str, depth: int
    ) -> Expression | None:
        new = f"{_NEW}{depth}"
        for substitution in substitutions if depth else ():
            found = self._through(tree, substitution, (variable, new), depth)
            if found is not None:
                back = {Symbol(new): substitution[0]}
                return without_arcs(rebuilt(found.substitute(back)))
        return None

    def _through(
        self,
        tree: Expression,
        substitution: Substitution,
        names: tuple[str, str],
        depth: int,
    ) -> Expression | None:
        (inner, replacements), (variable, new) = substitution, names
        if self._attempts == 0:
            return None
        self._attempts -= 1
        try:
            slope = self._real.normal(differentiate(inner, variable))
        except ExpressionError:
            return None
        if slope == ZERO:
            return None
        real = self._real.on(self._range(inner, new))
        quotient = divide(tree, slope)
        for old, value in replacements:
            quotient = replaced(quotient, old, value)
        quotient = real.normal(quotient)
        if variable in quotient.symbols and is_invertible(inner):
            back = zeros(subtract(inner, symbol(new)), variable, real)[:1]
            quotient = real.normal(quotient.substitute({Symbol(variable): one for one in back}))
        if variable in quotient.symbols:
            return None
        deeper = Integrals(real, with_sympy=False)
        deeper._attempts = self._attempts
        found = deeper._of(quotient, new, depth - 1)
        self._attempts = deeper._attempts
        return found

    def _range(self, inner: Expression, new: str) -> dict[str, tuple[float, float]]:
        """The sign of the new variable, where it is known."""
        sign = self._real.sign(inner)
        if inner.root in (op.SIN, op.COS, op.TAN):  # the roots of 1 − s² and 1 + s² are real
            return {new: (-0.9, -0.1) if sign < 0 else (0.1, 0.9)}
        return {new: (0.1, 2.0) if sign > 0 else (-2.0, -0.1)} if sign else {}


def _factors(tree: Expression) -> Iterator[tuple[Expression, Expression, Join]]:
    if tree.root is op.MULTIPLY:
        one, other = tree.arguments
        yield one, other, multiply
        yield other, one, multiply
    elif tree.root is op.DIVIDE:
        top, bottom = tree.arguments
        yield bottom, top, divide
        if top != ONE:
            yield top, divide(ONE, bottom), multiply
