"""SymPy → the content of a problem file.

Owns how equations and conditions of SymPy become entries of a statement: ``{u(x, 0): sin(x)}`` is
``u = sin(x)`` at ``t = 0``. No text of SymPy's is read: its trees become ours, and names are
checked before they are written.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import sympy
from sympy.core.function import AppliedUndef

from symplex.errors import ExpressionError, ProblemError, listing, shown
from symplex.expression import Derivative, Expression, Symbol, leaf
from symplex.expression.differentiated import Differentiated, placeholder, text_with
from symplex.notation.from_sympy import by_steps, from_sympy
from symplex.notation.sympy_symbols import (
    exact_floats,
    require_assumptions,
    require_meaning,
    require_variables,
)
from symplex.problem.statement import NAME, kind_of, read_list

_LEAF: Final = "leaf#{}"
"""The name of a symbol that stands for an unknown while the rest of a formula is read."""
Values = Mapping[Any, Any]
_Place = tuple[tuple[str, Any], ...]


def _formula(value: object, key: str) -> Any:  # noqa: ANN401 (SymPy has no types)
    """A formula of SymPy, or a number; text is refused, since SymPy would evaluate it."""
    try:
        return sympy.sympify(value, strict=True)
    except (sympy.SympifyError, TypeError):
        message = f"expected a formula of SymPy or a number, found {shown(repr(value))}"
        raise ProblemError(message, key=key) from None


def unknown_functions(equations: object) -> tuple[Any, ...]:
    """The unknown functions of equations with their arguments, as they appear: ``u(x, t)``."""
    found: dict[Any, Any] = {}
    for equation in _listed(equations, "equations"):
        for node in sympy.preorder_traversal(_formula(equation, "equations")):
            if isinstance(node, AppliedUndef):
                found.setdefault(node.func, node)
    return tuple(found.values())


def read_sympy(
    equations: object,
    domain: Values,
    conditions: object = (),
    *,
    unknowns: Sequence[Any] = (),
    parameters: Values | None = None,
) -> dict[str, Any]:
    """The statement that SymPy's equations and conditions make.

    Args:
        equations: An ``Eq``, a formula that is to be zero, or several.
        domain: Each variable's interval, by symbol or by name.
        conditions: As `ics` of SymPy's ``dsolve``, or a list of ``Eq``.
        unknowns: The unknown functions, ``u`` or ``u(x, t)``; by default all that appear.
        parameters: Ranges and numbers by symbol or by name.

    Raises:
        ProblemError: for what is no statement.
    """
    functions = _functions(equations, unknowns)
    reader = _Reader(tuple(functions), _arguments(functions))
    read: dict[str, Any] = {
        "unknowns": list(functions),
        "equations": [
            reader.equation(equation, f"equations[{index}]")
            for index, equation in enumerate(_listed(equations, "equations"))
        ],
        "domain": _table(domain, "domain"),
        "parameters": _table(parameters or {}, "parameters"),
        "conditions": [
            reader.condition(*pair, f"conditions[{index}]")
            for index, pair in enumerate(_pairs(conditions))
        ],
    }
    require_variables(next(iter(functions.values())), read["domain"])
    given = (*domain, *(parameters or {}), *unknowns)
    require_assumptions(_formulas(equations, conditions), given, read)
    return read


def read_declared(said: Mapping[str, Any]) -> dict[str, Any]:
    """Time and the ends that are declared free or open, as text: ``Eq(r, 0)`` is ``r = 0``.

    Raises:
        ProblemError: for an end that SymPy has made something else of.
    """
    return {key: _time_or_ends(value, key) for key, value in said.items()}


def _time_or_ends(value: Any, key: str) -> Any:  # noqa: ANN401
    if isinstance(value, list | tuple):
        return [_end(one, f"{key}[{index}]") for index, one in enumerate(value)]
    return _name(value, key) if isinstance(value, sympy.Symbol) else value


def _end(value: Any, key: str) -> Any:  # noqa: ANN401
    if isinstance(value, sympy.Symbol):
        return _name(value, key)
    if isinstance(value, sympy.Eq):
        return f"{_name(value.lhs, key)} = {_value(value.rhs)}"
    if value in (sympy.true, sympy.false):
        message = f"SymPy has decided this equation: it is {value}; write it as 'x = 0', as text"
        raise ProblemError(message, key=key)
    return value


def _formulas(equations: object, conditions: object) -> Iterator[Any]:
    """Every formula of a statement."""
    yield from map(sympy.sympify, _listed(equations, "equations"))
    for pair in _pairs(conditions):
        yield from map(sympy.sympify, pair)


def _listed(raw: object, key: str) -> Sequence[Any]:
    return [raw] if isinstance(raw, sympy.Basic) else read_list(raw, key, "SymPy's equations")


def _functions(equations: object, unknowns: Sequence[Any]) -> dict[str, Any]:
    """The unknowns by name, each with its arguments."""
    found = {_name(one.func, "unknowns"): one for one in unknown_functions(equations)}
    if not found:
        message = "expected an unknown function, as in u = Function('u'), u(x, t).diff(t)"
        raise ProblemError(message, key="equations")
    wanted = [
        _name(one.func if isinstance(one, AppliedUndef) else one, "unknowns") for one in unknowns
    ]
    for name in wanted:
        if name not in found:
            raise ProblemError(f"'{name}' does not appear in the equations", key="unknowns")
    return {name: found[name] for name in wanted} or found


def _arguments(functions: Mapping[str, Any]) -> tuple[Any, ...]:
    """The variables, which all unknowns have in common and in one order."""
    first = next(iter(functions.values()))
    for one in functions.values():
        if one.args != first.args:
            message = f"{first} and {one} have different arguments; give all the same"
            raise ProblemError(message, key="equations")
    for argument in first.args:
        if not isinstance(argument, sympy.Symbol):
            message = f"{first} is no function of variables; expected such as u(x, t)"
            raise ProblemError(message, key="equations")
    return first.args


def _name(key: Any, where: str) -> str:  # noqa: ANN401 (SymPy is untyped)
    """The name of a symbol or function, if a problem can have it."""
    name = key if isinstance(key, str) else str(getattr(key, "name", None) or key)
    if not NAME.fullmatch(name):
        message = f"'{shown(name)}' is not a name; expected a letter, then letters and digits"
        raise ProblemError(message, key=where)
    return name


def _table(values: Values, where: str) -> dict[str, Any]:
    """Values by name, each name once."""
    found: dict[str, Any] = {}
    for key, value in values.items():
        name = _name(key, where)
        if name in found:
            raise ProblemError(f"'{name}' stands there twice", key=where)
        found[name] = _value(value)
    return found


def _value(value: Any) -> Any:  # noqa: ANN401
    """A number of SymPy's as text; ends of an interval one by one."""
    if isinstance(value, list | tuple | sympy.Tuple):
        return [_value(end) for end in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, sympy.Interval):
        return [_value(value.start), _value(value.end)]
    if not isinstance(value, sympy.Basic):
        return value
    try:
        return text_with(from_sympy(exact_floats(value)), ())
    except ExpressionError as error:
        raise ProblemError(str(error)) from None


def _pairs(conditions: object) -> Iterator[tuple[Any, Any]]:
    """Left and right sides of the conditions."""
    if isinstance(conditions, Mapping):
        yield from conditions.items()
        return
    for index, one in enumerate(_listed(conditions, "conditions")):
        if not isinstance(one, sympy.Eq):
            found = one if isinstance(one, sympy.Basic) else kind_of(one)
            message = f"expected Eq(u(x, 0), …) or {{u(x, 0): …}}, found {found}"
            raise ProblemError(message, key=f"conditions[{index}]")
        yield one.lhs, one.rhs


class _Reader:
    """Formulas of SymPy's about given unknowns, as text of problem files."""

    def __init__(self, unknowns: tuple[str, ...], variables: tuple[Any, ...]) -> None:
        self._unknowns = unknowns
        self._variables = variables
        self._records: list[Differentiated] = []
        self._places: list[_Place] = []

    def equation(self, equation: Any, key: str) -> str:  # noqa: ANN401
        """The text of an equation, which holds everywhere."""
        if equation in (sympy.true, sympy.false) or isinstance(equation, bool):
            message = f"SymPy has decided this equation: it is {bool(equation)} whatever u is"
            raise ProblemError(message, key=key)
        is_equation = isinstance(equation, sympy.Eq)
        sides = (equation.lhs, equation.rhs) if is_equation else (equation, sympy.Integer(0))
        text, place = self._sides(*sides, key)
        if place:
            message = "an equation holds in the whole domain; state this as a condition"
            raise ProblemError(message, key=key)
        return text

    def condition(self, left: Any, right: Any, key: str) -> dict[str, str]:  # noqa: ANN401
        """Where a condition holds, and its text."""
        text, place = self._sides(left, _formula(right, key), key)
        if not place:
            message = f"expected a value at a place, such as u(x, 0), found {shown(str(left))}"
            raise ProblemError(message, key=key)
        where = ", ".join(f"{name} = {_value(value)}" for name, value in place)
        return {"where": where, "equation": text}

    def _sides(self, left: Any, right: Any, key: str) -> tuple[str, _Place]:  # noqa: ANN401
        self._records, self._places = [], []
        try:
            trees = [self._tree(side) for side in (left, right)]
            text = " = ".join(text_with(tree, self._records) for tree in trees)
        except ExpressionError as error:
            raise ProblemError(error.message, key=key) from None
        for place in self._places:
            if place != self._places[0]:
                raise ProblemError(
                    "the unknowns are taken at different points; periodic and two-point "
                    "conditions cannot be stated yet",
                    key=key,
                )
        return text, self._places[0] if self._places else ()

    def _tree(self, formula: Any) -> Expression:  # noqa: ANN401
        """Our tree; unknowns, derivatives and values at points are leaves of it."""
        found: dict[Any, Any] = {}
        leaves: dict[Any, Expression] = {}
        walk = sympy.preorder_traversal(formula)
        for node in walk:
            if isinstance(node, AppliedUndef | sympy.Derivative | sympy.Subs):
                walk.skip()
                if node not in found:
                    stand_in = sympy.Symbol(_LEAF.format(len(found)), real=True)
                    found[node] = stand_in
                    leaves[Symbol(stand_in.name)] = self._leaf(node, {})
            elif isinstance(node, sympy.Symbol):
                _name(node, "")
                require_meaning(node, self._unknowns, self._variables)
        return from_sympy(exact_floats(by_steps(formula.xreplace(found)))).substitute(leaves)

    def _leaf(self, node: Any, fixed: Mapping[Any, Any]) -> Expression:  # noqa: ANN401
        """An unknown, a derivative, or one of them where some variables are `fixed`."""
        if isinstance(node, sympy.Subs):
            names: Any = node.variables
            points: Any = node.point
            return self._leaf(node.expr, {**fixed, **dict(zip(names, points, strict=True))})
        if isinstance(node, sympy.Derivative):
            return self._derivative(node, fixed)
        if not isinstance(node, AppliedUndef):
            raise ExpressionError(f"expected the value of an unknown, found {shown(str(node))}")
        name, _ = self._unknown(node, fixed)
        return leaf(Derivative(name))

    def _derivative(self, node: Any, fixed: Mapping[Any, Any]) -> Expression:  # noqa: ANN401
        if not all(times.is_Integer for _, times in node.variable_count):
            raise ExpressionError(f"the order of {shown(str(node))} is no number")
        by = [variable for variable, times in node.variable_count for _ in range(int(times))]
        if isinstance(node.expr, AppliedUndef):
            name, renamed = self._unknown(node.expr, fixed)
            return leaf(Derivative(name, tuple(self._variable(v, renamed) for v in by)))
        if fixed:
            raise ExpressionError("the derivative of a formula at a point is not read from SymPy")
        inner = self._tree(node.expr)
        steps = tuple(self._variable(variable, {}) for variable in by)
        self._records.append(Differentiated(inner, steps))
        return leaf(placeholder(len(self._records) - 1))

    def _variable(self, variable: Any, renamed: Mapping[Any, Any]) -> str:  # noqa: ANN401
        meant = renamed.get(variable, variable)
        if meant not in self._variables:
            message = (
                f"{variable} is not a variable; there are {listing(map(str, self._variables))}"
            )
            raise ExpressionError(message)
        return _name(meant, "domain")

    def _unknown(self, node: Any, fixed: Mapping[Any, Any]) -> tuple[str, dict[Any, Any]]:  # noqa: ANN401
        """Its name, and which of its variables other symbols stand for; its place is noted."""
        name = str(node.func)
        if name not in self._unknowns or len(node.args) != len(self._variables):
            raise ExpressionError(f"{shown(str(node))} is not an unknown of the equations")
        place: list[tuple[str, Any]] = []
        renamed: dict[Any, Any] = {}
        for variable, argument in zip(self._variables, node.args, strict=True):
            if argument in fixed and isinstance(argument, sympy.Symbol):
                renamed[argument] = variable
            value = argument.xreplace(dict(fixed)) if fixed else argument
            if value == variable:
                continue
            if any(symbol in self._variables for symbol in value.free_symbols):
                message = f"expected a variable or a number in {shown(str(node))}, found {value}"
                raise ExpressionError(message)
            place.append((_name(variable, "domain"), value))
        self._places.append(tuple(place))
        return name, renamed
