"""Fault injection: every ingredient of a run fails in every way, and the run must not."""
