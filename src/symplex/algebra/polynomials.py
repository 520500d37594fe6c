"""Polynomials with rational coefficients in atoms: the values that normal forms are.

An atom is a formula that is not a polynomial in others: a symbol, a sine, a root. Owns their types,
the fixed order of atoms and terms, and the trees that polynomials are written as.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from symplex.expression import Expression, Operator, Symbol, Token, number
from symplex.expression.operators import ADD, SUBTRACT
from symplex.expression.ordering import spelling

Monomial = tuple[tuple[Expression, int], ...]
"""Atoms with their nonzero whole exponents, in order."""
Polynomial = Mapping[Monomial, Fraction]
ZERO: Final[Polynomial] = MappingProxyType({})


def constant(value: Fraction | int) -> Polynomial:
    """A number."""
    return {(): Fraction(value)} if value else ZERO


def atomic(expression: Expression) -> Polynomial:
    """The polynomial that is one atom."""
    return {((expression, 1),): Fraction(1)}


def accumulate(total: dict[Monomial, Fraction], terms: Polynomial, factor: Fraction | int) -> None:
    """Add `factor` times `terms` to `total`."""
    for monomial, value in terms.items():
        changed = total.get(monomial, Fraction(0)) + factor * value
        if changed:
            total[monomial] = changed
        else:
            total.pop(monomial, None)


def scaled(terms: Polynomial, factor: Fraction | int) -> Polynomial:
    """A nonzero multiple."""
    return {monomial: factor * value for monomial, value in terms.items()}


def ratio(first: Polynomial, second: Polynomial) -> Fraction | None:
    """The number c with first = c·second, if there is one."""
    if not first or first.keys() != second.keys():
        return None
    factors = {first[monomial] / second[monomial] for monomial in first}
    return factors.pop() if len(factors) == 1 else None


def is_affine(terms: Polynomial, variables: Sequence[str]) -> bool:
    """Whether it is of first degree in plain symbols, a variable among them."""
    names = [leaf_name(atom) for monomial in terms for atom, _ in monomial]
    first = all(len(monomial) <= 1 and all(e == 1 for _, e in monomial) for monomial in terms)
    return first and None not in names and any(name in variables for name in names)


def leaf_name(atom: Expression) -> str | None:
    """The name of an atom that is a plain symbol."""
    return atom.root.name if isinstance(atom.root, Symbol) else None


def single_atom(monomial: Monomial, operator: Operator) -> Expression | None:
    """The argument g of a monomial that is f(g) to the first power, f being this operator."""
    atom, exponent = monomial[0] if len(monomial) == 1 else (None, 0)
    if atom is None or exponent != 1 or atom.root != operator:
        return None
    return atom.arguments[0]


def denominators(terms: Polynomial) -> dict[Expression, int]:
    """The atoms in denominators, with the highest power in which they stand there."""
    found: dict[Expression, int] = {}
    for monomial in terms:
        for atom, exponent in monomial:
            if exponent < 0:
                found[atom] = max(found.get(atom, 0), -exponent)
    return found


def is_sum(atom: Expression) -> bool:
    """Whether an atom is a sum, as divisors with several terms are."""
    return atom.root in (ADD, SUBTRACT)


def split(terms: Polynomial, atom: Expression, exponent: int) -> tuple[Polynomial, Polynomial]:
    """The terms with exactly this power of an atom, without it; and all the others."""
    chosen: dict[Monomial, Fraction] = {}
    others: dict[Monomial, Fraction] = {}
    for monomial, value in terms.items():
        exponents = dict(monomial)
        if exponents.get(atom, 0) == exponent:
            del exponents[atom]
            chosen[tuple(exponents.items())] = value
        else:
            others[monomial] = value
    return chosen, others


def sum_of(trees: Sequence[Expression]) -> Expression:
    """((a + b) + c) + d, at once: one sum after the other would copy each of them."""
    tokens: list[Token] = [ADD] * (len(trees) - 1)
    constants: list[float] = []
    for tree in trees:
        tokens.extend(tree.tokens)
        constants.extend(tree.constants)
    return Expression(tuple(tokens), tuple(constants))


@final
class AtomOrder:
    """A fixed order of atoms, by the text of their tokens; it remembers the texts alone."""

    def __init__(self) -> None:
        self._texts: dict[Expression, str] = {}

    def text(self, atom: Expression) -> str:
        """The text by which an atom is sorted: the same in every process."""
        found = self._texts.get(atom)
        if found is None:
            found = self._texts[atom] = spelling(atom)
        return found

    def monomial(self, factors: Iterable[tuple[Expression, int]]) -> Monomial:
        """Atoms with their exponents as a monomial."""
        return tuple(sorted(factors, key=lambda factor: self.text(factor[0])))

    def power_text(self, factor: tuple[Expression, int]) -> str:
        """The text by which powers of atoms are sorted."""
        return f"({self.text(factor[0])}, {factor[1]})"

    def summands(self, terms: Polynomial) -> list[Expression]:
        """A tree for each term in a fixed order: products before their factors, the number last."""
        in_order = sorted(terms.items(), key=lambda term: self._monomial_text(term[0]))
        return [_term(monomial, value) for monomial, value in in_order] or [number(0)]

    def _monomial_text(self, monomial: Monomial) -> str:
        return "".join(map(self.power_text, monomial)) + ")"

    def tree(self, terms: Polynomial) -> Expression:
        """A tree for a polynomial, always the same one for equal polynomials."""
        return sum_of(self.summands(terms))


def _term(monomial: Monomial, value: Fraction) -> Expression:
    term: Expression | None = None if value == 1 and monomial else number(value)
    for atom, exponent in monomial:
        factor = atom**exponent
        term = factor if term is None else term * factor
    return term or number(1)
