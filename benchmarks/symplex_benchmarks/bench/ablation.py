"""`symplex bench ablation`: what each ingredient of the default recipe contributes.

On the paper's problems the statement's own formulas are left out throughout, so that the search
itself is measured; on a sample of the handbook (--handbook) each variant lacks one proposer. With
--policies, each variant is the recipe of the policy alone: SymFormer without one of the things that
it sees of a tree, as the paper prints it, or another policy in its place.
"""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random

from rich.console import Console

from symplex.errors import SettingsError, listing, nearest
from symplex.expression.sequences.relations import Relations
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex.propose.candidates.settings import (
    DEFAULT,
    SYMFORMER,
    NetworkSettings,
    PolicyKind,
    SearchSettings,
)
from symplex.solver.search.loop import Search
from symplex.solver.search.state import RunOptions
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._arms import read_rows, tables, totals
from symplex_benchmarks.bench._references import ReferenceProblem, reference_problems
from symplex_benchmarks.bench._report import by_family
from symplex_benchmarks.bench._runs import Row, Task

HANDBOOK_SWITCHES = (
    "statement-formulas",
    "lifts",
    "ansatz",
    "moves",
    "symformer",
    "hold-out",
    "algebra",
    "textbook",
)
"""What the handbook's ablation does without, one at a time."""
_FULL = "full"
_BARE = DEFAULT.without(["statement-formulas"])
_SAMPLE_SEED = 0
_UNTIL_CANDIDATES_END = 3600.0
"""Seconds of a run that candidates end."""


def variants() -> dict[str, SearchSettings]:
    """The full recipe and one without each ingredient."""
    return {
        _FULL: _BARE,
        "without SymFormer": _BARE.without(["symformer"]),
        "without moves": _BARE.without(["moves"]),
        "without lifts": _BARE.without(["lifts"]),
        "without ansatz": _BARE.without(["ansatz"]),
        "without algebra": _BARE.without(["algebra"]),
        "without textbook": _BARE.without(["textbook"]),
        "Adam 50 for LM": _BARE.without(["lm"]),
        "without curriculum": _BARE.without(["curriculum"]),
        "LSTM for SymFormer": replace(_BARE, policy=PolicyKind.LSTM),
    }


def handbook_variants() -> dict[str, SearchSettings]:
    """The default recipe and one without each proposer."""
    without = {f"without {name}": DEFAULT.without([name]) for name in HANDBOOK_SWITCHES}
    return {_FULL: DEFAULT, **without}


def policies() -> dict[str, SearchSettings]:
    """The recipe of the policy alone: what SymFormer sees taken away, and rivals in its place."""
    seen = {
        _FULL: NetworkSettings(),
        "no relations": NetworkSettings(relations=Relations.NONE),
        "relations shuffled": NetworkSettings(relations=Relations.SHUFFLED),
        "no slot description": NetworkSettings(slot_description=False),
    }
    printed = {
        "as printed": NetworkSettings(slot_description=False, causal=False),
        "plain Transformer": NetworkSettings(
            slot_description=False, causal=False, relations=Relations.NONE
        ),
    }
    decoder = replace(SYMFORMER, policy=PolicyKind.DECODER)
    return {
        **{label: replace(SYMFORMER, network=one) for label, one in seen.items()},
        **{label: replace(decoder, network=one) for label, one in printed.items()},
        "LSTM": replace(SYMFORMER, policy=PolicyKind.LSTM),
        "uniform": replace(SYMFORMER, policy=PolicyKind.UNIFORM),
    }


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    _runs.configure(parser, seeds=None, time_limit=None)
    parser.add_argument("--handbook", action="store_true", help="a sample of the handbook")
    parser.add_argument(
        "--policies", action="store_true", help="the policy alone: SymFormer, parts of it, rivals"
    )
    parser.add_argument(
        "--samples",
        type=int,
        metavar="N",
        help="trees a policy writes in an epoch, with --policies",
    )
    parser.add_argument(
        "--sample", type=int, default=30, help="how many of the handbook's problems (default 30)"
    )
    parser.add_argument(
        "--arms", metavar="LIST", help="only these, with commas; the first is compared with others"
    )
    parser.add_argument(
        "--rows", nargs="+", metavar="FILE", help="run nothing: read what --output has kept"
    )
    parser.epilog = (
        "By default 2 runs of 15 seconds a problem, of the handbook 1 run of 20 seconds; with "
        "--max-candidates, 2 runs that these end."
    )


def run(options: argparse.Namespace) -> int:
    """Run every arm on every problem with every seed, or read rows, and print what came of it."""
    console = Console(highlight=False, soft_wrap=True)
    if options.rows:
        rows = read_rows(options.rows)
    else:
        _fill_in(options, *((1, 20.0) if options.handbook else (2, 15.0)))
        rows = _runs.run_and_print(_tasks(options), options, _runs.KeptRows(options.json))
    for table in tables(rows):
        console.print(table)
    _runs.write(options.json, rows, totals(rows))
    return 0


def _tasks(options: argparse.Namespace) -> list[Task]:
    """All runs, seed by seed and problem by problem: what is stopped has as many of every arm."""
    found: list[Task] = []
    for place, (label, settings) in enumerate(_chosen(options).items()):
        of_arm = _runs.tasks(_problems(options), options, (label, settings))
        weights = {task.problem.source: 0 for task in of_arm} if options.policies else {}
        for source in weights:
            weights[source] = weights_of(settings, load(source))
        found += [replace(task, more=_told(task, place, weights)) for task in of_arm]
    return sorted(found, key=lambda task: (task.seed, task.problem.position))


def _told(task: Task, place: int, weights: Mapping[str, int]) -> Row:
    """What the row of a run says of its arm and its limits."""
    limits = {"max_candidates": task.max_candidates, "time_limit": task.time_limit}
    told: Row = {"arm": place, **limits, "device": task.device}
    source = task.problem.source
    return {**told, "weights": weights[source]} if source in weights else told


def weights_of(settings: SearchSettings, problem: Problem) -> int:
    """How many weights the policy of a recipe has on a problem, whose words it must know."""
    from symplex.solver.search.policy_learner import PolicyLearner  # late: torch

    search = Search(problem, settings, RunOptions())
    return PolicyLearner(search.encoding, settings, seed=0).weights(search.grammar)


def _chosen(options: argparse.Namespace) -> dict[str, SearchSettings]:
    """The arms that are asked for, in their own order; the first is what others are compared to."""
    known = _variants(options)
    if options.arms is None:
        return known
    named = [name.strip() for name in options.arms.split(",") if name.strip()]
    for name in named:
        if name not in known:
            raise SettingsError(
                f"--arms: there is no '{name}'{nearest(name, known)}; there are {listing(known)}"
            )
    return {label: settings for label, settings in known.items() if label in named}


def _variants(options: argparse.Namespace) -> dict[str, SearchSettings]:
    if options.policies:
        found = policies()
        size = options.samples
        return found if size is None else {name: _writing(one, size) for name, one in found.items()}
    return handbook_variants() if options.handbook else variants()


def _writing(settings: SearchSettings, samples: int) -> SearchSettings:
    """The recipe with so many trees an epoch on every device, and as many of them rewarded."""
    learning = settings.learning
    share = min(1.0, learning.share * settings.samples / samples)
    return replace(
        settings,
        samples=samples,
        gpu=replace(settings.gpu, samples=samples, share=share),
        learning=replace(learning, share=share),
    )


def _fill_in(options: argparse.Namespace, seeds: int, time_limit: float) -> None:
    """Set the usual numbers where the user gave none."""
    options.seeds = seeds if options.seeds is None else options.seeds
    if options.time_limit is None:
        options.time_limit = time_limit if options.max_candidates is None else _UNTIL_CANDIDATES_END


def _problems(options: argparse.Namespace) -> list[ReferenceProblem]:
    folder = Path(options.benchmarks)
    if not options.handbook:
        return reference_problems(folder, options.problems)
    return sample(reference_problems(folder / "handbook", options.problems), options.sample)


def sample(problems: Sequence[ReferenceProblem], count: int) -> list[ReferenceProblem]:
    """So many problems, one of each family in turn; always the same, in their own order."""
    families = by_family(problems)
    if count < len(families):
        raise SettingsError(
            f"--sample must be at least {len(families)}, one for each family, found {count}"
        )
    shuffled = [sorted(family, key=_draw) for family in families.values()]
    turns = (one for turn in zip_longest(*shuffled) for one in turn if one is not None)
    chosen = [one for one, _ in zip(turns, range(count), strict=False)]
    return sorted(chosen, key=lambda one: one.position)


def _draw(problem: ReferenceProblem) -> float:
    """A number that belongs to the name: a new problem does not reshuffle the others."""
    return Random(f"{_SAMPLE_SEED} {problem.name}").random()
