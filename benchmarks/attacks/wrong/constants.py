"""Constants that nearly coincide: signs and sums that double precision decides wrongly.

Each pair is compared at 700 digits when the attacks are made; the answer takes the sign of the
difference, or its value, for something else than it is.
"""

from collections.abc import Iterator

import mpmath

from attacks.cases import LINE, Attack, Statement, cauchy, statement
from near_misses.guard import value
from symplex.expression.parse import parse

KIND = "constant"
_DIGITS = 700
PAIRS = (
    ("10^100*(1 - 10^(-14))", "(10^300)^(1/3)"),
    ("10^100*(1 - 10^(-90))", "(10^300)^(1/3)"),
    ("exp(pi*sqrt(163))", "640320^3 + 744"),
    ("pi^4 + pi^5", "exp(6)"),
    ("exp(pi) - pi", "20"),
    ("pi", "355/113"),
    ("3*log(640320)/sqrt(163)", "pi"),
    ("tanh(30)", "1"),
    ("tanh(300)", "1"),
    ("cos(10^(-100))", "1"),
    ("sqrt(1 + 10^(-110))*sqrt(1 - 10^(-110))", "1"),
    ("atan(10^250)", "pi/2"),
    ("erf(8)", "1"),
    ("erf(25)", "1"),
    ("10^30", "sqrt(10^60 + 1)"),
    ("10^150", "(10^450 + 1)^(1/3)"),
    ("1 - 10^(-250)", "1"),
    ("sin(10^(-40))", "10^(-40)"),
    ("log(1 + 10^(-80))", "10^(-80)"),
    ("10^(-300)*10^(-300)", "10^(-599)"),
    ("exp(-1000)", "10^(-434)"),
    ("exp(-700)", "exp(-700 + 10^(-9))"),
    ("4*atan(1/5) - atan(1/239)", "pi/4 + 10^(-220)"),
    ("sin(10^22)", "0"),
    ("tan(10^15)", "0"),
    ("2^(1/2) + 3^(1/2)", "3.1462643699419723424"),
    ("exp(1)", "2.718281828459045235360287471352662497757247093699959574966967627724076630354"),
    ("sqrt(2)", "1.4142135623730950488016887242096980785696718753769480731766797379907324785"),
    ("(1 + 10^(-9))^1000", "1 + 10^(-6) + 5*10^(-13)"),
    ("10^400/(10^400 + 1)", "1"),
    ("sqrt(sqrt(10^800 + 1)) - 10^200", "10^(-600)"),
    ("erf(1/10^60)", "2/(sqrt(pi)*10^60)"),
    ("asin(1 - 10^(-70))", "pi/2"),
    ("sinh(10^(-50))", "10^(-50)*(1 + 10^(-99))"),
    ("log(cosh(500))", "500 - log(2) + 10^(-300)"),
    ("22/7 - 10^(-60)", "22/7"),
    ("cosh(10^(-60)) - 10^(-119)", "1"),
    ("exp(10^(-120))", "1 + 10^(-120) + 10^(-239)"),
    ("163^(1/2)*pi", "log(640320^3 + 744)"),
)
"""Which of the two is smaller is found when they are compared."""


def attacks() -> Iterator[Attack]:
    """Near coincidences in the slope of an answer, as a shift, and as a factor."""
    for first, second in PAIRS:
        low, high = _ordered(first, second)
        yield from _slopes(f"({low})", f"({high})")


def _ordered(first: str, second: str) -> tuple[str, str]:
    gap = value(parse(f"({first}) - ({second})"), {}, _DIGITS)
    if gap is None or abs(gap) < mpmath.mpf(10) ** (50 - _DIGITS):
        raise ValueError(f"{first} and {second} cannot be told apart at {_DIGITS} digits")
    return (first, second) if gap < 0 else (second, first)


def _ode() -> Statement:
    return statement("u_x = 1", LINE, [("x = 0", "u = 0")])


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _slopes(low: str, high: str) -> Iterator[Attack]:
    less = f"{low} is less than {high}, by little"
    yield _made(_ode(), f"x*sign({low} - {high})", less + ": the slope is -1")
    yield _made(_ode(), f"x + {high} - {low}", less + ": the value at 0 is not 0")
    yield _made(_ode(), f"x*(1 + {high} - {low})", less + ": the slope is not 1")
    yield _made(_ode(), f"max(x, x + {high} - {low})", less + ": the value at 0 is not 0")
    yield _made(_ode(), f"x + relu({high} - {low})*x^2", less)
    heat = cauchy("u_t = u_xx", "sin(x)")
    yield _made(heat, f"exp(-t)*sin(x)*sign({low} - {high})", less + ": the sign is -1")
    yield _made(heat, f"exp(-t)*sin(x) + ({high} - {low})*x", less)
    peak = cauchy("u_t + u_x^2/2 = 0", "abs(x)")
    turned = f"sign({high} - {low})*(abs(x) - t/2)"
    yield _made(peak, turned, less + ": a valley that sinks is no viscosity solution")
    yield _made(statement(f"u_x = sign({low} - {high})", LINE, [("x = 0", "u = 0")]), "x", less)
