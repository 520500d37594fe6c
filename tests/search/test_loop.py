import time

import pytest

import symplex
from symplex.errors import SymplexError
from symplex.problem import Problem, bundled
from symplex.search.settings import DEFAULT, PAPER
from symplex.solution import SolutionStatus, solve


def test_an_easy_problem_is_solved_and_proved():
    solution = solve(bundled("hj-concave"), time_limit=60)
    assert solution.status is SolutionStatus.EXACT
    assert solution.certificate is not None
    assert solution.certificate.is_exact
    assert solution.text == {"u": "abs(x) + t/2"}


def test_without_the_statement_s_formulas_it_is_found_all_the_same():
    solution = solve(bundled("poisson-exp"), without=("statement-formulas",), time_limit=60)
    assert solution.is_exact


def test_same_seed_same_answer_whatever_the_threads():
    runs = [
        solve(
            bundled("advection-sine"),
            seed=3,
            without=("statement-formulas",),
            threads=threads,
            time_limit=120,
        )
        for threads in (1, 2, 2)
    ]
    assert runs[0].is_exact
    assert len({(run.text["u"], run.candidates) for run in runs}) == 1


def test_a_system():
    problem = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)"), ("t = 0", "v = -sin(x)")],
        unknowns=["u", "v"],
    )
    solution = solve(problem, time_limit=60)
    assert solution.is_exact
    assert set(solution(x=0.5, t=0.25)) == {"u", "v"}


def test_contradictory_conditions_end_without_an_exact_answer():
    problem = Problem(
        ["u_t = u_xx"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = 1"), ("x = 0", "u = 0"), ("x = 1", "u = x")],
    )
    start = time.monotonic()
    solution = solve(problem, time_limit=4)
    assert time.monotonic() - start < 9
    assert solution.status is not SolutionStatus.EXACT
    assert solution.stop_reason == "time limit"


def test_an_interrupt_keeps_the_best_so_far():
    seen = []

    def interrupt(progress):
        seen.append(progress)
        if progress.stage == "time" and progress.epoch >= 1:
            raise KeyboardInterrupt

    problem = Problem(
        ["u_t = u_xx + exp(sin(7*x + t))"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")]
    )
    solution = solve(problem, time_limit=60, watch=interrupt)
    assert solution.stop_reason == "interrupted"
    assert solution.status is SolutionStatus.APPROXIMATE
    assert solution.front
    assert seen[-1].candidates == solution.candidates


def test_a_hint_s_free_names_are_fitted():
    problem = bundled("heat")
    solution = solve(
        problem, hint="exp(a*t)*sin(b*x)*cos(c*y)", without=("statement-formulas", "moves")
    )
    assert solution.is_exact


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"recipe": "papr"}, "there is no recipe 'papr'; there are default and paper; did you"),
        ({"without": ("move",)}, "there is no ingredient 'move'"),
        ({"time_limit": 0}, "the time limit must be a positive number"),
        ({"operators": {"sine": True}}, "there is no operator 'sine'"),
        ({"hint": "v = x"}, "the hint speaks of 'v'"),
        ({"hint": "sin("}, "ends after"),
    ],
)
def test_bad_options_are_clear_errors(options, sentence):
    with pytest.raises(SymplexError, match=sentence.replace("(", r"\(")):
        solve(bundled("heat"), **options)


def test_the_paper_s_recipe_runs_on_the_same_loop():
    solution = solve(bundled("hj-concave"), recipe="paper", time_limit=6)
    assert solution.candidates > 0
    assert PAPER.moves == 0
    assert not PAPER.statement_formulas
    assert DEFAULT.without(["statement-formulas", "lifts"]).statement_formulas is False


def test_the_package_s_front_door():
    problem = symplex.Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    solution = symplex.solve(problem, seed=0, time_limit=30)
    assert solution.text == {"u": "exp(x)"}
