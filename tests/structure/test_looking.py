"""Which reference is looked at."""

from symplex.budget import Budget
from symplex.problem import Problem
from symplex.reference import NoReference, Reference
from symplex.structure.looking import choices, looked

DECAY = Problem(
    ["u_t = -a*b*u"],
    {"t": [0, 1]},
    [("t = 0", "u = 2")],
    parameters={"a": [0.5, 2], "b": [1, 3]},
)


def test_choices_fill_the_ranges():
    found = choices(DECAY)
    assert len(found) == 5
    assert len({tuple(choice.values()) for choice in found}) == 5
    assert all(0.5 < choice["a"] < 2 and 1 < choice["b"] < 3 for choice in found)
    assert choices(DECAY) == found


def test_a_reference_has_a_sample_for_each_choice():
    found = looked(DECAY, Budget(60.0))
    assert isinstance(found, Reference)
    assert [sample.parameters for sample in found.samples] == choices(DECAY)


def test_without_data_there_is_none():
    nothing = Problem(["u_t = -u"], {"t": [0, 1]})
    assert isinstance(looked(nothing, Budget(60.0)), NoReference)
