"""The child process in which computer algebra runs: reads questions, writes answers, as JSON lines.

Formulas travel as text of our own language and go through our own parser; nothing is evaluated.
The parent owns the clock; this process owns its memory limit and ends when the parent is gone.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_sympy

_MEMORY = 2 << 30


def main() -> None:
    """Answer questions until standard input ends."""
    _limit_memory()
    import sympy

    questions: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), daemon=True).start()
    _write({"ready": sympy.__version__})
    while True:
        _write(_answer(json.loads(questions.get())))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on this platform: the clock alone protects
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _listen(questions: "queue.SimpleQueue[str]") -> None:
    """Pass lines on; when the parent has gone, end at once, whatever is being computed."""
    for line in sys.stdin:
        questions.put(line)
    os._exit(0)


def _write(message: Mapping[str, Any]) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def _answer(question: Mapping[str, Any]) -> dict[str, Any]:
    tasks: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "zero": _zero,
        "factors": _factors,
        "forms": _forms,
    }
    try:
        return {"answer": tasks[question["task"]](question)}
    except (ArithmeticError, MemoryError, RecursionError, TypeError, ValueError) as error:
        return {"answer": None, "error": type(error).__name__}
    except (AttributeError, LookupError, NotImplementedError, RuntimeError) as error:
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
        if method(expression) == 0:
            return name
    return None


def _by_exponentials(expression: Any) -> Any:  # noqa: ANN401
    """Sines, cosines and their hyperbolic kin as exponentials, over a common denominator."""
    import sympy

    written = sympy.together(sympy.expand(expression.rewrite(sympy.exp)))
    return sympy.expand(sympy.powsimp(sympy.expand(sympy.fraction(written)[0])))


def _factors(question: Mapping[str, Any]) -> list[Any] | None:
    """A rational function's constant and irreducible factors, below the line negative, as text."""
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


if __name__ == "__main__":
    main()
