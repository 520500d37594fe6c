"""Statements as people type them, and what is said of what cannot be read."""

import pytest

from symplex.app.cli.main import main
from symplex.errors import ProblemError
from symplex.notation.mistakes import read
from symplex.problem import Problem

LINE = {"x": [0, 1], "t": [0, 1]}
ONE = {"x": [0, 1]}
PLANE = {"x": [0, 1], "y": [0, 1], "t": [0, 1]}


def equations(typed, domain=LINE, **more):
    return [one.text for one in Problem([typed], domain, **more).equations]


@pytest.mark.parametrize(
    ("typed", "domain", "meant"),
    [
        ("u_t = u_{xx}", LINE, "u_t = u_xx"),
        ("u_t = u_{x x}", LINE, "u_t = u_xx"),
        ("u'' + u = 0", ONE, "u_xx + u = 0"),
        ("du/dt = d^2u/dx^2", LINE, "u_t = u_xx"),
        ("∂u/∂t = ∂²u/∂x²", LINE, "u_t = u_xx"),
        ("∂_t u = ∂_xx u", LINE, "u_t = u_xx"),
        ("∂²u/(∂x∂t) = 0", LINE, "u_tx = 0"),
        ("d^2u/dθ^2 = 0", {"θ": [0, 1]}, "diff(u, theta, 2) = 0"),
        ("u_t = Δu", PLANE, "u_t = (u_xx + u_yy)"),
        ("u_t = ∇²u", LINE, "u_t = (u_xx)"),
        ("u_t = laplacian(u)", LINE, "u_t = (u_xx)"),
        ("u_t = sin^2(x) + cos^3(x*(1 + t))", LINE, "u_t = sin(x)^2 + cos(x*(1 + t))^3"),
        ("u_t = np.sin(x) − math.pi·x²", LINE, "u_t = sin(x) - pi*x^2"),
    ],
)
def test_what_has_one_meaning_is_read(typed, domain, meant):
    assert equations(typed, domain) == [meant]


def test_letters_are_names():
    problem = Problem(["u_t = κ*u_xx + lambda*u"], LINE, parameters={"κ": [1, 2], "lambda": 3})
    assert list(problem.parameters) == ["kappa"]
    assert list(problem.constants) == ["lamda"]
    assert problem.equations[0].text == "u_t = kappa*u_xx + lamda*u"


def test_values_at_a_place_are_conditions():
    typed = "u_t = u_xx; u(x, 0) = sin(pi*x); u(0, t) = u(1, t) = 0; u_x(1, t) + u(1, t) = 2"
    problem = Problem(typed, LINE)
    stated = [(str(one.region), one.text) for one in problem.conditions]
    assert [one.text for one in problem.equations] == ["u_t = u_xx"]
    assert stated == [
        ("t = 0", "u = sin(pi*x)"),
        ("x = 0", "u = 0"),
        ("x = 1", "u = 0"),
        ("x = 1", "u_x + u = 2"),
    ]
    again = Problem(["u_t = u_xx"], LINE, ["u(x, 0) = sin(pi*x)", ("x = 0", "u = 0")])
    assert [str(one.region) for one in again.conditions] == ["t = 0", "x = 0"]
    ordinary = Problem("u'' + u = 0; u(0) = 1; u'(0) = 0", ONE)
    assert [one.text for one in ordinary.conditions] == ["u = 1", "u_x = 0"]


@pytest.mark.parametrize(
    "typed",
    ["u_t = u(0, t) - u", "u_t = u(t, x)", "u(0, t) = u(1, t)", "u_t = u(x)", "u(x, 0) = u"],
)
def test_what_relates_several_points_is_refused(typed):
    with pytest.raises(ProblemError, match="cannot be stated yet"):
        Problem(["u_t = u_xx", typed], LINE)


def test_names_that_are_declared_mean_what_was_declared():
    domain, parameters = {"x": [1, 2], "dx": [1, 2]}, {"du": [1, 2]}
    with pytest.raises(ProblemError):
        equations("u_x = du/dx(x)", domain)
    assert equations("u_x = du/dx", domain, parameters=parameters) == ["u_x = du/dx"]


def test_columns_are_those_of_what_was_typed():
    with pytest.raises(ProblemError, match=r"^equations\[0\]: column 16: unknown symbol 'w'"):
        Problem(["u_t = κ*u_{xx}+w"], LINE, parameters={"kappa": [1, 2]})
    with pytest.raises(ProblemError, match=r"^equations\[1\]: column 10: unknown symbol 'w'"):
        Problem(["u_t = u_xx", "u(x,0) = w"], LINE)
    text = 'equations = ["u_t = κ*u_{xx}", "u(x,0) = w"]\n[domain]\nx = [0, 1]\nt = [0, 1]\n'
    first, second = read(text, 5).mistakes
    assert text[first.start : first.end] == "κ"
    assert text[second.start : second.end] == "w"


ON = ["--on", "x=0..1, t=0..1"]
HEAT = "u_t = u_xx"
MISTAKES = [
    (["u_t = k*u_xx", *ON], "--parameters 'k=1..2'"),
    (["T_t = T_xx", *ON], "if 'T' is an unknown, declare it, as with --unknowns T"),
    (["u_t = ux", *ON], "the derivative is written u_x"),
    (["i*u_t = u_xx", *ON], "for the imaginary unit, state its real and its imaginary part"),
    (["u_t = D*u_xx", *ON, "--parameters", "D=0.5-1"], "write 'D=0.5..1' for the range"),
    ([HEAT, *ON, "--given", "x^2+y^2=1: u=0"], "curves cannot be stated"),
    ([HEAT, *ON, "--given", "t=0, u=x"], "such as 't=0: u=x'"),
    (["u_t = 1m*u_xx", *ON], "and leave units out"),
    (["u_t = 1 if x else 0", *ON], "write piecewise(a, x < b, c)"),
    (["u_t = Piecewise(x)", *ON], "write piecewise(a, x < b, c)"),
    (["u_t = besselj(x)", *ON], "make it an unknown with its differential equation"),
    (["u_t = delta(x)", *ON], "state the jump that it causes"),
    (["u_t = integral(x)", *ON], "make the integral v an unknown"),
    (["u_t = laplacian(x)", *ON], "laplacian(u) is read of an unknown alone"),
    ([HEAT, "--on", "x=0..inf, t=0..1"], "space goes on without end"),
    ([HEAT, "--on", "x=-oo..oo, t=0..1"], "space goes on without end"),
    (["u_t = 2x", *ON], "write '*' to multiply"),
    (["u_t = sin x", *ON], "write sin(…)"),
    (["u_t = ln(x)", *ON], "write log(x)"),
    (["u_t = |x|", *ON], "write abs( )"),
    (["u_t = u''", *ON], "write u_x or diff(u, x)"),
    (["u_t == u_xx", *ON], "write '='"),
    ([HEAT], "an equation needs --on"),
    ([HEAT, "--on", "x=1..0, t=0..1"], "is reversed; expected low < high"),
    (["heet"], "did you mean 'heat'?"),
]
"""What new users stumbled over, and the words that let them mend it."""


@pytest.mark.parametrize(("arguments", "words"), MISTAKES, ids=lambda value: str(value)[:40])
def test_a_mistake_is_answered_with_what_to_write(arguments, words, capsys):
    assert main(["check", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_commands_are_guessed(capsys):
    assert main(["solv", "heat"]) == 2
    assert "there is no command 'solv'; did you mean 'solve'?" in capsys.readouterr().err


def test_equations_may_be_several_arguments(capsys):
    system = ["u_x = v", "v_x = u", "--unknowns", "u, v", "--on", "x=[0,1]"]
    given = ["--given", "u(0) = 1; v(0) = 1"]
    assert main(["check", *system, *given]) == 0
    assert "such that v_x = u" in capsys.readouterr().out
    assert main(["verify", *system, *given, "u = exp(x); v = exp(x)"]) == 0


def test_check_reports_every_mistake_with_a_mark_below_it(tmp_path, capsys):
    path = tmp_path / "wrong.toml"
    path.write_text(
        'equations = ["u_t = kapa*u_xx", "u_s = 0"]\n[domain]\nx = [1, 0]\nt = [0, 1]\n'
        '[[conditions]]\nwhere = "y = 0"\nequation = "u = Sin(x)"\n'
    )
    assert main(["check", str(path)]) == 2
    shown = capsys.readouterr()
    lines = shown.err.splitlines()
    assert shown.out == ""
    told = [line for line in lines if line.startswith(f"symplex: {path}: ")]
    assert len(told) == 5
    assert lines[1:3] == ['    equations = ["u_t = kapa*u_xx", "u_s = 0"]', " " * 24 + "^"]
