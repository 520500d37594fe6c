"""What conservation laws keep: densities, and unknowns that they determine together."""

from support.proving import formula, is_exact, reasons, region, space, stated
from symplex.proof.kernel.laws import is_kept, is_number, is_polynomial

LINE = {"x": [-1, 1], "t": [0, 1]}
BELL = "1/(1 + (x/t)^2)"


def spaces():
    closed, near = (space(region(x=(None, None), t=(0, 1, ends))) for ends in ("[]", "()"))
    return closed, near


def kept(laws, data, answer, unknowns):
    problem = stated(laws, LINE, ("t = 0", data), unknowns=unknowns)
    formulas = {name: formula(text) for name, text in answer.items()}
    return is_kept(problem, formulas, problem.conditions[0], spaces())


def test_a_density_or_an_unknown_with_which_it_changes():
    answer = {"h": "2 + x/(1 + x^2)", "v": "1"}
    water = ("h_t + diff(h*v, x) = 0", "diff(h*v, t) + diff(h*v^2 + h^2/2, x) = 0")
    assert kept(water, "h = 2", answer, ["h", "v"])
    assert kept(water, "v = 1", answer, ["h", "v"])
    assert kept(water, "h*v = 2", answer, ["h", "v"])
    assert not kept(water, "h*v^2 = 2", answer, ["h", "v"])


def test_laws_that_keep_a_sum_say_nothing_of_its_terms():
    laws = ("diff(u + v, t) = 0", "diff(u + v, t) + diff((x^2 + t^2)*(u - v), x) = 0")
    answer = {"u": BELL, "v": f"-{BELL}"}
    assert kept(laws, "u + v = 0", answer, ["u", "v"])
    assert not kept(laws, "u = 0", answer, ["u", "v"])
    data = ("t = 0", "u = 0"), ("t = 0", "v = 0")
    problem = stated(laws, LINE, *data, unknowns=["u", "v"])
    assert not is_exact(problem, f"u = {BELL}; v = -{BELL}")
    assert is_exact(problem, "u = 0; v = 0"), reasons(problem, "u = 0; v = 0")


def test_a_set_is_left_out_only_where_some_of_the_data_jump():
    """A weak form holds it, but another value than the data stays at x = 0 for every t > 0."""
    law = "u_t + diff(x*u/t, x) = diff(atan(x/t)*(x^2 + t^2)*u/t^2, x)"
    assert not is_exact(stated(law, LINE, ("t = 0", "u = 0")), BELL)


def test_laws_with_parameters_before_their_terms():
    """They are numbers, if they do not vanish for any value of the parameters."""
    data = ("t = 0", "p = sign(x)"), ("t = 0", "v = 0")
    rest, unknowns = "v_t + k*p_x = 0", ["p", "v"]
    for law, ends in (("p_t + k*v_x = 0", [1, 2]), ("k*p_t + k^2*v_x = 0", [1, 2])):
        problem = stated((law, rest), LINE, *data, unknowns=unknowns, parameters={"k": ends})
        assert is_exact(
            problem,
            "p = (sign(x - k*t) + sign(x + k*t))/2; v = (sign(x - k*t) - sign(x + k*t))/2",
        )
        assert not is_exact(
            problem, "p = (sign(x - t) + sign(x + t))/2; v = (sign(x - t) - sign(x + t))/2"
        )
    law = "k*p_t + k^2*v_x = 0"
    problem = stated((law, rest), LINE, *data, unknowns=unknowns, parameters={"k": [0, 1]})
    formulas = {"p": formula("1/2"), "v": formula("1/2")}
    box = (space(region(x=(None, None), t=(0, 1, e), k=(0, 1))) for e in ("[]", "()"))
    assert not is_kept(problem, formulas, problem.conditions[0], tuple(box))


def test_coefficients_and_fluxes():
    assert is_number(formula("2"))
    assert not is_number(formula("0"))
    assert not is_number(None)
    assert is_polynomial(formula("x^2 + 1"), spaces()[0])
    assert not is_polynomial(formula("1/x"), spaces()[0])
