"""The tables that benches of whole runs print."""

from collections.abc import Mapping

from rich.table import Column, Table

from symplex_benchmarks.bench._runs import Row, shown


def problem_table(by_problem: Mapping[str, Row], total: Row) -> Table:
    """A line for each problem, and one for all."""
    table = Table(
        Column("problem", no_wrap=True),
        *("proved", "exact, different", "conjectured", "SRR"),
        *("median s", "median candidates"),
    )
    for name, row in {**by_problem, "all": total}.items():
        table.add_row(
            name,
            f"{row['proved']}/{row['runs']}",
            str(row["exact_but_different"]),
            str(row["conjectured"]),
            f"{row['recovered']}/{row['runs']}",
            shown(row["median_seconds"], 2),
            shown(row["median_candidates"], 0),
        )
    return table


def family_table(*sections: Mapping[str, Row]) -> Table:
    """A line for each family or other group, in sections."""
    table = Table(
        Column("family", no_wrap=True),
        *("proved", "exact, different", "conjectured", "median s of the proved"),
    )
    for section in sections:
        for name, row in section.items():
            table.add_row(
                name,
                f"{row['proved']}/{row['runs']}",
                str(row["exact_but_different"]),
                str(row["conjectured"]),
                shown(row["median_seconds_of_proved"], 2),
            )
        table.add_section()
    return table
