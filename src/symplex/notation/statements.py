r"""Problem → LaTeX and SymPy, in forms that can be read back.

Conditions are written as textbooks do, ``u(x, 0) = \sin\left(x\right)``, and a derivative of a
formula stays one: ``\frac{\partial}{\partial x}\left(…\right)``.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from symplex.expression import Derivative, Expression, symbol
from symplex.expression.differentiated import Differentiated
from symplex.expression.text import derivative_text
from symplex.notation.printers import name_latex, to_latex, to_sympy
from symplex.problem.box import Interval
from symplex.problem.ends import end_of
from symplex.problem.equation import Equation
from symplex.problem.problem import Problem

_DIFFERENTIATED: Final = re.compile(r"\\mathrm\{diff#\}_\{([0-9]+)\}")
_VALUE: Final = re.compile(r"\\mathrm\{value#\}_\{([0-9]+)\}")


def equations_latex(problem: Problem) -> str:
    r"""The equations and conditions, joined by ``\\``."""
    return " \\\\\n".join(equation_latex(one, problem.variables) for one in problem.all_equations)


def statement_latex(problem: Problem) -> str:
    """What a notebook shows: equations, conditions, and where they hold."""
    ranges = [
        rf"{name_latex(name)} \in [{to_latex(ends.low)}, {to_latex(ends.high)}]"
        for name, ends in problem.box.intervals.items()
    ]
    declared = [
        rf"{name_latex(name)} = {to_latex(end_of(problem.domain[name], side))} "
        rf"\text{{ is {kind.value}}}"
        for (name, side), kind in problem.declared.items()
    ]
    time = (
        [rf"{name_latex(problem.time)} \text{{ is time}}"]
        if problem.stated_time and problem.time
        else []
    )
    said = [r",\; ".join([*time, *declared])] if time or declared else []
    lines = [*equations_latex(problem).split(" \\\\\n"), r",\; ".join(ranges), *said]
    body = " \\\\\n".join(f"& {line}" for line in lines)
    return f"$\\displaystyle \\begin{{aligned}}\n{body}\n\\end{{aligned}}$"


def equation_latex(equation: Equation, variables: Sequence[str]) -> str:
    """An equation, or a condition with its place in the arguments of the unknowns."""
    sides = equation.kept or (equation.left, equation.right)
    return " = ".join(_side(side, equation, variables) for side in sides)


def _side(side: Expression, equation: Equation, variables: Sequence[str]) -> str:
    leaves = sorted(side.derivatives, key=repr)
    values = [leaf for leaf in leaves if not leaf.of.partition("#")[1]]
    names = {leaf: symbol(f"value#{index}") for index, leaf in enumerate(values)}
    text = to_latex(side.substitute(names))
    place = _arguments(equation, variables)
    text = _VALUE.sub(lambda found: _leaf(values[int(found[1])]) + place, text)
    return _DIFFERENTIATED.sub(
        lambda found: _formula(equation.differentiated[int(found[1])], equation, variables), text
    )


def _formula(record: Differentiated, equation: Equation, variables: Sequence[str]) -> str:
    signs = " ".join(rf"\partial {name_latex(name)}" for name in record.by)
    order = f"^{{{len(record.by)}}}" if len(record.by) > 1 else ""
    inside = _side(record.with_placeholders, equation, variables)
    return rf"\frac{{\partial{order}}}{{{signs}}}\left({inside}\right)"


def _leaf(leaf: Derivative) -> str:
    index = f"_{{{' '.join(map(name_latex, leaf.by))}}}" if leaf.by else ""
    if leaf.by and name_latex(leaf.of).partition("_")[1]:  # two indices cannot follow each other
        signs = " ".join(rf"\partial_{{{name_latex(name)}}}" for name in leaf.by)
        return f"{signs} {name_latex(leaf.of)}"
    return f"{name_latex(leaf.of)}{index}"


def _arguments(equation: Equation, variables: Sequence[str]) -> str:
    fixed = equation.region.values
    if not fixed:
        return ""
    parts = (to_latex(fixed[name]) if name in fixed else name_latex(name) for name in variables)
    return rf"\left({', '.join(parts)}\right)"


def sympy_statement(
    equations: Sequence[Equation],
    conditions: Sequence[Equation],
    domain: Mapping[str, Interval],
    parameters: Mapping[str, Interval],
    declared: Mapping[str, Any],
) -> dict[str, Any]:
    """The arguments of `Problem` that state the same in SymPy's words, over real symbols."""
    import sympy

    symbols = {name: sympy.Symbol(name, real=True) for name in (*domain, *parameters)}
    variables = {name: symbols[name] for name in domain}
    return {
        "equations": [_sympy_equation(one, variables) for one in equations],
        "conditions": [_sympy_equation(one, variables) for one in conditions],
        "domain": {symbols[name]: _sympy_ends(ends) for name, ends in domain.items()},
        "parameters": {symbols[name]: _sympy_ends(ends) for name, ends in parameters.items()},
        **declared,
    }


def _sympy_ends(interval: Interval) -> tuple[Any, Any]:
    return to_sympy(interval.low), to_sympy(interval.high)


def _sympy_equation(equation: Equation, variables: Mapping[str, Any]) -> Any:  # noqa: ANN401
    import sympy

    sides = equation.kept or (equation.left, equation.right)
    left, right = (_sympy_side(side, equation, variables) for side in sides)
    return sympy.Eq(left, right, evaluate=False)


def _sympy_side(side: Expression, equation: Equation, variables: Mapping[str, Any]) -> Any:  # noqa: ANN401
    import sympy

    swap: dict[Any, Any] = {}
    for leaf in side.derivatives:
        stand_in = sympy.Symbol(derivative_text(leaf), real=True)
        swap[stand_in] = _sympy_leaf(leaf, equation, variables)
    return to_sympy(side).xreplace(swap)


def _sympy_leaf(leaf: Derivative, equation: Equation, variables: Mapping[str, Any]) -> Any:  # noqa: ANN401
    import sympy

    _, mark, number = leaf.of.partition("#")
    if mark:
        record = equation.differentiated[int(number)]
        inside = _sympy_side(record.with_placeholders, equation, variables)
        return sympy.Derivative(inside, *(variables[name] for name in record.by))
    value = sympy.Function(leaf.of)(*variables.values())
    if leaf.by:
        value = sympy.Derivative(value, *(variables[name] for name in leaf.by))
    fixed = {variables[name]: to_sympy(at) for name, at in equation.region.fixed}
    if not fixed:
        return value
    if not leaf.by:
        return value.xreplace(fixed)
    return sympy.Subs(value, tuple(fixed), tuple(fixed.values()))
