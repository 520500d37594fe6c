"""The process in which computer algebra runs: reads questions, writes answers, as JSON lines.

Formulas travel as text of our own language and go through our own parser; nothing is evaluated.
Each question is answered by a fork that is made for it, so SymPy's caches and the memory in use are
the same at every question, whatever was asked before. A fork that takes too long is ended.
"""

import gc
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_sympy

_MEMORY = 2 << 30
_CHUNK = 1 << 16
_STDIN = 0


def main() -> None:
    """Answer questions until standard input ends."""
    import sympy

    _warm_up()
    _write({"ready": sympy.__version__})
    for line in iter(sys.stdin.buffer.readline, b""):
        question = json.loads(line)
        _write({**_answered(question), "number": question.get("number")})


def _warm_up() -> None:
    """Have SymPy load what it loads late, once; what lives now is shared by all forks."""
    question = {"formula": "x*sin(x) + x", "symbols": {"x": "real"}}
    for task in ("zero", "factors", "forms"):
        _answer({**question, "task": task})
    gc.collect()
    gc.freeze()


def _answered(question: Mapping[str, Any]) -> dict[str, Any]:
    """The answer of a fork; that it came too late, if so; nothing if the fork died."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _answer_and_end(question, writer)
    os.close(writer)
    try:
        found = _collected(reader, time.monotonic() + question["seconds"])
    finally:
        os.close(reader)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if found is None:
        return {"late": True}
    try:
        return json.loads(found)
    except ValueError:
        return {"late": True, "error": "the process died"}


def _collected(reader: int, deadline: float) -> bytes | None:
    """All that the fork writes before the deadline; ends with the parent if that has gone."""
    found = b""
    while True:
        left = deadline - time.monotonic()
        ready = select.select([reader, _STDIN], [], [], max(left, 0))[0]
        if reader in ready:
            part = os.read(reader, _CHUNK)
            if not part:
                return found
            found += part
        elif _STDIN in ready:  # one question at a time: this can only be the end of input
            raise SystemExit
        else:
            return None


def _answer_and_end(question: Mapping[str, Any], writer: int) -> NoReturn:
    try:
        _limit_memory()
        text = json.dumps(_answer(question)).encode()
        while text:
            text = text[os.write(writer, text) :]
    finally:
        os._exit(0)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on this platform: the clock alone protects
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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
    except MemoryError as error:  # stopped, not answered: another machine may go further
        return {"late": True, "error": type(error).__name__}
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
