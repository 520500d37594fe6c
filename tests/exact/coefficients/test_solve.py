"""Undetermined coefficients: known answers of textbooks, each derived by hand and proved again."""

import random
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from support.skeletons import Skeleton, found, skeleton
from symplex.exact.coefficients import solutions
from symplex.expression import Expression, Symbol, Token, number
from symplex.expression.evaluate import evaluate, value_of
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

OSCILLATOR = Problem(
    ["u_tt + 2*c*u_t + u = 0"],
    {"t": [0, 5]},
    [("t = 0", "u = 1"), ("t = 0", "u_t = 0")],
    parameters={"c": ["0.1", "0.9"]},
)
DAMPED = skeleton(OSCILLATOR, "A B D E", u="exp(A*t)*(E*cos(B*t) + D*sin(B*t))")


def proves(posed: Skeleton, near: dict[str, float] | None = None) -> dict[str, Expression]:
    """The first solution, whose answer is exact."""
    values = dict(found(posed, near)[0])
    assert verify(posed.problem, posed.with_values(values)).is_exact
    return values


def as_text(values: dict[str, Expression]) -> dict[str, str]:
    return {name: to_text(value) for name, value in values.items()}


class TestExponents:
    @pytest.mark.parametrize("near", [None, {"A": -0.5, "B": 0.866, "D": 0.577, "E": 1.0}])
    def test_a_damped_oscillator_is_solved_for_every_damping(
        self, near: dict[str, float] | None
    ) -> None:
        assert as_text(proves(DAMPED, near)) == {
            "A": "-c",
            "B": "sqrt(1 - c^2)",
            "D": "c/sqrt(1 - c^2)",
            "E": "1",
        }

    def test_irrational_exponents_and_their_amplitudes(self) -> None:
        problem = Problem(
            ["u_tt + 3*u_t + u = 0"], {"t": [0, 2]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 0")]
        )
        values = proves(skeleton(problem, "A B C D", u="A*exp(B*t) + C*exp(D*t)"))
        exponents = sorted(value_of(values[name]) for name in "BD")
        assert exponents == pytest.approx([-(3 + 5**0.5) / 2, -(3 - 5**0.5) / 2])

    def test_exponents_of_an_euler_equation(self) -> None:
        problem = Problem(
            ["x^2*u_xx + 3*x*u_x - k*u = 0"],
            {"x": [1, 2]},
            [("x = 1", "u = 1"), ("x = 1", "u_x = 0")],
            parameters={"k": [1, 2]},
        )
        values = proves(skeleton(problem, "A B C D", u="A*exp(B*log(x)) + C*exp(D*log(x))"))
        assert {to_text(values[name]) for name in "BD"} == {"sqrt(k + 1) - 1", "-sqrt(k + 1) - 1"}

    def test_modes_of_the_heat_equation_depend_on_its_parameters(self) -> None:
        problem = Problem(
            ["u_t = k*u_xx"],
            {"x": [0, "pi"], "t": [0, 1]},
            [("t = 0", "u = sin(n*x)")],
            parameters={"k": ["0.5", 2], "n": [1, 3]},
        )
        values = proves(skeleton(problem, "A B C", u="A*exp(B*t)*sin(C*x)"))
        assert as_text(values) == {"A": "1", "B": "-k*n^2", "C": "n"}

    def test_the_telegraph_equation(self) -> None:
        problem = Problem(
            ["u_tt + 2*b*u_t = u_xx"],
            {"x": [0, "pi"], "t": [0, 2]},
            [("t = 0", "u = sin(x)"), ("t = 0", "u_t = 0")],
            parameters={"b": ["0.1", "0.9"]},
        )
        posed = skeleton(problem, "A B C D E", u="exp(A*t)*(E*cos(B*t) + D*sin(B*t))*sin(C*x)")
        assert to_text(proves(posed)["B"]) == "sqrt(1 - b^2)"

    def test_a_beam_on_an_elastic_foundation(self) -> None:
        problem = Problem(
            ["u_xxxx + 4*k^4*u = 1"],
            {"x": [0, 1]},
            [
                ("x = 0", "u = 0"),
                ("x = 0", "u_xx = 0"),
                ("x = 1", "u = 0"),
                ("x = 1", "u_xx = 0"),
            ],
            parameters={"k": [1, 2]},
        )
        formula = "A + exp(B*x)*(C*cos(B*x) + D*sin(B*x)) + exp(-B*x)*(E*cos(B*x) + F*sin(B*x))"
        values = proves(skeleton(problem, "A B C D E F", u=formula))
        assert to_text(values["A"]) == "1/(4*k^4)"

    def test_a_fin_and_a_screened_potential(self) -> None:
        fin = Problem(
            ["u_xx = m^2*u"],
            {"x": [0, 1]},
            [("x = 0", "u = 1"), ("x = 1", "u_x = 0")],
            parameters={"m": [1, 2]},
        )
        proves(skeleton(fin, "A B C", u="A*cosh(B*x) + C*sinh(B*x)"))
        screened = Problem(
            ["u_rr + 2/r*u_r = m^2*u"],
            {"r": [1, 2]},
            [("r = 1", "u = 1")],
            parameters={"m": [1, 2]},
        )
        near = {"A": 4.5, "B": -1.5}
        values = proves(skeleton(screened, "A B", u="A*exp(B*r)/r"), near)
        assert as_text(values) == {"A": "exp(m)", "B": "-m"}

    def test_an_exponent_that_holds_exponentials(self) -> None:
        """A bond under Vasicek's model with a = 1, b = 0, s² = 2: exp(A(t) − B(t)·x)."""
        problem = Problem(
            ["u_t - x*u_x + u_xx = x*u"], {"x": [0, 1], "t": [0, 1]}, [("t = 1", "u = 1")]
        )
        formula = "exp(A + B*t + C*exp(t) + E*exp(2*t) + (G + H*exp(I*t))*x)"
        values = proves(skeleton(problem, "A B C E G H I", u=formula))
        assert as_text({name: values[name] for name in "GHI"}) == {
            "G": "-1",
            "H": "exp(-1)",
            "I": "1",
        }


class TestNonlinear:
    def test_a_soliton_of_any_height(self) -> None:
        problem = Problem(
            ["u_t + 6*u*u_x + u_xxx = 0"],
            {"x": [-3, 3], "t": [0, 1]},
            [("x = 0, t = 0", "u = 2*k^2")],
            parameters={"k": [1, 2]},
        )
        posed = skeleton(problem, "A B C", u="A/cosh(B*(x - C*t))^2")
        values = proves(posed, {"A": 4.5, "B": 1.5, "C": 9.0})
        assert as_text(values) == {"A": "2*k^2", "B": "k", "C": "4*k^2"}

    def test_logistic_growth(self) -> None:
        problem = Problem(
            ["u_t = r*u*(1 - u/K)"],
            {"t": [0, 2]},
            [("t = 0", "u = v")],
            parameters={"r": [1, 2], "K": [3, 4], "v": [1, 2]},
        )
        values = proves(skeleton(problem, "A B C", u="A/(1 + B*exp(C*t))"))
        assert as_text(values) == {"A": "K", "B": "(K - v)/v", "C": "-r"}

    def test_a_rational_function(self) -> None:
        problem = Problem(
            ["u_t + u*u_x = 0"],
            {"x": [0, 1], "t": [0, 1]},
            [("t = 0", "u = a*x + b")],
            parameters={"a": [1, 2], "b": [0, 1]},
        )
        values = proves(skeleton(problem, "A B C", u="(A*x + B)/(1 + C*t)"))
        assert as_text(values) == {"A": "a", "B": "b", "C": "a"}

    def test_a_spreading_bump_under_a_root(self) -> None:
        problem = Problem(
            ["u_t = k*u_xx"],
            {"x": [-1, 1], "t": [0, 1]},
            [("t = 0", "u = exp(-x^2)")],
            parameters={"k": [1, 2]},
        )
        posed = skeleton(problem, "A B C D", u="exp(-x^2/(A + B*t))/sqrt(C + D*t)")
        assert as_text(proves(posed)) == {"A": "1", "B": "4*k", "C": "1", "D": "4*k"}

    def test_an_arc_inside_of_a_sine(self) -> None:
        problem = Problem(
            ["u_tt - u_xx + sin(u) = 0"],
            {"x": [-2, 2], "t": [0, 1]},
            [("t = 0", "u = 4*atan(exp(5*x/4))")],
        )
        posed = skeleton(problem, "A B C", u="A*atan(exp(B*x - C*t))")
        values = proves(posed, {"A": 4.0, "B": 1.25, "C": 0.75})
        assert as_text(values) == {"A": "4", "B": "5/4", "C": "3/4"}


class TestLinearFamilies:
    def test_products_of_polynomials(self) -> None:
        problem = Problem(
            ["u_t = u_xx + u_yy + u_zz"],
            {"x": [-1, 1], "y": [-1, 1], "z": [-1, 1], "t": [0, 1]},
            [("t = 0", "u = x^2*y^2*z^2")],
        )
        posed = skeleton(problem, "A B C", u="(x^2 + A*t)*(y^2 + B*t)*(z^2 + C*t)")
        assert as_text(proves(posed)) == {"A": "2", "B": "2", "C": "2"}

    def test_a_polynomial_with_28_coefficients(self) -> None:
        powers = [(i, j) for i in range(7) for j in range(7 - i)]
        names = [f"c{k}" for k in range(len(powers))]
        terms = [f"{n}*x^{i}*y^{j}" for n, (i, j) in zip(names, powers, strict=True)]
        problem = Problem(
            ["u_xx + u_yy = x^2*y + 3*y^3"],
            {"x": [0, 1], "y": [0, 1]},
            [
                ("x = 0", "u = 3*y^5/20 - y^2"),
                ("y = 0", "u = x^2"),
                ("x = 0", "u_x = y^3"),
            ],
        )
        values = proves(skeleton(problem, " ".join(names), u=" + ".join(terms)))
        assert len(values) == 28

    def test_systems(self) -> None:
        problem = Problem(
            ["u_t = v", "v_t = -w^2*u"],
            {"t": [0, 1]},
            [("t = 0", "u = 1"), ("t = 0", "v = 2")],
            unknowns=["u", "v"],
            parameters={"w": [1, 2]},
        )
        posed = skeleton(
            problem,
            "A B C D E",
            u="A*cos(B*t) + C*sin(B*t)",
            v="D*cos(B*t) + E*sin(B*t)",
        )
        assert as_text(proves(posed)) == {"A": "1", "B": "w", "C": "2/w", "D": "2", "E": "-w"}


class TestCoincidences:
    def test_a_double_exponent(self) -> None:
        problem = Problem(
            ["u_tt - 2*u_t + u = 0"], {"t": [0, 3]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 3")]
        )
        values = proves(skeleton(problem, "A B C D", u="A*exp(B*t) + C*t*exp(D*t)"))
        assert as_text(values) == {"A": "1", "B": "1", "C": "2", "D": "1"}

    @pytest.mark.parametrize("near", [None, {"A": 0.5, "B": 1.0}])
    def test_a_driven_oscillator_in_resonance(self, near: dict[str, float] | None) -> None:
        problem = Problem(
            ["u_tt + u = cos(t)"], {"t": [0, 3]}, [("t = 0", "u = 0"), ("t = 0", "u_t = 0")]
        )
        values = proves(skeleton(problem, "A B", u="A*t*sin(B*t)"), near)
        assert as_text(values) == {"A": "1/2", "B": "1"}

    @pytest.mark.parametrize("mode", [1, 2, 3])
    def test_a_face_at_which_a_mode_vanishes(self, mode: int) -> None:
        problem = Problem(
            ["u_t = u_xx"], {"x": [0, 2], "t": [0, 1]}, [("x = 0", "u = 0"), ("x = 2", "u = 0")]
        )
        posed = skeleton(problem, "B C", u="exp(B*t)*sin(C*x)")
        values = proves(posed, {"B": -((mode * 1.5708) ** 2), "C": mode * 1.5708})
        assert value_of(values["C"]) == pytest.approx(mode * 3.14159265 / 2)


class TestWhatIsNotProposed:
    def test_nothing_solves_an_equation_that_the_family_cannot_meet(self) -> None:
        problem = Problem(["u_t = cos(t)"], {"t": [0, 1]}, [("t = 0", "u = 0")])
        assert found(skeleton(problem, "A B", u="A*t + B*t^2")) == []

    def test_a_value_that_is_not_real_on_the_whole_box(self) -> None:
        problem = Problem(
            ["u_tt + 2*c*u_t + u = 0"],
            {"t": [0, 1]},
            [("t = 0", "u = 1"), ("t = 0", "u_t = 0")],
            parameters={"c": ["0.5", 2]},
        )
        posed = skeleton(problem, "A B D E", u="exp(A*t)*(E*cos(B*t) + D*sin(B*t))")
        assert found(posed) == []

    def test_no_time(self) -> None:
        with pytest.raises(OutOfBudget):
            next(solutions(DAMPED.system, Budget(Deadline(0.0))))

    def test_a_constant_that_stays_free_is_left_out(self) -> None:
        problem = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]})
        values = found(skeleton(problem, "A B C", u="A*(x^2 + B*t) + C"))[0]
        assert as_text(dict(values)) == {"B": "2"}

    def test_a_free_constant_that_divides_is_chosen(self) -> None:
        problem = Problem(["u_t = 0"], {"t": [0, 1]}, [("t = 0", "u = 3")])
        posed = skeleton(problem, "A B", u="A/B")
        assert value_of(posed.with_values(found(posed)[0])["u"]) == 3


WHOLE = st.integers(-3, 3).map(Fraction)
SMALL = WHOLE | st.fractions(-3, 3, max_denominator=3)
NONZERO = SMALL.filter(bool)


@settings(max_examples=15, deadline=None)
@given(NONZERO, NONZERO, SMALL, SMALL)
def test_second_order_equations_with_any_coefficients(
    value: Fraction, slope: Fraction, damping: Fraction, stiffness: Fraction
) -> None:
    """U'' + p·u' + q·u = 0 with u(0) and u'(0): exponents and amplitudes, real or complex."""
    discriminant = damping**2 / 4 - stiffness
    assume(discriminant != 0)
    formula = (
        "A*exp(B*t) + C*exp(D*t)" if discriminant > 0 else "exp(B*t)*(A*cos(D*t) + C*sin(D*t))"
    )
    problem = Problem(
        [f"u_tt + ({damping})*u_t + ({stiffness})*u = 0"],
        {"t": [0, 1]},
        [("t = 0", f"u = {value}"), ("t = 0", f"u_t = {slope}")],
    )
    posed = skeleton(problem, "A B C D", u=formula)
    check(posed, found(posed)[0])


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(NONZERO, WHOLE, WHOLE), min_size=1, max_size=3), st.integers(0, 10**6))
def test_sums_of_modes_are_found_again_near_their_constants(
    modes: list[tuple[Fraction, Fraction, Fraction]], seed: int
) -> None:
    """A heat equation whose data are a sum of exponentials times cosines, all constants free."""
    true, names, near = list[str](), list[str](), dict[str, float]()
    noise = random.Random(seed)
    for index, (amplitude, rate, frequency) in enumerate(dict.fromkeys(modes)):
        growth = rate**2 - frequency**2
        true.append(
            f"({amplitude})*exp(({rate})*x + ({growth})*t)*cos(({frequency})*(x + 2*({rate})*t))"
        )
        wanted = (amplitude, rate, growth, frequency, 2 * rate * frequency)
        names += [f"{letter}{index}" for letter in "ABCDE"]
        near |= {
            n: float(v) + 1e-9 * noise.random() for n, v in zip(names[-5:], wanted, strict=True)
        }
    data = " + ".join(true).replace("t)", "0)")
    problem = Problem(["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", f"u = {data}")])
    terms = [
        f"A{i}*exp(B{i}*x + C{i}*t)*cos(D{i}*x + E{i}*t)" for i in range(len(dict.fromkeys(modes)))
    ]
    posed = skeleton(problem, " ".join(names), u=" + ".join(terms))
    check(posed, found(posed, near)[0])


def check(posed: Skeleton, values: Mapping[str, Expression]) -> None:
    """Every residual vanishes at a few points, whatever the constants that stayed free."""
    free = {name: number(Fraction(7, 5)) for name in posed.constants if name not in values}
    replacements: dict[Token, Expression] = {Symbol(name): value for name, value in free.items()}
    exact = {**{name: value.substitute(replacements) for name, value in values.items()}, **free}
    numbers = {name: value_of(value) for name, value in exact.items()}
    for residual in posed.system.residuals:
        for place in (0.0, 0.3, 0.9):
            point = dict.fromkeys(posed.problem.variables, place)
            assert abs(float(evaluate(residual, {**numbers, **point}))) < 1e-6
