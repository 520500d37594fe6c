"""Smooth answers that are wrong at an edge: a face, one point, one value of a parameter, one digit.

Each satisfies all that it seems to have to satisfy. What is wrong lies where a proof might not
look: on a closed face behind which the statement ends, beyond an open one, at an irrational pole,
in the fortieth digit, on a branch of an inverse function, or where a factor that was divided by
vanishes.
"""

from collections.abc import Iterator
from itertools import product

from attacks.cases import LINE, Attack, Box, dirichlet, statement

KIND = "classical edge"
_HALF: Box = {"x": ("1/2", 1), "t": (0, 1)}
_TIME: Box = {**LINE, "t": (0, 1)}
_ENDS = ("0*log(x)", "0*sqrt(x)", "0/x", "0*x^(-3/2)", "0*log(log(x + 1))", "0*log(2*x)")
"""Nothing, where they are defined; each ends below [1/2, 1]."""
_POLES = ("1/(1 - x)", "log(1 - x)", "1/(x^2 - 1)", "tan(pi*x/2)", "1/sqrt(1 - x)", "1/log(x)")
"""Functions of x alone, defined on [1/2, 1) and not at 1."""
_SILENT = ("v = 0", "0*u_t = 0", "1 = 1")
"""Conditions on x = 1 that do not ask for the value of u."""
_HOLES = (
    ("0/(x - pi/10)", "an irrational pole"),
    ("0*log((x - sqrt(2)/2)^2)", "a logarithm of 0 at an irrational place"),
    ("0*tan(5*x)", "poles of a tangent"),
    ("0*asin(1.0000000000000000000000000000000000000001*x)", "asin ends before the interval does"),
    ("0*acos(x + 10^(-100))", "acos ends before the interval does"),
    ("0*sqrt(x^2 - 10^(-60)*(1 - x^2)^2)", "a root of a negative number near 0"),
    ("0*log(1 - x)", "a logarithm of 0 on the face"),
    ("0*log(1 - x^2)", "a logarithm of 0 on both faces"),
    ("0*(1 - x)^(-1/3)", "0 to a negative power on the face"),
    ("0*(x^3)^(1/3)", "a root of negative numbers"),
    ("0*log(exp(x) - 1 - x)", "a logarithm of 0 where exp touches its tangent"),
    ("0/(x - tanh(x))", "a divisor with a threefold zero"),
    ("0*log(abs(x))", "a logarithm of 0"),
    ("0*(x/x - 1)^0", "0/0 to the power 0"),
    ("0/(x - x*(1 + 10^(-50)))", "a divisor that is nearly zero and vanishes at 0"),
    ("0*log(cosh(10^4*x) - 1)", "a logarithm of 0, beside values that overflow"),
    ("0*sqrt(sin(x)^2 + cos(x)^2 - 1 - 10^(-90))", "a root of a tiny negative number"),
    ("0*max(0, log(x + 99/100))", "a branch that is not taken is undefined"),
    ("0*min(1, 1/x)", "a pole behind min"),
    ("0*sign(1/x)", "a pole behind sign"),
)
"""Terms that are zero where they are defined."""
_BRANCHES = (
    ("u_x = 1", (-4, 4), "asin(sin(x))"),
    ("u_x = 1", (-4, 4), "2*atan(sin(x)/(1 + cos(x)))"),
    ("u_x = 1", (0, 4), "acos(cos(x))"),
    ("u_x = 1", (-1, 1), "sqrt(x)^2"),
    ("u_x = 1", (-1, 1), "exp(log(x^2)/2)"),
    ("u_x = 1", (-1, 1), "(x^(1/3))^3"),
    ("u_x = 1", (-1, 1), "(x^(2/3))^(3/2)"),
    ("u_x = 0", (-1, 1), "log((x - 2)*(x - 3)) - log(x - 2) - log(x - 3)"),
    ("u_x = 0", (-1, 1), "sqrt((x - 2)*(x - 3)) - sqrt(x - 2)*sqrt(x - 3)"),
    ("u_x = 0", (-1, 1), "atan(3*x) + atan(1/2) - atan((3*x + 1/2)/(1 - 3*x/2))"),
    ("u_x = 0", (-2, 2), "atan(x) + atan(1/x)"),
    (
        "u_x = 0",
        (-2, 2),
        "atan(x^3) - asin(x^3/sqrt(1 + x^6)) + abs(x - 1) - sqrt((1 - x)^2) + x/x",
    ),
)
"""Identities that hold on one branch only, with the interval on which they do not."""
_DIGITS = (
    ("u_xx = -u", "sin(1.0000000000000000000000000000000000000001*x)"),
    ("u_x = pi", "3.1415926535897932384626433832795028841972*x"),
    ("u_x = pi", "(4*atan(1/5)*4 - 4*atan(1/239) + 10^(-300))*x"),
    ("u_x = u", "exp(x) + 10^(-350)*x"),
    ("u_x = 0", "exp(-10^6*(x^2 + 1))"),
    ("u_x = 0", "10^(-300)*x^40"),
    ("u_x = 1", "x + 10^(-200)*sin(10^3*x)"),
    ("u_x = 1", "x + relu(10^(-30) - (x - 1/3)^2)"),
    ("u_x = 1", "x + relu(10^(-40) - abs(x - sqrt(2)/2))^4"),
    ("u_x = 1", "x + max(0, 1 - 10^30*x^2)^6"),
    ("u_x = 1", "x + (abs(x) - x)*relu(x + 10^(-50))"),
    ("u_x = 2/3", "0.6666666666666666666666666666666666666666*x"),
    ("u_xx = 2", "x^2 + 10^(-60)*x^4"),
    ("u_x = sqrt(2)*u", "exp(x*(665857/470832))"),
    ("u_x = u*log(2)", "exp(x*0.6931471805599453094172321214581765680755001343602552)"),
    ("u_x = cosh(50*x) + sinh(50*x)", "exp(50*x)/50 - 10^(-60)*exp(-50*x)"),
)
"""Wrong by less than doubles see, or on an interval that no sample hits."""
_OPEN = (
    ("u_t + u_x = 0", "relu(x - t - 5)^3*(1 + t)"),
    ("u_t = u_xx", "exp(-t)*sin(x) + relu(x - 7)^4*0 + relu(x - 9)^4*t"),
    ("u_t = u", "exp(t)/(1 + 0*log(20 - x))"),
    ("u_t = 0", "1/(x - 30)"),
    ("u_t = 0", "sqrt(50 - x)"),
    ("u_t = 0", "tan(x/2)"),
    ("u_t + u_x = 0", "log(9 + x - t)"),
    ("u_t = 0", "0*log(10^6 - x) + x"),
    ("u_t + u*u_x = 0", "x/(1 + t) + relu(x - 40)"),
)
"""Right on the stated box and wrong on the rest of the line."""
_PARAMETERS = (
    ("u_x = k*u", "exp(k*x) + 0/(k - sqrt(2))", (1, 2)),
    ("k*u_x = k", "x*k/k", (-1, 1)),
    ("u_x = 1/(k^2 + 1)", "x/(k^2 + 1) + 0*log(k)", (0, 1)),
    ("u_x = abs(k)", "sqrt(k^2)*x + 0*sqrt(k)", (-1, 1)),
    ("u_x = sign(k)^2", "x", (-1, 1)),
    ("u_x = k^2/abs(k)", "abs(k)*x", (-1, 1)),
    ("u_x = exp(k*x)", "exp(k*x)/k - 1/k", (0, 1)),
    ("u_xx + k^2*u = 0", "sin(k*x)/k", (-1, 1)),
    ("u_x = k", "k*x + relu(k - 199/100)*(k - 2)*x", (1, 2)),
    ("u_x = 1", "x + x*relu(10^(-20) - (k - 3/2)^2)", (1, 2)),
    ("u_x = 1", "x*(1 + (k - 1)*(2 - k)*(k - 3/2))", (1, 2)),
)
"""True for all but some values in the closed range of k."""
_ORDERS = (
    ("u_xxxx = u", "cosh(x) + cos(x) + relu(x)^4/10^9"),
    ("u_xxxx = u", "sin(x) + 10^(-80)*sin(2*x)"),
    ("u_xxxxx = 0", "x^4 + x^4*abs(x)/10^20"),
    ("diff(u, x, 6) = -u", "sin(x)*(1 + 10^(-70)*x)"),
    ("u_xxxx = 24", "x^4 + relu(x - 1/3)^3"),
    ("u_xx*u_xx = 4", "x*abs(x)"),
    ("u_x*(u_x - 1) = 0", "relu(x)"),
    ("(u_x - 1)*(u_x + 1) = 0", "abs(x)"),
    ("u*u_x/u = 1", "x"),
    ("1/u_x = 1/u_x + 0*u", "1"),
    ("u_x/u_x = 1", "x^3"),
    ("log(u_x) - log(u_x) = 0", "-x"),
    ("sqrt(u)^2 = u", "x"),
    ("u = u + 0/u", "x"),
    ("0 = 0*log(u)", "x^2"),
    ("u_x^(1/3) = u_x^(1/3)", "-x"),
)
"""High orders, products of equations, and equations that are not defined along the answer."""
_FACES = (
    ("u_xx = 0", "x", ("x = 0", "1/u_x = 1/u")),
    ("u_xx = 0", "x + 1", ("x = -1", "log(u) = log(u)")),
    ("u_xx = 2", "x^2", ("x = 0", "u/u_x = 0")),
    ("u_xx = 2", "x^2", ("x = 1", "u_x = 2 + 10^(-60)")),
    ("u_xx = 2", "x^2", ("x = sqrt(2)/2", "u = 0.5000000000000000000000000000000000000000001")),
    ("u_xx = 2", "x^2", ("x = 0.7071067811865475244008443621048490392848", "u = 1/2")),
    ("u_xx = 0", "x", ("x = 1", "abs(u - 1)*u_x = 10^(-90)")),
    ("u_xx = 0", "x", ("x = 1/3", "sign(3*u - 1) = 1")),
    ("u_xx = 0", "x", ("x = 0", "u_x*u/u = 1")),
    ("u_xx = 0", "x", ("x = 0", "u^0*log(u_x - 1) = 0")),
)
"""Conditions at a face or inside that are undefined there, or off by a hair."""


def attacks() -> Iterator[Attack]:
    """Every edge."""
    yield from _kept_faces()
    one = (("u_x = 1", f"x + {hole}", reason) for hole, reason in _HOLES)
    yield from (_made(equation, answer, reason) for equation, answer, reason in one)
    for equation, ends, answer in _BRANCHES:
        stated = statement(equation, {"x": ends}, [])
        yield Attack(KIND, stated, {"u": answer}, "the identity holds on one branch only")
    for equation, answer in _DIGITS:
        yield _made(equation, answer, "wrong by less than doubles see, or where no sample lies")
    for equation, answer in _OPEN:
        reason = "behind the open faces it fails or is not defined"
        yield Attack(KIND, statement(equation, _TIME, []), {"u": answer}, reason)
    for equation, answer, ends in _PARAMETERS:
        stated = statement(equation, LINE, [], {"k": ends})
        yield Attack(KIND, stated, {"u": answer}, "it fails for some values in the range of k")
    for equation, answer in _ORDERS:
        yield _made(equation, answer, "it fails or is not defined at a point or on a part")
    for equation, answer, condition in _FACES:
        stated = statement(equation, LINE, [condition])
        yield Attack(KIND, stated, {"u": answer}, "the condition is undefined or off by a hair")
    yield from _systems()


def _made(equation: str, answer: str, reason: str) -> Attack:
    return Attack(KIND, statement(equation, LINE, []), {"u": answer}, reason)


def _kept_faces() -> Iterator[Attack]:
    """The statement ends below the interval; the face x = 1 carries a condition, and u a pole."""
    reason = "u has a pole on a face of the closed domain"
    for ending, pole in product(_ENDS, _POLES):
        silent = _SILENT[(_ENDS.index(ending) + _POLES.index(pole)) % len(_SILENT)]
        stated = statement(
            (f"u_t = {ending}", "v_t = 0"), _HALF, [("x = 1", silent)], None, ("u", "v")
        )
        yield Attack(KIND, stated, {"u": pole, "v": "0"}, reason)


def _systems() -> Iterator[Attack]:
    """One of two unknowns is wrong where the equations do not look."""
    reason = "an unknown is undefined in the closed domain, or solves the wrong equation"
    for first, second in (
        ("x", "log(x)*0"),
        ("x", "0/(x - 1/7)"),
        ("x + 10^(-100)", "x"),
        ("x*x/x", "0"),
    ):
        stated = statement(
            ("u_x = 1 + 0*v", "v_x*(u - x) = 0"), LINE, [("x = 1/2", "u = 1/2")], None, ("u", "v")
        )
        yield Attack(KIND, stated, {"u": first, "v": second}, reason)
    for answer in ("exp(t)*sin(x)", "exp(-t)*sin(x) + 10^(-40)*t", "exp(-t)*sin(x)*(t/t)"):
        stated = statement("u_t = u_xx", _TIME, [("t = 1", "u = exp(-1)*sin(x)")])
        yield Attack(KIND, stated, {"u": answer}, "it is not the one with these terminal data")
    box: Box = {"x": ("-1/3", "sqrt(2)"), "y": (0, "pi/7")}
    for answer in ("x^2 - y^2 + 10^(-50)*x^2", "x*y + 0*log(sqrt(2) - x)", "x*y + 0/(y - pi/7)"):
        reason = "it is not harmonic, or not defined on a face"
        yield Attack(KIND, statement("u_xx + u_yy = 0", box, []), {"u": answer}, reason)
    stated = dirichlet("u_xx + u_yy = 0", "x*y", {"x": (0, 1), "y": (0, 1)})
    odd = "x*y + 10^(-70)*sin(pi*x)*sinh(pi*y)*(1 - y)"
    yield Attack(KIND, stated, {"u": odd}, "it is not harmonic, by less than doubles see")
