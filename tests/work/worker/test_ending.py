"""How work ends without an answer."""

from symplex.work.worker.ending import Ending, WorkEnded


def test_it_says_how():
    ended = WorkEnded(Ending.CRASH, "aborted")
    assert (ended.ending, ended.detail) == (Ending.CRASH, "aborted")
    assert str(ended) == "crash aborted"
    assert str(WorkEnded(Ending.TIME)) == "time"
