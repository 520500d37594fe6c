from symplex.notation.problem_files import bundled
from symplex_benchmarks.rivals.paper.items import FULL, METHODS, QUICK, TABLES, TITLES, runs_said


def test_the_titles_are_those_of_bundled_problems():
    assert len(TITLES) == 14
    for name in TITLES:
        assert bundled(name).name == name


def test_the_groups_cover_every_problem_once():
    groups = [TABLES[f"table-{kind}"] for kind in ("smooth", "nonsmooth", "parametric")]
    assert sorted(sum(groups, ())) == sorted(TITLES)
    assert sorted(TABLES["table-main"] + TABLES["table-appendix"]) == sorted(TITLES)
    assert all(bundled(name).parameters for name in TABLES["table-parametric"])


def test_the_quick_version_takes_half_an_hour_at_most():
    # Starting a process and proving takes about three seconds beside the time of a run.
    runs = len(TITLES) * len(METHODS) * QUICK.seeds * (QUICK.seconds + 3)
    more = 9 * QUICK.solver_seconds + 10 * QUICK.learning_seconds
    assert runs + more <= 30 * 60
    assert FULL.seeds == 20


def test_captions_say_how_many_seeds():
    assert runs_said(1, 8.0) == "1 seed, 8 s a run"
    assert runs_said(20, 300.0) == "20 seeds, 300 s a run"
