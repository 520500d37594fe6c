"""What was refused, and why: by its code."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from symplex.numerics.reference.system import NoScheme
from symplex.reasons import Code, Reason
from symplex.work.budget import Undecided


@contextmanager
def refused(*codes: Code) -> Iterator[pytest.ExceptionInfo[Undecided | NoScheme]]:
    """Expects that something is not shown, for one of these reasons."""
    with pytest.raises((Undecided, NoScheme)) as caught:
        yield caught
    assert set(codes) & set(caught.value.reason.codes), caught.value.reason


def codes_of(reasons: "Iterator[Reason] | tuple[Reason, ...] | list[Reason]") -> list[Code]:
    """The code of each reason."""
    return [reason.code for reason in reasons]
