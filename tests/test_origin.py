"""Where a formula comes from, in words and back."""

import pytest

from symplex.origin import (
    UNRECORDED,
    Origin,
    Writer,
    added,
    by_writer,
    from_plain,
    in_words,
    made_of,
    to_plain,
)
from symplex.propose.textbook.catalogue import METHODS

LIFT = Origin(Writer.LIFT, of=Origin(Writer.POLICY))
MOVE = Origin(Writer.MOVE)
WAVE = Origin(Writer.REDUCTION, "travelling wave", MOVE)


@pytest.mark.parametrize(
    ("origin", "text"),
    [
        (MOVE, "move"),
        (LIFT, "lift > policy"),
        (WAVE, "reduction: travelling wave > move"),
        (Origin(Writer.METHOD, "Euler's equation"), "method: Euler's equation"),
        (
            Origin(Writer.REDUCTION, "a factor taken out", WAVE),
            f"reduction: a factor taken out > {WAVE}",
        ),
    ],
)
def test_an_origin_is_written_and_read(origin, text):
    assert str(origin) == text
    assert Origin.read(text) == origin


@pytest.mark.parametrize("text", ["", "magic", "lift >", "lift > magic", "move > " * 60 + "move"])
def test_other_words_are_no_origin(text):
    with pytest.raises(ValueError, match=r"not a valid Writer|at most 50 steps"):
        Origin.read(text)


def test_every_writer_and_every_method_has_a_name_of_its_own_that_can_be_read():
    names = [method.name for method in METHODS]
    assert len(set(names)) == len(names)
    origins = [Origin(Writer.METHOD, name, Origin(Writer.REDUCTION, name)) for name in names]
    assert all(names)
    for origin in (*map(Origin, Writer), *origins):
        assert Origin.read(str(origin)) == origin


def test_what_the_network_wrote_is_its_own_at_any_step():
    assert LIFT.network
    assert Origin(Writer.REGROWN).network
    assert not WAVE.network
    assert WAVE.last == MOVE


def test_counts_are_added_and_told():
    one, other = by_writer({Writer.MOVE: 5, Writer.LIFT: 2}), {MOVE: 1, UNRECORDED: 0}
    below = made_of(one, Writer.VALUES)
    counts = added((one, other, below))
    assert counts[MOVE] == 6
    assert counts[Origin(Writer.VALUES, of=MOVE)] == 5
    assert from_plain(to_plain(counts)) == {o: n for o, n in counts.items() if n}
    assert list(to_plain(counts)) == ["move", "values > move", "lift", "values > lift"]
    assert in_words(counts) == "values 7, move 6, lift 2"
    assert in_words(counts, most=1) == "values 7, 2 others"
    assert in_words({}) == ""
