"""One thread for torch: its threads wait by spinning, which is ruinous on shared cores."""

from collections.abc import Generator

import pytest
import torch


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> Generator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
