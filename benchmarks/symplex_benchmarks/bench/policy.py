"""`symplex bench policy`: how fast trees are sampled, and how long an update takes.

One run measures SymFormer in compiled code, in torch with and without cached keys and values, the
LSTM and the uniform sampler on one grammar, then updates with the paper's loss. Everything is
counted: the network, the trees, the masks and the check for degenerate forms.
"""

import argparse
import json
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.console import Console
from rich.table import Table

from symplex.errors import SettingsError
from symplex.expression import CONSTANT, OPERATORS, Symbol
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import (
    Lstm,
    LstmSettings,
    Policy,
    Rollout,
    Scores,
    SymFormer,
    SymFormerSettings,
    Trainer,
    Uniform,
    sampler,
)
from symplex.propose.policy.losses import policy_loss, rank_rewards
from symplex.propose.policy.policy import Network, TreeScores
from symplex.propose.policy.recomputed import Recomputed
from symplex.propose.policy.sampling import PreferredSampler

RUNS, THREADS, BATCH, LENGTH = 5, 2, 512, 24
UPDATES = (64, 512)
NAMES = ("+", "-", "*", "/", "neg", "sin", "cos", "exp", "log", "square", "sqrt", "abs", "relu")
Row = dict[str, Any]
Draw = Callable[[int], Rollout]
Score = Callable[[Grammar, TokenBatch], Scores | TreeScores]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument("--runs", type=int, default=RUNS, help="timings of each; the best counts")
    parser.add_argument("--threads", type=int, default=THREADS, help="threads that torch may use")
    parser.add_argument("--batch", type=int, default=BATCH, help="trees sampled at once")


def run(arguments: argparse.Namespace) -> int:
    """Measure, print and write."""
    for name in ("runs", "threads", "batch"):
        if getattr(arguments, name) < 1:
            raise SettingsError(f"--{name} must be at least 1, found {getattr(arguments, name)}")
    with _threads(arguments.threads):
        sampling = _sampling(arguments.batch, arguments.runs, arguments.threads)
        updates = [
            _update(name, make, size, arguments.runs)
            for name, make in _learners(arguments.threads).items()
            for size in UPDATES
        ]
    summary = _summary(sampling, updates, arguments.threads)
    _print(Console(), sampling, updates, summary)
    if arguments.json:
        text = json.dumps({"rows": [*sampling, *updates], "summary": summary}, indent=1)
        Path(arguments.json).write_text(f"{text}\n", encoding="utf-8")
    return 0


@contextmanager
def _threads(count: int) -> Generator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _grammar() -> Grammar:
    leaves = (*(Symbol(name) for name in ("x", "y", "t", "kappa")), CONSTANT)
    vocabulary = Vocabulary((*(OPERATORS[name] for name in NAMES), *leaves))
    return Grammar(vocabulary, max_length=LENGTH)


def _seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def _sampling(batch: int, runs: int, threads: int) -> list[Row]:
    grammar = _grammar()
    symformer = SymFormer(grammar.vocabulary, SymFormerSettings(), _seeded(0))
    uniform = Uniform(grammar.vocabulary)
    lstm = Lstm(grammar.vocabulary, LstmSettings(), _seeded(0))

    def with_torch(network: Network) -> Draw:
        return lambda seed: sampler.sample(network, grammar, batch, _seeded(seed))

    def preferred(policy: Policy) -> Draw:
        drawing = PreferredSampler(policy, threads)
        return lambda seed: drawing.sample(grammar, batch, _seeded(seed))

    ways = {
        "symformer": preferred(symformer),
        "symformer in torch": with_torch(symformer),
        "symformer without cache": with_torch(Recomputed(symformer)),
        "lstm": preferred(lstm),
        "uniform": preferred(uniform),
    }
    return [_sample_row(name, work, batch, runs) for name, work in ways.items()]


def _sample_row(name: str, work: Draw, batch: int, runs: int) -> Row:
    seconds, busy = _best(work, runs)
    lengths = np.diff(work(0).batch.offsets)
    return {
        "policy": name,
        "trees": batch,
        "mean_tokens": float(lengths.mean()),
        "trees_per_second": batch / seconds,
        "tokens_per_second": int(lengths.sum()) / seconds,
        "processor_milliseconds": busy * 1e3,
    }


def _learners(threads: int) -> dict[str, Callable[[SymFormer], Score]]:
    """The best scorer that there is, and torch."""
    return {
        "symformer": lambda policy: PreferredSampler(policy, threads).score,
        "symformer in torch": lambda policy: policy.score,
    }


def _update(name: str, make: Callable[[SymFormer], Score], size: int, runs: int) -> Row:
    """One update of the paper's policy loss on trees that are given."""
    grammar = _grammar()
    policy = SymFormer(grammar.vocabulary, SymFormerSettings(), _seeded(0))
    trainer, score = Trainer(policy), make(policy)
    batch = policy.sample(grammar, size, _seeded(1)).batch
    rewards = rank_rewards(torch.rand(size, generator=_seeded(2)))

    def work(_: int) -> float:
        scores = score(grammar, batch)
        loss = policy_loss(scores.log_probs, scores.entropies, rewards, scores.depths)
        return trainer.update(loss)

    seconds, busy = _best(work, runs)
    return {
        "learner": name,
        "update_of": size,
        "milliseconds": seconds * 1e3,
        "processor_milliseconds": busy * 1e3,
    }


def _best(work: Callable[[int], object], runs: int) -> tuple[float, float]:
    """The least wall time and processor time of one call, after one that does not count."""
    work(0)
    wall, busy = float("inf"), float("inf")
    for seed in range(runs):
        start, worked = time.perf_counter(), time.process_time()
        work(seed)
        wall = min(wall, time.perf_counter() - start)
        busy = min(busy, time.process_time() - worked)
    return wall, busy


def _summary(sampling: list[Row], updates: list[Row], threads: int) -> Row:
    speed = {row["policy"]: row["trees_per_second"] for row in sampling}
    plain = speed["symformer without cache"]
    found: Row = {
        "threads": threads,
        "sampled_per_second": speed["symformer"],
        "sampled_per_second_in_torch": speed["symformer in torch"],
        "sampled_per_second_without_cache": plain,
        "cache_gain": speed["symformer in torch"] / plain,
    }
    best = [row for row in updates if row["learner"] == updates[0]["learner"]]
    return found | {f"update_{row['update_of']}_ms": row["milliseconds"] for row in best}


def _print(console: Console, sampling: list[Row], updates: list[Row], summary: Row) -> None:
    table = Table("policy", "trees/s", "tokens/s", "tokens a tree", "processor ms")
    for row in sampling:
        table.add_row(
            row["policy"],
            f"{row['trees_per_second']:,.0f}",
            f"{row['tokens_per_second']:,.0f}",
            f"{row['mean_tokens']:.1f}",
            f"{row['processor_milliseconds']:.0f}",
        )
    console.print(table)
    for row in updates:
        console.print(
            f"{row['learner']}: update of {row['update_of']}: {row['milliseconds']:.0f} ms "
            f"({row['processor_milliseconds']:.0f} ms of processor time)",
            highlight=False,
        )
    console.print(f"the cache gains a factor of {summary['cache_gain']:.1f}", highlight=False)
