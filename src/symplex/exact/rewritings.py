"""Other ways in which SymPy writes a formula; called in the child process alone."""

from collections.abc import Callable
from typing import Any

from symplex.errors import ExpressionError
from symplex.expression.render import to_text


def rewritings(formula: Any) -> list[str]:  # noqa: ANN401 (SymPy is untyped)
    """What SymPy makes of a formula, as texts of our language."""
    import sympy

    from symplex.notation.from_sympy import from_sympy

    methods: tuple[Callable[[Any], Any], ...] = (
        lambda f: f,
        sympy.expand,
        sympy.factor,
        sympy.powsimp,
        sympy.trigsimp,
        sympy.together,
        sympy.cancel,
        sympy.simplify,
        lambda f: sympy.factor(sympy.simplify(f)),
    )
    texts: dict[str, None] = {}
    for method in methods:
        try:
            texts[to_text(from_sympy(method(formula)))] = None
        except (ExpressionError, sympy.PolynomialError, NotImplementedError, TypeError):
            continue
    return list(texts)
