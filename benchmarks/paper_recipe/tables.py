"""What the rows of paper_recipe say, as tables of a page: what was proved, and which step failed.

Owns the reading of rows and nothing of how they are made.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from paper_recipe.watched import LEAVES_AT

Row = Mapping[str, Any]
_NAMES: Final = {
    "network.causal=true": "causal mask",
    "policy=symformer": "two streams",
    "fit=lm": "Levenberg–Marquardt",
    "learning.entropy_floor=1.2": "entropy floor",
    "learning.imitation_persists=true": "imitation persists",
}
"""What switches are called in a table."""


def read(files: Iterable[Path]) -> list[Row]:
    """The rows of files; a run that was lost has none, and neither has a line that was cut off."""
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    rows = [json.loads(line) for line in lines if line.endswith("}")]
    return [row for row in rows if row["status"] != "lost"]


def tables(rows: Sequence[Row]) -> str:
    """All of them: outcomes, then the failing steps of every departure."""
    parts = [outcomes(rows)]
    for name in dict.fromkeys(map(variant, rows)):
        parts += [f"**{name}**", steps([row for row in rows if variant(row) == name])]
    return "\n\n".join(parts)


def outcomes(rows: Sequence[Row]) -> str:
    """A line for each problem, a column for each departure: proved, or where it fails."""
    problems = list(dict.fromkeys(row["problem"] for row in rows))
    variants = list(dict.fromkeys(map(variant, rows)))
    found = {(row["problem"], variant(row)): row for row in rows}
    lines = [["problem", *variants]]
    lines += [[f"`{name}`", *(_cell(found.get((name, v))) for v in variants)] for name in problems]
    for what, key in (("proved", "proved"), ("recovered", "srr")):
        lines.append([f"**{what}**", *(_share(rows, v, key) for v in variants)])
    return _table(lines)


def steps(rows: Iterable[Row]) -> str:
    """Of every run without proof: the stage that it does not solve, and the step that fails."""
    lines = [["problem", "fails in", "step", "best", "truth", "ln p", "entropy", "distinct"]]
    for row in rows:
        stage = failing(row)
        if row["proved"] or stage is None:
            continue
        at = next(one for one in row["stages"] if one["stage"] == stage)
        fitted = max(at["truth_rewards"], default=None)
        numbers = (f"{at['best_reward']:.2f}", "–" if fitted is None else f"{fitted:.2f}")
        spans = (_span(at[key]) for key in ("truth_log_probs", "entropy", "distinct"))
        lines.append([f"`{row['problem']}`", _epochs(at), _step(at), *numbers, *spans])
    return _table(lines)


def variant(row: Row) -> str:
    """What a run departs in, in words."""
    if not row.get("learns", True):
        return "no learning"
    switches = (f"{name}={value}" for name, value in row["switches"].items())
    return ", ".join(_NAMES.get(one, f"`{one}`") for one in switches) or "as printed, no mask"


def failing(row: Row) -> str | None:
    """The first stage that no attempt leaves at the paper's reward; None if there is none."""
    best: Counter[str] = Counter()
    for stage in row["stages"]:
        best[stage["stage"]] = max(best[stage["stage"]], stage["best_reward"])
    return next((name for name, reward in best.items() if reward < LEAVES_AT), None)


def _cell(row: Row | None) -> str:
    if row is None:
        return ""
    epochs = sum(stage["epochs"] for stage in row["stages"])
    return f"**{epochs}**" if row["proved"] else f"{failing(row) or 'proof'} ({epochs})"


def _share(rows: Iterable[Row], which: str, key: str) -> str:
    found = [bool(row[key]) for row in rows if variant(row) == which]
    return f"{sum(found)} of {len(found)}"


def _epochs(at: Row) -> str:
    return f"{at['stage']}, {at['epochs']} epochs"


def _step(at: Row) -> str:
    """The verdict of the watch, and whether the fit would have stood in the way besides."""
    fitted = max(at["truth_rewards"], default=1.0)
    misfitted = at["verdict"] == "never written" and fitted < at["best_reward"]
    return f"{at['verdict']}; would be misfitted" if misfitted else at["verdict"]


def _span(numbers: Sequence[float]) -> str:
    return f"{numbers[0]:.3g} → {numbers[-1]:.3g}".replace("-", "−") if numbers else "–"


def _table(lines: Sequence[Sequence[str]]) -> str:
    return "\n".join(_lines(lines))


def _lines(lines: Sequence[Sequence[str]]) -> Iterator[str]:
    for index, cells in enumerate(lines):
        yield f"| {' | '.join(cells)} |"
        if not index:
            yield "|" + " --- |" * len(cells)
