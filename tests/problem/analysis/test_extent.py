"""Where an answer is verified."""

from symplex.problem import Problem
from symplex.problem.analysis.extent import open_faces, verification_box

DOMAIN = {"x": [0, 1], "t": [0, 1]}


def test_space_without_conditions_is_twice_as_wide():
    problem = Problem(["u_t = u_x"], DOMAIN, [("t = 0", "u = x")])
    assert open_faces(problem) == ("x",)
    box = verification_box(problem)
    assert box.ends == {"x": (-0.5, 1.5), "t": (0, 1)}
    assert box.widened_in == ("x",)


def test_a_face_with_a_condition_stays():
    problem = Problem(["u_t = u_xx"], DOMAIN, [("t = 0", "u = x"), ("x = 0", "u = 0")])
    assert verification_box(problem).ends["x"] == (0, 1.5)


def test_stationary_problems_stay_on_their_box():
    problem = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    assert verification_box(problem) == problem.box


def test_the_box_is_not_widened_where_the_data_end():
    problem = Problem(["u_t = u_x"], DOMAIN, [("t = 0", "u = sqrt(x)")])
    assert verification_box(problem) == problem.box
