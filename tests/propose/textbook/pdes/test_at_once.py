"""Smaller problems that other methods solve are answered at once."""

from support.methods import DECAY, EXPONENTIAL, HEAT, SEPARATION, Saying, family, separated
from symplex.problem import Problem
from symplex.problem.method import Reduction
from symplex.propose.textbook.pdes.at_once import AtOnce
from symplex.work.budget import Budget

SOLVER = Saying("v", (family("v", "exp(-9*t)", "t"),))


def test_an_answer_takes_the_place_of_the_reduction():
    (found,) = AtOnce(SEPARATION, (SOLVER,)).propose(HEAT, Budget.unlimited())
    (expected,) = separated({"v": family("v", "exp(-9*t)", "t").formulas["v"]})
    assert found == expected


def test_without_an_answer_the_reduction_stays():
    for solvers in ((), (EXPONENTIAL,)):  # free constants are no answer
        (found,) = AtOnce(SEPARATION, solvers).propose(HEAT, Budget.unlimited())
        assert isinstance(found, Reduction)
        assert found.problem == DECAY


def test_what_lacks_conditions_is_not_proposed():
    bare = Problem(["v_t = -9*v"], {"t": [0, 1]}, unknowns=["v"])
    saying = Saying("u", (Reduction("test", bare, separated),))
    assert list(AtOnce(saying, (SOLVER,)).propose(HEAT, Budget.unlimited())) == []
