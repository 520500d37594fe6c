import numpy as np

from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.propose.candidates.curriculum import StageKind, curricula, stages, whole_stage


def names(problem, **rest):
    return [stage.name for stage in stages(problem, **rest)]


def test_space_then_time_then_parameters():
    found = stages(bundled("parametric-heat"))
    assert [stage.name for stage in found] == ["space", "time", "kappa"]
    space, time, whole = found
    assert [e.text for e in space.problem.equations] == ["u = sin(x)*cos(y)"]
    assert space.symbols == ("x", "y")
    assert time.symbols == ("x", "y", "t")
    assert [e.text for e in time.problem.equations] == ["u_t = 1*(u_xx + u_yy)"]
    assert whole.problem == bundled("parametric-heat")
    assert whole.released == "kappa"


def test_kinds_of_stages():
    def kinds(name, **rest):
        return [stage.kind for stage in stages(bundled(name), **rest)]

    assert kinds("parametric-heat") == [StageKind.START, StageKind.EVOLUTION, StageKind.PARAMETER]
    assert kinds("poisson-exp") == [StageKind.VARIABLES]
    assert kinds("heat", curriculum=False) == [StageKind.WHOLE]


def test_several_parameters_are_first_held_at_values_of_their_own():
    one, several = bundled("parametric-heat"), bundled("relaxation")
    assert curricula(one, whole=False) == (stages(one), stages(one, plain=False))
    assert curricula(several, whole=False) == (stages(several, plain=False), stages(several))


def test_the_whole_problem_is_attempted_between_others_that_have_stages():
    heat, poisson = bundled("heat"), bundled("poisson-exp")
    assert curricula(heat)[1] == (whole_stage(heat),)
    assert curricula(heat)[::2] == curricula(heat, whole=False)
    assert curricula(poisson) == curricula(poisson, whole=False)


def test_a_stage_says_which_parameters_it_holds_and_where():
    def held(problem):
        return [{n: to_text(v) for n, v in stage.held.items()} for stage in stages(problem)]

    assert held(bundled("parametric-heat")) == [{}, {"kappa": "1"}, {}]
    two = {"a": [0.5, 2], "b": [3, 5]}
    ode = Problem(["u_t = -a*b*u"], {"t": [0, 1]}, [("t = 0", "u = 1")], parameters=two)
    assert held(ode) == [{"a": "1", "b": "4"}, {"b": "4"}, {}]


def test_problems_get_the_stages_that_make_sense():
    assert names(bundled("poisson-exp")) == ["variables"]
    assert names(bundled("heat")) == ["space", "time"]
    assert names(bundled("heat"), curriculum=False) == ["whole problem"]
    ode = Problem(["u_t = -k*u"], {"t": [0, 1]}, [("t = 0", "u = 1")], parameters={"k": [2, 4]})
    found = stages(ode)
    assert [stage.name for stage in found] == ["variables", "k"]
    assert found[0].problem.equations[0].text == "u_t = -3*u"


def test_each_parameter_is_released_in_turn_at_one_or_mid_range_before():
    problem = Problem(
        ["u_t = a*u_xx + b*u"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)")],
        parameters={"a": [0.5, 2], "b": [3, 5]},
    )
    found = stages(problem)
    assert [stage.name for stage in found] == ["space", "time", "a", "b"]
    assert found[1].problem.equations[0].text == "u_t = 1*u_xx + 4*u"
    assert found[2].symbols == ("x", "t", "a")
    assert found[3].problem == problem


def test_terminal_data_and_rates():
    wave = Problem(
        ["u_tt = u_xx"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)"), ("t = 0", "u_t = 0"), ("x = 0, t = 0", "u_x = 1")],
    )
    start = stages(wave)[0].problem
    assert [e.text for e in start.equations] == ["u = sin(x)"]
    assert [(c.text, str(c.region)) for c in start.conditions] == [("u_x = 1", "x = 0")]
    back = Problem(["u_t = -u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 1", "u = x*exp(1)")])
    assert [e.text for e in stages(back)[0].problem.equations] == ["u = x*exp(1)"]


def test_systems_need_data_for_every_unknown():
    half = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = x")],
        unknowns=["u", "v"],
    )
    assert names(half) == ["variables"]


def test_data_told_from_one_side_make_that_variable_the_one_that_unfolds():
    layer, side = bundled("stokes-layer"), bundled("hadamard")
    assert names(layer) == ["at x", "x"]
    found = stages(side)
    assert [stage.name for stage in found] == ["at y", "y"]
    assert [e.text for e in found[0].problem.equations] == ["u = sin(x)"]
    assert found[1].released == "y"
    assert found[1].origin is not None
    assert names(bundled("laplace-sinh")) == ["variables"]


def test_parameters_may_be_held_apart():
    problem = bundled("relaxation")
    held = stages(problem, plain=False)[0].problem
    numbers = {
        t for side in (held.equations[0].right, held.conditions[0].right) for t in side.tokens
    }
    texts = {held.equations[0].text, held.conditions[0].text}
    assert texts == {"u_t = 11/10 - 4/5*u", "u = 7/5"}
    assert len(numbers) > 3
    assert stages(problem)[0].problem.conditions[0].text == "u = 1"


def test_parameters_are_held_inside_their_ranges_however_narrow():
    narrow = Problem(
        ["u_t = u_x/a + b*u"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)/a")],
        parameters={"a": [0.01, 0.02], "b": [10.01, 10.02]},
    )
    for plain in (True, False):
        held = stages(narrow, plain=plain)[0].problem.equations[0]
        value = 1 / float(evaluate(held.right, {"x": np.pi / 2}))
        assert 0.01 < value < 0.02
