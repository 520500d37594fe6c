"""The handbook's results as a page."""

import re

from support.bench_rows import report, row
from symplex_benchmarks.bench._page import page


def test_the_page_shows_each_kind_of_outcome(tmp_path):
    text = page(
        report(
            tmp_path,
            row("line", other=True, proved=False, answer="u = max(x | 2)"),
            row("curve", proved=False, status="approximate", answer="u = " + "x + " * 40),
        )
    )
    assert "| line | `u_x = 2` | exact but different | `u = max(x \\| 2)` | 1.0 | 10 |" in text
    (cut,) = re.findall(r"\| approximate \| ≈ `(.*)` \|", text)
    assert len(cut) == 60
    assert "| pair | `v_x = 1; v + w = 1` | not run |  |  |  |" in text
    assert "- curve: It is | not a line." in text
    assert "| lines | 0 of 2 | 1 | 0 | – |" in text
    assert "`symplex bench handbook` (SymPlex 1.2.3, at most 60 seconds a run, 2 cores" in text


def test_a_conjecture_is_no_approximation_and_is_counted(tmp_path):
    text = page(report(tmp_path, row("line", proved=False, status="conjectured")))
    assert "| line | `u_x = 2` | conjectured | `u = x` | 1.0 | 10 |" in text
    assert "| lines | 0 of 1 | 0 | 1 | – |" in text


def test_the_page_gives_no_reason_for_what_is_proved(tmp_path):
    text = page(report(tmp_path, row("curve"), row("pair", proved=False, status="none", answer="")))
    assert "not a line" not in text
    assert "| none |  | 1.0 | 10 |" in text
    assert "- pair: It is a pair." in text


def test_the_page_shows_the_first_seed_and_counts_the_others(tmp_path):
    rows = [row("line", answer="u = 1"), row("line", seed=1, answer="u = 2"), row("curve")]
    text = page(report(tmp_path, *rows, row("curve", seed=2, proved=False)))
    assert "u = 1" in text
    assert "u = 2" not in text
    words = " ".join(text.split())
    assert "Of the runs with the other seeds (1 and 2), 1 of 2 are proved" in words
    assert "1 of 3 problems are proved with every seed" in words
