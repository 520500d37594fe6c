"""Functions as sums of Chebyshev polynomials."""

import numpy as np

from symplex.numerics.reference.chebyshev import Expansion, Pieces, basis, from_nodes, nodes, split

BOX = {"x": (0.0, 2.0), "y": (-1.0, 1.0)}


def made() -> Expansion:
    return Expansion.sampled(lambda c: np.array([np.sin(c["x"]) * np.exp(c["y"])]), BOX, (20, 18))


def points() -> dict[str, np.ndarray]:
    random = np.random.default_rng(0)
    return {name: random.uniform(*ends, 50) for name, ends in BOX.items()}


def test_values_and_derivatives_are_those_of_the_function():
    at = points()
    x, y = at["x"], at["y"]
    np.testing.assert_allclose(made().values(at)[0], np.sin(x) * np.exp(y), atol=1e-13)
    np.testing.assert_allclose(
        made().values(at, ("x", "x", "y"))[0], -np.sin(x) * np.exp(y), atol=1e-9
    )


def test_a_grid_has_the_same_values_as_its_points():
    axes = {"x": np.array([0.1, 0.7, 1.9]), "y": np.array([-0.5, 0.5])}
    mesh = np.meshgrid(*axes.values(), indexing="ij")
    at = {name: part.ravel() for name, part in zip(axes, mesh, strict=True)}
    whole = made().on_grid(axes, ("y",))[0]
    np.testing.assert_allclose(whole.ravel(), made().values(at, ("y",))[0], atol=1e-12)


def test_nodes_lead_to_coefficients_and_back():
    values = np.cos(nodes(16))
    there = np.array([0.3])
    found = basis(there, 16, (-1.0, 1.0)) @ (from_nodes(16) @ values)
    np.testing.assert_allclose(found, np.cos(there), atol=1e-13)


def test_tails_show_which_variable_is_not_resolved():
    rough = Expansion.sampled(lambda c: np.array([np.sin(20 * c["x"]) * c["y"]]), BOX, (12, 12))
    tails = rough.tails()
    assert tails[0] > 1e-3
    assert tails[1] < 1e-12


def test_pieces_follow_each_other():
    intervals = split((0.0, 2.0), 4)
    parts = [
        Expansion.sampled(lambda c: np.array([np.sin(9 * c["x"])]), {"x": ends}, (16,))
        for ends in intervals
    ]
    x = np.linspace(0, 2, 41)
    found = Pieces("x", tuple(parts)).values({"x": x}, ("x",))
    np.testing.assert_allclose(found[0], 9 * np.cos(9 * x), atol=1e-8)
