from symplex.work.runs.events import Event, EventKind, Level


def test_an_event_is_read_as_it_was_written():
    event = Event(EventKind.FINDING, 12.5, {"formula": "x", "loss": 0.1}, 7)
    assert Event.from_plain(event.to_plain()) == event


def test_faults_are_more_important_than_findings_and_these_than_checkpoints():
    kinds = (EventKind.CHECKPOINT, EventKind.FINDING, EventKind.FAULT)
    assert [kind.level for kind in kinds] == [Level.DEBUG, Level.INFO, Level.WARNING]
