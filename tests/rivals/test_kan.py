import pytest

from symplex.problem import Problem

pytest.importorskip("kan", reason="pykan is of the extra symplex[rivals]")


@pytest.mark.filterwarnings("ignore")
def test_a_sum_of_two_functions_is_read_off():
    import numpy as np

    from symplex.expression.evaluate import evaluate
    from symplex.expression.parse import parse
    from symplex.rivals.kan import KAN

    problem = Problem(
        ["u_xy = 0"],
        {"x": [-1, 1], "y": [-1, 1]},
        [
            ("x = -1", "u = 1 + y"),
            ("x = 1", "u = 1 + y"),
            ("y = -1", "u = x^2 - 1"),
            ("y = 1", "u = x^2 + 1"),
        ],
    )
    answer = KAN(interior=200, on_condition=50).solve(problem, seed=0, seconds=40)
    formula = parse(answer.formulas["u"], problem.answer_scope)
    points = problem.box.sample(np.random.default_rng(0), 500)
    error = evaluate(formula, points) - points["x"] ** 2 - points["y"]
    assert np.mean(error**2) < 1e-2
