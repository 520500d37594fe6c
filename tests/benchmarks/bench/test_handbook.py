"""`symplex bench handbook`: rows, totals and the page."""

import json
import re

import pytest

from support.bench_rows import PROVENANCE, report, row
from support.folders import handbook
from symplex.app.cli.main import main
from symplex_benchmarks.bench._page import page


def run(folder, *arguments):
    return main(["bench", "handbook", "--benchmarks", str(folder), *map(str, arguments)])


def test_runs_are_printed_summed_up_saved_and_written_down(tmp_path, capsys):
    folder, saved, written = handbook(tmp_path), tmp_path / "rows.json", tmp_path / "page.md"
    assert run(folder, "--time-limit", 999, "--json", saved, "--page", written) == 0
    shown = capsys.readouterr().out
    assert re.search(r"^line +seed 0 +proved .* u = .*x$", shown, re.MULTILINE)
    assert re.search(r"│ lines +│ 2/2 +│ 0 ", shown)
    assert re.search(r"│ the first 100 +│ 3/3 ", shown)
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert [(r["problem"], r["family"]) for r in content["rows"]] == [
        ("line", "lines"),
        ("pair", "pairs"),
        ("curve", "lines"),
    ]
    assert content["summary"]["all"]["proved"] == 3
    assert content["summary"]["families"]["pairs"]["runs"] == 1
    assert content["made"][0]["command"] == "symplex bench handbook --seeds 1 --time-limit 999"
    again = tmp_path / "again.md"
    assert run(folder, "--from-json", saved, "--page", again) == 0
    assert again.read_text(encoding="utf-8") == written.read_text(encoding="utf-8")


def test_a_family_and_a_first_seed_can_be_chosen(tmp_path, capsys):
    folder, saved = handbook(tmp_path), tmp_path / "rows.json"
    chosen = ("--family", "pairs", "--first-seed", 7, "--seeds", 2, "--jobs", 2)
    assert run(folder, *chosen, "--time-limit", 999, "--json", saved) == 0
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert [(r["problem"], r["seed"]) for r in content["rows"]] == [("pair", 7), ("pair", 8)]
    assert content["made"][0]["command"].endswith("--first-seed 7 --jobs 2 --family 'pairs'")
    assert "lines" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--family", "pair"), "there are lines and pairs; did you mean 'pairs'?"),
        (("--problems", "z*"), "matches 'z*'"),
        (("--seeds", "0"), "--seeds must be at least 1, found 0"),
        (("--from-json", "missing.json"), "missing.json: cannot be read"),
        (("--without", "luck", "--time-limit", "1"), "there is no ingredient 'luck'"),
    ],
)
def test_mistakes_are_one_sentence(tmp_path, capsys, arguments, sentence):
    assert run(handbook(tmp_path), *arguments) == 2
    shown = capsys.readouterr().err
    assert sentence in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("no", "found what is not JSON"),
        ("[]", "found something else"),
        ('{"rows": []}', "found no 'made'"),
        ('{"rows": [{"problem": "line"}], "made": []}', "found no 'seed'"),
        ('{"rows": [], "made": []}', "the saved rows are of none of these problems"),
    ],
)
def test_files_that_are_no_saved_rows_are_one_sentence(tmp_path, capsys, text, sentence):
    file = tmp_path / "rows.json"
    file.write_text(text, encoding="utf-8")
    assert run(handbook(tmp_path), "--from-json", file) == 2
    assert sentence in capsys.readouterr().err


def test_of_two_saved_runs_the_last_counts(tmp_path, capsys):
    folder = handbook(tmp_path)
    for name, rows in (
        ("old", [row("line", proved=False, status="approximate"), row("curve")]),
        ("new", [row("line"), row("elsewhere")]),
    ):
        saved = {"made": [vars(PROVENANCE)], "rows": rows}
        (tmp_path / name).write_text(json.dumps(saved), encoding="utf-8")
    written = tmp_path / "page.md"
    old, new = tmp_path / "old", tmp_path / "new"
    assert run(folder, "--from-json", old, new, "--page", written) == 0
    assert re.search(r"│ all +│ 2/2 ", capsys.readouterr().out)
    assert written.read_text(encoding="utf-8").count("SymPlex 1.2.3") == 1


# The handbook's results as a page.


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
