"""SymPy's equations and conditions read to the problem that a problem file states."""

import pytest
import sympy

from support.notations import NOTATIONS, as_file, as_sympy, assert_same
from symplex.errors import ProblemError
from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem

x, t, k = sympy.symbols("x t k")
u, v = sympy.symbols("u v", cls=sympy.Function)
U = u(x, t)
DOMAIN = {x: (0, 1), t: (0, 1)}
HEAT = sympy.Eq(U.diff(t), U.diff(x, 2))

MALFORMED = {
    "decided": (
        ([HEAT, sympy.Eq(U, U)],),
        "equations[1]: SymPy has decided this equation: it is True whatever u is",
    ),
    "nothing-unknown": (
        (sympy.Eq(x, t),),
        "equations: expected an unknown function, as in u = Function('u'), u(x, t).diff(t)",
    ),
    "symbol": (
        (sympy.Eq(U.diff(t), k),),
        "equations[0]: column 7: unknown symbol 'k'; this problem has u, x and t; a parameter is declared with its range, as with --parameters 'k=1..2'",
    ),
    "place": (
        (HEAT, DOMAIN, {U: 1}),
        "conditions[0]: expected a value at a place, such as u(x, 0), found u(x, t)",
    ),
    "outside": (
        (HEAT, DOMAIN, {u(x, 3): 1}),
        "conditions[0].where: t = 3 lies outside the interval [0, 1]",
    ),
    "periodic": (
        (HEAT, DOMAIN, {u(0, t): u(1, t)}),
        "conditions[0]: the unknowns are taken at different points; periodic and two-point conditions cannot be stated yet",
    ),
    "mixed-up": (
        (HEAT, DOMAIN, {u(0, x): 1}),
        "conditions[0]: expected a variable or a number in u(0, x), found x",
    ),
    "arguments": (
        ([sympy.Eq(U.diff(t), v(t))],),
        "equations: u(x, t) and v(t) have different arguments; give all the same",
    ),
    "no-variables": (
        (sympy.Eq(u(2 * x), 0),),
        "equations: u(2*x) is no function of variables; expected such as u(x, t)",
    ),
    "value-inside": (
        (sympy.Eq(U.diff(t), u(x, 0)),),
        "equations[0]: the unknowns are taken at different points; periodic and two-point conditions cannot be stated yet",
    ),
    "complex": (
        (sympy.Eq(sympy.I * U.diff(t), U),),
        "equations[0]: SymPy's ImaginaryUnit has no meaning in a formula here",
    ),
    "delta": (
        (sympy.Eq(U.diff(t), sympy.DiracDelta(x)),),
        "equations[0]: SymPy's DiracDelta has no meaning in a formula here",
    ),
    "a-name": (
        (sympy.Eq(U.diff(t), sympy.Symbol("a b")),),
        "'a b' is not a name; expected a letter, then letters and digits",
    ),
    "not-an-equation": (
        (HEAT, DOMAIN, [U]),
        "conditions[0]: expected Eq(u(x, 0), …) or {u(x, 0): …}, found u(x, t)",
    ),
    "no-table": ((HEAT, [1]), "domain: expected a mapping, found a list of 1"),
    "text": (
        (HEAT, DOMAIN, ["t = 0"]),
        "conditions[0]: expected Eq(u(x, 0), …) or {u(x, 0): …}, found the text 't = 0'",
    ),
    "powers": (
        (sympy.Eq(U.diff(t), x**t),),
        "equations[0]: an exponent must be a number; one of SymPy's formula is not",
    ),
    "everywhere": (
        (sympy.Eq(u(x, 0), u(x, 0).diff(x)),),
        "equations: u(x, 0) is no function of variables; expected such as u(x, t)",
    ),
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_sympy_states_what_a_file_states(name):
    assert_same(as_sympy(name), as_file(name))


@pytest.mark.parametrize("name", MALFORMED)
def test_a_mistake_is_one_sentence(name):
    given, sentence = MALFORMED[name]
    equations, domain, conditions = (*given, DOMAIN, {})[:3] if len(given) < 3 else given
    if len(given) == 2:
        conditions = {}
    with pytest.raises(ProblemError) as found:
        Problem(equations, domain, conditions)
    assert str(found.value) == sentence


@pytest.mark.parametrize("name", bundled_names())
def test_what_is_written_can_be_read(name):
    problem = bundled(name)
    read = Problem(**problem.sympy(), unknowns=problem.unknowns)
    assert_same(read, problem.changed(constants={}))


def test_a_formula_is_zero_and_text_names_do():
    problem = Problem(
        U.diff(t) - k * U.diff(x),
        {"x": [0, sympy.pi], "t": sympy.Interval(0, 1)},
        {U.diff(t, x).subs({x: 0, t: 1}): 2},
        parameters={"k": "1/3"},
    )
    assert str(problem.domain["x"]) == "[0, pi]"
    assert problem.conditions[0].text == "u_tx = 2"
    assert str(problem.conditions[0].region) == "x = 0, t = 1"


def test_unknowns_have_the_order_that_is_asked():
    equations = [sympy.Eq(U.diff(t), v(x, t)), sympy.Eq(v(x, t).diff(t), U)]
    assert Problem(equations, DOMAIN).unknowns == ("u", "v")
    assert Problem(equations, DOMAIN, unknowns=[v, U]).unknowns == ("v", "u")
    with pytest.raises(ProblemError, match="'w' does not appear"):
        Problem(equations, DOMAIN, unknowns=[sympy.Function("w")])


def test_text_is_never_evaluated(tmp_path):
    """SymPy evaluates text that it is given as a formula."""
    heat, box = sympy.Eq(u(x, t).diff(t), u(x, t).diff(x, 2)), {x: (0, 1), t: (0, 1)}
    trap = f"__import__('pathlib').Path({str(tmp_path / 'trap')!r}).touch()"
    for equations, data in ((heat, {u(x, 0): trap}), ([heat, trap], {u(x, 0): x})):
        with pytest.raises(ProblemError, match="expected a formula of SymPy or a number"):
            Problem(equations, box, data)
    assert not (tmp_path / "trap").exists()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (sympy.Heaviside(x - 1), "heaviside(x - 1)"),
        (2 * sympy.Heaviside(x, 0), "2*heaviside(x)"),
        (sympy.Piecewise((x, x < 1), (2, True)), "piecewise(x, x < 1, 2)"),
        (sympy.Piecewise((0, x <= 0), (x, x <= 1), (1, True)), "piecewise(0, x < 0, x, x < 1, 1)"),
        (sympy.Piecewise((1, x > 1), (t, True)), "piecewise(1, x > 1, t)"),
    ],
)
def test_steps_and_cases_are_read(value, text):
    from numpy import allclose, array

    from symplex.expression.evaluate import evaluate

    points = {"x": array([-1.5, 0.5, 0.75, 3.0]), "t": array([0.1, 0.2, 0.3, 0.4])}
    read = Problem(sympy.Eq(U.diff(t), U.diff(x, 2) + value), DOMAIN).equations[0]
    plain = Problem([f"u_t = u_xx + {text}"], {"x": [0, 1], "t": [0, 1]}).equations[0]
    zeros = dict.fromkeys(read.derivatives, array(0.0))
    found = [evaluate(one.right, {**points, **zeros}) for one in (read, plain)]
    assert allclose(*found)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (sympy.Piecewise((x, x < 1)), "for the rest"),
        (sympy.Piecewise((x, sympy.Ne(x, 1)), (0, True)), "conditions such as x < 1"),
        (sympy.Piecewise((x, (x < 1) & (x > 0)), (0, True)), "conditions such as x < 1"),
    ],
)
def test_other_cases_are_refused(value, words):
    with pytest.raises(ProblemError, match=words):
        Problem(sympy.Eq(U.diff(t), value), DOMAIN)
