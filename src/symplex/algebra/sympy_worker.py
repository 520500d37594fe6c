"""The process in which computer algebra runs: what it answers to each question.

Formulas travel as text of our own language and go through our own parser; nothing is evaluated.
Each question is answered by a fork that is made for it, so SymPy's caches are the same at every
question, whatever was asked before.
"""

from collections.abc import Callable, Mapping
from typing import Any

from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_sympy
from symplex.worker.server import serve


def main() -> None:
    """Answer questions until standard input ends."""
    _warm_up()
    serve(_answer)


def _warm_up() -> None:
    """Have SymPy load what it loads late, once, for all forks."""
    question = {"formula": "x*sin(x) + x", "symbols": {"x": "real"}}
    for task in ("zero", "factors", "forms"):
        _answer({**question, "task": task})


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    tasks: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "zero": _zero,
        "factors": _factors,
        "forms": _forms,
    }
    try:
        return {"answer": tasks[question["task"]](question)}
    except MemoryError:  # stopped, not answered: another machine may go further
        raise
    except Exception as error:  # whatever SymPy stumbles over is no answer
        return {"answer": None, "error": type(error).__name__}


def _read(question: Mapping[str, Any]) -> Any:  # noqa: ANN401 (SymPy is untyped)
    """The formula over symbols that know their sign where the box gives it."""
    import sympy

    signs: Mapping[str, str] = question["symbols"]
    expression = to_sympy(parse(question["formula"], Scope(tuple(signs))))
    known = {
        sympy.Symbol(name, real=True): sympy.Symbol(name, **{sign: True})
        for name, sign in signs.items()
    }
    return expression.xreplace(known)


def _zero(question: Mapping[str, Any]) -> str | None:
    """The name of the first method that reduces the formula to 0, or None."""
    import sympy

    expression = _read(question)
    methods: list[tuple[str, Callable[[Any], Any]]] = [
        ("expansion", sympy.expand),
        ("a common denominator", lambda e: sympy.expand(sympy.fraction(sympy.together(e))[0])),
        ("angle sums", lambda e: sympy.expand(sympy.expand_trig(sympy.expand(e)))),
        ("exponentials", _by_exponentials),
        ("simplification", sympy.simplify),
        ("trigonometric simplification", lambda e: sympy.trigsimp(sympy.expand_trig(e))),
        ("radical simplification", lambda e: sympy.simplify(sympy.radsimp(sympy.expand(e)))),
    ]
    for name, method in methods:
        try:
            if method(expression) == 0:
                return name
        except MemoryError:
            raise
        except Exception:  # whatever SymPy stumbles over, the next method may do
            continue
    return None


def _by_exponentials(expression: Any) -> Any:  # noqa: ANN401
    """Trigonometric and hyperbolic functions as exponentials, over a common denominator."""
    import sympy

    written = sympy.together(sympy.expand(expression.rewrite(sympy.exp)))
    return sympy.expand(sympy.powsimp(sympy.expand(sympy.fraction(written)[0])))


def _factors(question: Mapping[str, Any]) -> list[Any] | None:
    """The constant and the irreducible factors of a rational function, as texts with exponents."""
    import sympy

    expression = _read(question)
    plain = {symbol: sympy.Symbol(symbol.name) for symbol in expression.free_symbols}
    top, bottom = sympy.fraction(sympy.cancel(expression.xreplace(plain)))
    constant, factors = sympy.factor_list(top)[:2]
    divisor, divisors = sympy.factor_list(bottom)[:2]
    if not (constant.is_Rational and divisor.is_Rational):
        return None
    found = [[str(factor), int(times)] for factor, times in factors]
    found += [[str(factor), -int(times)] for factor, times in divisors]
    return [str(constant / divisor), found]


def _forms(question: Mapping[str, Any]) -> list[str]:
    """Other ways to write the formula."""
    from symplex.algebra.rewritings import rewritings

    return rewritings(_read(question))
