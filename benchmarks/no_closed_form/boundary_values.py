"""References for equations with conditions at ends and faces: collocation at Chebyshev's points."""

from collections.abc import Callable

import numpy as np

from no_closed_form.initial_values import POINTS, Complexes, Reals, Sample

DEGREE = 36
PLANE_DEGREE = 48
SHIFT = 1e-30  # imaginary: the derivative is then exact to rounding
SETTLED = 1e-10


def chebyshev(degree: int, left: float, right: float) -> tuple[Reals, Reals]:
    """Chebyshev's points from `left` to `right`, and the matrix that differentiates there."""
    angles = np.pi * np.arange(degree, -1, -1) / degree
    x = np.cos(angles)
    weights = np.where((np.arange(degree + 1) % degree) == 0, 2.0, 1.0)
    weights *= (-1.0) ** np.arange(degree + 1)
    gaps = x[:, None] - x[None, :] + np.eye(degree + 1)
    matrix = np.outer(weights, 1 / weights) / gaps
    matrix -= np.diag(matrix.sum(axis=1))
    return (left + right) / 2 + (right - left) / 2 * x, matrix * 2 / (right - left)


def interpolation(x: Reals, targets: Reals) -> Reals:
    """The matrix from values at Chebyshev's points to values at the targets (barycentric)."""
    weights = (-1.0) ** np.arange(x.size)
    weights[[0, -1]] /= 2
    gaps = targets[:, None] - x[None, :]
    exact = gaps == 0
    terms = weights / np.where(exact, 1, gaps)
    rows = terms / terms.sum(axis=1, keepdims=True)
    hit = exact.any(axis=1)
    rows[hit] = exact[hit]
    return rows


def newton(residual: Callable[[Complexes], Complexes], guess: Reals) -> Reals:
    """The zero of an analytic residual near the guess.

    Raises:
        ArithmeticError: the steps do not settle.
    """
    u = guess
    for _ in range(60):
        tangents = [residual(u + 1j * SHIFT * e).imag / SHIFT for e in np.eye(u.size)]
        step = np.linalg.solve(np.stack(tangents, axis=1), residual(u + 0j).real)
        u = u - step
        if np.max(np.abs(step)) < SETTLED:
            return u
    raise ArithmeticError("Newton's method did not settle")


def sampled(x: Reals, values: Reals) -> Sample:
    """A function known at Chebyshev's points, on an even grid."""
    grid = np.linspace(x[0], x[-1], POINTS)
    return grid[:, None], (interpolation(x, grid) @ values)[:, None]


def lane_emden_three(level: int) -> Sample:
    """Lane and Emden: xu'' + 2u' + xu³ = 0, u(0) = 1; u'(0) = 0 is the equation at 0."""
    x, d = chebyshev(DEGREE * level, 0, 3)

    def residual(u: Complexes) -> Complexes:
        r = x * (d @ (d @ u)) + 2 * (d @ u) + x * u**3
        # The condition at 0 takes the place of the equation at the far end.
        r[-1] = u[0] - 1
        return r

    return sampled(x, newton(residual, 1 / np.sqrt(1 + x**2 / 3)))


def thomas_fermi_shell(level: int) -> Sample:
    """Thomas and Fermi: √x u'' = u^(3/2), u(1/4) = 3/4, u(4) = 1/8."""
    x, d = chebyshev(DEGREE * level, 0.25, 4)

    def residual(u: Complexes) -> Complexes:
        r = np.sqrt(x) * (d @ (d @ u)) - u**1.5
        r[[0, -1]] = u[0] - 0.75, u[-1] - 0.125
        return r

    return sampled(x, newton(residual, 0.75 - (x - 0.25) / 6))


def falkner_skan(level: int) -> Sample:
    """Falkner and Skan: u''' + uu'' + (1 − u'²)/2 = 0, u(0) = u'(0) = 0, u'(5) = 1."""
    x, d = chebyshev(DEGREE * level, 0, 5)
    n = x.size

    def residual(both: Complexes) -> Complexes:
        u, g = both[:n], both[n:]
        first = d @ u - g
        first[0] = u[0]
        second = d @ (d @ g) + u * (d @ g) + (1 - g**2) / 2
        second[[0, -1]] = g[0], g[-1] - 1
        return np.concatenate([first, second])

    slope = 1 - np.exp(-x)
    return sampled(x, newton(residual, np.concatenate([x - slope, slope]))[:n])


def beam_of_varying_stiffness(level: int) -> Sample:
    """The beam: ((2 + sin 3x)u'')'' + 50u = 200e⁻ˣ with clamped ends, as a pair with the moment."""
    x, d = chebyshev(DEGREE * level, 0, 1)
    n = x.size

    def residual(both: Complexes) -> Complexes:
        u, moment = both[:n], both[n:]
        first = (2 + np.sin(3 * x)) * (d @ (d @ u)) - moment
        first[[0, -1]] = u[0], u[-1]
        second = d @ (d @ moment) + 50 * u - 200 * np.exp(-x)
        second[[0, -1]] = (d @ u)[[0, -1]]
        return np.concatenate([first, second])

    return sampled(x, newton(residual, np.zeros(2 * n))[:n])


def emden_fowler_ends(level: int) -> Sample:
    """Emden and Fowler: u'' = xu³, u(0) = u(2) = 1."""
    x, d = chebyshev(DEGREE * level, 0, 2)

    def residual(u: Complexes) -> Complexes:
        r = d @ (d @ u) - x * u**3
        r[[0, -1]] = u[0] - 1, u[-1] - 1
        return r

    return sampled(x, newton(residual, np.ones(x.size)))


def smeared_charge(level: int) -> Sample:
    """Poisson and Boltzmann: u'' = sinh u − 3exp(−4x²), u(±2) = 0."""
    x, d = chebyshev(DEGREE * level, -2, 2)

    def residual(u: Complexes) -> Complexes:
        r = d @ (d @ u) - np.sinh(u) + 3 * np.exp(-4 * x**2)
        r[[0, -1]] = u[0], u[-1]
        return r

    return sampled(x, newton(residual, np.zeros(x.size)))


class Membrane:
    """Poisson's equation with zero faces on [0, width] × [0, 1], solved in eigenvectors."""

    def __init__(self, degree: int, width: float) -> None:
        """Collocate at the products of Chebyshev's points."""
        self.x, dx = chebyshev(degree, 0, width)
        self.y, dy = chebyshev(degree, 0, 1)
        self.rates_x, self.modes_x = np.linalg.eig((dx @ dx)[1:-1, 1:-1])
        self.rates_y, self.modes_y = np.linalg.eig((dy @ dy)[1:-1, 1:-1])

    def solve(self, source: Reals, shift: float) -> Reals:
        """The u with u_xx + u_yy − shift·u = source inside and 0 on the faces."""
        inner = np.linalg.solve(self.modes_x, source[1:-1, 1:-1])
        inner = np.linalg.solve(self.modes_y, inner.T).T
        inner = inner / (self.rates_x[:, None] + self.rates_y[None, :] - shift)
        return np.pad((self.modes_x @ inner @ self.modes_y.T).real, 1)

    def sampled(self, values: Reals) -> Sample:
        """The values on an even grid of 20 × 20 points."""
        across, along = (np.linspace(z[0], z[-1], 20) for z in (self.x, self.y))
        even = interpolation(self.x, across) @ values @ interpolation(self.y, along).T
        points = np.stack(np.meshgrid(across, along, indexing="ij"), axis=-1)
        return points.reshape(-1, 2), even.reshape(-1, 1)


def poisson_wavy_source(level: int) -> Sample:
    """Poisson: u_xx + u_yy = −exp(sin(3x + 2y)) on [0, 2] × [0, 1], zero on the faces."""
    plane = Membrane(PLANE_DEGREE * level, 2)
    load = np.exp(np.sin(3 * plane.x[:, None] + 2 * plane.y[None, :]))
    return plane.sampled(plane.solve(-load, 0))


def bratu_square(level: int) -> Sample:
    """Bratu: u_xx + u_yy = 4exp(u) on the unit square, zero on the faces.

    Without the shift the iteration would swing; with it, it contracts.

    Raises:
        ArithmeticError: the steps do not settle.
    """
    plane = Membrane(PLANE_DEGREE * level, 1)
    u = np.zeros((plane.x.size, plane.y.size))
    for _ in range(100):
        new = plane.solve(4 * np.exp(u) - 3.5 * u, 3.5)
        change, u = float(np.max(np.abs(new - u))), new
        if change < SETTLED / 100:
            return plane.sampled(u)
    raise ArithmeticError("the iteration did not settle")
