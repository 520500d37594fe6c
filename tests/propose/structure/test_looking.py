"""Which reference is looked at."""

import pytest

from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.propose.structure.looking import Sight, choices, looked
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget

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
    found = looked(DECAY, Budget.unlimited())
    assert isinstance(found, Reference)
    assert [sample.parameters for sample in found.samples] == choices(DECAY)


def test_without_data_there_is_none():
    nothing = Problem(["u_t = -u"], {"t": [0, 1]})
    assert isinstance(looked(nothing, Budget.unlimited()), NoReference)


def test_a_reference_without_parameters_is_kept_for_others():
    line = Problem(["u_t = -u"], {"t": [0, 1]}, [("t = 0", "u = 2")])
    sight, other = Sight(), Sight()
    found = sight.find(line, Budget.unlimited())
    assert sight.found is found
    other.find(DECAY, Budget.unlimited())
    assert other.found is None  # approximations are fitted at other values of the parameters
    assert not sight.was_cut


@pytest.mark.parametrize("missing", [0, 1])
@pytest.mark.parametrize("cut", [False, True])
def test_what_is_given_up_is_told_from_what_cannot_be_found(monkeypatch, missing, cut):
    """The first or the second reference is missing."""
    calls = []

    def partly(problem, *, budget, parameters):
        calls.append(parameters)
        if len(calls) == missing + 1:
            return NoReference(Reason(Code.BUDGET_STEPS), 0.1, cut=cut)
        return reference(problem, budget=budget, parameters=parameters)

    monkeypatch.setattr("symplex.propose.structure.looking.reference", partly)
    sight = Sight()
    assert isinstance(sight.find(DECAY, Budget.unlimited()), Reference) == bool(missing)
    assert sight.was_cut == cut
