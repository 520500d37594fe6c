"""Constants at several choices of the parameters."""

import pytest

from support.views import seen
from symplex.propose.structure.across import constants_across
from symplex.propose.structure.explain import Explainer
from symplex.work.budget import Budget

LONG = {"t": (0.0, 8.0)}


def waves(rates):
    return [seen(f"exp(-{rate}*t)*sin({rate}*t) + cos(t)", LONG) for rate in rates]


def test_constants_follow_the_parameters():
    explainer = Explainer(Budget.unlimited())
    first, *others = waves((0.5, 0.75, 1.5))
    (found, *_) = explainer.explain(first)
    table = constants_across(found.formula, others, explainer)
    assert table is not None
    assert table.shape == (3, len(found.formula.constants))
    rates = [
        min(abs(abs(value) - rate) for value in row)
        for row, rate in zip(table, (0.5, 0.75, 1.5), strict=True)
    ]
    assert rates == pytest.approx([0, 0, 0], abs=1e-6)


def test_another_formula_has_no_table():
    explainer = Explainer(Budget.unlimited())
    (found, *_) = explainer.explain(seen("exp(-t)", LONG))
    assert constants_across(found.formula, [seen("1/(1 + t)", LONG)], explainer) is None
