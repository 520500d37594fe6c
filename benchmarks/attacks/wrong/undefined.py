"""Statements that are not defined on a part of their domain, whatever cancels once expanded.

Each answer satisfies what is left when the undefined terms are crossed out. But an equation that is
undefined on an open set says nothing there, and no function satisfies it; and a flux that is
undefined at one point may jump there.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, Attack, Statement, on_face, shifted, statement

KIND = "undefined"
_SHIFTS = ("0", "1/3", "-1/4")
_UNDEFINED = (
    "log(P)",
    "sqrt(P)",
    "P^(1/3)",
    "P^(-3/2)",
    "asin(2 + P)",
    "log(-1 - x^2)",
    "sqrt(-exp(P))",
    "acos(P^2 + 3/2)",
)
"""Each undefined on an open set of (-1, 1); P is x less a shift."""
_EQUATIONS = (
    "u_x + N - N = 1",
    "u_x + 0*N = 1",
    "u_x*(1 + N^2)/(1 + N^2) = 1",
    "u_x = diff(x + N, x) - diff(N, x)",
    "diff(u + N, x) - diff(N, x) = 1",
    "diff(u + 0*N, x) = 1",
    "u_x = 1 + 0*sign(N)",
    "diff(u + sign(1 + N^2), x) = 1",
    "max(u_x, u_x - N^2) = 1",
    "u_x = exp(0*N)",
    "u_x = N^0",
    "diff(x*N^0, x) = u_x",
)
_IN_TIME = (
    "u_t = u_xx + diff(N, t)",
    "u_t = u_xx + N - N",
    "u_t = diff(u_x + N, x) - diff(N, x)",
    "diff(u + N, t) = u_xx",
)
_JUMPS = (
    ("atan(1/P)", "-1/(1 + P^2)"),
    ("abs(P)/P", "0"),
    ("sqrt(P^2)/P", "0"),
    ("tanh(1/P)", "-(1 - tanh(1/P)^2)/P^2"),
    ("P/abs(P)*cos(P)", "-P/abs(P)*sin(P)"),
    ("1/(1 + exp(1/P))", "exp(1/P)/(P^2*(1 + exp(1/P))^2)"),
)
"""A formula that is undefined at P = 0 and jumps there, and its derivative elsewhere."""
_LOGARITHMS = (("log(u)", "1", "-exp(x)"), ("sqrt(u)", "1/(2*sqrt(x - 2))", "x - 2"))


def attacks() -> Iterator[Attack]:
    """Undefined on a part, at a point where something jumps, and in the conditions."""
    yield from _on_a_part()
    yield from _at_a_point()
    yield from _in_conditions()
    yield from _at_one_parameter()


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _at_one(equation: str, answer: str, value: str) -> Attack:
    reason = "the statement is not defined on an open part of the domain"
    return _made(statement(equation, LINE, [("x = 1", f"u = {value}")]), answer, reason)


def _on_a_part() -> Iterator[Attack]:
    for equation, undefined, shift in product(_EQUATIONS, _UNDEFINED, _SHIFTS):
        yield _at_one(shifted(equation.replace("N", f"({undefined})"), shift), "x", "1")
    for equation, undefined in product(_IN_TIME, _UNDEFINED[:4]):
        conditions = [("t = 0", "u = x"), ("x = -1", "u = -1"), ("x = 1", "u = 1")]
        stated = statement(
            shifted(equation.replace("N", f"({undefined})"), "0"), {**LINE, "t": (0, 1)}, conditions
        )
        yield _made(stated, "x", "the statement is not defined on an open part of the domain")
    for formula, right, answer in _LOGARITHMS:
        value = on_face(answer, LINE, x=1)
        yield _at_one(f"diff({formula}, x) = {right}", answer, value)


def _at_a_point() -> Iterator[Attack]:
    """(u + J)_x = 1 + J' with u = x: J jumps at P = 0, so a delta is left there."""
    reason = "the flux jumps where it is not defined"
    for (jump, slope), shift, factor in product(_JUMPS, _SHIFTS, ("1", "-2")):
        equation = shifted(f"diff(u + {factor}*({jump}), x) = 1 + {factor}*({slope})", shift)
        yield _made(statement(equation, LINE, [("x = 1", "u = 1")]), "x", reason)


def _in_conditions() -> Iterator[Attack]:
    """A face on which the condition's own formula is not defined everywhere, or has no slope."""
    undefined = "the condition is not defined on a part of its face"
    box = {**LINE, "t": (0, 1)}
    for form, text in product(("u = N - N", "u + 0*N = 0", "u = diff(N, t)"), _UNDEFINED[:6]):
        condition = shifted(form.replace("N", f"({text})"), "0")
        yield _made(statement("u_t = u_xx", box, [("t = 0", condition)]), "0", undefined)
    corner = "the condition asks for the slope of a kink at its corner"
    for form in ("abs(x)", "relu(x)", "max(x, 2*x)", "x*sign(x)"):
        for condition in (
            f"u = diff({form}, x)",
            f"u_x = diff({form}, x)",
            f"diff(u + {form}, x) = 0",
        ):
            yield _made(statement("u_xx = 0", LINE, [("x = 0", condition)]), "0", corner)


def _at_one_parameter() -> Iterator[Attack]:
    """A coefficient that is 0/0 at one value of a parameter that the statement allows."""
    reason = "at one value of the parameter the statement is 0/0"
    for value, form in product(
        ("0", "1/2", "sqrt(2)/2"),
        ("q*u_x/q = 1", "u_x = q/q", "diff(q*u/q, x) = 1", "u_x = (q^2 + q)/q - q"),
    ):
        equation = form.replace("q", f"(k - {value})" if value != "0" else "k")
        stated = statement(equation, LINE, [("x = 1", "u = 1")], {"k": (-1, 1)})
        yield _made(stated, "x", reason)
