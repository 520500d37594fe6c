"""Random choices: the published generator, independent streams, shares as asked."""

from collections import Counter

from symplex.propose.candidates.choices import Choices, scramble

GOLDEN = 0x9E3779B97F4A7C15


def test_the_generator_is_splitmix64():
    """Values for the seed 1234567, as Vigna's program prints them."""
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [scramble((1234567 + k * GOLDEN) % 2**64) for k in range(3)] == published


def test_every_attempt_has_choices_of_its_own():
    keys = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (2**64 - 1, 0, 0)]
    drawn = {tuple(Choices(*key).below(2**40) for _ in range(3)) for key in keys}
    assert len(drawn) == len(keys)
    assert Choices(1, 2, 3).below(10**9) == Choices(1, 2, 3).below(10**9)


def test_choices_are_uniform():
    counts = Counter(Choices(0, 0, attempt).below(7) for attempt in range(70_000))
    assert sorted(counts) == list(range(7))
    # Five standard deviations of a binomial count.
    assert all(abs(count - 10_000) < 5 * 93 for count in counts.values())


def test_shares_are_percentages():
    choices = Choices(3, 0, 0)
    assert abs(sum(choices.percent(30) for _ in range(20_000)) - 6000) < 5 * 65
    assert choices.one_of(["only"]) == "only"
