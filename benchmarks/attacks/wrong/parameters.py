"""Right for all values of a parameter but one, or but a few: wrong.

A statement with a parameter in a range is a statement for each of its values.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, Attack, Statement, cauchy, statement

KIND = "parameter"
_VALUES = ("0", "1", "1/2", "1/3", "sqrt(2)/2", "1/pi", "exp(-1)")
"""Values in [0, 1] at which a formula is spoilt."""
_SPOILERS = (
    "(1 - sign(abs(k - K)))",
    "(1 - sign((k - K)^2))",
    "(1 - abs(sign(k - K)))",
    "relu(1 - 10^12*abs(k - K))",
    "relu(10^(-40) - (k - K)^2)",
    "exp(-10^30*(k - K)^2)",
)
"""0 but at k = K, or but very near to it."""
_BASES: tuple[tuple[Statement, str], ...] = (
    (cauchy("u_t = k*u_xx", "sin(x)", parameters={"k": [0, 1]}), "exp(-k*t)*sin(x)"),
    (cauchy("u_t + k*u_x = 0", "x^2", parameters={"k": [0, 1]}), "(x - k*t)^2"),
    (cauchy("u_t = u_xx + k*u", "cos(x)", parameters={"k": [0, 1]}), "exp((k - 1)*t)*cos(x)"),
    (statement("u_x = k*u", LINE, [("x = 0", "u = 1")], {"k": [0, 1]}), "exp(k*x)"),
    (
        statement("u_x = 2*k*x", LINE, [("x = 0", "u = k")], {"k": [0, 1]}),
        "k*x^2 + k",
    ),
    (cauchy("u_t + u_x^2/2 = k", "-abs(x)", parameters={"k": [0, 1]}), "k*t - abs(x) - t/2"),
)
_AT_ZERO = (
    ("u_x = sign(k)", "x"),
    ("u_x = sign(k^2)", "x"),
    ("u_x = sign(abs(k))", "x"),
    ("u_x = 1 - sign(k)", "0"),
    ("u_x = sign(sin(k))", "x"),
    ("u_x = sign(1 - cos(k))", "x"),
    ("u_x = sign(k)^2 + x", "x + x^2/2"),
    ("u_xx = 2*sign(k)", "x^2"),
    ("u_x = max(sign(k), 0)*cos(x)", "sin(x)"),
    ("u_x = sign(exp(k) - 1)", "x"),
    ("u_x = u*sign(k)", "exp(x)"),
    ("u_x = sign(log(1 + k))", "x"),
    ("u_x = 2 - sign(tanh(k))", "x"),
    ("u_x = abs(sign(k) - 1)", "0"),
)
"""True for every k > 0 and false at k = 0."""


def attacks() -> Iterator[Attack]:
    """Statements and answers that change at one value of a parameter."""
    for (stated, answer), value, spoiler in product(_BASES, _VALUES, _SPOILERS):
        spoilt = spoiler.replace("K", value)
        yield _made(stated, f"{answer} + {spoilt}", f"wrong at k = {value}")
    for (stated, answer), value in product(_BASES, _VALUES[1:5]):
        yield _made(stated, f"({answer})*sign(abs(k - {value}))", f"0 at k = {value}")
    for equation, answer in _AT_ZERO:
        for low, high in (("0", "1"), ("-1", "1"), ("-1/2", "2")):
            if low != "0" and _odd(equation):
                continue
            data = "u = 1" if answer == "exp(x)" else "u = 0"
            conditions = [("x = 0", data)]
            if "u_xx" in equation:
                conditions.append(("x = 0", "u_x = 0"))
            made = statement(equation, LINE, conditions, {"k": [low, high]})
            yield _made(made, answer, "false at k = 0")
    yield from _clipped()


def _odd(equation: str) -> bool:
    """Whether the equation also changes for negative k, in which case it is wrong there anyway."""
    return not any(even in equation for even in ("k^2", "abs(k)", "cos(k)", "sign(k)^2"))


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _clipped() -> Iterator[Attack]:
    """The parameter held back at an end of its range."""
    for clip in (
        "max(k, 1/1000)", "max(k, 10^(-30))", "min(k, 999/1000)", "min(k, 1 - 10^(-40))",
        "abs(k - 10^(-20)) + 10^(-20)", "sqrt((k - 10^(-9))^2) + 10^(-9)", "k + relu(k - 0.9999)",
    ):  # fmt: skip
        for stated, answer in _BASES:
            yield _made(
                stated, answer.replace("k", f"({clip})"), f"{clip} is not k on all of [0, 1]"
            )
