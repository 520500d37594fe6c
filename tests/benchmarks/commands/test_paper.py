import pytest

from symplex.app.cli.main import main
from symplex_benchmarks.commands import paper
from symplex_benchmarks.rivals.paper import make


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["table-smoth"], "did you mean 'table-smooth'"),
        (["table-smooth", "--benchmarks", "nowhere"], "nowhere"),
        (["table-smooth", "--seeds", "0"], "--seeds"),
        (["table-smooth", "--methods", "cats"], "cats"),
        (["table-smooth", "--recipe", "papers"], "did you mean 'paper'"),
    ],
)
def test_mistakes_are_one_sentence(arguments, said, capsys):
    assert main(["paper", *arguments]) == 2
    found = capsys.readouterr()
    assert said in found.err
    assert found.out == ""


def test_what_is_asked_for_is_made_with_the_effort_that_is_asked_for(monkeypatch, tmp_path, capsys):
    wanted, recipes = [], []

    def made(shop, item):
        wanted.append((item, shop.effort.seeds, shop.effort.seconds, tuple(shop.methods)))
        recipes.append((shop.recipe, shop.effort.learning_seeds, shop.effort.learning_seconds))
        return [shop.folder / item]

    monkeypatch.setattr(make.Workshop, "make", made)
    output = ["--output", str(tmp_path / "made")]
    assert main(["paper", "table-main", "--quick", "--methods", "kan", *output]) == 0
    assert main(["paper", "figure-kink", "--seeds", "2", "--time-limit", "9", *output]) == 0
    assert wanted[0][:2] == ("table-main", 1)
    assert wanted[0][3] == ("kan",)
    assert wanted[1][:3] == ("figure-kink", 2, 9.0)
    assert main(["paper", "figure-curriculum", "--recipe", "symformer", *output]) == 0
    assert recipes == [(None, 1, 20.0), (None, 2, 9.0), ("symformer", 1, 700.0)]
    assert capsys.readouterr().out.splitlines()[0].endswith("table-main")


def test_all_is_every_item(monkeypatch, tmp_path):
    from symplex_benchmarks.rivals.paper.items import ITEMS

    wanted = []
    monkeypatch.setattr(make.Workshop, "make", lambda _, item: wanted.append(item) or [])
    assert main(["paper", "all", "--quick", "--output", str(tmp_path)]) == 0
    assert tuple(wanted) == ITEMS
    assert paper.__doc__
