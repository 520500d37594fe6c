"""What the rows of an ablation say: every arm by itself, and against the first one in pairs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rich.table import Column, Table

from symplex.app.spread.rows import RowFile
from symplex.errors import SettingsError
from symplex_benchmarks.bench._runs import Row, median, shown, summary
from symplex_benchmarks.bench._statistics import (
    LEVEL,
    POWER,
    Comparison,
    Trial,
    compared,
    median_work,
    wilson,
)

_KEYS: Final = ("recipe", "problem", "seed", "proved", "candidates", "arm")
"""What a row must have."""
Key = tuple[str, int]
Arms = Mapping[str, Mapping[Key, Row]]
"""By label, in their order: the rows by problem and seed."""


def read_rows(files: Sequence[str]) -> list[Row]:
    """The rows that earlier runs have kept; of two alike the last counts."""
    rows: dict[tuple[str, str, int], Row] = {}
    for file in files:
        if not Path(file).is_file():
            raise SettingsError(f"--rows {file}: there is no such file")
        for row in RowFile(Path(file)).rows.values():
            if missing := [key for key in _KEYS if key not in row]:
                raise SettingsError(
                    f"--rows {file}: expected rows of 'symplex bench ablation --output', found one "
                    f"without '{missing[0]}'"
                )
            rows[row["recipe"], row["problem"], row["seed"]] = row
    if not rows:
        raise SettingsError("--rows: the files have no row; expected some")
    return list(rows.values())


def totals(rows: Sequence[Row]) -> dict[str, Row]:
    """What the rows of each arm add up to, for JSON."""
    arms = by_arm(rows)
    budget = budget_of(rows)
    found: dict[str, Row] = {}
    for label, mine in arms.items():
        made = summary(mine.values())
        made["interval"] = list(wilson(made["proved"], made["runs"]))
        made["median_candidates_to_proof"] = median_work(list(map(_trial, mine.values())))
        made["weights"] = sorted(
            {row["weights"] for row in mine.values() if row.get("weights") is not None}
        )
        found[label] = made | _against_first(mine, next(iter(arms.values())), budget)
    return found


def by_arm(rows: Sequence[Row]) -> Arms:
    """The rows of each arm by problem and seed, the arms in their order."""
    arms: dict[str, dict[Key, Row]] = {}
    for row in sorted(rows, key=lambda row: row["arm"]):
        arms.setdefault(row["recipe"], {})[row["problem"], row["seed"]] = row
    return arms


def budget_of(rows: Sequence[Row]) -> int:
    """How many candidates every run may have; where that was not said, the most that one had."""
    said = {row.get("max_candidates") for row in rows}
    if len(said) > 1:
        raise SettingsError(
            f"the rows have several limits of candidates, {sorted(map(str, said))}; expected one"
        )
    (budget,) = said
    return budget or max(row["candidates"] for row in rows)


def _trial(row: Row) -> Trial:
    return Trial(row["proved"], row["candidates"])


def _against_first(mine: Mapping[Key, Row], first: Mapping[Key, Row], budget: int) -> Row:
    """The comparison with the first arm, and the candidates where both prove.

    A run that ends at its limit has as many candidates as fit into it, which says nothing of how
    many more it needs: so medians are of those runs alone that both arms prove.
    """
    common = [key for key in mine if key in first]
    if mine is first or not common:
        return {}
    seeds = len({seed for _, seed in common})
    pairs = [(_trial(mine[key]), _trial(first[key])) for key in common]
    both = [key for key in common if mine[key]["proved"] and first[key]["proved"]]
    return {
        "comparison": _as_row(compared(pairs, seeds, budget)),
        "proved_by_both": len(both),
        "median_candidates_of_both": median([mine[key] for key in both], "candidates"),
        "median_candidates_of_both_in_first": median([first[key] for key in both], "candidates"),
    }


def _as_row(found: Comparison) -> Row:
    return {**vars(found), "success": vars(found.success), "work": vars(found.work)}


def tables(rows: Sequence[Row]) -> list[Table]:
    """The arms by themselves, then in pairs with the first."""
    found = totals(rows)
    return [_alone(found, rows), *(_paired(found) if len(found) > 1 else ())]


def _alone(found: Mapping[str, Row], rows: Sequence[Row]) -> Table:
    table = Table(
        Column("arm", no_wrap=True),
        *("weights", "proved", "95 %", "candidates to proof", "seconds"),
        title="Every arm by itself",
        caption="95 %: Wilson's interval. Candidates to proof: the median by Kaplan and Meier, "
        "in which a run without proof needs more than it had; – where half of the runs or more "
        f"end without proof. Seconds: the median of all runs. {candidates_said(rows)}",
    )
    for label, row in found.items():
        low, high = row["interval"]
        table.add_row(
            label,
            _weights(row["weights"]),
            f"{row['proved']}/{row['runs']}",
            f"{low:.2f} to {high:.2f}",
            shown(row["median_candidates_to_proof"], 0),
            shown(row["median_seconds"], 2),
        )
    return table


def _weights(numbers: Sequence[int]) -> str:
    """How many weights an arm has; problems with more words have more."""
    if not numbers:
        return "–"
    ends = dict.fromkeys((numbers[0], numbers[-1]))
    return " to ".join(f"{number:,}".replace(",", " ") for number in ends)


def candidates_said(rows: Sequence[Row]) -> str:
    """Whether all arms had equal candidates."""
    budget = next(iter(rows)).get("max_candidates")
    if budget is None:
        return "The arms had equal time, not equal candidates."
    failed = [row["candidates"] for row in rows if not row["proved"]]
    short = sum(candidates < budget for candidates in failed)
    if short:
        return (
            f"Not equal candidates: {short} of {len(failed)} runs without proof ended before their "
            f"{budget}; a longer --time-limit lets them."
        )
    most = f", at most {max(failed)}" if failed else ""
    return f"Equal candidates: all {len(failed)} runs without proof had {budget}{most}."


def _paired(found: Mapping[str, Row]) -> tuple[Table, Table]:
    """Whether an arm proves more than the first, and whether with fewer candidates."""
    first = next(iter(found))
    others = {label: row for label, row in found.items() if row.get("comparison")}
    success = Table(
        Column(f"against {first}", no_wrap=True),
        *("pairs", "alone", f"{first} alone", "p", "seeds"),
        title=f"Proofs, against {first} on the same problem with the same seed",
        caption=f"Alone: pairs in which one arm alone proves. p: McNemar's exact test, for one "
        f"comparison. Seeds: how many decide it (p < {LEVEL:g} with a chance of {POWER:g}) at the "
        f"effect observed; – where that is done, or no effect was observed.",
    )
    work = Table(
        Column(f"against {first}", no_wrap=True),
        *("both", "candidates", f"of {first}", "p", "seeds"),
        title=f"Candidates, against {first} on the same problem with the same seed",
        caption="Both: pairs that both arms prove, and their median candidates. p: Wilcoxon's "
        "signed-rank test on the logarithms of the candidates of all pairs that one of them "
        "proves; a run without proof counts with the whole limit. Seeds: as above.",
    )
    for label, row in others.items():
        told = row["comparison"]
        counts = (str(told[key]) for key in ("pairs", "alone", "first_alone"))
        success.add_row(label, *counts, *_tested(told["success"]))
        medians = (row["median_candidates_of_both"], row["median_candidates_of_both_in_first"])
        shares = (str(row["proved_by_both"]), *(shown(one, 0) for one in medians))
        work.add_row(label, *shares, *_tested(told["work"]))
    return success, work


def _tested(test: Mapping[str, Any]) -> tuple[str, str]:
    p, seeds = test["p"], test["seeds"]
    return "–" if p is None else f"{p:.2g}", "–" if seeds is None else str(seeds)
