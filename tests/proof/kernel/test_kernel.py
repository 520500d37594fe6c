"""The kernel: which lines it proves, where, and that nobody else can say so."""

import ast
import dataclasses
import math
import pickle
import random
from pathlib import Path

import pytest

from support.proving import (
    OK,
    XT,
    XYT,
    K,
    X,
    every_lie,
    formula,
    is_exact,
    lines,
    lying,
    reasons,
    region,
    space,
    stated,
)
from support.reasons import refused
from symplex.expression.rewriting import HiddenSign
from symplex.proof import kernel
from symplex.proof.kernel.domain import domain_of, on_face
from symplex.proof.kernel.lines import Proved, Unproved
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

START = "t = 0"
HEAT = stated("u_t = u_xx", XT, (START, "u = sin(x)"))
HALF_LINE = {"x": [1, 2], "t": [0, 1]}


MAGIC = (
    Reason(Code.LINE_EQUATION, text="u = 0"),
    Reason(Code.PLACE_INTERIOR),
    Reason(Code.SHOWN_ZERO),
)
"""What nobody has shown."""


def test_nobody_else_makes_a_proved_line():
    with pytest.raises(TypeError, match="only the kernel"):
        Proved(*MAGIC)
    with pytest.raises(TypeError, match="only the kernel"):
        Proved(*MAGIC, key=object())


def test_a_proved_line_is_not_made_into_another():
    line = lines(HEAT, "exp(-t)*sin(x)")[0]
    with pytest.raises((TypeError, ValueError)):
        dataclasses.replace(line, subject=MAGIC[0])


def test_a_copied_line_is_no_key():
    line = pickle.loads(pickle.dumps(lines(HEAT, "exp(-t)*sin(x)")[0]))
    with pytest.raises(TypeError):
        Proved(*MAGIC, key=line.key)


def test_every_requirement_has_its_line():
    found = lines(HEAT, "exp(-t)*sin(x)")
    assert [line.subject for line in found] == [
        Reason(Code.LINE_ANSWER_DEFINED),
        Reason(Code.LINE_CONDITION, text="u = sin(x)"),
        Reason(Code.LINE_EQUATION, text="u_t = u_xx"),
    ]
    assert all(isinstance(line, Proved) for line in found)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("exp(-t)*sin(x) + 0/(x - 5)", 0),
        ("exp(-t)*sin(x) + t", 2),
        ("exp(-t)*(sin(x) + x)", 1),
        ("exp(-t)*sin(x) + max(x - 50, 0)", 2),  # Far outside of the stated box.
        ("sin(x)*(1 - sign(t))", 0),
        ("exp(-t)*sin(x) + 1 - sign(t + x^2)", 0),
    ],
)
def test_the_line_that_fails_is_the_one_that_is_wrong(text, line):
    assert isinstance(lines(HEAT, text)[line], Unproved)


def test_nothing_but_an_identity_is_missing_of_a_conjecture():
    strange = stated("u_t = u_xx + (asin(x/9) - atan(x/sqrt(81 - x^2)))", X | {"t": [0, 1]},
                     (START, "u = x"), ("x = -1", "u = -1"), ("x = 1", "u = 1"))  # fmt: skip
    *proved, last = lines(strange, "x")
    assert all(isinstance(line, Proved) for line in proved)
    assert isinstance(last, Unproved)
    assert [where.ends.keys() for _, where in last.residuals] == [{"x", "t"}]


def test_other_gaps_leave_no_residuals():
    undefined = lines(HEAT, "exp(-t)*sin(x) + 0*abs(x)/x")[0]
    assert isinstance(undefined, Unproved)
    assert not undefined.residuals


CONDITIONS = [
    ("u = x^2", "x^2 + t", True),
    ("u = x^2", "x^2 + t + 10^(-40)", False),
    ("u_x = 2*x", "x^2 + t", True),
    ("u + u_x = x^2 + 2*x", "x^2 + t", True),
    ("u_x = 2*x + 1", "x^2 + t", False),
    ("u_t = 1", "x^2 + t", True),
    ("u_t = 2", "x^2 + t", False),
    ("u_x = 2*abs(x)", "x*abs(x) + t", True),
    ("u_x = 2*x", "x*abs(x) + t", False),
    ("diff(u^2, x) = 2*x", "x + t", True),
    ("diff(abs(u), x) = 1", "x + t", False),
]


@pytest.mark.parametrize(("condition", "text", "holds"), CONDITIONS)
def test_conditions_on_a_face(condition, text, holds):
    line = lines(stated("u_xx = u_xx", XT, (START, condition)), text)[1]
    assert isinstance(line, Proved) is holds


def test_a_derivative_is_the_one_from_inside():
    corner = stated("u_xx = u_xx", {"x": [0, 1]}, ("x = 0", "u_x = 1"))
    assert isinstance(lines(corner, "abs(x)")[1], Proved)
    assert isinstance(lines(corner, "-abs(x)")[1], Unproved)
    assert isinstance(lines(corner, "sqrt(x)")[1], Unproved)


JUMPS_AT_A_FACE = [
    "sin(x)*(1 - sign(t))",
    "sin(x)*sign(t)",
    "sin(x) + (1 - sign(t*(x^2 + 1)))*x",
    "sin(x)*sign(1 - t)",
]


@pytest.mark.parametrize("text", JUMPS_AT_A_FACE)
def test_a_value_that_is_taken_on_a_face_alone_is_refused(text):
    assert reasons(HEAT, text)[0].code is Code.DEFINED_ANSWER_JUMPS_AT_FACE


def test_a_jump_that_also_vanishes_on_a_face_is_refused():
    # (√(t + 1) − 1)·(x − √(t + 1)), multiplied out: zero for t = 0, else of the sign of the second.
    text = "x/(t + 1)*(1 - sign(sqrt(t + 1)*(x + 1) - t - 1 - x))/2"
    found = lines(stated("u_t + u*u_x = 0", XT, (START, "u = x/2")), text)
    assert not all(isinstance(line, Proved) for line in found[:2])


def ends_of(problem):
    found = domain_of(problem, space(region()))
    return {n: (e.low and repr(e.low), e.high and repr(e.high)) for n, e in found.ends.items()}


def test_open_faces_are_all_of_space():
    assert ends_of(HEAT)["x"] == (None, None)
    held = stated("u_t = u_xx", XT, (START, "u = x"), ("x = 1", "u = 1"))
    assert ends_of(held)["x"] == (None, "Expression('1')")
    assert ends_of(stated("u_xx = 0", X))["x"] == ("Expression('-1')", "Expression('1')")


@pytest.mark.parametrize(
    ("equation", "box", "declared", "low", "high"),
    [
        ("u_t = u_x/x", (1, 2), {"free": ["x = 1"]}, "1", None),
        ("u_t = u_x/x", (1, 2), {"open": ["x = 1"]}, "1", None),
        ("u_t = u_x*log(x)", (1, 2), {"free": ["x"]}, "1", "2"),
        ("u_t = u_x*sqrt(3 - x)", (1, 2), {"free": ["x = 2"]}, None, "2"),
        ("u_t = u_x*sqrt(3 - x)", (1, 3), {"open": ["x = 3"]}, None, "3"),
        ("u_t = u_x/sin(x)", (1, 2), {"free": ["x = 1"], "open": ["x = 2"]}, "1", "2"),
    ],
)
def test_a_statement_that_is_not_defined_on_all_of_space_says_where_it_ends(
    equation, box, declared, low, high
):
    domain = {"x": list(box), "t": [0, 1]}
    texts = [None if end is None else f"Expression('{end}')" for end in (low, high)]
    assert ends_of(stated(equation, domain, (START, "u = 1"), **declared))["x"] == tuple(texts)
    assert is_exact(stated(equation, domain, (START, "u = 1"), **declared), "1")
    problem = stated(equation, domain, (START, "u = 1"))
    with refused(Code.DEFINED_STATEMENT_ENDS):
        domain_of(problem, space(region()))
    (line,) = lines(problem, "1")
    assert isinstance(line, Unproved)


def test_where_an_equation_is_undefined_the_domain_has_a_free_end():
    disc = stated("u_t = u_xx + u_x/x", {"x": [0, 2], "t": [0, 1]}, (START, "u = x^2"))
    assert ends_of(disc)["x"] == ("Expression('0')", None)
    assert is_exact(disc, "x^2 + 4*t")
    assert ends_of(stated("u_t = u_x/(x^2 + 1)", HALF_LINE))["x"] == (None, None)


def test_an_answer_extends_to_a_free_end():
    disc = stated("u_t = u_xx + u_x/x", {"x": [0, 1], "t": [0, 1]}, ("x = 1", "u = 0"))
    assert reasons(disc, "log(x)")[0].code is Code.ATTAINED_INFINITE
    ring = stated("u_t = u_xx + u_x/x", {"x": [1, 2], "t": [0, 1]}, free=["x"])
    assert is_exact(ring, "log(x)")
    ball = stated("u_t = u_xx + 2*u_x/x", {"x": [0, 1], "t": [0, 1]})
    assert is_exact(ball, "exp(-t)*sin(x)/x")
    assert not is_exact(ball, "exp(-t)*cos(x)/x")
    blown = {"equation": "u_t = exp(u)", "domain": {"t": [0, 1]}}
    assert not is_exact(stated(*blown.values(), (START, "u = 0")), "-log(1 - t)")
    assert is_exact(stated(*blown.values(), (START, "u = 0"), open=["t = 1"]), "-log(1 - t)")


def test_derivatives_extend_to_a_face_where_the_equation_loses_its_order():
    plate = "x^3*u_xxxx + 2*x^2*u_xxx - x*u_xx + u_x = 0"
    rim = ("x = 1", "u = 0"), ("x = 1", "u_x = 0")
    load = "x^2*log(x) + (1 - x^2)/2"
    for centre in ((), (("x = 0", "u_x = 0"),)):
        assert not is_exact(stated(plate, {"x": [0, 1]}, *rim, *centre), load)


def test_the_face_opposite_to_an_open_end_is_kept():
    box = {"x": [0, 1], "t": [0, 1]}
    statement = ["u_t = 0*log(x)", "v_t = 0"]
    problem = stated(statement, box, ("x = 1", "v = 0"), unknowns=["u", "v"], open=["x = 0"])
    found = domain_of(problem, space(region())).ends["x"]
    assert (found.low_open, found.high_open) == (True, False)
    assert not is_exact(problem, "u = 1/(1 - x); v = 0")
    assert is_exact(problem, "u = 1/x; v = 0")


def test_a_face_of_other_unknowns_is_refused():
    box, data = {"x": [0, 1], "t": [0, 1]}, ((START, "u = 0"), (START, "v = 0"))
    carried = ["u_t + u_x = 0", "v_t + v_x = 0"]
    one = stated(carried, box, *data, ("x = 0", "v = 0"), unknowns=["u", "v"])
    assert reasons(one, "u = 0; v = 0")[0].code is Code.DEFINED_FACE_OF_OTHERS
    both = stated(carried, box, *data, ("x = 0", "u = 0"), ("x = 0", "v = 0"), unknowns=["u", "v"])
    assert is_exact(both, "u = 0; v = 0")


def test_a_divisor_on_the_negative_side():
    box = {"x": [-2, 0], "t": [0, 1]}
    problem = stated("u_t + u_x = 1 + 1/x", box, (START, "u = log(-x)"), open=["x = 0"])
    assert ends_of(problem)["x"] == (None, "Expression('0')")
    assert is_exact(problem, "log(-x) + t")
    assert not is_exact(problem, "log(-x) + t + max(x + 1/2, 0)*t")
    assert not is_exact(problem.changed(declared={}), "log(-x) + t")


def test_a_face_keeps_the_other_symbols():
    problem = stated("u_t = u_xx", XT, (START, "u = k*x"), parameters=K)
    face = on_face(domain_of(problem, space(region())), problem.conditions[0])
    assert set(face.ends) == {"x", "k"}
    assert face.variables == ("x",)


@pytest.mark.parametrize(
    ("equation", "text", "exact"),
    [
        ("u_x = k", "k*x", True),
        ("u_x = sign(k)", "x", False),
        ("u_x = k^2/k", "k*x", False),
        ("u_x = abs(k - 1/2)", "abs(k - 1/2)*x", True),
        ("u_x = sign((k - 1/2)^2)", "x", False),
    ],
)
def test_single_values_of_a_parameter_count(equation, text, exact):
    assert is_exact(stated(equation, X, ("x = 0", "u = 0"), parameters=K), text) is exact


def test_single_values_of_a_parameter_count_for_derivatives_on_a_face():
    slope = stated(
        "u_xx = 0", {"x": [0, 1]}, ("x = 0", "u_x + sign(abs(k)) = abs(k) + 1"),
        parameters={"k": [-1, 1]},
    )  # fmt: skip
    assert not is_exact(slope, "abs(k)*x")


def test_an_answer_that_is_defined_nowhere_is_refused():
    slopes = stated("u_t + u_x = 1", XT, (START, "u_x = 1"))
    assert not is_exact(slopes, "x + 0*(1/(exp(x)*relu(-1 - x^2)))")


WRONG = [
    (HEAT, "exp(-t)*sin(x) + t/1000"),
    (HEAT, "abs(sin(x))*exp(-t)"),
    (stated("u_t + abs(u_x) = 0", XT, (START, "u = abs(x)")), "abs(x) - t"),
    (stated("u_t + u*u_x = 0", XT, (START, "u = (1 + sign(x))/2")), "(1 + sign(x - t/2))/2"),
    (stated("u_x = 1", X), "abs(x)"),
    (stated("u_t = diff(u*u_x, x)", XT, (START, "u = max(-x, 0)")), "abs(t - x)"),
    (stated("u_x = sign(k)", X, parameters=K), "x"),
]


@pytest.mark.parametrize(("problem", "text"), WRONG)
def test_an_advisor_who_lies_in_every_word_proves_nothing_false(problem, text):
    for seed in range(5):
        assert not is_exact(problem, text, every_lie(random.Random(seed)))


SINGLE_LIES = {
    "rewriting": lambda truth, f: None,
    "factors": lambda truth, f: (truth(f)[0] * 2, truth(f)[1]),
    "coefficients": lambda truth, f, name: None,
    "normal": lambda truth, f: formula("0"),
    "root": lambda truth, f: [(f.arguments[0], 1)],
    "sign": lambda truth, f, rule: truth(f, rule) or OK,
    "emptiness": lambda truth: truth() or ((0,), OK),
    "guess": lambda truth, f: 1,
}


@pytest.mark.parametrize("name", SINGLE_LIES)
@pytest.mark.parametrize(("problem", "text"), WRONG)
def test_one_lie_among_truths_proves_nothing(problem, text, name):
    assert not is_exact(problem, text, lying(**{name: SINGLE_LIES[name]}))


def test_silence_does_not_make_a_shock():
    def silent(truth, tree):
        """Nothing is known of a guard where the pieces meet."""
        return None if tree.size > 4 and len(tree.symbols) == 1 else truth(tree)

    problem, text = WRONG[3]
    assert not is_exact(problem, text, lying(rewriting=silent))


def test_a_square_of_what_is_not_real_proves_nothing():
    def squared(truth, tree):
        return (1, [(formula("sqrt(x)"), 2)]) if tree == formula("x") else truth(tree)

    assert not is_exact(stated("u_x = 1", X), "abs(x)", lying(factors=squared))


@pytest.mark.parametrize(
    ("budget", "reason"),
    [(Budget(0.0), Code.BUDGET_TIME), (Budget(math.inf, steps=2_000), Code.BUDGET_STEPS)],
)
def test_the_budget_ends_it(budget, reason):
    hard = " + ".join(f"abs(x - {n}/9*t)*sin({n}*x)" for n in range(1, 12))
    found = lines(HEAT, hard, budget=budget)
    assert any(line.reason.code is reason for line in found if isinstance(line, Unproved))


def test_a_root_of_a_square_on_a_face_ends_in_a_line():
    problem = stated("u_t = u_t", XYT, (START, "u_t = x"))
    found = lines(problem, "max(t*x + sqrt(y^2 + t^2) - y, 0)")
    assert isinstance(found[1], Unproved)


def test_a_hidden_sign_that_is_undefined_somewhere_cuts_nothing():
    """The halves of (√x)² + 1/8 cover x ≥ 0 alone: |x + 1/4| would be x + 1/4."""
    hidden = formula("sqrt(x)^2 + 1/8")

    def factors(truth, tree):
        if tree == formula("x + 1/4"):
            raise HiddenSign(hidden)
        return truth(tree)

    problem = stated("u_x = 1", X, ("x = 1", "u = 5/4"))
    found = lines(problem, "abs(x + 1/4)", lying(factors=factors))
    codes = {Code.DEFINED_NOT_SHOWN, Code.PIECES_GUARD_UNDEFINED}
    assert any(line.reason.code in codes for line in found[2:])


@pytest.mark.parametrize(("slope", "is_shown"), [("u_t = -1", False), ("u_x = sign(x)", True)])
def test_a_piece_that_reaches_a_face_at_a_point_has_its_slope_there(slope, is_shown):
    """max(|x| − t, 0) is 0 for |x| ≤ t: at x = 0 both slopes are 0."""
    line = {"x": [-1, 1], "t": [0, 1]}
    data = ("t = 0", "u = abs(x)"), ("t = 0", slope)
    problem = stated("u_t + abs(u_x) = 0", line, *data)
    assert is_exact(problem, "max(abs(x) - t, 0)") is is_shown


@pytest.mark.parametrize(
    ("where", "data"), [("x = 0, t = 1", "u = 0*sqrt(y + 2)"), ("t = 1/2", "u = x + 0*log(y + 2)")]
)
def test_a_slice_does_not_end_the_domain(where, data):
    """The equation and the data at t = 0 go on for all y, and so does the problem."""
    box = {"x": [-1, 1], "y": [-1, 1], "t": [0, 1]}
    problem = stated("u_t = 0", box, ("t = 0", "u = x"), (where, data))
    assert not is_exact(problem, "x + relu(-3 - y)^3*t*x")


def test_an_equation_without_derivatives_has_no_rates():
    assert is_exact(stated("0 = 0", {"x": [0, 1]}, ("x = 0", "u_x = 1")), "x")


def test_nobody_but_the_kernel_and_the_theorem_on_series_makes_lines():
    sources = Path(kernel.__file__).parents[2]
    makers = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "symplex.proof.kernel.lines"
        if {"line", "_KEY"} & {alias.name for alias in node.names}
    }
    assert makers == {"proof/kernel/kernel.py", "proof/series/rods.py"}
