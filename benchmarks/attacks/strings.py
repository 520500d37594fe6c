"""Texts made to break a reader of formulas: random, mutated, deep, huge.

Deterministic by seed. Some are formulas; all must be read or refused with a sentence, at once.
"""

import random
from collections.abc import Callable, Iterator

_ALPHABET = "xytu_0123456789.+-*/^()=, eEabcsinlogqrtpdf\t'\"[]{}\\;:<>!@#$%&|~`?ä²√∂π"
_FUNCTIONS = (
    *("sin", "cos", "tan", "exp", "log", "sqrt", "abs", "sign", "relu", "erf", "sinh", "cosh"),
    *("tanh", "asin", "acos", "atan"),
)
_SOUND = (
    "sin(x)*exp(-t) + x^2/3",
    "max(sqrt(x^2 + y^2) - t, 0)",
    "diff(u*u_x, x) + u_t",
    "1/(1 + exp(x/sqrt(6) - 5*t/6))^2",
    "4*atan(exp((5*x - 3*t)/4))",
    "u_xxxx + 2*u_xxyy + u_yyyy",
    "erf(x/(2*sqrt(t)))*log(2 + x)^(-3/2)",
    "10^(-30)*x^5 - 1.25e-7*y",
)


def random_text(rng: random.Random) -> str:
    """Any characters."""
    return "".join(rng.choice(_ALPHABET) for _ in range(rng.randint(0, 80)))


def mutated_text(rng: random.Random) -> str:
    """A sound formula with a few characters lost, doubled or replaced."""
    text = list(rng.choice(_SOUND))
    for _ in range(rng.randint(1, 6)):
        place = rng.randrange(len(text) + 1)
        match rng.randrange(4):
            case 0 if text:
                del text[min(place, len(text) - 1)]
            case 1:
                text.insert(place, rng.choice(_ALPHABET))
            case 2 if text:
                text[min(place, len(text) - 1)] = rng.choice(_ALPHABET)
            case _:
                text[place:place] = rng.choice(_SOUND)
    return "".join(text)


def deep_text(rng: random.Random) -> str:
    """Brackets, functions, signs or quotients nested to any depth."""
    depth = rng.choice((10, 50, 89, 91, 150, 199, 201, 500, 3000))
    match rng.randrange(5):
        case 0:
            return "(" * depth + "x" + ")" * depth
        case 1:
            name = rng.choice(_FUNCTIONS)
            return f"{name}(" * depth + "x" + ")" * depth
        case 2:
            return "-" * depth + "x"
        case 3:
            return "1/(1 + " * depth + "x" + ")" * depth
        case _:
            return "max(x, " * depth + "y" + ")" * depth


def huge_number(rng: random.Random) -> str:
    """Long literals, large exponents, quotients with many digits."""
    digits = rng.choice((5, 300, 900, 999, 1001, 4000))
    number = "".join(rng.choice("0123456789") for _ in range(digits))
    exponent = rng.choice((10, 399, 400, 401, 999, 1000, 1001, 10**9))
    return rng.choice(
        (
            number,
            f"0.{number}",
            f"1e{exponent}",
            f"1e-{exponent}",
            f"x^{exponent}",
            f"x^(1/{exponent})",
            f"{number}/{number[::-1]}",
            f"({number})^{exponent}*x",
            f"{number}^{exponent}",
            f"x^({number}/{exponent})",
        )
    )


def tower(rng: random.Random) -> str:
    """Powers of powers, exponentials of exponentials, derivatives of derivatives."""
    height = rng.randint(2, 60)
    match rng.randrange(6):
        case 0:
            return "^".join(["9"] * height)
        case 1:
            return "(" * height + "x" + "^1000)" * height
        case 2:
            return "exp(" * height + "20 + x" + ")" * height
        case 3:
            order = rng.randint(1, 99)
            return "diff(" * min(height, 20) + "sin(x*exp(x))" + f", x, {order})" * min(height, 20)
        case 4:
            return f"diff({rng.choice(_SOUND[:2])}, x, {rng.randint(1, 120)})"
        case _:
            return "10^(10^(" * height + "2" + "))" * height


def wide_text(rng: random.Random) -> str:
    """Sums and products of very many parts."""
    count = rng.choice((50, 500, 1999, 2500, 5000))
    part = rng.choice(("x", "1", "sin(x)", "x*y", "2^x", "u_x", "x^9"))
    return rng.choice("+-*/").join([part] * count)


_MAKERS: tuple[Callable[[random.Random], str], ...] = (
    *(random_text, random_text, mutated_text, mutated_text, mutated_text),
    *(deep_text, huge_number, tower, wide_text),
)


def texts(count: int, seed: int) -> Iterator[str]:
    """So many texts, the same for the same seed."""
    rng = random.Random(f"hostile strings {seed}")
    for _ in range(count):
        yield rng.choice(_MAKERS)(rng)
