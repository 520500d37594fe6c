"""The attack on the verifier's rules: no wrong answer is exact, no true one is refuted."""

import math
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import islice

import pytest

from attacks import hostile, rescaled, rewritings
from attacks.cases import Attack, cauchy, dirichlet, on_face
from attacks.catalogue import by_kind, quick, right_answers, spread, wrong_answers
from attacks.children import CRASH, HANG, Child, Reply, ask_all
from attacks.guard import Reference, violation
from attacks.right import forms
from attacks.strings import texts
from attacks.truths import every, paper
from attacks.wording import Wording, terms
from attacks.wrong import mutated
from attacks.wrong.constants import PAIRS
from attacks.wrong.divergences import is_balanced, mean
from attacks.wrong.hamiltonians import Extreme, breaks_the_inequality
from attacks.wrong.moments import left_behind, rates
from attacks.wrong.rough import MEDIUM, ramp
from attacks.wrong.shocks import FLUXES, admissible
from ledger.comparison import false, summary
from ledger.questions import of_attack
from ledger.rows import Row
from ledger.writing import answered
from support.answering import answer_or_hang
from symplex import verify
from symplex.errors import ProblemError
from symplex.expression.parse import parse
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.reasons import Code

QUICK_WRONG, QUICK_RIGHT = 80, 25
SUBTLE = (
    *("cone", "coefficient", "higher order", "viscosity", "rewritten", "jump"),
    *("flux that jumps", "obstacle", "implicit kink", "rough"),
)
RULES = (
    *("layer", "rough flux", "fan as a limit", "smoothed data", "shock with a source"),
    *("Hamiltonian with u", "round kink", "joined sign", "of a course"),
)
DECEIVING = ("statement", "divergence", "undefined", "written flux")


@pytest.fixture(scope="module")
def wrong() -> tuple[Attack, ...]:
    return wrong_answers()


@pytest.fixture(scope="module")
def right() -> tuple[Attack, ...]:
    return right_answers()


def rows_of(attacks: Sequence[Attack], jobs: int = 1) -> list[Row]:
    return list(answered([of_attack(attack) for attack in attacks], jobs=jobs))


def test_some_attacks_of_every_kind(wrong: tuple[Attack, ...], right: tuple[Attack, ...]) -> None:
    chosen = [*quick(wrong, QUICK_WRONG), *quick(right, QUICK_RIGHT)]
    assert len(chosen) == QUICK_WRONG + QUICK_RIGHT
    assert false(rows_of(chosen)) == []


@pytest.mark.slow
def test_every_attack(wrong: tuple[Attack, ...], right: tuple[Attack, ...]) -> None:
    rows = rows_of([*wrong, *right], jobs=2)
    assert false(rows) == []
    exact = [row for row in rows if row["truth"] == "right" and row["status"] == "exact"]
    assert len(exact) >= 0.85 * len(right), summary(rows)


@pytest.mark.slow
def test_rewritings_that_keep_the_meaning_keep_the_verdict() -> None:
    assert rewritings.main([]) == 0


@pytest.mark.slow
def test_no_truth_is_refuted_on_another_box() -> None:
    assert rescaled.main([]) == 0


@pytest.mark.slow
def test_nothing_hangs_crashes_or_takes_too_much_memory() -> None:
    assert hostile.main([]) == 0


def test_there_are_enough_attacks_and_no_two_are_the_same(
    wrong: tuple[Attack, ...], right: tuple[Attack, ...]
) -> None:
    kinds = {kind: len(members) for kind, members in by_kind(wrong).items()}
    assert len(wrong) >= 3_000
    assert len(right) >= 1_000
    assert kinds["far"] >= 100
    assert kinds["rewritten"] >= 20
    assert sum(kinds[kind] for kind in ("statement", "divergence", "undefined")) >= 1_600
    assert len(by_kind(right)["written flux"]) >= 180
    assert len(kinds) == 42
    assert min(kinds.values()) >= 70
    true = {kind: len(members) for kind, members in by_kind(right).items()}
    assert min(true[kind] for kind in ("large", *RULES)) >= 20
    assert len({attack.key for attack in (*wrong, *right)}) == len(wrong) + len(right)
    assert all(attack.reason for attack in wrong)
    assert not any(attack.is_right for attack in wrong)
    assert all(attack.is_right for attack in right)


def test_attacks_are_the_same_at_every_run() -> None:
    for module in (mutated, forms):
        first, again = ([a.key for a in islice(module.attacks(), 30)] for _ in range(2))
        assert first == again


def test_every_attack_can_be_stated_and_read(
    wrong: tuple[Attack, ...], right: tuple[Attack, ...]
) -> None:
    void = 0
    for attack in (*wrong[::23], *right[::23]):
        try:
            problem = attack.problem
        except ProblemError as error:  # a condition that is deceptive states nothing
            assert "almost everywhere" in error.message
            assert not attack.is_right
            void += 1
            continue
        assert set(attack.answer) == set(problem.unknowns)
        for formula in attack.answer.values():
            parse(formula, problem.answer_scope)
    assert void <= 10


def test_true_answers_satisfy_what_is_stated(right: tuple[Attack, ...]) -> None:
    for attack in right[::40]:
        problem = attack.problem
        formulas = {name: parse(t, problem.answer_scope) for name, t in attack.answer.items()}
        assert violation(problem, formulas) == "", str(attack)


@pytest.mark.parametrize("kind", SUBTLE)
def test_subtle_attacks_hold_almost_everywhere(kind: str, wrong: tuple[Attack, ...]) -> None:
    # They are to be refused for their kinks; were they wrong elsewhere, they would test nothing.
    members = by_kind(wrong)[kind]
    sample, held, refused = members[:: max(len(members) // 20, 1)], 0, 0
    for attack in sample:
        try:
            problem = attack.problem
        except ProblemError:  # a sign that is 0 on all of its face is an error in the statement
            refused += 1
            continue
        formulas = {name: parse(t, problem.answer_scope) for name, t in attack.answer.items()}
        held += violation(problem, formulas) == ""
    assert refused <= 0.2 * len(sample)
    assert held >= 0.85 * (len(sample) - refused)


def test_statements_deceive_only_as_they_are_written(wrong: tuple[Attack, ...]) -> None:
    # What the search sees, every derivative carried out, holds almost everywhere.
    kinds = by_kind(wrong)
    sample = [*kinds["statement"][::37], *kinds["divergence"][::37]]
    held = 0
    for attack in sample:
        problem = attack.problem
        formulas = {name: parse(t, problem.answer_scope) for name, t in attack.answer.items()}
        held += violation(problem, formulas) == ""
    assert held >= 0.9 * len(sample)


def test_a_product_with_a_jump_is_balanced_only_without_a_product() -> None:
    two, none = Fraction(2), Fraction(0)
    assert mean("u^2", none, two) == Fraction(4, 3)
    assert is_balanced("u^3/3", "u^2", "u", two, none)
    assert not is_balanced("u^3/3", "u", "u^2/2", two, none)


def test_peaks_and_corners_are_balanced_at_the_right_speed_alone() -> None:
    assert rates(2, [(3, 0)]) == [(0, 3)]
    (left, right) = rates(2, [(1, 0), (1, 1)])
    assert left[1] == right[1] > 1
    assert left[0] < 0 < right[0]  # The one in front grows.
    assert all(height == 0 for height, _ in rates(1, [(1, 0), (1, 1)]))
    one, two = Fraction(1), Fraction(2)
    assert left_behind([(1, 2, 1), (-3, 1, 1)], one, two) == {}
    assert left_behind([(1, 2, 1), (-2, 1, 1)], one, two) == {0: 1}
    assert left_behind([(1, 2, 2), (-3, 1, 1)], one, two) == {1: 3, 0: -3}


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("layer", Code.SHOWN_JUMPS_ALONE),
        ("free boundary", Code.SHOWN_ELLIPTIC_VISCOSITY),
        ("implicit ridge", Code.SHOWN_VISCOSITY),
    ],
)
def test_true_answers_are_shown_by_their_own_rule(
    kind: str, code: Code, right: tuple[Attack, ...]
) -> None:
    attack = by_kind(right)[kind][3]
    certificate = verify(attack.problem, dict(attack.answer))
    assert certificate.is_exact
    assert any(check.reason.code is code for check in certificate.checks)


def test_peakons_are_neither_exact_nor_refuted(right: tuple[Attack, ...]) -> None:
    """They solve in a sense that the page on the meaning of exact does not ask for."""
    attack = by_kind(right)["balanced jump"][3]
    certificate = verify(attack.problem, dict(attack.answer))
    assert certificate.status is Verdict.APPROXIMATE


@pytest.mark.slow
def test_a_ramp_passes_into_another_medium_with_its_own_shares_alone() -> None:
    for shares, is_exact in ((("-1/3", "2/3"), True), (("1/3", "4/3"), False)):
        answer = ramp(*shares)
        certificate = verify(Problem.from_statement(cauchy(MEDIUM, answer)), {"u": answer})
        assert certificate.is_exact is is_exact


def test_a_share_of_statements_that_deceive(
    wrong: tuple[Attack, ...], right: tuple[Attack, ...]
) -> None:
    kinds = {**by_kind(wrong), **by_kind(right)}
    chosen = [a for kind in DECEIVING for a in kinds[kind][:: len(kinds[kind]) // 8]]
    assert len(chosen) >= 32
    assert false(rows_of(chosen)) == []


def test_the_guard_tells_right_from_wrong() -> None:
    truth = next(truth for truth in paper() if truth.name == "heat")
    scope = truth.problem.answer_scope
    reference = Reference(truth.problem, truth.solution)
    off = parse("sin(x)*cos(y)*exp(-2*t) + relu(x - 5)", scope)
    assert reference.agrees("u", parse("(sin(x + y) + sin(x - y))/2*exp(-2*t)", scope))
    assert not reference.agrees("u", off)
    assert not reference.agrees("u", parse("0.99*sin(x)*cos(y)*exp(-2*t)", scope))
    assert violation(truth.problem, truth.solution) == ""
    assert "off by" in violation(truth.problem, {"u": parse("sin(x)*cos(y)*exp(-t)", scope)})


def test_every_known_solution_is_read() -> None:
    names = [truth.name for truth in every()]
    assert len(list(paper())) == 14
    assert len(names) > 240


def test_statements_take_their_data_from_a_formula() -> None:
    assert on_face("x^2 + t*x", ("x", "t"), t=0) == "x^2 + 0*x"
    assert cauchy("u_t = u_xx", "x + t")["conditions"] == [
        {"where": "t = 0", "equation": "u = x + 0"}
    ]
    assert len(dirichlet("u_xx = 0", "x")["conditions"]) == 2


def test_kinks_and_jumps_are_told_apart() -> None:
    assert breaks_the_inequality("p^2/2", -1, 1, Extreme.MAX)
    assert not breaks_the_inequality("p^2/2", -1, 1, Extreme.MIN)
    assert breaks_the_inequality("p^3 - p", -1, 1, Extreme.MAX)
    assert breaks_the_inequality("p^3 - p", -1, 1, Extreme.MIN)
    burgers = FLUXES["u^2/2"][1]
    assert admissible(burgers, 1, 0)
    assert not admissible(burgers, 0, 1)
    assert len(PAIRS) >= 30


def test_a_spread_is_even(wrong: tuple[Attack, ...]) -> None:
    kinds = set(by_kind(wrong))
    counts = Counter(attack.kind for attack in spread(wrong, 150))
    assert set(counts) == kinds
    assert max(counts.values()) - min(counts.values()) <= 1


def test_words_are_exchanged_and_a_divergence_stays_as_it_is() -> None:
    truth = next(truth for truth in every() if truth.name == "porous-front")
    wording = Wording(truth.problem, {"u": "w", "x": "z"}, {"t": "2"})
    assert wording.text("u_t = diff(u*u_x, x)") == "(-diff(w, t)) = diff(w*diff(w, z), z)"
    assert wording.text("max(t - x, 0)") == "max((2 - t) - z, 0)"
    assert terms("-u_xx + 2*(a - b) - x^-2") == ["- u_xx", "+ 2*(a - b)", "- x^-2"]


def test_what_is_declared_is_reworded() -> None:
    domain = {"x": [0, 1], "s": [0, 1]}
    problem = Problem(["u_s = u_xx"], domain, time="s", free=["x = 0"], open=["s = 1"])
    said = Wording(problem, {"x": "z", "s": "r"}, {"x": "1"}).statement()
    reworded = Problem.from_statement(said)
    assert (reworded.time, reworded.space) == ("r", ("z",))
    assert reworded.statement()["free"] == ["z = 1"]
    assert reworded.statement()["open"] == ["r = 1"]


def test_rewritings_are_ten_and_keep_the_solution() -> None:
    sample = [attack for attack in rewritings.attacks() if attack.reason in {"eikonal", "heat"}]
    assert len(rewritings.REWRITINGS) == 10
    assert len(sample) == 22
    for attack in sample:
        problem = attack.problem
        formulas = {name: parse(t, problem.answer_scope) for name, t in attack.answer.items()}
        assert violation(problem, formulas) == "", str(attack)


def test_a_changed_verdict_is_reported() -> None:
    stated = Attack(rewritings.AS_STATED, {"equations": ["u = 0"]}, {"u": "0"}, "one")
    other = Attack("all on the left", {"equations": ["u = 0"]}, {"u": "0"}, "one")
    same = [(stated, Reply("exact", "", 0)), (other, Reply("exact", "", 0))]
    assert rewritings.changed(same) == []
    assert len(rewritings.changed([same[0], (other, Reply("approximate", "", 0))])) == 1


def test_a_child_that_hangs_fails_or_dies_is_reported_and_replaced() -> None:
    questions = ["well", "fail", "die", "well"]
    replies = [r for _, r in ask_all(questions, answer_or_hang, seconds=120, jobs=1)]
    assert [reply.status for reply in replies] == ["well", CRASH, CRASH, "well"]
    child = Child(answer_or_hang, 1.0)
    assert child.ask("hang").status == HANG
    child._seconds = 120.0
    assert child.ask("well").status == "well"
    child.stop()


def test_a_child_can_be_stopped_before_it_is_asked() -> None:
    Child(answer_or_hang, 1.0).stop()


def test_hostile_input_is_the_same_at_every_run_and_can_be_read() -> None:
    assert list(texts(50, 3)) == list(texts(50, 3))
    assert hostile.read_chunk(hostile.Chunk(seed=7, count=300, seconds=math.inf)) == ("read", "")
    formulas = list(hostile.hostile_formulas(20, 1.0))
    assert formulas == list(hostile.hostile_formulas(20, 1.0))
    assert all(formula.is_hostile for formula in formulas)


def test_late_crashed_and_large_replies_are_offences() -> None:
    (formula,) = hostile.hostile_formulas(1, 1.0)
    rng = random.Random(0)
    fine = Reply("refuted", "", 1 + rng.random() / 2, 100.0)
    bad = [Reply("refuted", "", 2.5, 1.0), Reply(CRASH, "", 0.1), Reply("exact", "", 0.1, 3000.0)]
    assert hostile.offences([(formula, fine)]) == []
    assert len(hostile.offences([(formula, reply) for reply in bad])) == 3
