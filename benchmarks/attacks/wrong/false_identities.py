"""False identities in hidden forms: roots, logarithms and arcs off their principal branch.

Each answer is what a careless rewriting makes of a true one. It is false on a part of the domain,
at a single point, for a single value of a parameter, far away behind an open face, or it hides a
kink in a root or an arc, whose second derivative is a δ.
"""

from collections.abc import Iterator, Sequence

from attacks.cases import LINE, PLANE, Attack, Box, cauchy, dirichlet, statement

KIND = "algebra"
Row = tuple[str, str, str]
"""The truth or the equation, the answer and why it is wrong."""


def attacks() -> Iterator[Attack]:
    """Values that are rewritten first, then parameters, kinks, fluxes and signs."""
    for truth, answer, reason in (*_ROOTS, *_LOGARITHMS, *_ARCS, *_FAR, *_SMALL):
        yield Attack(KIND, cauchy("u_t = 0", truth), {"u": answer}, reason)
    for truth, answer, reason in _IN_THE_PLANE:
        yield Attack(KIND, cauchy("u_t = 0", truth, PLANE), {"u": answer}, reason)
    yield from _with_parameters()
    for equation, answer, reason in _KINKS:
        yield Attack(KIND, dirichlet(equation, answer), {"u": answer}, reason)
    for box, equation, answer in _ELSEWHERE:
        yield Attack(KIND, dirichlet(equation, answer, box), {"u": answer}, _CORNER)
    for equation, reason in (*_FLUXES, *_SIGNS):
        yield Attack(KIND, statement(equation, LINE, [("x = 1", "u = 1")]), {"u": "x"}, reason)


_LEFT = "for x < 0 the two differ by a sign"
_NOWHERE = "for x < 0 it is not defined, and the data are"
_ROOTS: Sequence[Row] = (
    ("sqrt(x^2*(1 + x^2))", "x*sqrt(1 + x^2)", _LEFT),
    ("(x^2)^(1/3)", "x^(2/3)", _NOWHERE),
    ("(x^6)^(1/2)", "x^3", _LEFT),
    ("(x^2)^(3/2)", "x^3", _LEFT),
    ("sqrt(x^4 - 2*x^2 + 1)", "x^2 - 1", "for |x| < 1 the root is 1 - x^2"),
    ("sqrt(exp(2*x) - 2 + exp(-2*x))", "exp(x) - exp(-x)", _LEFT),
    ("sqrt(cosh(x)^2 - 1)", "sinh(x)", _LEFT),
    ("sqrt(2*cosh(2*x) - 2)", "2*sinh(x)", _LEFT),
    ("((x - 1)^2)^(1/4)", "sqrt(x - 1)", "for x < 1 it is not defined, and the data are"),
    ("sqrt((x + 2)^2*exp(x))", "(x + 2)*exp(x/2)", "for x < -2 the two differ by a sign"),
    ("sqrt(x^2 + 2*x*sqrt(1 + x^2) + 1 + x^2)", "-x - sqrt(1 + x^2)", "a root is not negative"),
    ("sqrt(5 - 2*sqrt(6))*x", "(sqrt(2) - sqrt(3))*x", "sqrt(2) - sqrt(3) is negative"),
    ("sqrt(1 + x^2 - 2*sqrt(1 + x^2) + 1)", "1 - sqrt(1 + x^2)", "1 - sqrt(1 + x^2) is ≤ 0"),
    ("sqrt(x*(x - 1)*x*(x - 1))", "x*(x - 1)", "for 0 < x < 1 the product is negative"),
    ("(abs(x)^3)^(1/3)", "(x^3)^(1/3)", _NOWHERE),
    ("(-8)^2*x", "((-8)^(2/3))^3*x", "a root of -8 is not defined, and so is its power"),
)
_LOGARITHMS: Sequence[Row] = (
    ("log(x^2 + 2*x + 1 + exp(-x))", "log(exp(-x))", "x^2 + 2·x + 1 is dropped"),
    ("x^2", "exp(2*log(x))", _NOWHERE),
    ("x", "log(exp(x)^2)/3 + x/2", "2/3 + 1/2 is not 1"),
    ("x*log(1 + x^2)", "2*x*log(abs(x) + 1)", "1 + x^2 is not (1 + |x|)^2"),
    ("abs(x)*exp(x)", "exp(x + log(abs(x)))", "at x = 0 it is not defined, and the data are"),
    ("x^2*exp(x)", "exp(x + log(x^2))", "at x = 0 it is not defined, and the data are"),
    ("1", "x^2/exp(log(x^2))", "at x = 0 it is not defined, and the data are"),
    ("1", "exp(0*log(x^2))", "at x = 0 it is not defined, and the data are"),
    ("1", "log(x^2)^0", "at x = 0 it is not defined, and the data are"),
    ("(x^2 - 1)/(x^2 + 1)", "tanh(log(x))", _NOWHERE),
    ("(x^2 - 1)/(x^2 + 1)", "tanh(log(x^2)/2)", "at x = 0 it is not defined, and the data are"),
    ("log(cosh(x))", "x - log(2)", "log(1 + exp(-2·x)) is dropped"),
)
_ARCS: Sequence[Row] = (
    ("2*atan(x)", "asin(2*x/(1 + x^2))", "for |x| > 1 the arc turns back"),
    ("2*atan(x)", "acos((1 - x^2)/(1 + x^2))", _LEFT),
    ("2*atan(x)", "atan(2*x/(1 - x^2))", "at |x| = 1 it is not defined, beyond it is π less"),
    ("3*atan(x)", "atan((3*x - x^3)/(1 - 3*x^2))", "where 3·x^2 = 1 it is not defined"),
    ("atan(x)", "pi/2 - atan(1/x)", "at x = 0 it is not defined, for x < 0 it is π more"),
    ("atan(x)", "acos(1/sqrt(1 + x^2))", _LEFT),
    ("atan(x)", "asin(sqrt(x^2/(1 + x^2)))", _LEFT),
    ("atan(x) + atan(2)", "atan((x + 2)/(1 - 2*x))", "at x = 1/2 it is not defined"),
    ("atan(sinh(x))", "acos(1/cosh(x))", _LEFT),
    ("atan(exp(x))", "pi/2 - atan(exp(x))", "for x other than 0 the two differ"),
    ("asin(tanh(x))", "acos(tanh(x))", "asin + acos is π/2, and 0 is not"),
    ("tan(atan(x)/2)", "(sqrt(1 + x^2) - 1)/x", "at x = 0 it is not defined, and the data are"),
    ("sin(2*atan(x))", "2*x/(1 - x^2)", "the sign in the denominator"),
    ("cos(2*atan(x))", "sqrt(1 - (2*x/(1 + x^2))^2)", "for |x| > 1 the cosine is negative"),
    ("erf(x)", "erf(sqrt(x^2))", "erf is odd"),
    ("acos(tanh(x)) + acos(tanh(-x))", "0", "acos is not odd: the sum is π"),
)
_FAR: Sequence[Row] = (
    ("x", "2*atan(tan(x/2))", "at π it is not defined, and all of space is meant"),
    ("x", "asin(sin(x))", "beyond π/2 it turns back, and all of space is meant"),
    ("cos(x)", "sqrt(1 - sin(x)^2)", "beyond π/2 the cosine is negative"),
    ("sin(x)", "2*tan(x/2)/(1 + tan(x/2)^2)", "at π it is not defined, and all of space is meant"),
    ("cos(x/2)", "sqrt((1 + cos(x))/2)", "beyond π the cosine is negative"),
    ("abs(sin(x))", "sqrt(2 - 2*cos(2*x))/2 + relu(x - 10^9)", "beyond 10^9 the two differ"),
    ("abs(x)", "acos(cos(x))", "beyond π it turns back, and all of space is meant"),
    ("exp(x)", "exp(min(x, 10^6))", "beyond 10^6 the two differ"),
    ("sqrt(100 + x^2)", "sqrt((100 - x)*(100 + x) + 2*x^2 - 9900)*sign(1000 - x)", "beyond 1000"),
    ("tanh(x)", "tanh(x)*sign(10^9 - x)^2", "at x = 10^9 it is 0, and all of space is meant"),
)
_SMALL: Sequence[Row] = (
    ("tanh(x)", "sign(x)*tanh(abs(x) + 10^(-60))", "off by 10^(-60), and it jumps at 0"),
    ("erf(x)", "erf(x*(1 + 10^(-90)))", "off by a factor within the argument"),
    ("sqrt(x^2 + 10^(-200))", "sqrt(x^2)", "at 0 the two are 10^(-100) and 0"),
    ("(1 + x^2)^(1/3)", "(1 + x^2)^(333/1000)", "another exponent"),
    ("sin(x + 10^40*pi)", "sin(x + 10^40*pi + 10^(-40))", "a shift by 10^(-40)"),
    ("cos(x)", "cos(x + 10^30*pi + pi)", "an odd multiple of π turns the sign"),
)
_IN_THE_PLANE: Sequence[Row] = (
    ("sqrt((x*y)^2)", "x*y", "where x·y < 0 the two differ by a sign"),
    ("sqrt(x^2 - 2*x*y + y^2)", "x - y", "where x < y the two differ by a sign"),
    ("sqrt(x^2*y^2)", "sqrt(x*y)*sqrt(x*y)", "where x·y < 0 it is not defined"),
    ("abs(x*y)", "sqrt(abs(x)*x)*sqrt(abs(y)*y)", "where x < 0 it is not defined"),
    ("abs(x) + abs(y)", "sqrt(x^2 + y^2 + 2*x*y)", "where x·y < 0 it is |x + y|"),
    ("max(x, y)", "(x + y + sqrt((x + y)^2))/2", "the root of the difference is meant"),
    ("sign(x)*abs(y)*x", "abs(x*y)*sign(y)*sign(y)*sign(x*x - y)^2", "0 where x^2 = y, y > 0"),
    ("atan(x) + atan(y)", "atan((x + y)/(1 - x*y))", "where x·y = 1 it is not defined"),
    ("exp(x)*exp(y)", "exp(x + y) + relu(x*y - 10^6)", "where x·y > 10^6 the two differ"),
)


def _with_parameters() -> Iterator[Attack]:
    """Right for every value of k but one, or for one sign of k."""
    one = "for this value of k it is not defined"
    for truth, answer, ends, reason in (
        ("x", "k*x/k", (-1, 1), one),
        ("x", "x*sign(k)^2", (-1, 1), "for k = 0 it is 0"),
        ("x", "x*sign(k)^2", (0, 1), "for k = 0 it is 0"),
        ("x", "x*(k - 1)/(k - 1)", (0, 1), one),
        ("x", "tan(k)*x/tan(k)", ("1/2", 2), "for k = π/2 it is not defined"),
        ("k*x", "sqrt(k^2)*x", ("-1/1000", 1), "for k < 0 the two differ by a sign"),
        ("k*x", "exp(log(k))*x", (0, 1), "for k = 0 it is not defined"),
        ("k*x", "asin(sin(k))*x", (0, 2), "for k > π/2 the arc turns back"),
        ("k*x", "acos(cos(k))*x", (-1, 2), "for k < 0 the two differ by a sign"),
        ("abs(k)*x", "k*sign(k)*sign(k)*x", (-1, 1), "for k < 0 the two differ by a sign"),
        ("x", "x*max(sign(k - 1/3), sign(1/3 - k))", (0, 1), "for k = 1/3 it is 0"),
        ("x", "x*sign(exp(k) - 1)*sign(k)", (-1, 1), "for k = 0 it is 0"),
        ("sqrt(k^2 + x^2)", "sqrt(k^2 + x^2)*abs(sign(k))", (0, 1), "for k = 0 it is 0"),
        ("atan(k) + atan(x)", "atan((k + x)/(1 - k*x))", (1, 2), "where k·x = 1: not defined"),
    ):
        stated = cauchy("u_t = 0", truth, parameters={"k": list(ends)})
        yield Attack(KIND, stated, {"u": answer}, reason)


_CORNER = "it has a kink: u_xx is a δ there, which no other term balances"
_KINKS: Sequence[Row] = (
    ("u_xx = 0", "acos(1 - 2*sin(x)^2)", _CORNER),
    ("u_xx = 0", "2*atan(sqrt((1 - cos(x))/(1 + cos(x))))", _CORNER),
    ("u_xx = 0", "log(cosh(x) + sqrt(cosh(x)^2 - 1))", _CORNER),
    ("u_xx = 0", "sinh(log(abs(x) + sqrt(1 + x^2)))", _CORNER),
    ("u_xx = 0", "sqrt(x^2 + 2*x*abs(x) + x^2)", _CORNER),
    ("u_xx = 0", "sign(x)*asin(sin(x))", _CORNER),
    ("u_xx = 0", "atan(tan(sqrt(x^2)))", _CORNER),
    ("u_xx = 0", "cos(acos(abs(x)/2))", _CORNER),
    ("u_xx = -u", "sqrt(1 - cos(x)^2)", _CORNER),
    ("4*u_xx = -u", "sqrt(1 - cos(x))", _CORNER),
    ("u_xx = u/4", "sqrt(exp(x) + exp(-x) - 2)", _CORNER),
    ("u_xx = u/4", "sqrt(cosh(x) - 1)", _CORNER),
    ("u_xx = u", "sqrt(cosh(2*x) - 1)", _CORNER),
    ("u_xx = -4*abs(x)/(1 + x^2)^2", "acos((1 - x^2)/(1 + x^2))", _CORNER),
    ("u_xx = -sign(x)*sinh(x)/cosh(x)^2", "acos(1/cosh(x))", _CORNER),
    ("u_x^2 + u^2/4 = 1/2", "sqrt(1 - cos(x))", "a valley: F = u_x^2 - 1/2 < 0 at slope 0"),
    ("u_xxx = 6*sign(x)", "(x^2)^(3/2) + sqrt(x^2)", _CORNER),
)
_ELSEWHERE: Sequence[tuple[Box, str, str]] = (
    ({"x": (0, 2)}, "u_xx = -4*x*sign(1 - x)/(1 + x^2)^2", "asin(2*x/(1 + x^2))"),
    ({"x": (0, 3)}, "u_xx = 0", "asin(sin(x))"),
    ({"x": (1, 4)}, "u_xx = 0", "acos(cos(x))"),
    ({"x": (0, 3)}, "u_xx = 0", "2*asin(sqrt((1 - cos(2*x))/2)) - x"),
    ({"x": (2, 4)}, "u_xx = -u", "cos(x)*sqrt(tan(x)^2)"),
    ({"x": (1, 3)}, "u_xx = 2*sign(x - 2)", "sqrt(x^4 - 8*x^2 + 16)"),
    ({"x": (-3, -1)}, "u_xx = 0", "sqrt((x + 2)^2*(x - 2)^2)/(2 - x)"),
    ({"x": (1, 3)}, "u_xx = 0", "exp(log(x^2 - 4*x + 4 + 0*x)/2)"),
)
_JUMP = "the flux has a kink or a jump where u = 0, which leaves a δ"
_FLUXES: Sequence[tuple[str, str]] = (
    ("diff(acos(cos(u)), x, 2) = 0", _JUMP),
    ("diff((u^6)^(1/6), x, 2) + 0*u = 0", _JUMP),
    ("diff(acos(1 - 2*sin(u)^2), x, 2) = 0", _JUMP),
    ("diff(sign(u)*cos(u), x) = -sign(u)*sin(u)", _JUMP),
    ("diff(sign(u - 1/3)*u, x) = sign(u - 1/3)", "the flux jumps by 2/3 where u = 1/3"),
    ("diff(acos((1 - u^2)/(1 + u^2)), x, 2) = -4*abs(x)/(1 + x^2)^2", _JUMP),
    ("diff(acos(1/cosh(u)), x, 2) = -sign(x)*sinh(x)/cosh(x)^2", _JUMP),
    ("diff(log(cosh(u) + sqrt(cosh(u)^2 - 1)), x, 2) = 0", _JUMP),
    ("diff(2*atan(sqrt((1 - cos(u))/(1 + cos(u)))), x, 2) = 0", _JUMP),
    ("diff(sqrt(cosh(u)^2 - 1), x, 2) = sqrt(cosh(x)^2 - 1)", _JUMP),
    ("diff(u_x*sign(u), x) = 0*u", _JUMP),
    ("diff(sign(exp(u) - 1), x) = 0", _JUMP),
)
_AT_ONE_POINT = "at x = 0 the right side is 0, and u_x is 1 there"
_SIGNS: Sequence[tuple[str, str]] = (
    ("u_x = sign(x)^2", _AT_ONE_POINT),
    ("u_x = sign(sqrt(x^2))", _AT_ONE_POINT),
    ("u_x = max(sign(x), -sign(x))", _AT_ONE_POINT),
    ("u_x = sign(1 - cos(x))", _AT_ONE_POINT),
    ("u_x = sign(acos(cos(x)))", _AT_ONE_POINT),
    ("u_x = sign(exp(x) - 1 - x)", _AT_ONE_POINT),
    ("u_x = sign(relu(x) + relu(-x))", _AT_ONE_POINT),
    ("u_x = sign(cosh(x) - 1)", _AT_ONE_POINT),
    ("u_x = sign(1 - exp(-x^2))", _AT_ONE_POINT),
    ("u_x = sign(x - sin(x))^2", _AT_ONE_POINT),
    ("u_x = sign(log(1 + x^2))", _AT_ONE_POINT),
    ("u_x = 1 + sign(x)^2 - sign(x - 1/3)^2", "at 0 and at 1/3 the right side is 0 and 2"),
)
