"""True answers beside `attacks.wrong.classical_edges`: what looks undefined or wrong and is not."""

from collections.abc import Iterator

from attacks.cases import LINE, Attack, Box, statement

KIND = "classical edge"
_HALF: Box = {"x": ("1/2", 1), "t": (0, 1)}
_ENDS = ("0*log(x)", "0*sqrt(x)", "0/x", "0*log(2*x)")
_ON_A_LINE = (
    ("u_x = 1", "x + 0*asin(x)", "asin is defined on the closed interval"),
    ("u_x = 1", "x + 0*sqrt(1 - x^2)*0", "the root is defined up to the faces; 0 times it is 0"),
    ("u_x = 1", "x + 0/(x - pi/3)", "the pole lies outside of the interval"),
    ("u_x = 1", "x + 0*log(x + 1.0000000000000000000000000000000000000001)", "as above"),
    ("u_x = 1", "x + 0*tan(3*x/2)", "3/2 lies below pi/2"),
    ("u_x = pi", "(16*atan(1/5) - 4*atan(1/239))*x", "Machin's formula"),
    ("u_x = 1", "atan(tan(x))", "one branch on (-pi/2, pi/2)"),
    ("u_x = 1", "log(exp(x))", "the logarithm of an exponential"),
    ("u_x = 1", "sinh(x)/cosh(x) - tanh(x) + x", "the quotient is tanh"),
    ("u_xxxx = u", "cosh(x) + cos(x)", "a fourth-order equation"),
    ("diff(u, x, 6) = -u", "sin(x)", "the sixth derivative of a sine"),
    ("u_x^2 = 1", "-x", "the other factor vanishes"),
    ("u_x*(u_x + 2) = 3", "x", "one factor of the quadratic"),
    (
        "u_x = 2*x*exp(x^2)",
        "exp(x^2) + (x^4)^(1/2) - x^2",
        "the root of a fourth power is a square",
    ),
    ("u_x = 3*x*abs(x)", "abs(x)^3", "the cube of |x| is twice differentiable"),
)
_WITH_K = (
    ("u_x = k*u", "exp(k*x) + 0/(k - sqrt(5))", (1, 2), "the pole lies outside of the range"),
    ("u_x = abs(k)", "sqrt(k^2)*x", (-1, 1), "the root of a square"),
    ("u_x = k", "k*x + relu(k - 2)*x", (1, 2), "the ramp begins where the range ends"),
)


def attacks() -> Iterator[Attack]:
    """Every truth."""
    for ending in _ENDS:
        equations = f"u_t = {ending}", "v_t = 0"
        stated = statement(equations, _HALF, [("x = 1", "v = 0")], None, ("u", "v"))
        answer = {"u": "1/x", "v": "0"}
        yield Attack(KIND, stated, answer, "defined on the closed face", is_right=True)
    for equation, answer, reason in _ON_A_LINE:
        stated = statement(equation, LINE, [])
        yield Attack(KIND, stated, {"u": answer}, reason, is_right=True)
    for equation, answer, ends, reason in _WITH_K:
        stated = statement(equation, LINE, [], {"k": ends})
        yield Attack(KIND, stated, {"u": answer}, reason, is_right=True)
