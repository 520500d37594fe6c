"""Point singularities and kinks, however the root is spelled.

A cone solves many equations everywhere but at its tip, and |x| everywhere but at 0; whether the tip
is forbidden cannot depend on how the root is written.
"""

from collections.abc import Iterator

from attacks.cases import LINE, PLANE, SPACE, Attack, Box, Statement, cauchy, dirichlet

KIND = "cone"
_IN_THE_PLANE = (
    "sqrt(X^2 + Y^2)",
    "sqrt(4*X^2 + 4*Y^2)/2",
    "(X^2 + Y^2)^(1/2)",
    "((X^2 + Y^2)^2)^(1/4)",
    "((X^2 + Y^2)^3)^(1/6)",
    "sqrt(sqrt(X^4 + 2*X^2*Y^2 + Y^4))",
    "sqrt(abs(X)^2 + abs(Y)^2)",
    "sqrt((X + Y)^2/2 + (X - Y)^2/2)",
    "max(sqrt(X^2 + Y^2), -sqrt(X^2 + Y^2))",
    "abs(-sqrt(X*X + Y*Y))",
    "3*sqrt((X^2 + Y^2)/9)",
    "sqrt(2*X^2 + 2*Y^2)/sqrt(2)",
    "sqrt(X^2 + Y^2 + sin(X)^2 + cos(X)^2 - 1)",
    "sqrt((X^2 + Y^2)*exp(X)*exp(-X))",
    "(X^2 + Y^2)/sqrt(X^2 + Y^2)",
    "exp(log(X^2 + Y^2)/2)",
    "sqrt(10^40*X^2 + 10^40*Y^2)/10^20",
    "sqrt(max(X^2, -1) + relu(Y^2))",
)
_IN_SPACE = (
    "sqrt(X^2 + Y^2 + Z^2)",
    "sqrt(4*X^2 + 4*Y^2 + 4*Z^2)/2",
    "((X^2 + Y^2 + Z^2)^2)^(1/4)",
    "sqrt(abs(X)^2 + abs(Y)^2 + Z^2)",
    "sqrt(sqrt((X^2 + Y^2 + Z^2)^2))",
    "sqrt((X + Y)^2/2 + (X - Y)^2/2 + Z^2)",
)
_ON_THE_LINE = (
    "abs(X)",
    "sqrt(X^2)",
    "(X^4)^(1/4)",
    "sqrt(4*X^2)/2",
    "max(X, -X)",
    "acos(cos(X))",
    "2*relu(X) - X",
    "X*sign(X)",
    "sqrt(X^2*exp(X)*exp(-X))",
    "abs(sqrt(X^2))",
    "(X^6)^(1/6)",
    "exp(log(X^2)/2)",
    "X^2/sqrt(X^2)",
    "relu(X) + relu(-X)",
    "-min(X, -X)",
    "sqrt(1 + X^2 - cos(X)^2 - sin(X)^2)",
    "(X^2)^(3/2)/X^2",
    "abs(X^3)^(1/3)",
)
_EVOLUTIONS = (
    ("u_t + N = 0", "R - t"),
    ("u_t + N^2/2 = 0", "R - t/2"),
    ("u_t + N^4 = 0", "R - t"),
    ("u_t + sqrt(1 + N^2) = 0", "R - sqrt(2)*t"),
    ("u_t + exp(N^2) - 1 = 0", "R - (exp(1) - 1)*t"),
    ("u_t + 3*N + u = 0", "(R - 3*t)*exp(-t)"),
    ("u_t - N = 0", "t - R"),
    ("u_t = N^2/2", "t/2 - R"),
)
"""N is the length of the gradient, R the distance; 0 lies in the subdifferential at the tip."""
_STATIONARY = (
    ("N = 1", "R"),
    ("N^2 = 1", "R"),
    ("u + N = 1 + D", "R"),
    ("-N = -1", "-(R)"),
    ("-N^2 = -1", "-(R)"),
)
_TIP = "at the tip 0 is a sub- or superdifferential and the viscosity inequality fails there"
_MONGE = "u_xx*u_yy - u_xy^2 = 0"
_ARONSSON = "u_x^2*u_xx + 2*u_x*u_y*u_xy + u_y^2*u_yy = 0"
_BIHARMONIC = "u_xxxx + u_yyyy + u_zzzz + 2*u_xxyy + 2*u_xxzz + 2*u_yyzz = 0"


def attacks() -> Iterator[Attack]:
    """Cones in the plane and in space, and the modulus on the line."""
    yield from _plane()
    yield from _space()
    yield from _line()
    yield from _delta()


def _spelled(spelling: str, centre: tuple[str, ...]) -> str:
    """The distance from a centre, given as what is subtracted from each variable."""
    for capital, name, shift in zip("XYZ", "xyz", centre, strict=False):
        spelling = spelling.replace(capital, f"({name} - {shift})" if shift != "0" else name)
    return spelling


def _made(statement: Statement, answer: str, reason: str) -> Attack:
    return Attack(KIND, statement, {"u": answer}, reason)


def _plane() -> Iterator[Attack]:
    length = "sqrt(u_x^2 + u_y^2)"
    for index, spelling in enumerate(_IN_THE_PLANE):
        for centre in (("0", "0"), ("1/3", "-1/4")):
            distance = _spelled(spelling, centre)
            plain = _spelled(_IN_THE_PLANE[0], centre)
            for place, (equation, answer) in enumerate(_EVOLUTIONS):
                if (index + place) % 2 and centre[0] != "0":
                    continue
                text, data = equation.replace("N", length), answer.replace("R", plain)
                made = cauchy(text, data, PLANE)
                yield _made(made, answer.replace("R", distance), _TIP)
            for equation, answer in _STATIONARY:
                text = equation.replace("N", length).replace("D", plain)
                made = dirichlet(text, answer.replace("R", plain), PLANE)
                yield _made(made, answer.replace("R", distance), _TIP)
            yield _made(dirichlet(_MONGE, plain, PLANE), distance, "the measure at the tip is pi")
            yield _made(
                dirichlet(_ARONSSON, plain, PLANE), distance, "a cone has a strict minimum inside"
            )


def _space() -> Iterator[Attack]:
    for spelling in _IN_SPACE:
        for centre in (("0", "0", "0"), ("1/5", "0", "-1/7")):
            distance = _spelled(spelling, centre)
            plain = _spelled(_IN_SPACE[0], centre)
            for factor, rest in (("1", "0"), ("2", "x*y"), ("-1", "z^3")):
                made = dirichlet(_BIHARMONIC, f"{factor}*{plain} + {rest}", SPACE)
                answer = f"{factor}*{distance} + {rest}"
                yield _made(made, answer, "the biharmonic operator of r is -8*pi*delta")
            length = "sqrt(u_x^2 + u_y^2 + u_z^2)"
            for equation, answer in (*_EVOLUTIONS[:2], _EVOLUTIONS[6]):
                made = cauchy(equation.replace("N", length), answer.replace("R", plain), SPACE)
                yield _made(made, answer.replace("R", distance), _TIP)


def _line() -> Iterator[Attack]:
    for index, spelling in enumerate(_ON_THE_LINE):
        centre = ("0",) if index % 2 else ("1/3",)
        distance, plain = _spelled(spelling, centre), _spelled("abs(X)", centre)
        for equation, answer in _EVOLUTIONS:
            made = cauchy(equation.replace("N", "abs(u_x)"), answer.replace("R", plain))
            yield _made(made, answer.replace("R", distance), _TIP)
        for equation, answer in _STATIONARY:
            text = equation.replace("N", "abs(u_x)").replace("D", plain)
            made = dirichlet(text, answer.replace("R", plain))
            yield _made(made, answer.replace("R", distance), _TIP)


_ACROSS: tuple[tuple[str, str, Box, str], ...] = (
    ("u_xx = 0", "R", LINE, "the second derivative is 2*delta"),
    ("u_xx + u_yy = 0", "R + y", PLANE, "the Laplacian is 2*delta on a line"),
    ("u_xx = u", "exp(-R)", LINE, "u'' - u = -2*delta"),
    ("u_xx + u = 0", "sin(R)", LINE, "u'' + u = 2*delta"),
    ("u_xxx = 0", "P*R", LINE, "the third derivative is 4*delta"),
    ("u_xxxx = 0", "P^2*R", LINE, "the fourth derivative is 12*delta"),
    ("u_xxxx = u", "sinh(R) - sin(R)", LINE, "the third derivative jumps by 4"),
    ("u_xx + 2*u_x = 0", "1 - exp(-2*R)", LINE, "wrong on the left and kinked at the centre"),
)


def _delta() -> Iterator[Attack]:
    """|x| in linear equations of higher order, and in evolution equations off characteristics."""
    for index, spelling in enumerate(_ON_THE_LINE):
        centre = ("0",) if index % 3 else ("1/4",)
        point = f"(x - {centre[0]})"
        distance, plain = _spelled(spelling, centre), _spelled("abs(X)", centre)
        for equation, answer, box, reason in _ACROSS:
            made = dirichlet(equation, answer.replace("R", plain).replace("P", point), box)
            yield _made(made, answer.replace("R", distance).replace("P", point), reason)
        for equation in ("u_t = u_xx", "u_t = u_xx + u_x^2*0", "u_t + u_xxx = 0"):
            yield _made(cauchy(equation, plain), distance, "a derivative is a delta at the kink")
