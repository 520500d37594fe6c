"""The tables of benches."""

from rich.console import Console

from support.bench_rows import row
from symplex_benchmarks.bench._runs import summary
from symplex_benchmarks.bench._tables import family_table, problem_table


def text(table) -> str:
    console = Console(width=120)
    with console.capture() as shown:
        console.print(table)
    return shown.get()


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split("│")[1:-1]]


def test_a_line_for_each_problem_and_one_for_all():
    rows = [row("a"), row("b"), row("c", proved=False, status="conjectured")]
    lines = text(problem_table({"a": summary(rows[:1])}, summary(rows)))
    assert [cells(line) for line in lines.splitlines() if "│" in line] == [
        ["a", "1/1", "0", "0", "1/1", "1.00", "10"],
        ["all", "2/3", "0", "1", "3/3", "1.00", "10"],
    ]


def test_families_come_in_sections_and_a_missing_median_is_a_dash():
    unproved = summary([row("a", proved=False)])
    shown = text(family_table({"lines": unproved}, {"all": summary([row("b")])}))
    assert [cells(line) for line in shown.splitlines() if "│" in line] == [
        ["lines", "0/1", "0", "0", "–"],
        ["all", "1/1", "0", "0", "1.00"],
    ]
