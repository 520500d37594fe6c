"""`symplex bench learning`: whether a policy that works alone keeps its variety over many epochs.

Runs the recipe of the policy alone on one problem for a number of epochs, whatever is found, and
notes after each the entropy of the policy, how many of its trees differ, and how many are new.
"""

import argparse
import time
from dataclasses import replace
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from symplex.errors import SettingsError
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.evaluator import device_of, evaluator_on
from symplex.origin import Writer
from symplex.propose.candidates.settings import SYMFORMER, PolicyKind, SearchSettings
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.solver.search.loop import Search
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.state import RunOptions, State
from symplex_benchmarks.bench import _runs

Row = dict[str, Any]
_SHOWN = 15
_NEVER = 1_000_000_000
"""A number of epochs that no bench reaches."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    kinds = [kind.value for kind in PolicyKind]
    parser.add_argument("--problem", default="heat", metavar="FILE", help="(default heat)")
    parser.add_argument("--epochs", type=int, default=300, help="of the last stage (default 300)")
    parser.add_argument("--samples", type=int, default=SYMFORMER.samples, help="trees an epoch")
    parser.add_argument("--share", type=float, help="of the trees that is rewarded")
    parser.add_argument("--policy", choices=kinds, default=kinds[0])
    _runs.configure_device(parser)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)


def run(options: argparse.Namespace) -> int:
    """Search without end, and print what became of the policy."""
    for name in ("epochs", "samples", "threads"):
        if getattr(options, name) < 1:
            raise SettingsError(f"--{name} must be at least 1, found {getattr(options, name)}")
    if options.share is not None and not 0 < options.share <= 1:
        raise SettingsError(f"--share must be above 0 and at most 1, found {options.share:g}")
    rows = measured(settings_of(options), options)
    last = rows[-1] if rows else {}
    rate = _rates(rows) if rows else {}
    Console(highlight=False, soft_wrap=True).print(_table(rows))
    _runs.write(options.json, rows, {**last, **rate})
    return 0


def settings_of(options: argparse.Namespace) -> SearchSettings:
    """The recipe without curriculum and without end: one policy on one task."""
    endless = replace(
        SYMFORMER,
        policy=PolicyKind(options.policy),
        samples=options.samples,
        gpu=replace(SYMFORMER.gpu, samples=options.samples),
        curriculum=False,
        patience=_NEVER,
        stage_epochs=_NEVER,
    )
    made = endless.on(device_of(options.device))
    share = made.learning.share if options.share is None else options.share
    return replace(made, learning=replace(made.learning, share=share))


def measured(settings: SearchSettings, options: argparse.Namespace) -> list[Row]:
    """A row for each epoch in which the policy wrote."""
    rows: list[Row] = []

    watching = [0.0]

    def keep(state: State) -> None:
        begin = time.perf_counter()
        for row in _row(state, keys):
            rows.append(row | {"seconds": row["seconds"] - sum(watching)})
        watching.append(time.perf_counter() - begin)
        if len(rows) >= options.epochs:
            search.end_after(0)

    run_options = RunOptions(
        seed=options.seed,
        threads=options.threads,
        keep=keep,
        make_evaluator=evaluator_on(settings.device),
    )
    search = Search(load(options.problem), settings, run_options)
    keys = TreeKeys(search.encoding.vocabulary)
    for _ in search:
        pass
    return rows


def _row(state: State, keys: TreeKeys) -> list[Row]:
    """What the policy has written for the epoch that is to come."""
    at, learner = state.at_stage, state.learner
    if at.proposals is None or learner is None or isinstance(learner, bytes):
        return []
    own = at.proposals.trees.take(at.proposals.rows_of(Writer.POLICY))
    found = keys.of(own.tokens)
    distinct = LossTable().fresh(found)
    return [
        {
            "epoch": at.epoch,
            "entropy": learner.entropy,
            "written": len(own),
            "distinct": len(distinct),
            "new": len(at.losses.fresh(found)),
            "mean_tokens": float(np.diff(own.tokens.offsets).mean()) if len(own) else 0.0,
            "best": state.latest[0].loss if state.latest else None,
            "candidates": state.candidates,
            "seconds": state.seconds,  # less what watching took
        }
    ]


def _rates(rows: list[Row]) -> Row:
    """From the first epoch that the policy wrote to the last: what comes before is the start."""
    seconds = max(rows[-1]["seconds"] - rows[0]["seconds"], 1e-9)
    fitted = rows[-1]["candidates"] - rows[0]["candidates"]
    written = sum(row["written"] for row in rows[:-1])
    return {"candidates_per_second": fitted / seconds, "written_per_second": written / seconds}


def _table(rows: list[Row]) -> Table:
    columns = ("epoch", "entropy", "written", "distinct", "new", "tokens", "candidates")
    table = Table(*columns, "best loss", "seconds")
    step = max(1, len(rows) // _SHOWN)
    for row in dict.fromkeys((*range(0, len(rows), step), len(rows) - 1)) if rows else ():
        one = rows[row]
        best = "" if one["best"] is None else f"{one['best']:.1e}"
        table.add_row(
            *(str(one["epoch"]), f"{one['entropy']:.2f}"),
            *(str(one[name]) for name in ("written", "distinct", "new")),
            *(f"{one['mean_tokens']:.1f}", str(one["candidates"]), best, f"{one['seconds']:.1f}"),
        )
    return table
