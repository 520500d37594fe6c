"""The verdict on a long run."""

from soak import Reading, verdict

FLAT = [Reading(60.0 * i, 200.0 + (i == 3), 20, 3, 500.0 + i, 1_000.0) for i in range(12)]


def changed(**last):
    return [*FLAT[:6], *(Reading(**{**vars(reading), **last}) for reading in FLAT[6:])]


def test_what_stays_as_it_was_is_flat():
    assert verdict(FLAT) == []
    assert verdict(changed(efficiency=960.0, speed=100.0)) == []
    assert verdict(FLAT[:1]) == []


def test_what_grows_or_slows_down_is_named():
    assert verdict(changed(megabytes=260.0)) == ["megabytes: from 200 to 260"]
    assert verdict(changed(files=25)) == ["files: from 20 to 25"]
    assert verdict(changed(threads=9, efficiency=900.0)) == [
        "threads: from 3 to 9",
        "speed: from 1000 to 900 a second of processor time",
    ]
