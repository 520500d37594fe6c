"""The library that samples on a GPU: finding it, and the types of its C functions.

Owns the boundary to C. The library is built by CMake where nvcc is found; the same code built for a
CPU, which is how it is tested, has the same functions.
"""

import ctypes
from ctypes import POINTER, Structure, c_char_p, c_int, c_int64, c_uint64, c_void_p
from pathlib import Path
from typing import Final, final

from torch import Tensor

NAME: Final = "_sampler_cuda.so"


class PolicyArrays(Structure):
    """A network's sizes and weights."""

    _fields_ = (
        ("vocabulary", c_int64),
        ("layers", c_int64),
        ("hidden", c_int64),
        ("depths", c_int64),
        ("matrices", c_void_p),
        ("vectors", c_void_p),
    )


class GrammarArrays(Structure):
    """A grammar's limits and tables."""

    _fields_ = (
        ("most", c_int64),
        ("max_depth", c_int64),
        ("max_length", c_int64),
        ("max_constants", c_int64),
        ("facts", c_void_p),
        ("sets", c_void_p),
    )


class TreeArrays(Structure):
    """What is to be drawn, and room for what comes out."""

    _fields_ = (
        ("count", c_int64),
        ("attempts", c_int64),
        ("seed", c_uint64),
        ("tokens", c_void_p),
        ("lengths", c_void_p),
        ("log_probs", c_void_p),
        ("entropies", c_void_p),
        ("counters", c_void_p),
        ("cache", c_void_p),
        ("blocks", c_int64),
    )


def address(tensor: Tensor) -> int:
    """Where a contiguous tensor begins; the tensor must outlive the call."""
    if not tensor.is_contiguous():
        raise ValueError("a contiguous tensor is needed")
    return tensor.data_ptr()


@final
class SamplerLibrary:
    """The loaded library; `draw` returns before the trees are drawn, as all work on a GPU does."""

    def __init__(self, path: Path) -> None:
        functions = ctypes.CDLL(str(path))
        both = [POINTER(PolicyArrays), POINTER(GrammarArrays)]
        functions.symplex_sampler_error.restype = c_char_p
        functions.symplex_sampler_blocks.restype = c_int64
        functions.symplex_sampler_blocks.argtypes = [*both, c_int]
        functions.symplex_sampler_cache.restype = c_int64
        functions.symplex_sampler_cache.argtypes = [*both, c_int64, c_int]
        functions.symplex_sampler_draw.restype = c_int
        functions.symplex_sampler_draw.argtypes = [*both, POINTER(TreeArrays), c_int, c_void_p]
        self._functions = functions

    def blocks(self, policy: PolicyArrays, grammar: GrammarArrays, *, half: bool) -> int:
        """How many groups of trees the device grows at a time; 0 where it cannot."""
        return self._functions.symplex_sampler_blocks(policy, grammar, half)

    def cache(
        self, policy: PolicyArrays, grammar: GrammarArrays, blocks: int, *, half: bool
    ) -> int:
        """How many bytes the keys and values of so many groups take."""
        return self._functions.symplex_sampler_cache(policy, grammar, blocks, half)

    def draw(
        self,
        policy: PolicyArrays,
        grammar: GrammarArrays,
        trees: TreeArrays,
        stream: int,
        *,
        half: bool,
    ) -> None:
        """Draw trees on a stream of the device."""
        if self._functions.symplex_sampler_draw(policy, grammar, trees, half, stream):
            raise RuntimeError(f"the GPU sampler: {self.error}")

    @property
    def error(self) -> str:
        """What the last call that failed says."""
        return self._functions.symplex_sampler_error().decode()


def sampler_library() -> SamplerLibrary | None:
    """The library of this installation, if it was built."""
    path = Path(__file__).parent / NAME
    try:
        return SamplerLibrary(path) if path.is_file() else None
    except OSError:  # built for another machine
        return None
