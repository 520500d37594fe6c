"""How an unknown begins to change where its data are: as given, or from the equation."""

from symplex.exact.formulas.building import ZERO, divide, negative, rebuilt
from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression.operator_facts import jet as jets_of
from symplex.propose.textbook.pdes.pde import Data, Pde


def rate_at_data(pde: Pde, data: Data) -> Expression | None:
    """The first derivative by the variable of the data, where it has the value of the data."""
    given = data.values.get((pde.unknown, 1))
    value = data.values.get((pde.unknown, 0))
    if given is not None or value is None:
        return given
    rate = Derivative(pde.unknown, (data.variable,))
    residual = pde.problem.equations[0].residual
    if any(data.variable in d.by and d != rate for d in residual.derivatives):
        return None
    found = pde.affine(residual.substitute(_at_data(pde, data, value, rate)))
    if found is None or rate not in found[0]:
        return None
    fixed: dict[Token, Expression] = {Symbol(data.variable): data.at}
    return rebuilt(divide(negative(found[1]), found[0][rate]).substitute(fixed))


def _at_data(
    pde: Pde, data: Data, value: Expression, rate: Derivative
) -> dict[Derivative, Expression]:
    residual = pde.problem.equations[0].residual
    known = frozenset(d for d in residual.derivatives if d != rate)
    made = jets_of({pde.unknown: value}, known)
    return {d: tree if tree != ZERO else ZERO for d, tree in made.items()}
