"""What a certificate does not claim."""

from symplex.codes import UniquenessCode
from symplex.problem import Problem
from symplex.proof.notes import remarks_on
from symplex.reasons import Reason

LINE = {"x": [-1, 1], "t": [0, 1]}


def remarks(*arguments):
    return list(remarks_on(Problem(*arguments)))


def test_open_faces():
    found = remarks(["u_t = u_xx"], LINE, [("t = 0", "u = x")])
    assert found == [Reason(UniquenessCode.OPEN_FACES, names=("x",))]


def test_nothing_to_say():
    sides = [("x = -1", "u = 0"), ("x = 1", "u = 0")]
    assert remarks(["u_t = u_xx"], LINE, [("t = 0", "u = 0"), *sides]) == []


def test_missing_data():
    sides = [("x = -1", "u = 0"), ("x = 1", "u = 0")]
    assert remarks(["u_t = u_xx"], LINE, sides) == [Reason(UniquenessCode.OPEN_NO_START)]
    assert Reason(UniquenessCode.OPEN_NO_CONDITIONS) in remarks(["u_t = u_xx"], LINE, [])
    square = {"x": [0, 1], "y": [0, 1]}
    found = remarks(["u_xx + u_yy = 0"], square, [("x = 0", "u = y")])
    faces = ("x = 1", "y = 0", "y = 1")
    assert found == [Reason(UniquenessCode.OPEN_ELLIPTIC_FACES, faces=faces)]
