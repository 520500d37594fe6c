"""What a course is made with."""

from symplex.propose.candidates.settings import DEFAULT
from symplex.propose.structure.looking import Sight
from symplex.solver.search.state import RunOptions
from symplex.solver.solution.approximating import Acceptance, Plan
from symplex.work.budget import Budget


def test_a_smaller_problem_has_what_is_left_of_the_time_and_nothing_to_look_at():
    options = RunOptions(time_limit=999, watch=print, policy=b"in the words of this problem")
    whole = Plan(DEFAULT, options, (), Budget(5.0), sight=Sight(), acceptance=Acceptance(0.1))
    below = whole.below
    assert below.options.time_limit <= 5.0
    assert below.options.watch is None
    assert below.options.policy is None
    assert (below.depth, below.sights, below.sight, below.acceptance) == (1, (), None, None)
    assert below.clock is whole.clock
