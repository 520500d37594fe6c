"""`symplex bench`: every bench, by its name, with its own options."""

import pytest

from symplex.app.cli.main import main


def test_every_bench_is_named_and_shows_its_own_help(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["bench", "--help"])
    assert ended.value.code == 0
    said = " ".join(capsys.readouterr().out.split())
    names = said.partition("BENCH ablation")[2].partition(" rest ")[0]
    for name in ("ablation", *names.strip(", ").split(", ")):
        with pytest.raises(SystemExit) as ended:
            main(["bench", name, "--help"])
        assert ended.value.code == 0
        assert f"usage: symplex bench {name} " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing"], "invalid choice: 'nothing'"),
        (["search", "--time-limit", "-1"], "--time-limit must be positive"),
        (["paper", "--nonsense"], "--nonsense; 'symplex bench paper --help' shows"),
    ],
)
def test_mistakes_are_one_sentence(arguments, sentence, capsys):
    assert main(["bench", *arguments]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1
