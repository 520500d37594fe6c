"""The shape of advice, and of the claims that a proof rests on."""

import pytest

from support.proving import XT, formula, lying, region, stated
from symplex.expression.operators import Rule
from symplex.expression.rewriting import HiddenSign, Rewriting
from symplex.proof.advice.advisor import Advisor
from symplex.proof.answer import read_answer
from symplex.proof.kernel.advice import Step
from symplex.proof.kernel.kernel import examine
from symplex.proof.kernel.lines import Proved
from symplex.work.budget import Budget

WAVE = stated("u_t + u_x = 0", XT, ("t = 0", "u = abs(x)"))


def examined(text, advise=Advisor):
    return examine(WAVE, read_answer(WAVE, text), Budget.unlimited(), advise)


def test_every_claim_says_where_what_and_how():
    lines, claims = examined("abs(x - t)")
    assert all(isinstance(line, Proved) for line in lines)
    assert claims
    for claim in claims:
        is_identity = claim.formula is not None and claim.rule is None
        assert isinstance(claim.how, Rewriting) is is_identity
        assert claim.formula is None or claim.formula.symbols <= set(claim.region.ends)


def test_claims_of_all_three_kinds_are_kept():
    claims = examined("abs(x - t) + 0*abs(x - t - 1)")[1]
    kinds = {(claim.formula is None, claim.rule is None) for claim in claims}
    assert kinds == {(True, True), (False, True), (False, False)}


def test_what_was_not_shown_is_not_claimed():
    silent = lying(sign=lambda *_: None, emptiness=lambda _: None, rewriting=lambda *_: None)
    assert examined("abs(x - t)", silent)[1] == []


def test_a_hidden_sign_names_the_formula_that_decides():
    with pytest.raises(HiddenSign) as raised:
        Advisor(region(x=(-1, 1)), Budget.unlimited()).rewriting(formula("sqrt(x^2) - x"))
    assert raised.value.formula == formula("x")


def test_the_numbers_of_the_steps_are_the_format_of_a_proof():
    assert [(step.name, step.value) for step in Step] == [
        *(("RANGES", 1), ("FORM", 2), ("POWER", 3), ("FACT", 4), ("FACTORS", 5)),
        *(("LOCUS", 6), ("OK", 7), ("OUT", 8), ("CUT", 9), ("TANGENT", 10)),
    ]
    assert {rule.value for rule in Rule} == {"> 0", ">= 0", "!= 0"}
