"""LaTeX of trees as they stand; the readable form is `render`'s."""

from symplex.expression import CONSTANT, leaf, symbol
from symplex.notation.latex_text import latex_of, name_latex


def test_a_tree_shows_itself_in_a_notebook():
    tree = leaf(CONSTANT, 1e-20) * symbol("kappa") ** 2
    assert tree._repr_latex_() == r"$\displaystyle 1 \cdot 10^{-20} \kappa^{2}$"
    assert latex_of(leaf(CONSTANT, float("inf"))) == "inf"


def test_names_are_letters_with_indices():
    assert name_latex("c_1") == name_latex("c1") == "c_{1}"
    assert name_latex("lamda") == r"\lambda"
    assert name_latex("Re") == r"\mathrm{Re}"
