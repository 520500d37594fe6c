"""Other ways to write an exact formula, the shortest first.

Owns what counts as short and which rewritings are tried. `rewritings` runs SymPy and is called in
the child process alone; its forms are proposals, and whoever takes one verifies it.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from symplex.errors import ExpressionError
from symplex.expression import Expression, Number
from symplex.expression.render import to_text
from symplex.proof.algebra import TimeOutError, forms_of
from symplex.proof.ground import Ground
from symplex.proof.polish_tidy import tidied

_SECONDS = 3.0
"""For all rewritings of one formula: nobody waits longer for a nicer one."""


def weight(expression: Expression) -> float:
    """How much there is to read: nodes, and half a node for each digit and fraction bar."""
    numbers = [token.value for token in expression.tokens if isinstance(token, Number)]
    digits = sum(len(str(abs(value))) - 1 for value in numbers)
    return expression.size + 0.5 * digits


def shorter_forms(expression: Expression, ground: Ground) -> list[Expression]:
    """The formula and its rewritings, each once, the shortest first; ties stay as they were."""
    found = dict.fromkeys((tidied(expression), expression))
    with suppress(TimeOutError):  # what we have is right, if long
        found |= dict.fromkeys(tidied(form) for form in forms_of(expression, ground, _SECONDS))
    return sorted(found, key=weight)


def rewritings(formula: Any) -> list[str]:  # noqa: ANN401 (SymPy is untyped)
    """What SymPy makes of a formula, as texts of our language."""
    import sympy

    from symplex.expression.from_sympy import from_sympy

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
