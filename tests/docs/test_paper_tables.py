"""The pages of the paper's tables show the rows that are kept, and every file is there."""

import importlib.util

import pytest

from support.checkout import ROOT
from symplex_benchmarks.rivals.comparison.report import answers
from symplex_benchmarks.rivals.paper.items import ITEMS, QUICK, TABLES
from symplex_benchmarks.rivals.paper.printed import read_printed
from symplex_benchmarks.rivals.paper.tables import recoveries


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("paper_tables", ROOT / "docs/paper_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_tables_of_the_page_are_those_of_the_rows(script):
    page = script.PAGE.read_text()
    rows = script.read_rows(script.QUICK_ROWS)
    runs = [row for row in rows if row.get("time_limit") == QUICK.seconds]
    printed = read_printed(ROOT / "benchmarks")
    for item, problems in TABLES.items():
        table = recoveries(item, problems, runs, printed, "").markdown().partition("\n\n")[2]
        assert table in page, f"run: python docs/paper_tables.py quick --kept ({item})"
    assert script.proofs(rows) in page


def test_every_item_has_its_files(script):
    for item in ITEMS:
        endings = ("png", "svg") if item.startswith("figure") else ("tex",)
        assert all((script.FIGURES / f"{item}.{ending}").is_file() for ending in endings)
        assert f"`{item}`" in script.PAGE.read_text()


def test_the_tables_of_burgers_are_those_of_the_rows(script):
    rows = script.read_rows(script.BURGERS_ROWS)
    page = script.REPRODUCTION.read_text()
    shown = page.partition(script.BEGIN)[2].partition(script.END)[0].strip()
    assert shown == script.burgers_tables(rows).strip(), (
        "run: python docs/paper_tables.py burgers --kept"
    )
    first = [row for row in rows if not row["seed"]]
    assert len(answers("burgers", first).rows) == len(first) >= 8


def test_a_run_that_was_interrupted_goes_on_and_rows_are_kept_where_that_is_asked_for(
    script, tmp_path
):
    known, rows = tmp_path / "known.jsonl", tmp_path / "work" / "runs.jsonl"
    known.write_text("known")
    assert not script._begun(rows, known, kept=False).exists()
    assert script._begun(rows, known, kept=True).read_text() == "known"
    rows.write_text("more")
    assert script._begun(rows, known, kept=True).read_text() == "more"
