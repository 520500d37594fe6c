"""LaTeX as textbooks write it reads to the problem that a problem file states."""

import pytest

from support.notations import NOTATIONS, as_file, as_latex, assert_same
from symplex.errors import ProblemError
from symplex.notation.problem_files import bundled, bundled_names
from symplex.notation.statements import equation_latex
from symplex.problem import Problem

DOMAIN = {"x": [0, 1], "t": [0, 1]}
MALFORMED = {
    r"u_t = u_xx": "equations[0]: column 10: this is unclear: in LaTeX u_xx is u_x times x; write u_{xx} for a derivative",
    r"u_t = \sin x t": r"equations[0]: column 14: this is unclear: where the argument of '\sin' ends; write \sin\left(…\right)",
    r"u_t = \sin 2 \cdot x": r"equations[0]: column 14: this is unclear: whether the argument of '\sin' ends before '\cdot'; write brackets",
    r"u_t = \sin \kappa \times x": r"equations[0]: column 19: this is unclear: whether the argument of '\sin' ends before '\cdot'; write brackets",
    r"u_t = \sin x/2": r"equations[0]: column 13: this is unclear: whether the argument of a function ends before '/'; write brackets, or \frac",
    r"u_t = \sin^{-1} x": r"equations[0]: column 11: this is unclear: a negative power of '\sin' may be its inverse; write \arcsin, or a fraction",
    r"u_t = \sin(x)^2": r"equations[0]: column 15: this is unclear: whether the power is of the argument or of '\sin'; write \sin^2\left(…\right) or brackets around it",
    r"u_t = x/2t": r"equations[0]: column 10: this is unclear: what belongs below '/'; write \frac{…}{…} or brackets",
    r"u_t = x^23": "equations[0]: column 9: this is unclear: only the first digit is raised; write ^{23}",
    r"u_t = \frac{x}{2}^2": "equations[0]: column 18: this is unclear: put the fraction in brackets before its power",
    r"\partial_x u^2 = 0": r"equations[0]: column 13: this is unclear: how far '\partial' reaches; put what it is applied to in brackets",
    r"u' = 0": "equations[0]: column 2: this is unclear: by which of x and t a prime differentiates; write u_x",
    r"u_t = 2 3": r"equations[0]: column 9: this is unclear: an operator is missing before '3'; write \cdot",
    r"u_t = w": "equations[0]: column 7: unknown symbol 'w'; this problem has u, x, t and kappa",
    r"u_t = \lamda u": r"equations[0]: column 7: unknown symbol '\lamda'; this problem has u, x, t and kappa",
    r"u_t = kappa u": r"equations[0]: column 7: 'kappa' reads as a product of letters in LaTeX; write \mathrm{kappa} or \kappa",
    r"u_y = 0": "equations[0]: column 3: 'y' is not a variable; this problem has x and t",
    r"\frac{\partial u}{\partial y} = 0": "equations[0]: column 28: 'y' is not a variable; this problem has x and t",
    r"\frac{\partial^2 u}{\partial x} = 0": "equations[0]: column 1: the derivative has order 2 above and 1 below",
    r"\frac{\partial u}{2} = 0": r"equations[0]: column 19: expected the variables of a derivative, as in \partial x^2, found '2'",
    r"\frac{x}{2 = u": "equations[0]: column 12: expected '}', found '='",
    r"u_t = (x": "equations[0]: column 9: expected a closing bracket, the formula ends",
    r"u_t = \left|x": "equations[0]: column 14: expected the closing bar, the formula ends",
    r"u_t = x)": "equations[0]: column 8: expected an operator or the end, found ')'",
    r"u_t =": "equations[0]: column 6: expected a number, a name or a bracket, the formula ends",
    r"u_t": "equations[0]: column 4: an equation needs '=', found none",
    r"": "equations[0]: an equation is missing: the text is empty",
    r"u_t = \nabla u": r"equations[0]: column 7: a gradient stands only in bars, |\nabla u|, or in \nabla\cdot(…)",
    r"u_t = \int u": r"equations[0]: column 7: '\int' is not read: integrals cannot be stated",
    r"u_t = \pm u": r"equations[0]: column 7: '\pm' is not read: it stands for two formulas; state one",
    r"u_t = \infty": r"equations[0]: column 7: '\infty' is not read: infinity is no number; leave the face without a condition",
    r"u_t = 2^x": "equations[0]: column 9: an exponent must be a number such as 2, -1 or 3/2; write exp(b*log(a)) for a power a^b that varies",
    r"u_t = u(2)": r"equations[0]: column 8: 'u' is a function of (x, t), found other arguments; write u \cdot (…) for a product",
    r"u(x,0) = 1": "equations[0]: column 1: an equation holds in the whole domain; state this as a condition",
    r"u_t = \log_{10} x": r"equations[0]: column 11: '\log' takes no index; write it with \ln",
    r"u_t = \max(x)": r"equations[0]: column 7: '\max' takes several arguments",
    "u_t = κ u": r"equations[0]: column 7: '\u03ba' is not an ASCII character; write a command such as \kappa",
    r"u_t < u": "equations[0]: column 5: '<' is not used in formulas",
    r"u_t = \left/x\right/": r"equations[0]: column 7: \left is followed by '/'; expected a bracket or a bar",
    r"u_t = \frac{1}{0} x": "equations[0]: column 7: division by zero",
}
CONDITIONS = {
    r"u(0,t) = u(1,t)": "conditions[0]: column 10: the two sides are taken at different points; periodic and two-point conditions cannot be stated yet",
    r"u(0,x) = 1": "conditions[0]: column 5: the arguments are (x, t) in this order, each itself or a number, found 'x' for t",
    r"u(x,2) = 1": "conditions[0]: t = 2 lies outside the interval [0, 1]",
    r"u = 1": r"conditions[0]: a condition says where it holds, as u(x, 0) = \sin x does",
    r"u_x(0,t) + u(1,t) = 1": "conditions[0]: column 13: the unknowns of one equation are taken at different points; periodic and two-point conditions cannot be stated yet",
    r"u_x(0,t) + u = 1": "conditions[0]: column 14: the unknowns of one equation are taken at different points; periodic and two-point conditions cannot be stated yet",
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_textbook_states_what_a_file_states(name):
    assert_same(as_latex(name), as_file(name))


@pytest.mark.parametrize("text", MALFORMED)
def test_a_mistake_in_an_equation_is_one_sentence_at_its_place(text):
    with pytest.raises(ProblemError) as found:
        Problem.from_latex(text, DOMAIN, parameters={"kappa": [1, 2]})
    assert str(found.value) == MALFORMED[text]


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_mistake_in_a_condition_is_one_sentence_at_its_place(text):
    with pytest.raises(ProblemError) as found:
        Problem.from_latex("u_t = u_{xx}", DOMAIN, [text])
    assert str(found.value) == CONDITIONS[text]


def test_there_are_enough_of_each():
    assert len(NOTATIONS) >= 60
    assert len(MALFORMED) + len(CONDITIONS) >= 40


@pytest.mark.parametrize("name", bundled_names())
def test_what_is_written_can_be_read(name):
    problem = bundled(name)
    equations = [equation_latex(one, problem.variables) for one in problem.equations]
    conditions = [equation_latex(one, problem.variables) for one in problem.conditions]
    raw = problem.statement()
    common = {key: raw[key] for key in ("domain", "unknowns")}
    parameters = {name: raw["parameters"][name] for name in problem.parameters}
    read = Problem.from_latex(equations, conditions=conditions, parameters=parameters, **common)
    assert_same(read, problem.changed(constants={}))


def test_numbers_and_names_may_be_latex_and_places_may_be_named():
    problem = Problem.from_latex(
        r"\[ u_{\theta\theta} + u_t = 0 \]",
        {r"\theta": [0, r"\frac{\pi}{2}"], "t": [0, "1"]},
        [(r"\theta = \frac{\pi}{2}", "u = t"), {"where": "t = 0", "equation": "u = 0"}],
    )
    assert str(problem.domain["theta"]) == "[0, pi/2]"
    assert [str(one.region) for one in problem.conditions] == ["theta = pi/2", "t = 0"]


def test_a_place_is_said_once():
    with pytest.raises(ProblemError, match="said twice"):
        Problem.from_latex("u_t = 0", DOMAIN, [("t = 0", "u(x, 0) = 1")])
    with pytest.raises(ProblemError, match="expected LaTeX such as"):
        Problem.from_latex("u_t = 0", DOMAIN, [3])
    with pytest.raises(ProblemError, match=r"domain.x: column 1: unknown symbol"):
        Problem.from_latex("u_t = 0", {"x": [0, r"\foo"], "t": [0, 1]})


def test_a_name_stands_once():
    with pytest.raises(ProblemError, match="parameters: 'kappa' stands there twice"):
        Problem.from_latex(
            r"u_t = \kappa u",
            domain={"t": [0, 1]},
            parameters={"kappa": [1, 2], r"\kappa": [0, 1]},
        )


def test_time_and_ends_may_be_latex():
    problem = Problem.from_latex(
        r"\dot u = \Delta u",
        {r"\theta": [0, r"2\pi"], "t": [0, 1], r"\tau": [0, 1]},
        [r"u(\theta, t, 0) = \cos\theta"],
        time=r"\tau",
        free=[r"\theta = 2\pi", "t"],
        open=[r"\theta = 0"],
    )
    assert (problem.time, problem.space) == ("tau", ("theta", "t"))
    (equation,) = problem.equations
    assert {"".join(d.by) for d in equation.derivatives} == {"tau", "thetatheta", "tt"}
    assert problem.statement()["free"] == ["theta = 2*pi", "t = 0", "t = 1"]
    assert problem.statement()["open"] == ["theta = 0"]


def test_a_mistake_in_an_end_has_its_key():
    with pytest.raises(ProblemError, match=r"^free\[0\]: x = 3 is no end of"):
        Problem.from_latex("u_t = 0", DOMAIN, free=["x = 3"])
    with pytest.raises(ProblemError, match=r"^open\[1\]: column 2: unknown symbol"):
        Problem.from_latex("u_t = 0", DOMAIN, open=["t", r"x = \foo"])
    with pytest.raises(ProblemError, match=r"^time: unknown variable 'z'"):
        Problem.from_latex("u_t = 0", DOMAIN, time="z")
