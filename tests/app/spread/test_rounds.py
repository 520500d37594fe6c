"""What islands take from a round depends on no order of arrivals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symplex.app.spread.island import LAG, Rounds, hearers_of, neighbours_of


def packet(island: int, number: int) -> bytes:
    return f"{island}:{number}".encode()


def courses(islands: int, order: list[int], rounds: int) -> list[list[list[bytes]]]:
    """What each island takes, round by round, if they move in some order whenever they can."""
    meeting = Rounds(islands)
    taken: list[list[list[bytes]]] = [[] for _ in range(islands)]
    waiting: set[int] = set()
    moves = iter(order)
    while any(len(one) < rounds for one in taken):
        island = next(moves, None)
        for one in range(islands) if island is None else (island % islands,):
            if one not in waiting and len(taken[one]) < rounds:
                meeting.bring(one, packet(one, len(taken[one]) + 1))
                waiting.add(one)
            due = meeting.due(one) if one in waiting else None
            if due is not None:
                taken[one].append(due)
                waiting.discard(one)
    return taken


@given(st.integers(2, 6), st.lists(st.integers(0, 5), max_size=60))
def test_the_order_of_arrivals_does_not_matter(islands, order):
    assert courses(islands, order, LAG + 4) == courses(islands, [], LAG + 4)


def test_an_island_takes_what_its_neighbours_brought_some_rounds_before():
    *first, second, third = courses(3, [], LAG + 2)[0]
    assert first == [[]] * LAG
    assert second == [b"2:1", b"1:1"]
    assert third == [b"2:2", b"1:2"]


@pytest.mark.parametrize(
    ("islands", "expected"), [(1, ()), (2, (1,)), (3, (2, 1)), (4, (3, 2)), (9, (8, 7, 5, 1))]
)
def test_neighbours_are_powers_of_two_away(islands, expected):
    assert neighbours_of(0, islands) == expected


@pytest.mark.parametrize("islands", [1, 2, 3, 8, 13])
def test_who_hears_is_whom_the_others_are_neighbours_of(islands):
    for island in range(islands):
        heard = [i for i in range(islands) if island in neighbours_of(i, islands)]
        assert sorted(hearers_of(island, islands)) == heard


@pytest.mark.parametrize("islands", [2, 5, 8, 100])
def test_news_reaches_every_island_in_few_rounds(islands):
    known = {0}
    for _ in range(islands.bit_length()):
        heard = {i for i in range(islands) if known & {*neighbours_of(i, islands)}}
        known |= heard
    assert known == {*range(islands)}


def test_nobody_waits_for_an_island_that_has_left():
    rounds = Rounds(3)
    for island in (2, *(island for _ in range(LAG + 1) for island in (0, 1))):
        rounds.bring(island, packet(island, rounds.brought[island] + 1))
    assert rounds.due(0) == [b"2:1", b"1:1"]
    rounds.bring(0, b"0:0")
    assert rounds.due(0) is None
    rounds.leave(2)
    assert rounds.due(0) == [b"1:2"]


def test_what_nobody_wants_any_more_is_forgotten():
    rounds = Rounds(2)
    for number in range(1, 50):
        for island in (0, 1):
            rounds.bring(island, packet(island, number))
    assert len(rounds._packets) <= 2 * (LAG + 1)
