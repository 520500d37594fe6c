"""Constants of integration from the conditions, where they are found one by one or all at once.

What is not found here stays in the family, for whoever solves the whole problem for its constants.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import rebuilt
from symplex.exact.formulas.exponentials import Exponentials
from symplex.exact.formulas.inverse import zeros
from symplex.exact.formulas.linear_solve import linear_values
from symplex.exact.formulas.read_exponentials import Reader
from symplex.expression import Expression, Symbol, Token
from symplex.problem.method import Family
from symplex.problem.residuals import residual_of, satisfies
from symplex.propose.textbook.odes.forms import decaying
from symplex.propose.textbook.odes.ode import Ode

Values = Mapping[str, Expression]


def constant(index: int) -> str:
    """The name of a constant of integration."""
    return f"c#{index}"


def completed(ode: Ode, family: Family) -> Iterator[Family]:
    """The family with its constants found, if it solves the equation at all; else as it is."""
    if not satisfies(ode.problem, family.formulas, conditions=False):
        return
    present = frozenset[str]().union(*(one.symbols for one in family.formulas.values()))
    family = replace(family, constants=tuple(n for n in family.constants if n in present))
    if not family.constants:
        if satisfies(ode.problem, family.formulas):
            yield family
            yield from decaying(ode, family)
        return
    residuals = [residual_of(one, family.formulas) for one in ode.problem.conditions]
    found = False
    for values in _values(residuals, family.constants, ode.arithmetic):
        whole = _with_values(ode, family, values)
        if satisfies(ode.problem, whole.formulas):
            found = True
            yield whole
            yield from decaying(ode, whole)
    if not found:
        yield family


def _values(
    residuals: Sequence[Expression], names: Sequence[str], arithmetic: Arithmetic
) -> Iterator[Values]:
    linear = linear_values(residuals, names, arithmetic)
    if linear is not None and len(linear) < len(names):  # the others stay, in these values too
        linear = linear_values(residuals, tuple(linear), arithmetic)
    if linear is not None:
        yield linear
        return
    for residual in residuals:
        inside = [name for name in names if name in residual.symbols]
        if len(inside) == 1:
            for value in zeros(residual, inside[0], arithmetic):
                yield from _after(inside[0], value, residuals, names, arithmetic)
            return


def _after(
    name: str,
    value: Expression,
    residuals: Sequence[Expression],
    names: Sequence[str],
    arithmetic: Arithmetic,
) -> Iterator[Values]:
    """The values of all constants, one of them known."""
    known: dict[Token, Expression] = {Symbol(name): value}
    left = [residual.substitute(known) for residual in residuals]
    left = [residual for residual in left if not residual.symbols.isdisjoint(names)]
    others = [other for other in names if other != name]
    if not left:
        yield {name: value}
        return
    for values in _values(left, others, arithmetic):
        yield {name: value, **values}


def _with_values(ode: Ode, family: Family, values: Values) -> Family:
    replacements: dict[Token, Expression] = {Symbol(k): v for k, v in values.items()}
    formulas = {
        name: shortened(ode, formula.substitute(replacements))
        for name, formula in family.formulas.items()
    }
    left = tuple(name for name in family.constants if name not in values)
    return replace(family, formulas=formulas, constants=left)


def shortened(ode: Ode, formula: Expression) -> Expression:
    """The formula with like terms joined, where it is a sum of exponentials."""
    plain = rebuilt(formula)
    read = Reader(ode.arithmetic, ode.variable).read(plain)
    if read is None:
        return plain
    written = Exponentials(ode.arithmetic).tree(read, ode.x)
    return written if written.size < plain.size else plain
