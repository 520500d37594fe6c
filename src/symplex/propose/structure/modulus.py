"""Two unknowns as real and imaginary part: a modulus, and a function of the phase."""

import numpy as np

from symplex.numerics.evaluation.regression import Fitted
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.propose.structure.explain import Explainer
from symplex.propose.structure.fitting import accepted
from symplex.propose.structure.view import View


def in_modulus(view: View, other: View, explainer: Explainer) -> list[Fitted]:
    """The first of two functions as √(u² + v²) times what is left."""

    def modulus(columns: Columns) -> Floats:
        return np.hypot(view.values(columns), other.values(columns))

    size = View(view.box, modulus, view.error + other.error)
    least = float(np.min(size.values(size.points(200, 8))))
    if not least > size.tolerance:
        return []
    sizes = explainer.explain(size, 1)
    if not sizes:
        return []
    share = View(
        view.box, lambda columns: view.values(columns) / modulus(columns), view.error / least
    )
    whole = [sizes[0].formula * one.formula for one in explainer.explain(share, 1)]
    return accepted(view, whole)
