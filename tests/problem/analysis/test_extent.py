"""Where an answer is verified."""

from symplex.expression import number
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.problem.analysis.extent import domain_of_proof, open_faces, verification_box

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


def test_a_proof_covers_all_of_space_behind_each_open_end():
    start = ("t = 0", "u = x")
    cauchy = Problem(["u_t = u_x"], DOMAIN, [start])
    assert domain_of_proof(cauchy) == {"x": (None, None), "t": (number(0), number(1))}
    half = Problem(["u_t = u_xx"], {"x": ["-pi", "pi"], "t": [0, 1]}, [start, ("x = pi", "u = 0")])
    assert domain_of_proof(half)["x"] == (None, parse("pi"))


def test_data_at_a_corner_or_inside_close_no_face():
    conditions = [("t = 0", "u = x"), ("x = 0, t = 0", "u = 0"), ("x = 0.5", "u = 0")]
    problem = Problem(["u_t = u_xx"], DOMAIN, conditions)
    assert domain_of_proof(problem)["x"] == (None, None)


def test_without_time_and_at_the_ends_of_time_nothing_moves():
    stationary = Problem(["u_xx = 0"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    assert domain_of_proof(stationary) == {"x": (number(0), number(1))}
    terminal = Problem(["u_t = u_xx"], DOMAIN, [("t = 1", "u = x")])
    assert domain_of_proof(terminal)["t"] == (number(0), number(1))
