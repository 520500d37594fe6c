"""How statements are read, before any answer: ends, blocks, notions, orientations."""

import pytest

from symplex.expression import number
from symplex.expression.parse import parse
from symplex.problem import EndKind, Problem, Side
from symplex.problem.reading import Notion, Orientation, reading

FACE, FREE, OPEN, INFINITE = EndKind.FACE, EndKind.FREE, EndKind.OPEN, EndKind.INFINITE
LOW, HIGH = Side.LOW, Side.HIGH
XT, X, XS = {"x": [0, 1], "t": [0, 1]}, {"x": [-1, 1]}, {"x": [-1, 1], "s": [0, 1]}
START, END = ("t = 0", "u = x"), ("t = 1", "u = x")
WALL = ("x = 0", "u = 0")


def read(equations, domain, *conditions, **rest):
    """The reading of a statement, with one equation unless several are given."""
    several = [equations] if isinstance(equations, str) else equations
    return reading(Problem(several, domain, list(conditions), **rest))


def kinds(found):
    """The ends of each variable: low and high."""
    names = found.problem.domain
    return {name: (found.ends[name, LOW], found.ends[name, HIGH]) for name in names}


@pytest.mark.parametrize(
    ("equation", "conditions", "declared", "x", "t"),
    [
        ("u_t = u_xx", [START], {}, (INFINITE, INFINITE), (FACE, FREE)),
        ("u_t = u_xx", [START, WALL], {}, (FACE, INFINITE), (FACE, FREE)),
        ("u_t = u_xx", [END, ("x = 1", "u_x = 0")], {}, (INFINITE, FACE), (FREE, FACE)),
        ("u_t = u_xx", [START], {"free": ["x = 0"]}, (FREE, INFINITE), (FACE, FREE)),
        ("u_t = u_xx", [START], {"open": ["x", "t = 1"]}, (OPEN, OPEN), (FACE, OPEN)),
        ("u_t = u_xx + u_x/x", [START], {}, (FREE, INFINITE), (FACE, FREE)),
        ("u_t = u_xx + u_x/x", [START, WALL], {}, (FACE, INFINITE), (FACE, FREE)),
        ("u_t = u_xx + u_x/x", [START], {"open": ["x = 0"]}, (OPEN, INFINITE), (FACE, FREE)),
        ("u_t = u_xx + 0/x", [START], {}, (FREE, INFINITE), (FACE, FREE)),
        ("x*u_t = x*u_xx + u_x", [START], {}, (INFINITE, INFINITE), (FACE, FREE)),
        ("u_t = diff(u_x*log(1 - x), x)", [START], {}, (INFINITE, FREE), (FACE, FREE)),
        ("u_t = sqrt(x)*u_x", [START], {}, (INFINITE, INFINITE), (FACE, FREE)),
        ("u_t = u_x/(1 + x)", [START], {}, (INFINITE, INFINITE), (FACE, FREE)),
        ("u_t = u_x/(x - t)", [START], {}, (INFINITE, INFINITE), (FACE, FREE)),
        ("u_t = u_xx", [("x = 0, t = 0", "u = 0")], {}, (INFINITE, INFINITE), (FREE, FREE)),
        ("u_t = u_xx", [("x = 1/2", "u = 0")], {}, (INFINITE, INFINITE), (FREE, FREE)),
        ("u_t = u_xx", [("t = 1/2", "u = 0")], {}, (INFINITE, INFINITE), (FREE, FREE)),
        ("u_t = u_xx", [START], {"time": "x"}, (FREE, FREE), (FACE, INFINITE)),
        ("u_t = u_x/(x*(2 + t))", [START], {}, (FREE, INFINITE), (FACE, FREE)),
        ("u_t = u_x/(x*t)", [START], {}, (FREE, INFINITE), (FACE, FREE)),
    ],
)
def test_each_end_is_one_of_four(equation, conditions, declared, x, t):
    assert kinds(read(equation, XT, *conditions, **declared)) == {"x": x, "t": t}


def test_without_time_every_end_that_is_no_face_is_free():
    assert kinds(read("u_xx = 0", X, ("x = -1", "u = 0"))) == {"x": (FACE, FREE)}
    assert kinds(read("u_s = u_xx", XS, ("s = 0", "u = x")))["x"] == (FREE, FREE)


def test_space_goes_on_behind_infinite_ends_alone():
    half = read("u_t = u_xx", {"x": ["-pi", "pi"], "t": [0, 1]}, START, ("x = pi", "u = 0"))
    assert half.domain == {"x": (None, parse("pi")), "t": (number(0), number(1))}
    opened = read("u_t = u_xx", XT, START, free=["x = 0"], open=["x = 1"])
    assert opened.domain["x"] == (number(0), number(1))


def test_free_ends_on_which_an_equation_is_undefined():
    disc = read("u_t = u_xx + u_x/x", XT, START, free=["x = 1"])
    assert disc.undefined == (("x", LOW),)
    assert read("u_t = u_xx + u_x/x", XT, START, WALL).undefined == ()


@pytest.mark.parametrize(
    ("equations", "unknowns", "blocks"),
    [
        (["u_t = u_xx"], "u", ["u"]),
        (["u_t = v_x", "v_t = u_x"], "uv", ["uv"]),
        (["u_t + v*u_x = 0", "v_t + v*v_x = 0"], "uv", ["u", "v"]),
        (["v_t + v*v_x = 0", "u_t + v*u_x = 0"], "uv", ["u", "v"]),
        (["u_t + v_x = 0", "v = u^2/2"], "uv", ["uv"]),
        (["u_t = w", "v_t = u", "w_t = v + u"], "uvw", ["uvw"]),
        (["u_t = v", "v_t = w", "w_t = w_x"], "uvw", ["u", "v", "w"]),
        (["u_t = 0", "u_x = 0", "v_t = 0"], "uv", ["u", "v"]),
        (["u_t + v_t = 0"], "uv", ["u", "v"]),
        (["u_t = 0*v_x", "v_t = u - u"], "uv", ["u", "v"]),
        (["u_t = v", "v_t = sin(u)^2 + cos(u)^2"], "uv", ["u", "v"]),
        (["u_t = (exp(v) - 1)*u", "v_t = u*v"], "uv", ["uv"]),
    ],
)
def test_unknowns_whose_equations_depend_on_each_other_form_a_block(equations, unknowns, blocks):
    found = read(equations, XT, unknowns=list(unknowns)).blocks
    assert found == tuple(frozenset(block) for block in blocks)


BOTH = (("t = 0", "u = 0"), ("t = 0", "v = 0"))
CARRIED = ["u_t + u_x = 0", "v_t + v_x = 0"]


@pytest.mark.parametrize(
    ("ends", "blocks"),
    [((0, 1), ["u", "v"]), ((-1, 1), ["u", "v"]), ((1, 2), ["uv"]), ((-2, "-1/8"), ["uv"])],
)
def test_blocks_are_the_same_for_each_value_of_the_parameters(ends, blocks):
    found = read(["u_t = k*v", "v_t = k*u"], XT, unknowns=["u", "v"], parameters={"k": ends})
    assert found.blocks == tuple(frozenset(block) for block in blocks)


@pytest.mark.parametrize(
    ("equations", "conditions", "expected"),
    [
        (CARRIED, [("x = 0", "v = 0")], (("x", LOW),)),
        (CARRIED, [("x = 0", "u + v = 0")], ()),
        (CARRIED, [("x = 0", "u = 0"), ("x = 0", "v = 0")], ()),
        (CARRIED, [("x = 0", "u + v = v")], (("x", LOW),)),
        (CARRIED, [("x = 0", "u + relu(t - 1/2)*v = 0")], (("x", LOW),)),
        (CARRIED, [("x = 0", "relu(t)*u + t^2*v = 0")], ()),
        (["u_t = v_x", "v_t = u_x"], [("x = 0", "v = 0")], ()),
        (["u_t + u_x = 0*v", "v_t + v_x = 0*u"], [("x = 0", "v = 0")], (("x", LOW),)),
        (["u_t = v", "v_t + v_x = 0"], [("x = 0", "v = 0")], (("x", LOW),)),
        (["u_t + diff(u, x) = 0", "v_t = 0"], [("x = 1", "v = 0")], (("x", HIGH),)),
        (["u_t + u_x = 0", "v*(2 + u^2) = u"], [("x = 0", "u = 0")], ()),
    ],
)
def test_a_face_of_others_alone(equations, conditions, expected):
    found = read(equations, XT, *BOTH, *conditions, unknowns=["u", "v"])
    assert found.faces_of_others == expected


def test_without_time_a_face_may_be_of_others_alone():
    found = read(["u_x = 1", "v_x = 0"], X, ("x = -1", "u = 0"), unknowns=["u", "v"])
    assert found.faces_of_others == ()


ONE_UNKNOWN = {
    "u_t + u*u_x = 0": Notion.ENTROPY,
    "u_t + diff(u^2/2, x) = 0": Notion.ENTROPY,
    "u_t + x*u_x = u^3": Notion.ENTROPY,
    "u_t + u_x^2 = 0": Notion.VISCOSITY,
    "u_t + abs(u_x) = u": Notion.VISCOSITY,
    "u_t*u_x = 1": Notion.VISCOSITY,
    "u_t = u*abs(u_x)": Notion.VISCOSITY,
    "u_t + diff(u_x^2, x) = 0": Notion.DISTRIBUTIONAL,
    "u_t = u_xx": Notion.DISTRIBUTIONAL,
    "u_t = x*u_xx + u^2": Notion.DISTRIBUTIONAL,
    "u_t = u_xx + u*u_x": Notion.VISCOSITY,
    "u_t = u*u_xx": Notion.VISCOSITY,
    "u_t = diff(u*u_x, x)": Notion.DISTRIBUTIONAL,
    "min(u_t - u_xx, u) = 0": Notion.VISCOSITY,
    "u_tt = u_xx": Notion.DISTRIBUTIONAL,
    "u_tx = u_xx^2": Notion.VISCOSITY,
    "u_t = u_xxx": Notion.DISTRIBUTIONAL,
    "u_t = u_xxx^2": Notion.DISTRIBUTIONAL,
}


@pytest.mark.parametrize("equation", ONE_UNKNOWN)
def test_the_notion_is_that_of_the_equation(equation):
    found = read(equation, XT, START)
    assert found.notion(found.problem.equations[0]) is ONE_UNKNOWN[equation]


def test_without_time_nothing_is_a_law_and_systems_have_distributions_alone():
    still = read("u*u_x = 1", X)
    assert still.notion(still.problem.equations[0]) is Notion.DISTRIBUTIONAL
    eikonal = read("abs(u_x) = 1", X)
    assert eikonal.notion(eikonal.problem.equations[0]) is Notion.VISCOSITY
    system = read(["u_t + u*u_x = 0", "v_t + v_x^2 = 0"], XT, unknowns=["u", "v"])
    assert {system.notion(e) for e in system.problem.equations} == {Notion.DISTRIBUTIONAL}


FORWARDS, BACKWARDS = Orientation.FORWARDS, Orientation.BACKWARDS
AS_WRITTEN, TURNED = Orientation.AS_WRITTEN, Orientation.TURNED
ELLIPTIC, UNKNOWN = Orientation.ELLIPTIC, Orientation.UNKNOWN


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        ([START], FORWARDS),
        ([END], BACKWARDS),
        ([START, END], FORWARDS),
        ([], FORWARDS),
        ([("t = 1", "u_t = -1")], FORWARDS),
        ([("t = 1", "u_x = 1")], FORWARDS),
        ([("t = 0", "u_x = 1"), END], BACKWARDS),
        ([("t = 2/2", "2*u = -2*abs(x)")], BACKWARDS),
        ([("t = 1/2", "u = x")], FORWARDS),
        ([("x = 0, t = 1", "u = 0")], FORWARDS),
    ],
)
def test_time_runs_forwards_unless_values_are_stated_at_its_last_moment_alone(conditions, expected):
    found = read("u_t + u_x^2 = 0", XT, *conditions)
    assert found.orientation(found.problem.equations[0]) is expected


WALLS = (("x = -1", "u = 1"), ("x = 1", "u = 1"))


@pytest.mark.parametrize(
    ("equation", "domain", "conditions", "expected"),
    [
        ("abs(u_x) = 1", X, WALLS, AS_WRITTEN),
        ("1 = abs(u_x)", X, WALLS, AS_WRITTEN),
        ("u + abs(u_x) = 1", X, WALLS, AS_WRITTEN),
        ("-u - abs(u_x) = -1", X, WALLS, TURNED),
        ("exp(-u) = abs(u_x)", X, WALLS, TURNED),
        ("x*u - abs(u_x) = 1", X, WALLS, UNKNOWN),
        ("sin(u) = abs(u_x)", X, WALLS, UNKNOWN),
        ("(2 + x)*u = abs(u_x)", X, WALLS, AS_WRITTEN),
        ("max(u_xx, 0) = 1", X, WALLS, ELLIPTIC),
        ("max(u_xx, 0) + u = 1", X, WALLS, AS_WRITTEN),
        ("u - max(u_xx, 0) = 1", X, WALLS, AS_WRITTEN),
        ("-u_s = abs(u_x)", XS, [("s = 0", "u = x")], UNKNOWN),
        ("u_s + u_x^2 = 0", XS, [("s = 1", "u = x")], UNKNOWN),
        ("u_s + u_x^2 = 0", XS, [("s = 0", "u = x"), ("s = 1", "u = x")], AS_WRITTEN),
        ("u_s + u_x^2 = 0", XS, WALLS, AS_WRITTEN),
        ("u_s^2 + u_x^2 = 1", XS, [("s = 0", "u = x")], AS_WRITTEN),
        ("-max(u_s, 2*u_s) = abs(u_x)", XS, [("s = 0", "u = x")], UNKNOWN),
        ("exp(u_s) + u_x^2 = 1", XS, [("s = 0", "u = x")], UNKNOWN),
        ("max(u_s, 2*u_s) = abs(u_x)", XS, WALLS, AS_WRITTEN),
        ("x*u_s + u_x^2 = 1", XS, [("s = 0", "u = x")], AS_WRITTEN),
        ("u_s + 0*u_ss + u_x^2 = 1", XS, [("s = 0", "u = x")], UNKNOWN),
        ("u + u_x^2 = 1", {"x": [-1, 1], "t": [0, 1]}, WALLS, AS_WRITTEN),
    ],
)
def test_an_equation_without_a_rate_is_oriented_as_it_is_written(
    equation, domain, conditions, expected
):
    found = read(equation, domain, *conditions)
    assert found.orientation(found.problem.equations[0]) is expected


def test_the_name_of_time_orients():
    found = read("-u_s = abs(u_x)", XS, ("s = 0", "u = x"), time="s")
    assert found.orientation(found.problem.equations[0]) is FORWARDS


def test_a_rate_whose_sign_a_parameter_gives_may_be_that_of_time():
    found = read("k*u_s + u_x^2 = 1", XS, ("s = 0", "u = x"), parameters={"k": [-1, 1]})
    assert found.orientation(found.problem.equations[0]) is UNKNOWN


def test_ends_at_which_an_equation_is_undefined_in_the_box_alone_are_infinite():
    box, equation = {"x": [0, 1], "y": [0, 1], "t": [0, 1]}, "u_t = u_xx + 0/(x + relu(y - 1))"
    for conditions in ([START], [START, ("y = 0", "u = 0")]):
        assert read(equation, box, *conditions).ends["x", LOW] is INFINITE
    assert read(equation, box, START, ("y = 1", "u = 0")).ends["x", LOW] is FREE
