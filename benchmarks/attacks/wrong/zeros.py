"""Functions that vanish identically and do not look like it, where a value must not be 0.

As the argument of a sign, as a divisor, as a factor, and with a power that makes it count: what was
not shown to be non-zero is no divisor, and what was not shown to be positive has no sign.
"""

from collections.abc import Iterator

from attacks.cases import LINE, Attack, Statement, statement

KIND = "zero"
ZEROS = (
    "asin(x/2) + acos(x/2) - pi/2",
    "sin(x)^2 + cos(x)^2 - 1",
    "cosh(x)^2 - sinh(x)^2 - 1",
    "log(exp(x)) - x",
    "exp(x)*exp(-x) - 1",
    "sqrt(x^2) - abs(x)",
    "max(x, -x) - abs(x)",
    "erf(x) + erf(-x)",
    "sinh(x) - (exp(x) - exp(-x))/2",
    "tan(x/2) - sin(x)/(1 + cos(x))",
    "atan(tan(x)) - x",
    "sqrt(x^2 + 2*x + 1) - abs(x + 1)",
    "cos(3*acos(x/2)) - x^3/2 + 3*x/2",
    "4*atan(1/5) - atan(1/239) - pi/4",
    "atan((x + 1/2)/(1 - x/2)) - atan(x) - atan(1/2)",
    "tanh(x) - (exp(2*x) - 1)/(exp(2*x) + 1)",
    "(x^2 + 1)^(1/2) - ((x^2 + 1)^3)^(1/6)",
    "log(2 + x) + log(2 - x) - log(4 - x^2)",
    "abs(abs(x) - 1) - (1 - abs(x))",
    "sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)",
    "sin(3*x) - 3*sin(x) + 4*sin(x)^3",
    "asin(sin(x)) - x",
    "relu(x) - relu(-x) - x",
    "2*atan(x + sqrt(1 + x^2)) - atan(x) - pi/2",
)
"""Each is 0 on [-1, 1]."""
HALVES = (
    "x + abs(x)",
    "relu(x)",
    "max(x, 0)",
    "x + sqrt(x^2)",
    "relu(x)^2",
    "1 + sign(x - 1/3)",
    "abs(x - 1/2) - (1/2 - x)",
    "min(relu(x), 1)",
    "max(x, 1/4) - 1/4",
    "acos(cos(x)) + x",
)
"""Each is 0 on the left of [-1, 1] and positive on the right."""


def attacks() -> Iterator[Attack]:
    """Zeros as signs, as divisors and as factors."""
    for zero in ZEROS:
        yield from _signs(f"({zero})")
        yield from _divisors(f"({zero})")
    for half in HALVES:
        yield from _halves(f"({half})")


def _ode(equation: str, at_zero: str = "u = 0") -> Statement:
    return statement(equation, LINE, [("x = 0", at_zero)])


def _made(stated: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, stated, {"u": answer}, reason)


def _signs(z: str) -> Iterator[Attack]:
    reason = f"{z[1:-1]} is 0 everywhere, so is its sign"
    for equation, answer in (
        (f"u_x = sign({z}^2)", "x"),
        (f"u_x = sign(abs({z}))", "x"),
        (f"u_x = 1 + sign({z}^4)", "2*x"),
        (f"u_x = abs(sign({z}))", "x"),
        (f"u_x = max(sign({z}^2), 0)", "x"),
        (f"u_x = 1 - sign({z}^2)^2", "0"),
    ):
        yield _made(_ode(equation), answer, reason)
    for answer in (f"x*sign({z}^2)", f"x + 1 - sign({z}^2)", f"x*(1 + sign(abs({z})))/2"):
        yield _made(_ode("u_x = 1"), answer, reason)


def _divisors(z: str) -> Iterator[Attack]:
    undefined = f"division by {z[1:-1]}, which is 0 everywhere: the formula has no value anywhere"
    for answer in (f"x*{z}/{z}", f"x + {z}/{z} - 1", f"x*{z}^2*{z}^(-2)", f"x + 0/{z}"):
        yield _made(_ode("u_x = 1"), answer, undefined)
    yield _made(_ode("u_x = 1"), f"x + 0*log({z})", "the logarithm of 0 has no value")
    yield _made(_ode(f"u_x = {z}/{z}"), "x", undefined)
    power = f"{z[1:-1]} is 0 everywhere, however large its factor"
    for equation, answer in (
        (f"u_x^1000*{z} + u_x = 2", "3*x"),
        (f"u_xx^300*{z} + u_x = 2", "2*x + x^2"),
        (f"exp(u_x^2)*{z} + u_x = 1", "2*x"),
        (f"(10^300*u)^3*{z} + u_x = 1", "x + x^2"),
    ):
        yield _made(_ode(equation), answer, power)


def _halves(s: str) -> Iterator[Attack]:
    flat = f"{s[1:-1]} is 0 on the left, so the equation asks for another slope there"
    for equation, answer in (
        (f"u_x = sign({s})", "x"),
        (f"u_x = sign({s}^2)", "x"),
        (f"u_x = 2 - sign(abs({s}))", "x"),
        (f"u_xx = 2*sign({s})", "x^2"),
    ):
        yield _made(_ode(equation, "u = 0"), answer, flat)
    gap = f"{s[1:-1]} is 0 on the left: 0/0 has no value there"
    for equation in (f"u_x = {s}/{s}", f"u_x*{s}/{s} = 1", f"u_x = {s}*{s}^(-1)"):
        yield _made(_ode(equation), "x", gap)
    for answer in (f"x*{s}/{s}", f"x*{s}^2/{s}^2", f"x + {s}^(-1)*{s} - 1", f"x + 0/{s}"):
        yield _made(_ode("u_x = 1"), answer, gap)
