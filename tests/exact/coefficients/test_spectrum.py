from support.fields import Read, read
from symplex.exact.coefficients.collected import combination
from symplex.exact.coefficients.spectrum import Exponent, Function, Spectrum


def functions(made: Read) -> list[Function]:
    return Spectrum(made.field).functions(combination(made.field, made.elements[0]))


def values(made: Read, exponent: Exponent) -> list[str]:
    return sorted(made.written(value) for value in exponent.values())


def test_exponents_add_up_in_products() -> None:
    made = read("exp(A*t)*exp(B*x)*exp(k*t)")
    (only,) = functions(made)
    assert values(made, only.exponent) == ["A + k", "B"]
    assert only.rest == ()


def test_a_square_of_a_cosine_has_three_angles() -> None:
    made = read("x*cos(A*t)^2")
    (only,) = functions(made)
    assert [values(made, angle) for angle in only.angles] == [["2*A"], [], ["-2*A"]]
    assert len(only.rest) == 1


def test_powers_beside_a_logarithm_are_exponents() -> None:
    made = read("x^2*exp(A*log(x))")
    (only,) = functions(made)
    assert values(made, only.exponent) == ["A + 2"]
    assert only.rest == ()
