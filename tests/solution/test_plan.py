"""What a course is made with."""

from symplex.budget import Budget
from symplex.search.settings import DEFAULT
from symplex.search.state import RunOptions
from symplex.solution.approximating import Acceptance
from symplex.solution.plan import Plan
from symplex.structure.looking import Sight


def test_a_smaller_problem_has_what_is_left_of_the_time_and_nothing_to_look_at():
    options = RunOptions(time_limit=999, watch=print, policy=b"in the words of this problem")
    whole = Plan(DEFAULT, options, (), Budget(5.0), sight=Sight(), acceptance=Acceptance(0.1))
    below = whole.below
    assert below.options.time_limit <= 5.0
    assert below.options.watch is None
    assert below.options.policy is None
    assert (below.depth, below.sights, below.sight, below.acceptance) == (1, (), None, None)
    assert below.clock is whole.clock
