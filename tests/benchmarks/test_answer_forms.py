"""Answers that begin in another form end about as short as textbooks print them."""

import numpy as np
import pytest

from answer_forms.__main__ import LONGER
from answer_forms.forms import forms, shortened
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse

LEAST = 90


@pytest.fixture(scope="module")
def found():
    return [shortened(form) for form in forms()]


def test_answers_are_about_as_short_as_in_textbooks(found):
    assert len(found) == 100
    assert sum(one.ratio <= LONGER for one in found) >= LEAST


def test_no_power_of_e_is_printed(found):
    assert not any(one.has_power_of_e for one in found)


def test_a_power_of_e_is_seen(found):
    power = parse("x/exp(1)^2", Scope(("x",)))
    one = found[0]
    assert type(one)(one.form, one.mangled, power).has_power_of_e


def test_all_forms_have_the_values_of_the_answer(found):
    rng = np.random.default_rng(0)
    for one in found:
        points = {name: rng.uniform(*ends, 30) for name, ends in one.form.ends.items()}
        for formula in (one.mangled, one.formula):
            values = evaluate(one.form.formula, points), evaluate(formula, points)
            both = np.isfinite(values[0]) & np.isfinite(values[1])
            assert np.allclose(values[0][both], values[1][both], rtol=1e-6), one.form.name
            assert both.any(), one.form.name
