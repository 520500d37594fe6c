"""Texts made to break a parser: random words, damaged formulas, towers, deep and long ones."""

from collections.abc import Iterator
from random import Random

from symplex.expression import number
from symplex.expression.parse import Scope, parse

SCOPE = Scope(
    ("x", "y", "t", "theta"),
    ("k",),
    ("u", "v"),
    {"c": number(3), "big": number(10**1000), "long": parse("+".join(["pi/7"] * 150))},
)
_NAMES = (*SCOPE.names, "pi", "u_x", "u_xx", "v_xt", "u_q", "e", "sin", "lambda", "__x")
_FUNCTIONS = (
    *("sin", "cos", "tan", "exp", "log", "sqrt", "abs", "sign", "max", "min", "relu", "erf"),
    *("sinh", "cosh", "tanh", "asin", "acos", "atan"),
)
_NUMBERS = (
    *("0", "1", "2", "0.5", "1e300", "1e-300", "1e400", "1e401", "9" * 50, "9" * 1230, "9" * 1300),
    *("1/3", "10^300", "9**9**9", "(10^999)", "." + "3" * 400),
)
_EXPONENTS = (
    *("2", "-1", "(1/3)", "1000", "-1000", "(999/1000)", "0", "1001", "(1/0)", "x", "big"),
    *("(big/big)", "(c*c*c*c*c*c)", "2^2"),
)
_STEPS = ("x", "t", "x, 2", "x, 4", "theta, y", "x, 100", "x, t, 2", "q", "x, 101")


def random_texts(seed: int, count: int) -> Iterator[str]:
    """So many texts; about a third of them are formulas."""
    rng = Random(seed)
    kinds = (_words, _characters, _formula, _formula, _tower, _damaged)
    for _ in range(count):
        yield rng.choice(kinds)(rng)


def _words(rng: Random) -> str:
    pieces = (*_FUNCTIONS, *_NAMES, *_NUMBERS[:8], *"+-*/^()()(),,. =#")
    return "".join(rng.choice(pieces) for _ in range(rng.randint(1, 40)))


def _characters(rng: Random) -> str:
    return "".join(
        chr(rng.choice((rng.randint(32, 126), rng.randint(0, 0xFFFF)))) for _ in range(30)
    )


def _damaged(rng: Random) -> str:
    text = list(rng.choice((_formula, _tower))(rng))
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(text) + 1)
        text[place : place + rng.randint(0, 2)] = rng.choice("+-*/^(),.=_#x0u1e9 \n")
    return "".join(text)


def _formula(rng: Random) -> str:
    return _branch(rng, rng.randint(1, 8))


def _branch(rng: Random, depth: int) -> str:
    if depth <= 0 or rng.random() < 0.12:
        return rng.choice((*_NAMES[:10], *_NUMBERS[:9], *("x", "u", "u_x") * 3))
    below = _branch(rng, depth - 1)
    other = _branch(rng, rng.choice((1, depth - 1)))
    function = rng.choice(_FUNCTIONS)
    more = f", {other}" * (rng.choice((1, 1, 1, 30)) if function in {"max", "min"} else 0)
    return rng.choice(
        (
            f"({below}{rng.choice('+-*/')}{other})",
            f"({below}{rng.choice('+-*/')}{other})",
            f"({below})^{rng.choice(_EXPONENTS)}",
            f"-{below}",
            f"{function}({below}{more})",
            f"diff({below}, {rng.choice(_STEPS)})",
        )
    )


def _tower(rng: Random) -> str:
    n = rng.randint(1, 100)
    leaf = rng.choice((*_NAMES, *_NUMBERS))
    many = [rng.choice((*_NAMES, *_NUMBERS)) for _ in range(4 * n)]
    return rng.choice(
        (
            f"{rng.choice(_FUNCTIONS)}(" * n + leaf + ")" * n,
            "^".join(rng.choice((*_NUMBERS, *_EXPONENTS)) for _ in range(n)),
            "(" * n + leaf + f")^{rng.choice(_EXPONENTS)}" * n,
            rng.choice(("+", "*", "-", "/", "/(1+")).join(many),
            "-" * (30 * n) + leaf,
            "diff(" * n + _branch(rng, 3) + ", x)" * n,
            f"diff({_formula(rng)}, x, {n})",
            f"max({', '.join(many)})",
            "max(" * (n // 4) + "x" + (", " + ", ".join(["y"] * n) + ")") * (n // 4),
            f"u_{'x' * 50 * n}",
        )
    )
