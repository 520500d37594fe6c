"""Finding the GPU engine: what is missing is said in one sentence."""

import numpy as np
import pytest

from symplex.errors import SettingsError
from symplex.numerics.evaluation.engines import cuda_library
from symplex.numerics.evaluation.engines.cuda_library import Library, pointer


def test_an_installation_without_the_engine_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(cuda_library, "__file__", str(tmp_path / "engines" / "cuda_library.py"))
    with pytest.raises(SettingsError, match="has no GPU engine"):
        cuda_library.library()


def test_a_file_that_is_no_library_is_refused(tmp_path):
    path = tmp_path / "_cuda.so"
    path.write_bytes(b"no library")
    with pytest.raises(SettingsError, match="cannot be loaded"):
        Library(path)


def test_an_array_with_gaps_is_refused():
    with pytest.raises(ValueError, match="contiguous"):
        pointer(np.zeros((4, 4))[:, 0])
