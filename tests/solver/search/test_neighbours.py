"""Candidates near a good one: neighbours, and shorter forms."""

import contextlib
import json
from dataclasses import replace

from support.writing import is_whole, text_of, writing
from symplex.expression.encoded import EncodedTree
from symplex.notation.problem_files import bundled
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.settings import DEFAULT
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.solver.search.loop import Search
from symplex.solver.search.neighbours import by_stage, key_of, packed, taken
from symplex.solver.search.shrink import shrink, smaller_forms
from symplex.solver.search.state import RunOptions

# What a search shows to others, and what it takes from them.

HEAT, SOURCE = bundled("heat"), bundled("heat-source")
WRITING = writing("heat")
TREES = WRITING.trees("sin(x)*cos(y)", "x + t")
SHOWN = [Candidate(tree, 0.5, Origin(Writer.MOVE)) for tree in TREES]
LONE = replace(DEFAULT.without(["statement-formulas", "lifts", "ansatz"]), moves=40)


class Neighbours:
    """Others that show the same at every meeting."""

    name = "a test"

    def __init__(self, every, *packets):
        self.every, self.packets = every, packets
        self.brought: list[bytes] = []

    def is_due(self, candidates):
        return candidates >= (len(self.brought) + 1) * self.every

    def meet(self, packet):
        self.brought.append(packet)
        return self.packets


def test_trees_arrive_with_their_constants_and_an_origin_of_their_own():
    slot = bytes([WRITING.encoding.slot_id])
    tree = EncodedTree(slot, (0.1 + 0.2,), WRITING.encoding)
    packet = packed([(HEAT, [*SHOWN, Candidate(tree, 0.1, Origin(Writer.POLICY)), SHOWN[0]])])
    found = list(taken([packet], HEAT, WRITING.encoding))
    assert [proposal.tree for proposal in found] == [*TREES, tree]
    shown = [*[SHOWN[0].origin] * len(TREES), Origin(Writer.POLICY)]
    wanted = [Origin(Writer.NEIGHBOUR, of=origin) for origin in shown]
    assert [proposal.origin for proposal in found] == wanted
    passed_on = [Candidate(proposal.tree, 0.1, proposal.origin) for proposal in found]
    again = taken([packed([(HEAT, passed_on)])], HEAT, WRITING.encoding)
    assert [proposal.origin for proposal in again] == wanted


def test_only_what_belongs_to_the_same_problem_is_taken():
    one, other = packed([(SOURCE, SHOWN)]), packed([(HEAT, SHOWN[:1]), (SOURCE, SHOWN)])
    assert len(taken([one], HEAT, WRITING.encoding)) == 0
    assert len(taken([one, other, other], HEAT, WRITING.encoding)) == 2


def test_each_stage_is_shown_with_what_belongs_to_it():
    problems, one, two, three = [SOURCE, bundled("eikonal"), HEAT], SHOWN[:1], SHOWN[1:], SHOWN

    def shown(stage):
        found = by_stage(problems, stage, one, before=two, whole=three)
        return [(problems.index(problem), candidates) for problem, candidates in found]

    assert shown(0) == [(2, three), (0, one)]
    assert shown(1) == [(0, two), (2, three), (1, one)]
    assert shown(2) == [(1, two), (2, one)]


def test_the_key_of_a_problem_is_its_own():
    assert key_of(HEAT) == key_of(bundled("heat")) != key_of(SOURCE)


def searched(neighbours, epochs):
    """A search without proposers of its own but moves, after some epochs."""

    def keep(state):
        if state.epochs >= epochs:
            raise KeyboardInterrupt

    settings = LONE.without(["curriculum", "symformer"])
    search = Search(HEAT, settings, RunOptions(keep=keep, neighbours=neighbours))
    with contextlib.suppress(KeyboardInterrupt):
        list(search)
    return search


def test_what_others_show_is_scored_and_remembered():
    truth = WRITING.tree("exp(-2*t)*sin(x)*cos(y)")
    packet = packed([(HEAT, [Candidate(truth, 1.0, Origin(Writer.MOVE))])])
    others = Neighbours(1, packet)
    search = searched(others, 3)
    best = search.state.at_stage.memory.best[0][0]
    assert best.tree.ids == truth.ids
    assert best.origin == Origin(Writer.NEIGHBOUR, of=Origin(Writer.MOVE))
    assert best.loss < 1e-20
    assert searched(None, 3).state.front != search.state.front


def test_a_search_shows_what_it_remembers_of_the_stage():
    others = Neighbours(1)
    search = searched(others, 4)
    (trees,) = json.loads(others.brought[-1]).values()
    assert list(json.loads(others.brought[-1])) == [key_of(HEAT)]
    remembered = {c.tree.ids.hex() for c, _ in search.state.at_stage.memory.best}
    assert remembered & {ids for ids, *_ in trees}


def test_searches_meet_at_counts_of_candidates():
    rare, often = Neighbours(10_000), Neighbours(50)
    searched(rare, 6), searched(often, 6)
    assert rare.brought == []
    assert len(often.brought) > 1


def test_a_meeting_without_news_changes_nothing():
    with_others, without = searched(Neighbours(1), 5), searched(None, 5)
    assert with_others.state.front == without.state.front
    assert with_others.state.candidates == without.state.candidates


def test_an_earlier_stage_is_shown_beside_the_one_at_hand():
    others = Neighbours(1)
    options = RunOptions(neighbours=others)
    search = Search(HEAT, DEFAULT.without(["symformer"]), options)
    for finding in search.findings():
        if finding is None and search.state.stage == 1 and len(others.brought) > 1:
            break
    assert key_of(HEAT) in json.loads(others.brought[-1])
    assert len(json.loads(others.brought[-1])) == 2


# Superfluous terms are removed from what solves a stage.

PARAMETRIC_HEAT = writing("parametric-heat")
PAIR = writing("acoustics-standing")
KEYS = TreeKeys(PARAMETRIC_HEAT.vocabulary.vocabulary)


def candidate(tree, loss=0.0):
    return Candidate(tree, loss, Origin(Writer.MOVE))


def test_smaller_forms_are_smaller_or_plainer():
    tree = PARAMETRIC_HEAT.tree("sin(x) + 2*t")
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
    start = candidate(PARAMETRIC_HEAT.tree("max(sin(x) + 0*t, 0 - 2) + 0*exp(y)"))
    found = shrink(start, KEYS, scored_by("sin(x)"), 1e-9, set())
    assert text_of(found.tree) == "sin(x)"
    assert found.loss == 0


def test_what_has_no_smaller_form_stays():
    start = candidate(PARAMETRIC_HEAT.tree("sin(x)"))
    assert shrink(start, KEYS, scored_by("sin(x)"), 1e-9, set()) is start


def test_an_exact_number_is_simpler_than_a_fitted_one():
    encoding = PARAMETRIC_HEAT.encoding
    fitted = encoding.symbol("x") * encoding.slot(1.0)
    score = scored_by("x*1")
    assert text_of(shrink(candidate(fitted), KEYS, score, 1e-9, set()).tree) == "x*1"
