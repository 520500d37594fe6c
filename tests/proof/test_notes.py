"""What a certificate does not claim."""

from symplex.problem import Problem
from symplex.proof.notes import notes_on

LINE = {"x": [-1, 1], "t": [0, 1]}


def notes(*arguments):
    problem = Problem(*arguments)
    return " | ".join(notes_on(problem))


def test_open_faces():
    found = notes(["u_t = u_xx"], LINE, [("t = 0", "u = x")])
    assert "the faces of x without conditions are open" in found
    assert "all of space there" in found


def test_nothing_to_say():
    sides = [("x = -1", "u = 0"), ("x = 1", "u = 0")]
    assert notes(["u_t = u_xx"], LINE, [("t = 0", "u = 0"), *sides]) == ""


def test_missing_data():
    sides = [("x = -1", "u = 0"), ("x = 1", "u = 0")]
    assert "no initial or terminal condition" in notes(["u_t = u_xx"], LINE, sides)
    assert "no condition is stated" in notes(["u_t = u_xx"], LINE, [])
    square = {"x": [0, 1], "y": [0, 1]}
    found = notes(["u_xx + u_yy = 0"], square, [("x = 0", "u = y")])
    assert "an elliptic problem has no condition at x = 1" in found
