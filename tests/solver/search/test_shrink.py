"""Superfluous terms are removed from what solves a stage."""

from support.writing import is_whole, text_of, writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.solver.search.shrink import shrink, smaller_forms

HEAT = writing("parametric-heat")
PAIR = writing("acoustics-standing")
KEYS = TreeKeys(HEAT.vocabulary.vocabulary)


def candidate(tree, loss=0.0):
    return Candidate(tree, loss, Origin(Writer.MOVE))


def test_smaller_forms_are_smaller_or_plainer():
    tree = HEAT.tree("sin(x) + 2*t")
    forms = smaller_forms(tree, KEYS)
    assert all(is_whole(form) and len(form) <= len(tree) for form in forms)
    assert {"sin(x)", "2*t", "x + 2*t", "sin(x) + t", "sin(x) + 0"} <= set(map(text_of, forms))
    assert len(set(forms)) == len(forms)


def test_forms_of_a_system_keep_its_root():
    forms = smaller_forms(
        PAIR.encoding.system(PAIR.trees("sin(x) + t", "x*t")),
        TreeKeys(PAIR.vocabulary.vocabulary),
    )
    assert forms
    assert all(is_whole(form) and len(form.components) == 2 for form in forms)


def scored_by(wanted):
    """A loss of 0 for the formulas that contain the wanted one, 1 for all others."""

    def score(trees):
        return [candidate(tree, float(wanted not in text_of(tree))) for tree in trees]

    return score


def test_dead_weight_goes_one_replacement_at_a_time():
    start = candidate(HEAT.tree("max(sin(x) + 0*t, 0 - 2) + 0*exp(y)"))
    found = shrink(start, KEYS, scored_by("sin(x)"), 1e-9, set())
    assert text_of(found.tree) == "sin(x)"
    assert found.loss == 0


def test_what_has_no_smaller_form_stays():
    start = candidate(HEAT.tree("sin(x)"))
    assert shrink(start, KEYS, scored_by("sin(x)"), 1e-9, set()) is start


def test_an_exact_number_is_simpler_than_a_fitted_one():
    encoding = HEAT.encoding
    fitted = encoding.symbol("x") * encoding.slot(1.0)
    score = scored_by("x*1")
    assert text_of(shrink(candidate(fitted), KEYS, score, 1e-9, set()).tree) == "x*1"
