"""Boundaries that keep failures from a run, as for users: elsewhere the tests are strict."""

import pytest

from symplex.work.boundary import Boundary


def tolerant(*args):
    """A boundary whose failures are notes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SYMPLEX_STRICT", raising=False)
        return Boundary(*args)
