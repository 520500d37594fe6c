"""Every claim of a proof is replayed; none is believed that is false, whatever was changed."""

import random
from fractions import Fraction
from functools import cache

import pytest

from support.claims import CHANGES, LOCAL_CHANGES, changed_record, is_false
from support.proofs import NOTIONS, proved
from support.proving import XYT, stated
from support.reasons import refused
from symplex.expression import number
from symplex.expression.operators import Rule
from symplex.expression.parse import Scope, parse
from symplex.expression.rewriting import Rewriting
from symplex.proof.advice.advisor import Advisor
from symplex.proof.answer import read_answer
from symplex.proof.checker.replay import Refused, replay
from symplex.proof.here import prove
from symplex.proof.kernel.advice import Claim, Step
from symplex.proof.kernel.lines import Proved
from symplex.proof.kernel.region import Ends, Fact, Region
from symplex.reasons import Code
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

OK = (Step.RANGES, 64, (Step.OK,))
ROWS = [(notion, row) for notion, rows in NOTIONS.items() for row in rows]


@cache
def small():
    """The rows whose proofs are short."""
    return [row for _, row in ROWS if len(proved(row)[1]) < 100]


def read(text):
    return parse(text, Scope(("x", "y")))


def accepts(claims):
    try:
        replay(claims, Budget.unlimited())
    except Refused:
        return False
    return True


@pytest.mark.parametrize(("notion", "row"), ROWS, ids=[f"{n}: {r[3]}" for n, r in ROWS])
def test_every_claim_of_a_proof_is_accepted(notion, row):
    lines, claims = proved(row)
    assert all(isinstance(line, Proved) for line in lines)
    assert notion in {line.notion for line in lines}
    replay(claims, Budget.unlimited())


def is_local(claim):
    """Whether it rests on its region: identities often do not."""
    return claim.formula is None or claim.rule is not None


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_still_accepted_after_a_change_is_true(change):
    rng, refused, counted = random.Random(7), 0, 0
    while counted < 120:
        claims = proved(rng.choice(small()))[1]
        at = rng.randrange(len(claims))
        other = change(claims[at], rng)
        if other == claims[at] or (change in LOCAL_CHANGES and not is_local(other)):
            continue
        counted += 1
        if not accepts([*claims[:at], other]):
            refused += 1
        else:
            assert not is_false(other, rng), other
    assert refused > 5


def test_two_changes_do_not_make_a_falsehood_true():
    rng, false = random.Random(8), 0
    for _ in range(200):
        claims = proved(rng.choice(small()))[1]
        at = rng.randrange(len(claims))
        other = changed_record(rng.choice(CHANGES[1:])(claims[at], rng), rng)
        if is_false(other, rng):
            false += 1
            assert not accepts([*claims[:at], other]), other
    assert false > 20


def test_a_claim_needs_those_that_it_rests_on():
    for text in ("max(sqrt(x^2 + y^2) - t, 0)", "max(abs(x) - t, 0)"):
        claims = next(proved(row)[1] for _, row in ROWS if row[3] == text)
        assert accepts(claims)
        assert not all(accepts([claim]) for claim in claims)
        assert not accepts(claims[::-1])


def box(**ends):
    return Region({n: Ends(number(low), number(high)) for n, (low, high) in ends.items()}, ())


UNIT = box(x=(-1, 1), y=(-1, 1))


def sign(text, record, rule=Rule.POSITIVE, region=UNIT, facts=()):
    there = region.with_facts([Fact(read(formula), known) for formula, known in facts])
    return Claim(there, read(text), rule, record)


def cut(point, first, second):
    return Step.RANGES, 64, (Step.CUT, "x", read(point).root.value, first, second)


ONE, LEAF, OUT = Fraction(1), (Step.OK,), (Step.OUT, 0)
LOGARITHM = (None, [], [(read("x"), Fraction(2), read("x"))])
RIGHT = (("x", Rule.POSITIVE),)


def test_ranges_decide_on_covers():
    assert accepts([sign("x + 2", OK)])
    assert not accepts([sign("x + 1", OK)])
    assert accepts([sign("x*x + 1/2", cut("0", LEAF, LEAF))])
    assert not accepts([sign("x*x + 1/2", cut("2", LEAF, LEAF))])
    assert not accepts([sign("x", cut("0", LEAF, LEAF))])
    assert accepts([sign("x + y + 1", cut("0", OUT, LEAF), Rule.NONNEGATIVE, facts=RIGHT)])
    assert not accepts([sign("x + y + 1", cut("0", OUT, LEAF), Rule.NONNEGATIVE)])


def test_a_fact_that_does_not_vanish_says_nothing_of_a_sum():
    given, rest = (("x", Rule.NONZERO),), zero("x + 1/2 - 1*x - 1/2")
    record = (Step.FACT, 0, ONE, (Step.FORM, read("1/2"), OK))
    positive = _at(rest, RIGHT), sign("x + 1/2", record, Rule.NONZERO, facts=RIGHT)
    assert accepts(positive)
    assert not accepts([_at(rest, given), sign("x + 1/2", record, Rule.NONZERO, facts=given)])


def test_a_fact_that_is_not_strict_needs_a_rest_that_is():
    given, record = (("x", Rule.NONNEGATIVE),), (Step.FACT, 0, ONE, (Step.FORM, read("1/2"), OK))
    assert accepts([_at(zero("x + 1/2 - 1*x - 1/2"), given), sign("x + 1/2", record, facts=given)])
    record = (Step.FACT, 0, ONE, (Step.FORM, read("0"), OK))
    rest = _at(zero("x - 1*x - 0"), given)
    assert accepts([rest, sign("x", record, Rule.NONNEGATIVE, facts=given)])
    assert not accepts([rest, sign("x", record, facts=given)])
    assert not accepts([rest, sign("x", record, Rule.NONZERO, facts=given)])


def zero(text, generators=(), rules=None, region=UNIT):
    hint = {read(node).tokens: rule for node, rule in (rules or {}).items()}
    return Claim(region, read(text), None, Rewriting(tuple(map(read, generators)), hint))


def test_a_form_must_be_defined_where_the_formula_is():
    good = read("1 + x^2")
    assert accepts([zero("x^2 + 1 - (1 + x^2)"), sign("x^2 + 1", (Step.FORM, good, OK))])
    # x² is not positive at 0, where exp(2·log|x|) is not defined.
    same = zero("x^2 - exp(log(x^2))", ("log(x^2)",), {"exp(log(x^2))": LOGARITHM})
    assert not accepts([same, sign("x^2", (Step.FORM, read("exp(log(x^2))"), OK))])
    above = box(x=(1, 2))
    same = same._replace(region=above)
    assert accepts([same, sign("x^2", (Step.FORM, read("exp(log(x^2))"), OK), region=above)])


def test_a_product_needs_the_signs_of_its_factors():
    def product(*signs):
        parts = [(read(f"x - {5 - k}"), 1, s, OK) for k, s in enumerate(signs)]
        return (Step.FACTORS, ONE, parts)

    same = zero("(x - 5)*(x - 4) - 1*(x - 5)*(x - 4)")
    assert accepts([same, sign("(x - 5)*(x - 4)", product(-1, -1))])
    assert not accepts([sign("(x - 5)*(x - 4)", product(-1, -1))])
    assert not accepts([same, sign("(x - 5)*(x - 4)", product(1, 1))])
    assert not accepts([same, sign("(x - 5)*(x - 4)", product(-1))])


def test_a_sum_of_squares_vanishes_only_where_each_does():
    terms = ((ONE, "x", 2), (ONE, "y", 2))
    far = (("x + y - 1", Rule.NONNEGATIVE),)
    rest = (Step.RANGES, 64, LEAF)
    same = [zero("x^2 + y^2 - 1*x^2 - 1*y^2 - 0")]
    record = (Step.LOCUS, terms, (Step.FORM, number(0), rest), 0, OK)
    near = (("x + y + 1", Rule.NONNEGATIVE),)
    assert accepts([_at(same[0], far), sign("x^2 + y^2", record, facts=far)])
    assert not accepts([_at(same[0], near), sign("x^2 + y^2", record, facts=near)])
    odd = ((ONE, "x", 1), *terms[1:])
    assert not accepts(
        [_at(same[0], far), sign("x + y^2", (Step.LOCUS, odd, rest, 0, OK), facts=far)]
    )


@pytest.mark.parametrize(
    ("text", "node", "gap", "rest"),
    [
        ("exp(x) - 1 - x + y^2", "exp(x)", "1*exp(x) - 1 - log(1) - x", "y^2"),
        ("x^2 - log(x^2)", "log(x^2)", "1*x^2 - 1 - log(1) - log(x^2)", "1"),
    ],
)
def test_a_tangent_is_below_exp_and_above_log(text, node, gap, rest):
    left = read(text) - number(1) * read(gap)
    nothing = left - read(rest)
    same = [Claim(UNIT, nothing, None, Advisor(UNIT, Budget.unlimited()).rewriting(nothing))]
    record = (Step.TANGENT, read(node), ONE, ONE, (Step.FORM, read(rest), OK))
    assert accepts([*same, sign(text, record, Rule.NONNEGATIVE)])
    assert not accepts([*same, sign(text, record)])
    assert not accepts([*same, sign(rest, record, Rule.NONNEGATIVE)])
    for wrong in ((-ONE, ONE), (ONE, -ONE), (2 * ONE, ONE), (ONE, 2 * ONE)):
        changed = (Step.TANGENT, read(node), *wrong, record[-1])
        assert not accepts([*same, sign(text, changed, Rule.NONNEGATIVE)])


def _at(claim, facts):
    return claim._replace(region=claim.region.with_facts([Fact(read(f), r) for f, r in facts]))


def test_facts_that_contradict_each_other_leave_no_point():
    def empty(*facts, chosen=(0, 1)):
        there = UNIT.with_facts([Fact(read(formula), rule) for formula, rule in facts])
        return Claim(there, None, None, (chosen, OK))

    assert accepts([empty(("x - 2", Rule.NONNEGATIVE), chosen=(0,))])
    assert accepts([empty(("x - y - 3", Rule.POSITIVE), ("y - 2", Rule.NONNEGATIVE))])
    assert not accepts([empty(("x - 1", Rule.NONNEGATIVE), chosen=(0,))])
    assert not accepts([empty(("x - 2", Rule.NONZERO), chosen=(0,))])
    assert not accepts([empty(("x - 2", Rule.NONNEGATIVE), chosen=())])


def test_time_ends_in_a_refusal():
    claims = proved(ROWS[0][1])[1]
    with refused(Code.BUDGET_TIME):
        replay(claims, Budget(Deadline(0.0)))


def test_a_zero_in_disguise_is_no_divisor():
    """√8 − 2√2 vanishes, but two roots are free of each other in a ring that has both."""
    gap, there = "(sqrt(8) - 2*sqrt(2))", box(x=(1, 2))
    plain = {"sqrt(8)": ("power", [(number(2), ONE)], number(2))}
    same = zero(f"{gap} - 0", ("sqrt(2)",), plain, there)
    turned = zero(f"-{gap} - 0", ("sqrt(2)",), plain, there)
    show = (Step.FORM, number(0), OK)
    never = [sign(f"{s}{gap}", show, Rule.NONNEGATIVE, there) for s in ("", "-")]
    assert accepts([same, turned, *never])
    rules = {
        "x^(-1/2)": ("power", [(read(gap), -ONE)], read(f"{gap}^2/x")),
        "(1*x)^(-1/2)": ("power", [(read(f"-{gap}"), -ONE)], read(f"{gap}^2/x")),
    }
    roots = ("sqrt(8)", "sqrt(2)", f"sqrt({gap}^2/x)")
    false = zero("x^(-1/2) + (1*x)^(-1/2)", roots, rules, there)
    assert not accepts([same, turned, *never, false])


def test_an_emptiness_that_is_shown_by_another_form_is_accepted():
    """Kernel and checker add facts in the same order, to the same tree."""
    problem = stated("u_t + u_x + u_y = 0", XYT, ("t = 0", "u = abs(x) + abs(y) + abs(x + y + 1)"))
    answer = read_answer(problem, "abs(x - t) + abs(y - t) + abs(x + y - 2*t + 1)")
    found, claims = prove(problem, answer, Budget.unlimited())
    assert all(isinstance(line, Proved) for line in found)
    replay(claims, Budget.unlimited())
