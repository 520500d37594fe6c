from support.fields import read
from symplex.exact.coefficients.state import State, composed, substituted


def test_a_value_is_put_into_equations_and_into_other_values() -> None:
    made = read("A", "B", "A^2 + B*k - 1", "B + 1/k")
    ring, (a, b) = made.field.ring, (made.field.ring.index(top) for top in made.tops[:2])
    state = State((made.tops[2],), {a: made.elements[3]}).solved(ring, b, ring.number(2))
    assert state.equations[0] == made.poly("A^2 + 2*k - 1") * 2
    assert made.written(state.values[a]) == "(2*k + 1)/k"


def test_equations_that_hold_are_dropped_and_divisors_are_remembered() -> None:
    made = read("A", "A*k - 1", "1/k")
    ring = made.field.ring
    state = State((made.tops[1],)).solved(ring, ring.index(made.tops[0]), made.elements[2])
    assert state.equations == ()
    assert [made.text(divisor) for divisor in state.nonzero] == ["k"]


def test_a_quotient_in_a_polynomial_and_in_a_quotient() -> None:
    made = read("A", "A^2 + A*B", "k/w", "1/(A + 1)")
    ring = made.field.ring
    index = ring.index(made.tops[0])
    top = substituted(ring, made.tops[1], index, made.elements[2])
    assert top / top.leading_coefficient() == made.poly("k^2 + k*w*B")
    assert made.written(composed(ring, made.elements[3], index, made.elements[2])) == "w/(k + w)"


def test_constants_functions_of_constants_and_roots_are_told_apart() -> None:
    made = read("A*exp(B*k)*sin(C*x) + sqrt(D)")
    unknowns = made.unknowns()
    trees = made.field.ring.trees
    assert set(unknowns.leaves) == {"A", "B", "C", "D"}
    assert [repr(trees[index]) for index in unknowns.bound] == ["Expression('exp(k*B)')"]
    assert [repr(trees[index]) for index in unknowns.roots] == ["Expression('sqrt(D)')"]
