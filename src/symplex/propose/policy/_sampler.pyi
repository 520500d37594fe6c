from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

MAX_LENGTH: int
MAX_ARITY: int
HEADS: int
PANEL: int

_Floats = NDArray[np.float32]
_Linear = tuple[_Floats, _Floats]
_Layer = tuple[_Linear, _Linear, _Linear, _Linear, _Linear, _Floats]

class Network:
    def __init__(
        self,
        *,
        token: _Floats,
        parent: _Floats,
        sibling: _Floats,
        depth: _Floats,
        position: _Floats,
        hole: _Floats,
        layers: Sequence[_Layer],
        output: _Linear,
    ) -> None: ...

class Tokens:
    def __init__(
        self,
        *,
        facts: NDArray[np.uint8],
        under: NDArray[np.uint8],
        fits: NDArray[np.uint8],
        max_depth: int,
        max_length: int,
        max_constants: int,
    ) -> None: ...

class ScoredTrees:
    def __init__(
        self,
        network: Network,
        tokens: Tokens,
        ids: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        *,
        threads: int,
    ) -> None: ...
    @property
    def log_probs(self) -> NDArray[np.float64]: ...
    @property
    def entropies(self) -> NDArray[np.float64]: ...
    @property
    def depths(self) -> NDArray[np.int64]: ...
    def gradient(
        self, of_log_probs: NDArray[np.float64], of_entropies: NDArray[np.float64]
    ) -> list[NDArray[np.float32]]: ...

class Sampler:
    def __init__(self) -> None: ...
    def sample(
        self,
        network: Network,
        tokens: Tokens,
        *,
        count: int,
        seed: int,
        attempts: int,
        threads: int,
    ) -> tuple[
        NDArray[np.uint8],
        NDArray[np.int64],
        NDArray[np.float64],
        NDArray[np.float64],
        int,
    ]: ...
