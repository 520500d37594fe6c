"""Whether a certificate depends on what the process verified before it: it must not.

Verifies the same answers in several random orders in one process, without a child, then each in a
fresh process with a hash seed of its own, and compares the certificates as JSON.
``PYTHONPATH=benchmarks python -m certificate_orders [--count 300] [--orders 3]`` prints the counts
and exits with 1 if two certificates of one answer differ.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Final, final

from near_misses.cases import BENCHMARKS, BUNDLED, Case, load, text_of
from near_misses.forms import forms
from near_misses.mutants import mutants
from symplex.problem import Problem
from symplex.proof.answer import closed_formulas, read_answer
from symplex.proof.here import verify_here
from symplex.work.budget import Limits

PATIENT: Final = Limits(seconds=240.0)
"""So long that the clock, the one thing that may differ between runs, decides nothing."""


@final
@dataclass(frozen=True)
class Item:
    """A problem's file, and an answer as text."""

    path: Path
    text: str


def items(count: int, seed: int = 0) -> list[Item]:
    """The truths of the bundled problems, then truths, mutants and forms of every case in turn."""
    cases = load()
    bundled = [_item(case, text_of(case.truth)) for case in cases if _path(case).parent == BUNDLED]
    columns = zip_longest(*(_variants(case, seed, 1 + count // len(cases)) for case in cases))
    others = [item for column in columns for item in column if item is not None]
    return list(dict.fromkeys((*bundled, *others)))[:count]


def _variants(case: Case, seed: int, count: int) -> Iterator[Item]:
    """The truth, then wrong and right answers by turns."""
    yield _item(case, text_of(case.truth))
    rng = random.Random(f"{case.name} orders {seed}")
    every = list(mutants(case))
    wrong = rng.sample(every, min(count, len(every)))
    right = () if case.beyond else forms(case, count, seed)
    for pair in zip_longest(right, wrong):
        yield from (_item(case, text_of(one.answer)) for one in pair if one is not None)


def _item(case: Case, text: str) -> Item:
    return Item(_path(case), text)


def _path(case: Case) -> Path:
    file = f"{case.name}.toml"
    return BUNDLED / file if (BUNDLED / file).exists() else BENCHMARKS / "collection" / file


def certified(item: Item) -> str:
    """The whole certificate as JSON text, with what its JSON leaves out."""
    problem = Problem.from_file(item.path)
    certificate = verify_here(problem, closed_formulas(read_answer(problem, item.text)), PATIENT)
    whole = {
        "status": certificate.status.value,
        "levels": [check.verdict.level for check in certificate.checks],
        "certificate": certificate.to_json(),
    }
    return json.dumps(whole, sort_keys=True)


def certified_afresh(item: Item, seed: int) -> str:
    """The same in a process of its own, whose texts hash differently."""
    done = subprocess.run(
        [sys.executable, "-m", "certificate_orders", "--one", str(item.path), item.text],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return done.stdout.strip()


def differences(
    chosen: Sequence[Item], orders: int, processes: int = 2, seed: int = 0
) -> Mapping[Item, Counter[str]]:
    """The certificates of each answer for which not all of them are the same, with their counts."""
    found: dict[Item, Counter[str]] = {item: Counter() for item in chosen}
    for index in range(orders):
        shuffled = random.Random(f"{seed} order {index}").sample(chosen, len(chosen))
        for item in shuffled:
            found[item][certified(item)] += 1
    with ThreadPoolExecutor(processes) as pool:
        texts = pool.map(certified_afresh, chosen, range(len(chosen)))
        for item, text in zip(chosen, texts, strict=True):
            found[item][text] += 1
    return {item: texts for item, texts in found.items() if len(texts) > 1}


def main() -> int:
    """The comparison from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many answers")
    parser.add_argument("--orders", type=int, default=3, help="how many orders in one process")
    parser.add_argument("--processes", type=int, default=2, help="how many fresh ones at a time")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--one", nargs=2, metavar=("PROBLEM", "ANSWER"), help="print one")
    options = parser.parse_args()
    if options.one:
        print(certified(Item(Path(options.one[0]), options.one[1])))
        return 0
    start = time.monotonic()
    chosen = items(options.count, options.seed)
    differing = differences(chosen, options.orders, options.processes, options.seed)
    print(
        f"{len(chosen)} answers, {options.orders} orders in one process and each afresh: "
        f"{len(differing)} differ ({time.monotonic() - start:.0f} s)"
    )
    for item, texts in differing.items():
        print(f"{item.path.stem}: {item.text}")
        print("\n".join(f"  {times}x {text}" for text, times in texts.items()))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
