import threading

from symplex.work.runs.writer import Writer


def test_jobs_are_done_in_order_by_one_thread_while_others_go_on():
    gate, done = threading.Event(), []
    writer = Writer()
    writer.do(gate.wait)
    for number in range(50):
        writer.do(lambda number=number: done.append((number, threading.get_ident())))
    assert not writer.is_idle
    assert done == []
    gate.set()
    writer.close()
    assert [number for number, _ in done] == list(range(50))
    assert {thread for _, thread in done} != {threading.get_ident()}
    assert writer.is_idle
