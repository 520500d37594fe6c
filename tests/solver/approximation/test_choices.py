"""At which values of the parameters a reference is taken."""

from symplex.problem import Problem
from symplex.solver.approximation.choices import choices_between, parameter_choices


def problem(variables, **parameters):
    domain = {name: [0, 1] for name in variables}
    return Problem(["u_t = u"], domain, [("t = 0", "u = 1")], parameters=parameters)


def test_the_middle_the_ends_and_for_an_ode_the_quarters():
    found = parameter_choices(problem("t", a=[1, 3]))
    assert [one["a"] for one in found] == [2.0, 1.0, 3.0, 1.5, 2.5]
    assert len(parameter_choices(problem("xt", a=[1, 3]))) == 3


def test_of_several_parameters_some_of_the_corners():
    found = parameter_choices(problem("xt", a=[0, 1], b=[0, 1], c=[0, 1]))
    assert found[0] == {"a": 0.5, "b": 0.5, "c": 0.5}
    assert len(found) == 5
    for name in "abc":
        assert {one[name] for one in found[1:]} == {0.0, 1.0}


def test_without_parameters_there_is_nothing_to_choose():
    assert parameter_choices(problem("t", a=2)) is None


def test_between_them_are_values_that_no_fit_has_seen():
    for variables in ("t", "xt"):
        made = problem(variables, a=[0, 1], b=[2, 4])
        assert choices_between(made) == [{"a": 0.15, "b": 3.7}, {"a": 0.85, "b": 2.3}]
        fitted = [one["a"] for one in parameter_choices(made)]
        assert not {0.15, 0.85} & set(fitted)
    assert choices_between(problem("t", a=2)) == []
