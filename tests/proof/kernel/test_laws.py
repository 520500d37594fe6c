"""What conservation laws carry out of a jump of their data: nothing, with enough densities."""

from support.proving import is_exact, reasons, stated

LINE = {"x": [-1, 1], "t": [0, 1]}
BELL = "1/(1 + (x/t)^2)"


def test_densities_determine_the_unknowns_or_values_lie_between():
    """Of w = v·u the law keeps nothing where v is 0, and more than the data is refused."""
    water = ("h_t + diff(h*v, x) = 0", "diff(h*v, t) + diff(h*v^2 + h^2/2, x) = 0")
    data = ("t = 0", "h = 1"), ("t = 0", "v = sign(x)")
    fan = "min(max(abs(x)/t, 1/2), 2)"
    answer = f"h = (1 + {fan})^2/9; v = sign(x)*(2*{fan} - 1)/3"
    assert is_exact(stated(water, LINE, *data, unknowns=["h", "v"]), answer)
    weighed = ("t*u_t + x*u_x = 0",)
    phantom = "tanh(x/t) + 100*exp(-x^2/t^2)"
    assert not is_exact(stated(weighed, LINE, ("t = 0", "u = sign(x)")), phantom)
    weighed = ("diff(t*u, t) + diff(x*u, x) = 2*u",)
    assert not is_exact(stated(weighed, LINE, ("t = 0", "u = sign(x)")), phantom)


def test_laws_that_keep_a_sum_say_nothing_of_its_terms():
    laws = ("diff(u + v, t) = 0", "diff(u + v, t) + diff((x^2 + t^2)*(u - v), x) = 0")
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
