"""Each notion has its hypotheses."""

import pytest

from support.checked import XT, XYT, X, accepts, examined, stated


@pytest.mark.parametrize(
    ("problem", "text", "is_true"),
    [
        (stated("u_t + u_x = 0", XT, ("t = 0", "u = max(x, 0)")), "max(x - t, 0)", True),
        (stated("u_t + u_x + 2*u_y = 0", XYT, ("t = 0", "u = abs(y)")), "abs(y - 2*t)", True),
        (stated("u_tt = u_xx", XT, ("t = 0", "u = abs(x)")), "abs(x - t)", False),
        (stated("u_xx = 2*max(x, 0)", X, ("x = -1", "u = 0")), "max(x, 0)^3/3", True),
        (stated("u_t + u*u_x = 0", XT, ("t = 0", "u = abs(x)")), "abs(x)/(1 + sign(x)*t)", False),
        (stated("u_t + u*u_x = 0", XT, ("t = 0", "u = -sign(x)")), "-sign(x)", True),
        (stated("u_t + u*u_x = 0", XT, ("t = 0", "u = sign(x)")), "sign(x)", False),
        (stated("u_t + u*u_x*u_xx = 0", XT, ("t = 0", "u = -sign(x)")), "-sign(x)", False),
    ],
)
def test_notions(problem, text, is_true):
    answer, proof = examined(problem, text)
    assert accepts(problem, answer, proof) is is_true
