"""What computer algebra is asked: integrals, solutions, equations, likeness.

Called in the child process alone. Trees come and go as plain data, so no name is ever read as code;
what our language cannot say is left out.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression
from symplex.expression.text import derivative_text
from symplex.expression.transport import Word, from_words, to_words
from symplex.notation.printers import to_sympy

Question = Mapping[str, Any]
_MAX_BRANCHES: Final = 8


def integrate(question: Question) -> list[list[Word]]:
    """An antiderivative of the formula, or none."""
    import sympy

    formula, symbols = _formula(question), _symbols(question)
    found = sympy.integrate(formula, symbols[question["variable"]])
    if found.has(sympy.Integral):
        return []
    return list(_written([found]))


def solve(question: Question) -> list[list[Word]]:
    """Where the formula vanishes, for one of its symbols."""
    import sympy

    formula, symbols = _formula(question), _symbols(question)
    found = sympy.solve(formula, symbols[question["variable"]], check=False)
    return list(_written(found[:_MAX_BRANCHES]))


def dsolve(question: Question) -> list[dict[str, list[Word]]]:
    """General solutions of differential equations; their constants are named c#1, c#2, ….

    Each is a formula for every unknown. Implicit solutions are solved where that is possible.
    """
    import sympy

    symbols = _symbols(question)
    variable = symbols[question["variable"]]
    functions = {name: sympy.Function(name)(variable) for name in question["unknowns"]}
    equations = [
        with_functions(from_words(words), symbols, functions, variable)
        for words in question["equations"]
    ]
    groups = _groups(equations, list(functions.values()))
    answers: list[dict[str, list[Word]]] = []
    for group in groups[:_MAX_BRANCHES]:
        renamed = _renamed(group, set(symbols.values()))
        written = {
            name: next(_written([renamed[f]]), None) if f in renamed else None
            for name, f in functions.items()
        }
        answers.append({name: words for name, words in written.items() if words is not None})
    return [answer for answer in answers if len(answer) == len(functions)]


def same_form(question: Question) -> list[bool]:
    """Whether two formulas are the same when simplified, up to their numbers."""
    import sympy

    first, second = (to_sympy(from_words(question[name])) for name in ("formula", "other"))
    if _skeleton(first) == _skeleton(second):
        return [True]
    return [bool(sympy.simplify(first - second) == 0)]


def _skeleton(formula: Any) -> Any:  # noqa: ANN401
    import sympy

    def is_number(part: Any) -> bool:  # noqa: ANN401
        return part.is_Number and part not in (-1, 0, 1)

    return sympy.simplify(formula).replace(is_number, lambda _: sympy.Symbol("number"))


def _groups(equations: list[Any], functions: list[Any]) -> list[dict[Any, Any]]:
    """Each solution as a formula for every function."""
    import sympy

    if len(equations) > 1:
        found: Any = sympy.dsolve(equations, functions)
        return [{equation.lhs: equation.rhs for equation in found}]
    found = sympy.dsolve(equations[0], functions[0])
    solutions = found if isinstance(found, list) else [found]
    return [{functions[0]: f} for one in solutions for f in _explicit(one, functions[0])]


def _explicit(equation: Any, function: Any) -> Iterator[Any]:  # noqa: ANN401 (SymPy is untyped)
    import sympy

    if equation.lhs == function and not equation.rhs.has(function):
        yield equation.rhs
    else:
        stand_in = sympy.Symbol("u#0", real=True)
        relation = (equation.lhs - equation.rhs).subs(function, stand_in)
        yield from sympy.solve(relation, stand_in, check=False)


def _renamed(group: Mapping[Any, Any], known: set[Any]) -> dict[Any, Any]:
    """The formulas with constants of our own naming."""
    import sympy

    free = set[Any]().union(*(formula.free_symbols for formula in group.values())) - known
    names = sorted(free, key=lambda one: (len(str(one)), str(one)))
    ours = {one: sympy.Symbol(f"c#{k}", real=True) for k, one in enumerate(names, 1)}
    return {function: formula.xreplace(ours) for function, formula in group.items()}


def with_functions(
    tree: Expression,
    symbols: Mapping[str, Any],
    functions: Mapping[str, Any],
    variable: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """A formula whose symbols and unknowns are SymPy's own, with what it knows of them."""
    import sympy

    known = _known(symbols)
    for derivative in tree.derivatives:
        name = sympy.Symbol(derivative_text(derivative), real=True)
        known[name] = _derived(functions[derivative.of], derivative, variable)
    return to_sympy(tree).xreplace(known)


def _derived(function: Any, derivative: Derivative, variable: Any) -> Any:  # noqa: ANN401
    return function.diff(variable, derivative.order) if derivative.order else function


def _symbols(question: Question) -> dict[str, Any]:
    """Symbols that know their sign."""
    import sympy

    signs: Mapping[str, str] = question["symbols"]
    return {name: sympy.Symbol(name, **{sign: True}) for name, sign in signs.items()}


def _known(symbols: Mapping[str, Any]) -> dict[Any, Any]:
    import sympy

    return {sympy.Symbol(name, real=True): one for name, one in symbols.items()}


def _formula(question: Question) -> Any:  # noqa: ANN401
    return to_sympy(from_words(question["formula"])).xreplace(_known(_symbols(question)))


def _written(formulas: list[Any]) -> Iterator[list[Word]]:
    """The formulas that our language can say."""
    from symplex.notation.from_sympy import from_sympy

    for formula in formulas:
        try:
            yield to_words(from_sympy(_in_our_words(formula)))
        except (ExpressionError, TypeError, ValueError):
            continue


def _in_our_words(formula: Any) -> Any:  # noqa: ANN401
    """The first case of what depends on cases; hyperbolic arcs as logarithms."""
    import sympy

    cases = formula.atoms(sympy.Piecewise)
    formula = formula.xreplace({case: case.args[0][0] for case in cases})
    arcs = formula.atoms(sympy.asinh, sympy.acosh, sympy.atanh, sympy.acoth)
    return formula.xreplace({arc: arc.rewrite(sympy.log) for arc in arcs})


TASKS: Final[Mapping[str, Callable[[Question], list[Any]]]] = MappingProxyType(
    {"integrate": integrate, "solve": solve, "dsolve": dsolve, "same form": same_form}
)
"""Every task by the word that asks for it."""
