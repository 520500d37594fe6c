"""Data that are attained as limits: what tends to them, and what only seems to."""

import pytest

from support.proving import formula, is_exact, lines, reasons, region, space, stated
from symplex.expression import number
from symplex.proof.kernel.asymptotics import Asymptotics
from symplex.proof.kernel.domain import missed_faces, without
from symplex.proof.kernel.pieces import Split, vanishes
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

HALF = {"x": [0, 2], "t": [0, 1]}
LINE = {"x": [-1, 1], "t": [0, 1]}
QUARTER = {"x": [0, 1], "y": [0, 1]}
K = {"k": [0.5, 2]}
HEAT, DECAY = "u_t = u_xx", "u_t = u_xx - u"
WEIGHTED = "(2 + sign(x))*u_t = diff((2 + sign(x))*u_x, x)"
EIKONAL = "u_t + u_x^2/2 = 0"
FACE = (("x = 0", "u = 1"), ("t = 0", "u = 0"))
PRICE = "u_t + x^2*u_xx/2 = 0"
N1, N2 = (f"(1 + erf((log(x/k) {sign} (1 - t)/2)/sqrt(2*(1 - t))))/2" for sign in "+-")
D1, D2 = (f"(1 + erf((x {sign} (1 - t)/2)/sqrt(2*(1 - t))))/2" for sign in "+-")
GREEKS = "exp(-x^2/(4*t))/sqrt(pi)"

TRUE = {
    "heat from a face": (stated(HEAT, HALF, *FACE), "1 - erf(x/(2*sqrt(t)))"),
    "conductivity": (
        stated("u_t = k*u_xx", HALF, *FACE, parameters=K),
        "1 - erf(x/(2*sqrt(k*t)))",
    ),
    "two half-lines": (stated(HEAT, LINE, ("t = 0", "u = sign(x)")), "erf(x/sqrt(4*t))"),
    "a step": (
        stated(HEAT, LINE, ("t = 0", "u = (1 + sign(x - 1/2))/2")),
        "(1 + erf((x - 1/2)/(2*sqrt(t))))/2",
    ),
    "a slab": (
        stated(HEAT, LINE, ("t = 0", "u = (sign(x + 1) - sign(x - 1))/2")),
        "(erf((x + 1)/(2*sqrt(t))) - erf((x - 1)/(2*sqrt(t))))/2",
    ),
    "a step that is carried": (
        stated("u_t + k*u_x = u_xx", LINE, ("t = 0", "u = sign(x)"), parameters=K),
        "erf((x - k*t)/(2*sqrt(t)))",
    ),
    "a step that decays": (
        stated(DECAY, LINE, ("t = 0", "u = sign(x)")),
        "exp(-t)*erf(x/(2*sqrt(t)))",
    ),
    "a step in two variables": (
        stated("u_t = u_xx + u_yy", {**LINE, "y": [-1, 1]}, ("t = 0", "u = sign(x)*sign(y)")),
        "erf(x/(2*sqrt(t)))*erf(y/(2*sqrt(t)))",
    ),
    "a ramp": (
        stated(HEAT, LINE, ("t = 0", "u = abs(x)")),
        f"x*erf(x/(2*sqrt(t))) + 2*sqrt(t)*{GREEKS}",
    ),
    "a hinge": (
        stated(HEAT, LINE, ("t = 0", "u = relu(x)")),
        f"x*(1 + erf(x/(2*sqrt(t))))/2 + sqrt(t)*{GREEKS}",
    ),
    "a flux at a face": (
        stated(HEAT, HALF, ("x = 0", "u = 2*sqrt(t/pi)"), ("t = 0", "u = 0")),
        f"2*sqrt(t)*{GREEKS} - x*(1 - erf(x/(2*sqrt(t))))",
    ),
    "a face that gives off heat": (
        stated(HEAT, HALF, ("t = 0", "u = 0"), ("x = 0", "u = 1 - exp(t)*(1 - erf(sqrt(t)))")),
        "1 - erf(x/(2*sqrt(t))) - exp(x + t)*(1 - erf(x/(2*sqrt(t)) + sqrt(t)))",
    ),
    "a viscous shock from a step": (
        stated("u_t + u*u_x = u_xx", LINE, ("t = 0", "u = -sign(x)")),
        "-1 + 2/(1 + exp(x)*(1 + erf((x + t)/(2*sqrt(t))))/(1 - erf((x - t)/(2*sqrt(t)))))",
    ),
    "a call": (
        stated(PRICE, HALF, ("t = 1", "u = max(x - k, 0)"), ("x = 0", "u = 0"), parameters=K),
        f"x*{N1} - k*{N2}",
    ),
    "a put": (
        stated(PRICE, HALF, ("t = 1", "u = max(k - x, 0)"), ("x = 0", "u = k"), parameters=K),
        f"x*{N1} - k*{N2} + k - x",
    ),
    "a digital": (
        stated(
            PRICE,
            HALF,
            ("t = 1", "u = (1 + sign(x - k))/2"),
            ("x = 0", "u = 0"),
            parameters=K,
        ),
        N2,
    ),
    "a call in logarithms": (
        stated("u_t + u_xx/2 - u_x/2 = 0", LINE, ("t = 1", "u = max(exp(x) - 1, 0)")),
        f"exp(x)*{D1} - {D2}",
    ),
    "a fan": (
        stated("u_t + u*u_x = 0", LINE, ("t = 0", "u = sign(x)")),
        "min(max(x/t, -1), 1)",
    ),
    "a fan between numbers": (
        stated("u_t + u*u_x = 0", LINE, ("t = 0", "u = (1 + sign(x))/2")),
        "min(max(x/t, 0), 1)",
    ),
    "a source outside of the domain": (
        stated(HEAT, HALF, ("x = 0", "u = exp(-1/(4*t))/sqrt(t)"), ("t = 0", "u = 0")),
        "exp(-(x + 1)^2/(4*t))/sqrt(t)",
    ),
    "a doublet outside of the domain": (
        stated(
            HEAT,
            HALF,
            ("x = 0", "u = k*exp(-k^2/(4*t))*t^(-3/2)"),
            ("t = 0", "u = 0"),
            parameters=K,
        ),
        "(x + k)*exp(-(x + k)^2/(4*t))*t^(-3/2)",
    ),
    "two half-spaces": (
        stated("u_t = diff((5 + 3*sign(x))*u_x/2, x)", LINE, ("t = 0", "u = (1 - sign(x))/2")),
        "1/3 - 2*erf(min(x, 0)/(2*sqrt(t)))/3 - erf(max(x, 0)/(4*sqrt(t)))/3",
    ),
    "two half-spaces of equal diffusivity": (
        stated(WEIGHTED, LINE, ("t = 0", "u = (1 - sign(x))/2")),
        "1/4 - erf(x/(2*sqrt(t)))/2 + erf(abs(x)/(2*sqrt(t)))/4",
    ),
    "a kink that opens": (
        stated(EIKONAL, LINE, ("t = 0", "u = abs(x)")),
        "min(abs(x), t)^2/(2*t) + relu(abs(x) - t)",
    ),
    "a fan of an exponential flux": (
        stated("diff(u, t) + diff(exp(u), x) = 0", LINE, ("t = 0", "u = (1 + sign(x))/2")),
        "log(min(max(x/t, 1), exp(1)))",
    ),
    "a wall of two temperatures": (
        stated("u_xx + u_yy = 0", QUARTER, ("y = 0", "u = 0"), ("x = 0", "u = 1")),
        "2*atan(y/x)/pi",
    ),
}
"""Twenty-six true answers; each has a face on which its formula is not defined."""


@pytest.mark.parametrize("name", TRUE)
def test_true_answers(name):
    problem, text = TRUE[name]
    assert is_exact(problem, text), reasons(problem, text)
    found = lines(problem, text)
    assert any(line.reason.code is Code.SHOWN_LIMIT for line in found)


WEDGE = {"x": [0, 1], "y": [0, 1], "z": [0, 1], "t": [0, 1]}
WALLS = ("x = 0", "u = 0"), ("y = 0", "u = 0")
SPREADING = "u_t + x*u_x + y*u_y = u_zz"
EDGE = *WALLS, ("t = 0", "u = 0"), ("z = 0", "sqrt(pi*t)*u_z + u = 0")
WARM, RAY = "(1 - erf(z/(2*sqrt(t))))", "exp(-x/y - y/x)"
RAYS = {"x": [0, 1], "y": [0, 1]}


def test_a_third_face_says_nothing_of_the_corner_of_two():
    assert not is_exact(stated(SPREADING, WEDGE, *EDGE), f"{WARM}*{RAY}")


def test_what_fades_at_a_corner_has_its_data_there():
    equation, text = "x*u_x + y*u_y = u", f"(x + y)*{RAY}"
    assert is_exact(stated(equation, RAYS, *WALLS), text)
    assert not is_exact(stated("x*u_x + y*u_y = 0", RAYS, *WALLS), RAY)


def test_a_condition_that_vanishes_at_a_corner_says_nothing_there():
    masked = ("x = 0", "y*u = 0"), ("y = 0", "x*u = 0")
    assert not is_exact(stated("x*u_x + y*u_y = 0", RAYS, *masked), RAY)


def test_a_corner_at_which_the_data_agree_is_no_exception():
    problem = stated("x*u_x + y*u_y = u", RAYS, *WALLS)
    found = [line.reason for line in lines(problem, f"(x + y)*{RAY}")]
    assert Reason(Code.SHOWN_LIMIT) in found


@pytest.mark.parametrize("slope", ["u_x = 0", "u_t = 0"])
@pytest.mark.parametrize("where", ["t = 0", "t = 1 - 1"])
def test_slopes_are_no_limits(slope, where):
    problem = stated("u_t + u*u_x = 0", LINE, ("t = 0", "u = sign(x)"), (where, slope))
    assert not is_exact(problem, "min(max(x/t, -1), 1)")


FAN = "min(max(x/t, -1), 1)"
CARRIED = ("v_t + diff(v^2/2, x) = 0", "u_t + v*u_x = 0")


def test_a_fan_carries_nothing_out_of_a_jump():
    data = ("t = 0", "v = sign(x)"), ("t = 0", "u = sign(x)")
    problem = stated(CARRIED, LINE, *data, unknowns=("u", "v"))
    assert not is_exact(problem, f"u = {FAN}*(3 - {FAN}^2)/2 + (1 - {FAN}^2)^2; v = {FAN}")


def test_a_fan_out_of_a_corner_at_which_two_faces_disagree():
    """On 0 ≤ x the data are 1, however they are written: they clash with the wall, and jump not."""
    data = ("t = 0", "u = sign(x)"), ("x = 0", "u = 0")
    assert is_exact(stated("u_t + u*u_x = 0", HALF, *data), "min(x/t, 1)")
    assert not is_exact(stated("u_t + u*u_x = 0", HALF, data[0]), "min(x/t, 1)")


def test_a_law_may_have_a_source():
    laws = ("u_t + diff(u^2/2, x) = -v", "v_t + diff(u*v, x) = 0")
    data = ("t = 0", "u = sign(x)"), ("t = 0", "v = 0")
    problem = stated(laws, LINE, *data, unknowns=("u", "v"))
    assert is_exact(problem, f"u = {FAN}; v = 0"), reasons(problem, f"u = {FAN}; v = 0")


SHALLOW = ("diff(h, t) + diff(h*v, x) = 0", "diff(h*v, t) + diff(h*v^2 + h^2/2, x) = 0")
FANS = stated(SHALLOW, LINE, ("t = 0", "h = 1"), ("t = 0", "v = sign(x)"), unknowns=["h", "v"])
TRUE_FANS = (
    "h = (1 + min(max(abs(x)/t, 1/2), 2))^2/9; v = sign(x)*(2*min(max(abs(x)/t, 1/2), 2) - 1)/3"
)


def test_two_fans_of_a_system():
    """The density h·v changes with v, since h > 0: v is attained where it is not given itself."""
    assert is_exact(FANS, TRUE_FANS), reasons(FANS, TRUE_FANS)
    for wrong in (TRUE_FANS.replace("1/2), 2) - 1", "1/2), 3) - 1"), TRUE_FANS.replace("/9", "/4")):
        assert not is_exact(FANS, wrong)


@pytest.mark.parametrize(
    ("laws", "data", "answer"),
    [
        (("u_t = 1", "diff(u*v, t) + diff(x*v, x) = 2*v"), "u = 0", "u = t; v = exp(-x^2/t^2)"),
        (("u_t = 1", "diff(u*v, t) = 1"), "u = x^2", "u = x^2 + t; v = 1/(1 + x^2/t)"),
    ],
)
def test_a_density_that_vanishes_on_the_face_says_nothing_of_an_unknown(laws, data, answer):
    """It changes with v for t > 0, and is kept at t = 0 whatever v is: v = 1 at x = 0."""
    problem = stated(laws, LINE, ("t = 0", data), ("t = 0", "v = 0"), unknowns=["u", "v"])
    assert not is_exact(problem, answer)


def test_an_unknown_that_no_density_changes_with_needs_all_of_its_data():
    still = stated(
        ("diff(h, t) + diff(0*v, x) = 0", "diff(h^2, t) + diff(0*v^2, x) = 0"), LINE,
        ("t = 0", "h = 1"), ("t = 0", "v = 1"), unknowns=["h", "v"],
    )  # fmt: skip
    assert not is_exact(still, "h = 1; v = min(x^2/t, 1)")


JUMP = stated("u_t + u_x^2 = 0", LINE, ("t = 0", "u = 1"))
ZERO = stated(HEAT, HALF, ("x = 0", "u = 0"), ("t = 0", "u = 0"))
FALSE = {
    "tends to zero, unbounded at the corner": (ZERO, "x*t^(-3/2)*exp(-x^2/(4*t))"),
    "the derivative of the kernel": (ZERO, "x*exp(-x^2/(4*t))/(t*sqrt(t))"),
    "the kernel has no data 0": (
        stated(HEAT, LINE, ("t = 0", "u = 0")),
        "exp(-x^2/(4*t))/sqrt(t)",
    ),
    "another value": (stated(HEAT, HALF, *FACE), "1 - erf(x/(4*sqrt(t)))"),
    "another sign": (stated(HEAT, LINE, ("t = 0", "u = sign(x)")), "-erf(x/(2*sqrt(t)))"),
    "another place": (stated(HEAT, LINE, ("t = 0", "u = sign(x)")), "erf((x - 1/2)/sqrt(4*t))"),
    "another height": (stated(HEAT, HALF, *FACE), "2 - 2*erf(x/(2*sqrt(t)))"),
    "a well in a Hamilton–Jacobi equation": (JUMP, "min(x^2/(4*t), 1)"),
    "a well at a jump": (
        stated("u_t + u_x^2 = 0", LINE, ("t = 0", "u = sign(x)")),
        "min(min(max(x, 0)^2/(4*t) - 1, 1), x^2/(4*t) - 5)",
    ),
    "a sign at the face": (stated(HEAT, LINE, ("t = 0", "u = 0")), "sign(t)"),
    "data that oscillate": (stated("t*u_t + x*u_x = 0", LINE, ("t = 0", "u = 0")), "sin(x/t)"),
    "no limit": (stated("t*u_t + x*u_x = 0", LINE, ("t = 0", "u = 1")), "cos(x/t)"),
    "a wrong exercise price": (
        stated(PRICE, HALF, ("t = 1", "u = max(x - 1, 0)"), ("x = 0", "u = 0"), parameters=K),
        f"x*{N1} - k*{N2}",
    ),
    "a call for a put": (
        stated(PRICE, HALF, ("t = 1", "u = max(k - x, 0)"), ("x = 0", "u = 0"), parameters=K),
        f"x*{N1} - k*{N2}",
    ),
    "a wall that is not stated": (
        stated("u_xx + u_yy = 0", QUARTER, ("y = 0", "u = 0")),
        "2*atan(y/x)/pi",
    ),
    "a slope on a missed face": (
        stated(HEAT, HALF, ("t = 0", "u_x = 0"), ("x = 0", "u = 1")),
        "1 - erf(x/(2*sqrt(t)))",
    ),
    "a corner that is stated": (
        stated(HEAT, HALF, *FACE, ("x = 0, t = 0", "u = 1")),
        "1 - erf(x/(2*sqrt(t)))",
    ),
    "a well below a plate": (
        stated("u_xxxx + 2*u_xxyy + u_yyyy = 0", {"x": [-1, 1], "y": [0, 1]}, ("y = 0", "u = 0")),
        "y^2/(x^2 + y^2)",
    ),
    "a reversed fan": (
        stated("u_t + u*u_x = 0", LINE, ("t = 0", "u = -sign(x)")),
        "min(max(x/t, -1), 1)",
    ),
    "a fan that is too wide": (
        stated("u_t + u*u_x = 0", LINE, ("t = 0", "u = sign(x)")),
        "min(max(x/t, -2), 2)",
    ),
    "a source in the domain": (
        stated(HEAT, LINE, ("x = -1", "u = exp(-1/(4*t))/sqrt(t)"), ("t = 0", "u = 0")),
        "exp(-x^2/(4*t))/sqrt(t)",
    ),
    "a source on the face": (
        stated(HEAT, HALF, ("x = 0", "u = 1/sqrt(t)"), ("t = 0", "u = 0")),
        "exp(-x^2/(4*t))/sqrt(t)",
    ),
    "a doublet on the face, which is missed as well": (ZERO, "x^2*t^(-3/2)*exp(-x^2/(4*t))/x"),
    "a source outside, of another strength": (
        stated(HEAT, HALF, ("x = 0", "u = exp(-1/(4*t))/sqrt(t)"), ("t = 0", "u = 0")),
        "2*exp(-(x + 1)^2/(4*t))/sqrt(t)",
    ),
    "a source that reaches the face for one parameter": (
        stated(
            HEAT,
            HALF,
            ("x = 0", "u = exp(-k^2/(4*t))/sqrt(t)"),
            ("t = 0", "u = 0"),
            parameters={"k": [0, 1]},
        ),
        "exp(-(x + k)^2/(4*t))/sqrt(t)",
    ),
    "two half-spaces, glued otherwise": (
        stated("u_t = diff((5 + 3*sign(x))*u_x/2, x)", LINE, ("t = 0", "u = (1 - sign(x))/2")),
        "1/2 - erf(min(x, 0)/(2*sqrt(t)))/2 - erf(max(x, 0)/(4*sqrt(t)))/2",
    ),
    "a weight that vanishes in space": (
        stated("abs(x)*u_t + x*u_x*0 = 0", LINE, ("t = 0", "u = sign(x)")),
        "min(max(x/t, -1), 1)",
    ),
    "a well at a kink": (
        stated(EIKONAL, LINE, ("t = 0", "u = abs(x)")),
        "min(min(abs(x), t)^2/(2*t) + relu(abs(x) - t), x^2/(2*t) - 1)",
    ),
    "a well where the data are smooth": (
        stated(EIKONAL, LINE, ("t = 0", "u = 0")),
        "min(x^2/(2*t) - 1, 0)",
    ),
    "a parameter at which it stands still": (
        stated("u_t = k*u_xx", HALF, *FACE, parameters={"k": [0, 1]}),
        "1 - erf(x/(2*sqrt(k*t)))",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_near_misses_are_refused(name):
    assert not is_exact(*FALSE[name])


def test_a_weight_that_vanishes_leaves_what_lies_between_the_data():
    """Every function of x/t solves it; what no data bound is refused."""
    problem = stated("t*u_t + x*u_x = 0", LINE, ("t = 0", "u = sign(x)"))
    assert is_exact(problem, FAN)
    assert Code.ATTAINED_NOT_BETWEEN in [
        one.code for one in reasons(problem, "tanh(x/t) + 100*exp(-x^2/t^2)")
    ]


def test_why_a_well_is_refused():
    well = reasons(*FALSE["a well in a Hamilton–Jacobi equation"])
    assert Code.ATTAINED_OMITTED in [one.code for one in well]
    unbounded = reasons(*FALSE["tends to zero, unbounded at the corner"])
    assert Code.ATTAINED_OMITTED in [one.code for one in unbounded]


def test_data_are_limits_from_inside_their_face():
    """Of 1/t − 1/t at t = 0 that is 0; of 1/t it is none."""
    for data, holds in (("1/t - 1/t", True), ("1/t - 1/t^2", False)):
        problem = stated("u_t = 0", HALF, ("x = 0", f"u = {data}"), ("t = 0", "u = 0"))
        assert is_exact(problem, "0") is holds


def test_only_faces_with_values_may_be_missed():
    problem, text = TRUE["heat from a face"]
    closed = space(region(x=(0, None), t=(0, 1)))
    missed = missed_faces(problem, {"u": formula(text)}, closed)
    assert [str(condition.region) for condition in missed] == ["t = 0"]
    assert without(closed.region, missed).ends["t"].low_open


FIXED = {"t": number(0)}


def limit(text, *facts, x=(0, None, "()")):
    near = space(region(*facts, x=x, t=(0, 1, "()")))
    place = FIXED, space(region(*facts, x=x))
    return Asymptotics(place, near).limit(formula(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("erf(x/t)", 1),
        ("tanh(-x/t)", -1),
        ("exp(-x/sqrt(t))", 0),
        ("max(x/t, 1) - x/t + min(x/t, 3)", 3),
        ("min(x/t, 3)", 3),
        ("sign(t)", 1),
        ("sign(-t*x)", -1),
        ("sign(t - t)", None),
        ("max(-x/t, 2)", 2),
        ("relu(log(t)) + sign(1/t)", 1),
        ("1/(1 + x/t)", 0),
        ("t^(-1/2)*t", 0),
        ("t^2/t^3", "infinite"),
        ("sin(t)/t", 1),
        ("(x/t)^(-2)", 0),
        ("sin(1/t)", None),
        ("x/t - x/t", 0),
        ("(x/t)/(x/t)", 1),
        ("exp(1/t) - exp(1/t^2)", None),
        # An exponential outgrows a power, and only where its exponent falls.
        ("exp(-x/t)/t", 0),
        ("exp(-x/t)/t^3", 0),
        ("exp(-x/sqrt(t))*t^(-3/2)", 0),
        ("log(t)*exp(-x/t)", None),
        ("exp(-t)/t - 1/t", -1),
        ("exp(-x/t)*exp(1/t)", None),
        ("exp(-x/t)*exp(exp(1/t))", None),
        ("exp(t/x)*exp(-x/t)/t", 0),
        ("exp(log(t))/t^2", "infinite"),
        # What vanishes beside a bounded quotient, on all of the face at once.
        ("min(x, t)^2/t", 0),
        ("min(x, t)*erf(x/t)", 0),
        ("relu(t - x)*x/t", 0),
        ("max(x, t)/x", 1),
        ("abs(t - x)/x", 1),
        ("min(x, t)/t", 1),
        ("min(x, 2*t)/t", 2),
        ("relu(x - t)/x - relu(t - x)/t", 1),
    ],
)
def test_limits(text, value):
    if value is None:
        with pytest.raises(Missing):
            limit(text)
        return
    found = limit(text)
    if value == "infinite":
        assert found.infinite
        return
    assert not found.infinite
    assert space(region(x=(0, None, "()"))).is_zero(found.value - number(value))


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("x/t", 1),
        ("-x/t", -1),
        ("log(t)", -1),
        ("t^(-3)*x", 1),
        ("exp(x/t) + 1", 1),
        ("cosh(-1/t)", 1),
    ],
)
def test_infinities(text, sign):
    assert limit(text).infinite == sign


@pytest.mark.parametrize(
    "text", ["erf(x/t)", "erf(max(x, 0)/t)", "min(abs(x), t)/t", "exp(-x^2/t)/t"]
)
def test_an_unknown_sign_is_asked_for(text):
    with pytest.raises(Split):
        limit(text, x=(None, None))


def test_a_branch_is_kept_whole_where_it_is_continuous():
    """No set is left out for |x|, and none for what a bounded quotient holds at 0."""
    for text, value in (("abs(x)", "abs(x)"), ("min(abs(x), t)^2/t + relu(abs(x) - t)", "abs(x)")):
        found = limit(text, x=(None, None)).value - formula(value)
        assert vanishes(found, space(region(x=(None, None))))


@pytest.mark.parametrize(
    ("equations", "face", "unknowns", "answer"),
    [
        (("u_t = 0", "v_t = 0"), "v = 0", ["u", "v"], "u = sin(1/(1 - x)); v = 0"),
        (("u_t = 0", "v_t = 0"), "v + 0*u = 0", ["u", "v"], "u = sin(1/(1 - x)); v = 0"),
    ],
)
def test_a_face_that_says_nothing_of_an_unknown_is_none_of_its_limits(
    equations, face, unknowns, answer
):
    data = [("x = 1", face), ("t = 0", "u = sin(1/(1 - x))")]
    data += [("t = 0", "v = 0")] if "v" in unknowns else []
    problem = stated(equations, {"x": [0.5, 1], "t": [0, 1]}, *data, unknowns=unknowns)
    assert not is_exact(problem, answer)


def test_a_set_is_left_out_of_values_alone():
    """u² = 1 does not jump at x = 0, where the answer is 0 for every t > 0."""
    assert not is_exact(stated(HEAT, LINE, ("t = 0", "u^2 = 1")), "erf(x/(2*sqrt(t)))")


def test_data_that_jump_more_than_once():
    """Of the data beside a jump, only those that come to it are compared."""
    problem = stated("u_t + u*u_x = 0", LINE, ("t = 0", "u = (1 + sign(x))*(1 + sign(1/2 - x))/4"))
    answer = "min(relu(x/t), 1)*(1 + sign(1/2 + t/2 - x))/2"
    assert is_exact(problem, answer), reasons(problem, answer)
    assert not is_exact(problem, answer.replace("t/2", "t/3"))
