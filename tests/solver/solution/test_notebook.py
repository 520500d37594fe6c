"""What a notebook shows of problems, solutions and certificates."""

from symplex.expression.parse import parse
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.status import SolutionStatus


def test_a_problem_is_its_equations_and_where_they_hold():
    assert bundled("parametric-heat")._repr_latex_() == (
        "$\\displaystyle \\begin{aligned}\n"
        "& u_{t} = \\kappa \\left(u_{x x} + u_{y y}\\right) \\\\\n"
        "& u\\left(x, y, 0\\right) = \\sin\\left(x\\right) \\cos\\left(y\\right) \\\\\n"
        "& x \\in [-1, 1],\\; y \\in [-1, 1],\\; t \\in [0, 1],\\; \\kappa \\in [\\frac{1}{2}, 2]\n"
        "\\end{aligned}$"
    )


def test_a_solution_is_its_formulas_and_their_certificate():
    problem = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u=1*1")])
    formulas = {"u": parse("exp(x)", problem.answer_scope)}
    certificate = verify(problem, formulas)
    solution = Solution(problem, SolutionStatus.EXACT, formulas, certificate)
    html = solution._repr_html_()
    assert "&amp; u = \\exp\\left(x\\right)" in html
    assert "<b>exact</b> (level: symbolic)" in html
    assert "<td>proved</td><td><code>u_x = u</code></td><td>interior</td>" in html
    assert html.count("<tr>") == len(certificate.checks)


def test_nothing_is_shown_as_such():
    nothing = Solution(bundled("heat"), SolutionStatus.NONE, {}, None)
    assert nothing._repr_html_().startswith("<pre>no formula found\n  may help: ")
    assert "no formula found" in nothing._repr_latex_()
