from dataclasses import replace
from itertools import groupby, islice

import pytest

import symplex
from support.clocks import clock_by_hand
from support.writing import key_of
from symplex.errors import SymplexError
from symplex.expression.render import to_text
from symplex.notation.problem_files import bundled
from symplex.origin import Writer
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.propose.candidates.settings import DEFAULT, PAPER, SYMFORMER, PolicyKind
from symplex.solver.search.loop import Search
from symplex.solver.search.scorer import StageScorer
from symplex.solver.search.state import RunOptions
from symplex.solver.solution.solve import solve
from symplex.work.clock import Deadline

UNSOLVED = Problem(
    ["u_t = u_xx"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = exp(sin(7*x)) + x*cos(5*x)")]
)
MOVES_ALONE = replace(
    DEFAULT.without(["statement-formulas", "lifts", "ansatz", "symformer"]),
    moves=20,
    stage_epochs=3,
)


def watched(problem, settings, epochs):
    """A search that is interrupted after some epochs, with its reports and what it handed out."""
    seen = []

    def watch(progress):
        seen.append(progress)
        if len(seen) == epochs:
            raise KeyboardInterrupt

    search, found = Search(problem, settings, RunOptions(watch=watch)), []
    with pytest.raises(KeyboardInterrupt):
        found.extend(search)
    return search, seen, found


def test_a_search_hands_out_what_looks_like_a_solution_each_formula_once():
    search = Search(bundled("poisson-exp"), DEFAULT, RunOptions())
    found = list(islice(search, 5))
    keys = {key_of(search.encoding.encode(tree)) for tree in found}
    assert len(keys) == 5
    assert keys == search.state.tried
    result = search.result()
    assert result.candidates == search.state.candidates > 5
    assert min(one.loss for one in result.front) < DEFAULT.prove_loss
    sizes = [one.tree.size for one in result.front]
    assert sizes == sorted(set(sizes))


def test_nothing_is_handed_out_before_the_last_stage():
    search, seen, found = watched(bundled("parametric-heat"), DEFAULT, 2)
    assert {progress.stage for progress in seen} <= {"space", "time"}
    assert search.state.candidates > 0
    assert found == []
    assert search.state.tried == set()


def test_a_result_can_be_had_at_any_moment():
    fresh = Search(bundled("heat"), DEFAULT, RunOptions()).result()
    assert (fresh.front, fresh.candidates) == ((), 0)
    search, seen, _ = watched(UNSOLVED, MOVES_ALONE, 3)
    assert seen[-1].stage == "space"
    result = search.result()
    # The whole problem was not reached: what is remembered is scored by it now.
    assert result.front
    assert result.candidates > search.state.candidates
    assert search.result() == result


def test_a_search_that_has_no_time_does_nothing():
    search = Search(bundled("heat"), DEFAULT, RunOptions(deadline=Deadline(1e-9)))
    assert list(search) == []
    assert search.has_ended
    assert not search.is_spent
    assert search.state.candidates == 0


def test_a_search_ends_after_counted_work():
    counts = []
    for _ in range(2):
        search = Search(UNSOLVED, MOVES_ALONE, RunOptions())
        search.end_after(200)
        search.end_after(10_000)  # the first time counts
        list(search)
        assert search.is_spent
        assert search.has_ended
        counts.append(search.state.candidates)
    assert 200 <= counts[0] < 400
    assert counts[0] == counts[1]


def test_reports_count_epochs_and_candidates():
    _, seen, _ = watched(UNSOLVED, MOVES_ALONE, 7)
    assert [progress.epoch for progress in seen] == [0, 1, 2, 0, 1, 2, 0]
    counts = [progress.candidates for progress in seen]
    assert counts == sorted(counts)
    assert all(progress.best is not None for progress in seen if progress.epoch)
    losses = [progress.loss for progress in seen[:3]]
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize(
    ("retry_unsolved", "stages", "attempt"),
    [
        (True, ["space", "whole problem", "space"], 3),
        (False, ["space", "time", "whole problem", "space"], 2),
    ],
)
def test_an_unsolved_stage_is_attempted_again_or_left(retry_unsolved, stages, attempt):
    settings = replace(MOVES_ALONE, retry_unsolved=retry_unsolved)
    search, seen, _ = watched(UNSOLVED, settings, 12)
    assert [stage for stage, _ in groupby(progress.stage for progress in seen)] == stages
    assert search.state.attempt == attempt


def test_a_stage_without_progress_ends_when_patience_does():
    impatient = replace(MOVES_ALONE, stage_epochs=50, patience=1, moves=0)
    _, seen, _ = watched(UNSOLVED, impatient, 4)
    assert [progress.epoch for progress in seen] == [0, 0, 0, 0]


def test_an_easy_problem_is_solved_and_proved():
    solution = solve(bundled("hj-concave"), time_limit=999)
    assert solution.status is Verdict.EXACT
    assert solution.certificate is not None
    assert solution.certificate.is_exact
    assert solution.text == {"u": "abs(x) + t/2"}


def test_without_the_statement_s_formulas_it_is_found_all_the_same():
    solution = solve(bundled("poisson-exp"), without=("statement-formulas",), time_limit=999)
    assert solution.is_exact


def test_same_seed_same_answer_whatever_the_threads():
    runs = [
        solve(
            bundled("advection-sine"),
            seed=3,
            without=("statement-formulas",),
            threads=threads,
        )
        for threads in (1, 2, 2)
    ]
    assert runs[0].is_exact
    assert len({(run.text["u"], run.candidates) for run in runs}) == 1


def test_a_system():
    problem = Problem(
        ["u_t = v_x", "v_t = u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = sin(x)"), ("t = 0", "v = -sin(x)")],
        unknowns=["u", "v"],
    )
    solution = solve(problem, time_limit=999)
    assert solution.is_exact
    assert set(solution(x=0.5, t=0.25)) == {"u", "v"}


def test_contradictory_conditions_end_without_an_exact_answer(monkeypatch):
    hands = clock_by_hand(monkeypatch)
    problem = Problem(
        ["u_t = u_xx"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = 1"), ("x = 0", "u = 0"), ("x = 1", "u = x")],
    )

    def wait(_):
        hands.time += 1.0

    solution = solve(problem, time_limit=4, watch=wait)
    assert solution.status is not Verdict.EXACT
    assert solution.stop_reason == "time limit"


def test_an_interrupt_keeps_the_best_so_far():
    seen = []

    def interrupt(progress):
        seen.append(progress)
        if progress.stage == "time" and progress.epoch >= 1:
            raise KeyboardInterrupt

    problem = Problem(
        ["u_t = u_xx + exp(sin(7*x + t))"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = x")]
    )
    solution = solve(problem, time_limit=999, watch=interrupt)
    assert solution.stop_reason == "interrupted"
    assert solution.status is Verdict.NONE
    assert solution.front
    assert seen[-1].candidates == solution.candidates


def test_a_hint_s_free_names_are_fitted():
    problem = bundled("heat")
    solution = solve(
        problem, hint="exp(a*t)*sin(b*x)*cos(c*y)", without=("statement-formulas", "moves")
    )
    assert solution.is_exact


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"recipe": "papr"},
            "there are default, paper and symformer; did you",
        ),
        ({"recipe": "symformer", "hint": "x"}, "this recipe takes no hints"),
        ({"without": ("move",)}, "there is no ingredient 'move'"),
        ({"time_limit": 0}, "the time limit must be a positive number"),
        ({"operators": {"sine": True}}, "there is no operator 'sine'"),
        ({"hint": "v = x"}, "the hint gives a formula for 'v'"),
        ({"hint": "sin("}, "ends after"),
    ],
)
def test_bad_options_are_clear_errors(options, sentence):
    with pytest.raises(SymplexError, match=sentence.replace("(", r"\(")):
        solve(bundled("heat"), **options)


def test_the_paper_s_recipe_runs_on_the_same_loop():
    few = replace(PAPER, samples=16)
    solution = solve(bundled("hj-concave"), recipe=few, max_candidates=60)
    assert solution.candidates > 0
    assert PAPER.moves == 0
    assert not PAPER.statement_formulas
    assert DEFAULT.without(["statement-formulas", "lifts"]).statement_formulas is False


@pytest.mark.parametrize("kind", PolicyKind)
def test_every_candidate_of_the_symformer_recipe_is_the_policy_s(kind, monkeypatch):
    """What is scored was written by the policy, now or in an earlier stage, whoever else could."""
    written, foreign = set(), []
    score = StageScorer.score

    def watched_score(scorer, proposals, method):
        for proposal in proposals:
            ids = proposal.tree.ids
            if proposal.origin.writer is Writer.POLICY:
                written.add(ids)
            elif ids not in written:
                foreign.append(proposal)
        return score(scorer, proposals, method)

    settings = replace(SYMFORMER, samples=64, stage_epochs=4, policy=kind)
    whole = Search(bundled("parametric-heat"), settings, RunOptions())
    whole.end_after(1500)
    monkeypatch.setattr(StageScorer, "score", watched_score)
    list(whole)
    assert whole.state.attempt >= 1  # through all stages, with answers carried on
    assert foreign == []
    assert len(written) > 200


def test_the_package_s_front_door():
    problem = symplex.Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
    solution = symplex.solve(problem, seed=0, time_limit=999)
    assert solution.text == {"u": "exp(x)"}


PARAMETRIC = Problem(
    ["u_t = -k*u"], {"t": [0, 1]}, [("t = 0", "u = 1")], parameters={"k": ["1/2", 2]}
)


def test_what_solves_a_stage_with_parameters_held_is_handed_out_once_and_says_so():
    search = Search(PARAMETRIC, DEFAULT, RunOptions())
    found = list(islice((f for f in search.findings() if f is not None), 2))
    (rate,) = found[0].tree.constants
    assert rate == pytest.approx(-1.0)
    assert to_text(found[0].tree.with_constants((2.0,))) == "exp(2*t)"
    assert {name: to_text(value) for name, value in found[0].held.items()} == {"k": "1"}
    assert not found[1].held


def test_others_may_work_after_each_epoch():
    search = Search(UNSOLVED, MOVES_ALONE, RunOptions())
    counts = [search.state.epochs for f in islice(search.findings(), 5) if f is None]
    assert counts == [1, 2, 3, 4, 5]


def test_a_stage_that_stands_still_does_not_keep_the_search_from_the_whole_problem():
    never_solved = replace(DEFAULT.without(["statement-formulas", "symformer"]), stage_loss=-1.0)
    search = Search(bundled("heat"), never_solved, RunOptions())
    tree = next(iter(search))
    assert (search.state.stage, search.state.attempt) == (0, 0)
    assert {"x", "y", "t"} <= tree.symbols


def test_a_recipe_may_leave_the_whole_problem_to_the_last_stage():
    never_solved = replace(MOVES_ALONE, ansatz=True, stage_loss=-1.0, whole_problem=False)
    search, _, found = watched(bundled("heat"), never_solved, 12)
    assert found == []
    assert search.state.beside is None
