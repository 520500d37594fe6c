"""The GPU engine's library: finding it, and the types of its C functions.

Owns the boundary to C. The library is built by CMake where nvcc is found; the same code built for a
CPU, which is how it is tested, has the same functions.
"""

import ctypes
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int,
    c_int64,
    c_uint8,
    c_uint32,
    c_uint64,
    c_void_p,
)
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError
from symplex.numerics.evaluation.engines.encode import Code

NAME: Final = "_cuda.so"
DONE, FAILED, NOT_FITTED_FOR = range(3)
"""What the functions return."""


class CodeArrays(Structure):
    """Prefix code."""

    _fields_ = (
        ("size", c_int64),
        ("operations", POINTER(c_uint8)),
        ("indices", POINTER(c_uint32)),
        ("numbers", POINTER(c_double)),
    )


class GroupArrays(Structure):
    """Points with their residuals and passes."""

    _fields_ = (
        ("points", c_int64),
        ("columns", c_int64),
        ("values", POINTER(c_double)),
        ("passes", c_int64),
        ("unknowns", POINTER(c_uint32)),
        ("orders", POINTER(c_uint32)),
        ("directions", POINTER(c_double)),
        ("outputs", c_int64),
        ("passes_of", POINTER(c_uint32)),
        ("orders_of", POINTER(c_uint32)),
        ("derivatives_of", POINTER(c_uint32)),
        ("variables_of", POINTER(c_uint32)),
        ("weights_of", POINTER(c_double)),
        ("derivatives", c_int64),
        ("residuals", c_int64),
        ("codes", POINTER(CodeArrays)),
        ("weights", POINTER(c_double)),
    )


class MethodArrays(Structure):
    """How constants are fitted."""

    _fields_ = (
        ("optimiser", c_uint32),
        ("starts", c_uint32),
        ("steps", c_uint32),
        ("warps", c_uint32),
        ("first_points", c_uint32),
        ("rate", c_double),
        ("loss_cutoff", c_double),
        ("seed", c_uint64),
    )


class BatchArrays(Structure):
    """Candidates, and room for what comes out."""

    _fields_ = (
        ("size", c_int64),
        ("tokens", POINTER(c_uint8)),
        ("offsets", POINTER(c_int64)),
        ("slots", POINTER(c_int64)),
        ("constants", POINTER(c_double)),
        ("losses", POINTER(c_double)),
        ("statuses", POINTER(c_uint8)),
    )


_POINTERS: Final = MappingProxyType(
    {
        np.dtype(np.uint8): POINTER(c_uint8),
        np.dtype(np.uint32): POINTER(c_uint32),
        np.dtype(np.int64): POINTER(c_int64),
        np.dtype(np.float64): POINTER(c_double),
    }
)


def pointer(array: NDArray[Any]) -> Any:  # noqa: ANN401 (ctypes makes its pointer types as it goes)
    """Where a contiguous array begins; the array must outlive the call."""
    if not array.flags.c_contiguous:
        raise ValueError("a contiguous array is needed")
    return array.ctypes.data_as(_POINTERS[array.dtype])


def code_arrays(code: Code) -> CodeArrays:
    """A code as the library reads it; the arrays must outlive the call."""
    operations, indices, numbers = code
    return CodeArrays(len(operations), pointer(operations), pointer(indices), pointer(numbers))


@final
class Library:
    """The loaded library; one call at a time, or from several threads."""

    def __init__(self, path: Path) -> None:
        try:
            functions = ctypes.CDLL(str(path))
        except OSError as error:
            raise SettingsError(f"the GPU engine {path} cannot be loaded: {error}") from None
        functions.symplex_gpu_error.restype = c_char_p
        functions.symplex_gpu_device.restype = c_char_p
        functions.symplex_gpu_open.restype = c_void_p
        functions.symplex_gpu_open.argtypes = [c_int64, c_int64, POINTER(CodeArrays)]
        functions.symplex_gpu_add_group.restype = c_int
        functions.symplex_gpu_add_group.argtypes = [c_void_p, POINTER(GroupArrays)]
        functions.symplex_gpu_seal.restype = c_int
        functions.symplex_gpu_seal.argtypes = [c_void_p]
        functions.symplex_gpu_fit.restype = c_int
        functions.symplex_gpu_fit.argtypes = [
            c_void_p,
            POINTER(BatchArrays),
            POINTER(MethodArrays),
            POINTER(c_double),
        ]
        functions.symplex_gpu_close.restype = None
        functions.symplex_gpu_close.argtypes = [c_void_p]
        self.functions = functions

    @property
    def device(self) -> str | None:
        """The name of the GPU, if there is one."""
        name = self.functions.symplex_gpu_device()
        return name.decode() if name else None

    def check(self, result: int) -> int:
        """Raise what the library says where a call failed."""
        if result == FAILED:
            raise RuntimeError(f"the GPU engine: {self.functions.symplex_gpu_error().decode()}")
        return result


def library() -> Library:
    """The GPU engine of this installation, on a machine that has a GPU.

    Raises:
        SettingsError: where there is no engine, or no GPU, in one sentence.
    """
    path = Path(__file__).parent.parent / NAME
    if not path.is_file():
        raise SettingsError(
            "--device cuda: this installation has no GPU engine, which is built where nvcc is "
            "found; use --device cpu"
        )
    loaded = Library(path)
    if loaded.device is None:
        raise SettingsError("--device cuda: this machine has no GPU that works; use --device cpu")
    return loaded
