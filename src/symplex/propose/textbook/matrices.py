"""Small square matrices of formulas in normal form."""

from itertools import product

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ONE, ZERO, add, divide, multiply, total
from symplex.expression import Expression, number

Matrix = list[list[Expression]]


def unit(size: int) -> Matrix:
    """Ones on the diagonal."""
    return [[ONE if i == j else ZERO for j in range(size)] for i in range(size)]


def times(one: Matrix, other: Matrix, real: Arithmetic) -> Matrix:
    """The product."""
    size = range(len(one))
    found = [[ZERO for _ in size] for _ in size]
    for i, j in product(size, size):
        found[i][j] = real.normal(total(multiply(one[i][k], other[k][j]) for k in size))
    return found


def characteristic(matrix: Matrix, real: Arithmetic) -> tuple[list[Expression], list[Matrix]]:
    """χ from the constant term up, and the coefficients of adj(D − A), by Faddeev and LeVerrier."""
    size = len(matrix)
    polynomial, adjugate = [ONE], [unit(size)]
    for k in range(1, size + 1):
        product_ = times(matrix, adjugate[0], real)
        trace = total(product_[i][i] for i in range(size))
        polynomial.insert(0, real.normal(divide(trace, number(-k))))
        if k < size:
            for i in range(size):
                product_[i][i] = real.normal(add(product_[i][i], polynomial[0]))
            adjugate.insert(0, product_)
    return polynomial, adjugate
