"""`symplex bench ablation`: what each ingredient of the default recipe contributes.

On the paper's problems the statement's own formulas are left out throughout, so that the search
itself is measured; on a sample of the handbook (--handbook) each variant lacks one proposer. With
--policies, each variant is the recipe of the policy alone: SymFormer without one of the things that
it sees of a tree, as the paper prints it, or another policy in its place.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Column, Table

from symplex.bench import _runs
from symplex.bench._references import ReferenceProblem, reference_problems
from symplex.bench._report import by_family
from symplex.bench._runs import Row, median, shown, summary
from symplex.errors import SettingsError
from symplex.expression.sequences.relations import Relations
from symplex.search.settings import (
    DEFAULT,
    SYMFORMER,
    NetworkSettings,
    PolicyKind,
    SearchSettings,
)

HANDBOOK_SWITCHES = (
    "statement-formulas",
    "lifts",
    "ansatz",
    "insertions",
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


def variants() -> dict[str, SearchSettings]:
    """The full recipe and one without each ingredient."""
    return {
        _FULL: _BARE,
        "without SymFormer": _BARE.without(["symformer"]),
        "without moves": _BARE.without(["moves"]),
        "without lifts": _BARE.without(["lifts"]),
        "without ansatz": _BARE.without(["ansatz"]),
        "without insertions": _BARE.without(["insertions"]),
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
        "--sample", type=int, default=30, help="how many of the handbook's problems (default 30)"
    )
    parser.epilog = (
        "By default 2 runs of 15 seconds a problem, of the handbook 1 run of 20 seconds."
    )


def run(options: argparse.Namespace) -> int:
    """Run every variant on every problem and print one table."""
    _fill_in(options, *((1, 20.0) if options.handbook else (2, 15.0)))
    console = Console(highlight=False, soft_wrap=True)
    problems = _problems(options)
    rows: dict[str, list[Row]] = {}
    kept = _runs.KeptRows(options.json)
    for label, settings in _variants(options).items():
        tasks = _runs.tasks(problems, options, (label, settings))
        rows[label] = _runs.run_all(tasks, options, kept)
        proved = sum(row["proved"] for row in rows[label])
        console.print(f"{label}: {proved} of {len(tasks)} proved", markup=False)
    totals = {
        label: {**summary(found), **both(found, rows[_FULL])} for label, found in rows.items()
    }
    console.print(_table(totals))
    _runs.write(options.json, [row for found in rows.values() for row in found], totals)
    return 0


def _variants(options: argparse.Namespace) -> dict[str, SearchSettings]:
    if options.policies:
        return policies()
    return handbook_variants() if options.handbook else variants()


def _fill_in(options: argparse.Namespace, seeds: int, time_limit: float) -> None:
    """Set the usual numbers where the user gave none."""
    options.seeds = seeds if options.seeds is None else options.seeds
    options.time_limit = time_limit if options.time_limit is None else options.time_limit


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


def both(found: Iterable[Row], full: Iterable[Row]) -> Row:
    """The runs that a variant and the full recipe both prove, and the candidates of each there.

    A run that ends at the time limit has as many candidates as fit into it, which says nothing
    about the search: so only these are compared.
    """
    mine, whole = _proved(found), _proved(full)
    common = mine.keys() & whole.keys()
    return {
        "proved_by_both": len(common),
        "median_candidates_of_both": median([mine[key] for key in common], "candidates"),
        "median_candidates_of_both_in_full": median([whole[key] for key in common], "candidates"),
    }


def _proved(rows: Iterable[Row]) -> dict[tuple[str, int], Row]:
    return {(row["problem"], row["seed"]): row for row in rows if row["proved"]}


def _table(totals: Mapping[str, Row]) -> Table:
    table = Table(
        Column("recipe", no_wrap=True),
        *("proved", "seconds", "candidates", "both", "candidates", "of full"),
        caption="The seconds and the first candidates are medians over all runs, those at the time "
        "limit included; the last two are medians over the runs that both this recipe and the full "
        "one prove.",
    )
    for label, row in totals.items():
        table.add_row(
            label,
            f"{row['proved']}/{row['runs']}",
            shown(row["median_seconds"], 2),
            shown(row["median_candidates"], 0),
            str(row["proved_by_both"]),
            shown(row["median_candidates_of_both"], 0),
            shown(row["median_candidates_of_both_in_full"], 0),
        )
    return table
