from support.fields import read
from symplex.exact.coefficients.elimination import basis


def test_a_basis_shows_what_a_damped_oscillator_needs() -> None:
    made = read(
        "A", "B", "D",
        "A^2 - B^2 + 2*k*A + 1 + D*(2*A*B + 2*k*B)",
        "D*(A^2 - B^2 + 2*k*A + 1) - 2*A*B - 2*k*B",
        "A + B*D",
    )  # fmt: skip
    unknowns = [made.field.ring.index(top) for top in made.tops[:3]]
    found = basis(made.field.ring, made.tops[3:], unknowns)
    assert found is not None
    assert any(polynomial == made.poly("A + k") for polynomial in found)


def test_relations_of_roots_belong_to_it() -> None:
    made = read("A", "A^2 - sqrt(2)*A", "A - sqrt(2)")
    found = basis(made.field.ring, made.tops[1:], [made.field.ring.index(made.tops[0])])
    assert found is not None
    assert any(made.field.ring.reduced(p).is_zero() for p in found)


def test_a_basis_that_grows_too_large_is_given_up() -> None:
    made = read(
        "A", "B", "C", "D",
        "A^5 + B^4*C + C^3*D^2 + k*A*B - 1", "B^5 + C^4*D + A^3*D^2 - w*C",
        "C^5 + D^4*A + B^3*A^2 - 3", "D^5 + A*B*C*D + k + w",
    )  # fmt: skip
    unknowns = [made.field.ring.index(top) for top in made.tops[:4]]
    assert basis(made.field.ring, made.tops[4:], unknowns) is None
