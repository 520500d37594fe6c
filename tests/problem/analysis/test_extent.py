"""The box on which an answer is verified."""

from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box


def test_open_faces_are_widened_unless_the_data_end_there():
    domain, heat = {"x": [-1, 1], "t": [0, 1]}, ["u_t = u_xx"]
    wide = verification_box(Problem(heat, domain, [("t = 0", "u = x")]))
    assert wide.ends["x"] == (-2, 2)
    assert wide.ends["t"] == (0, 1)
    held = verification_box(Problem(heat, domain, [("t = 0", "u = x"), ("x = 1", "u = 1")]))
    assert held.ends["x"] == (-2, 1)
    short = verification_box(Problem(heat, domain, [("t = 0", "u = sqrt(1 - x^2)")]))
    assert short.ends["x"] == (-1, 1)
