"""What a search is made of: one settings value composes a recipe.

Owns the recipes and the switches. A recipe differs from another by its settings alone: the
loop has one form.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final, final

from symplex.codes import RunCode
from symplex.errors import SettingsError, listing, nearest
from symplex.expression.sequences.relations import Relations
from symplex.numerics.evaluation.evaluator import Device
from symplex.numerics.evaluation.fit import Adam, LevenbergMarquardt, Method
from symplex.numerics.evaluation.sampling import Loss, Sampling
from symplex.reasons import Reason
from symplex.sentences import sentence


class PolicyKind(Enum):
    """Which network is the policy."""

    SYMFORMER = "symformer"
    """Nodes and open slots in two streams, with cached keys: compiled, and on a GPU."""
    DECODER = "decoder"
    """SymFormer as the paper prints it: the last node of the prefix gives the next token."""
    LSTM = "lstm"
    UNIFORM = "uniform"
    """Every legal token equally likely; nothing is learnt."""


@final
@dataclass(frozen=True, kw_only=True)
class NetworkSettings:
    """What a Transformer sees of the tree that it writes; the defaults are those of SymFormer."""

    relations: Relations = Relations.TREE
    """What attention is told of the tree (paper §4.1)."""
    positions: bool = True
    """Whether positions along the prefix are encoded (paper §4.2)."""
    slot_description: bool = True
    """Whether the open slot is described by its parent, sibling and depth; the decoder has none."""
    causal: bool = True
    """Whether a node sees only those before it; SymFormer in two streams always does."""


@final
@dataclass(frozen=True, kw_only=True)
class LearningSettings:
    """How the policy learns from what it wrote; the defaults are the paper's."""

    share: float = 1.0
    """The best share of an epoch's trees, which alone are rewarded; 1 ranks all of them."""
    others: int = 64
    """Trees beside those of a smaller share that keep the entropy up."""
    entropy: float = 0.3
    """The weight of the entropy (paper appendix B)."""
    entropy_floor: float = 0.0
    """The mean entropy of a choice below which that weight grows, so that no policy collapses."""
    rate: float = 5e-4
    """The learning rate to begin with."""
    patience: int = 10
    """Updates without a smaller loss after which the rate falls."""
    updates: int = 1
    """Steps of descent in an epoch."""
    imitation: float = 1.0
    """The weight of imitation."""
    imitation_reward: float = 0.8
    """Imitation of the memory begins once the best reward exceeds this."""
    imitation_persists: bool = False
    """Whether the rewards of the stage before count too: then imitation goes on in the next one."""


@final
@dataclass(frozen=True, kw_only=True)
class MemorySettings:
    """What is remembered."""

    best: int = 10
    """How many diverse best candidates are kept (paper appendix B: 10)."""
    structural: int = 1
    """The least Levenshtein distance between two of them."""
    behavioural: float = 1e-6
    """The least mean difference between the values of two of them."""
    front: bool = True
    """Whether the best candidate of every size is kept beside them."""


@final
@dataclass(frozen=True, kw_only=True)
class GpuSettings:
    """What differs on a GPU, which is idle with few candidates: how many an epoch has at least."""

    samples: int = 2048
    """Candidates that the policy writes from nothing, if it writes any."""
    moves: int = 16_384
    """Random changes of remembered trees, if there are any."""
    share: float = 1.0
    """The best share of an epoch's trees that are rewarded, if it is less than the recipe's."""


@final
@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """A recipe. The defaults are the default recipe's."""

    statement_formulas: bool = True
    """Whether the statement's own formulas are proposed and serve as building blocks."""
    lifts: bool = True
    """Whether the answers of a stage are carried into the next by substitutions of calculus."""
    ansatz: bool = True
    """Whether families of formulas that textbooks try are proposed: separated, travelling, …"""
    algebra: bool = True
    """Whether constants, and how they depend on parameters, are found by algebra."""
    textbook: bool = True
    """Whether the methods of the textbook are asked for formulas and for smaller problems."""
    reference: bool = True
    """Whether a numerical reference measures approximations, and formulas are fitted to it."""
    structure: bool = True
    """Whether formulas are proposed for what is seen of a reference: products, symmetries, …"""
    samples: int = 32
    """Candidates that the policy writes from nothing, in each epoch."""
    regrown: int = 32
    """Remembered trees of which the policy writes one subtree anew, in each epoch."""
    moves: int = 960
    """Random changes of remembered trees, in each epoch."""
    policy: PolicyKind = PolicyKind.SYMFORMER
    network: NetworkSettings = field(default_factory=NetworkSettings)
    literals: bool = True
    """Whether 0, 1, 2, π and the numbers of the statement are leaves beside the free constant."""
    operators: tuple[str, ...] = ()
    """All operators by name; empty for those that the statement suggests, and more in time."""
    nesting: bool = False
    """Whether sin, cos and tan may stand inside of each other, and exp right inside of exp."""
    policy_only: bool = False
    """Whether every candidate is written by the policy, and hints are refused."""
    policy_anew: bool = False
    """Whether each attempt begins with a policy that has learnt nothing."""
    learning: LearningSettings = field(default_factory=LearningSettings)
    device: Device = Device.CPU
    """Where candidates are evaluated and the policy lives."""
    gpu: GpuSettings = field(default_factory=GpuSettings)
    first_learning_epoch: int = 12
    """When the policy joins: most problems end before it is worth its start."""
    learn_every: int = 8
    """The policy writes and learns in one of so many epochs."""
    fit: Method = field(default_factory=LevenbergMarquardt)
    refit: Method = field(
        default_factory=lambda: LevenbergMarquardt(starts=8, steps=60, first_points=0)
    )
    """For the memory, every `refit_every` epochs."""
    refit_every: int = 10
    refit_carried: bool = False
    """Whether what a stage hands on is refitted like the memory when the next one begins."""
    carried: int = 5
    """How many of the best a stage hands on."""
    sampling: Sampling = field(default_factory=lambda: Sampling(early=0.25, edges=0.1))
    redraw: bool = False
    """Whether each epoch has points of its own."""
    start_as_initial: bool = False
    """Whether the first stage, at the start of time, has as many points as initial data have."""
    curriculum: bool = True
    other_values: bool = True
    """Whether parameters are held at other values than 1 in every second attempt."""
    whole_problem: bool = True
    """Whether the whole problem has its turns while an earlier stage is not solved."""
    memory: MemorySettings = field(default_factory=MemorySettings)
    holdout: bool = True
    """Whether what seems right is scored again at hold-out points, on the whole box of a proof."""
    shrink: bool = True
    """Whether superfluous terms are removed from what solves a stage."""
    prove_loss: float = 1e-9
    """A loss below this, relative to the scale of the data, is worth an attempt at a proof."""
    stage_loss: float = 1e-18
    """A stage ends when a candidate is this good, relative to the scale of the data."""
    absolute_reward: bool = False
    """Whether that is meant absolutely: the reward of the paper knows no scale."""
    stage_epochs: int = 250
    """And after this many epochs at the latest."""
    retry_unsolved: bool = True
    """Whether an unsolved stage is attempted again instead of being left for the next."""
    patience: int = 20
    """Epochs without improvement after which a stage stands still."""
    widen_every: int = 3
    """Attempts after which more operators are allowed."""
    max_depth: int = 8
    max_length: int = 30
    max_constants: int = 5

    def without(self, ingredients: Iterable[str]) -> "SearchSettings":
        """The recipe with ingredients switched off, for ablations."""
        settings = self
        for word in ingredients:
            name = _ALIASES.get(word, word)
            if name in _GONE:
                continue
            if name not in _SWITCHES:
                raise SettingsError(
                    f"there is no ingredient '{word}' to go without; there are "
                    f"{listing(INGREDIENTS)}{nearest(word, INGREDIENTS)}"
                )
            settings = replace(settings, **_SWITCHES[name])
        return settings

    def for_values(self, error: float = 0.0) -> "SearchSettings":
        """The recipe for a search whose candidates are fitted to values with a known error.

        Errors of values are small for many formulas that solve nothing: a proof is attempted only
        where they are at the level of the values' own error, if that is small enough to tell.
        Longer formulas are worth having.
        """
        level = (3 * error) ** 2 if error < _TELLING else 0.0
        return replace(
            self,
            curriculum=False,
            whole_problem=False,
            lifts=False,
            holdout=False,
            fit=LevenbergMarquardt(starts=2),
            prove_loss=max(1e-15, level),
            samples=0,
            regrown=0,
            max_length=40,
            max_constants=10,
        )

    def sampling_of(self, *, start: bool) -> Sampling:
        """How points are drawn in a stage, which may be that of the start of time alone."""
        if start and self.start_as_initial:
            return replace(self.sampling, interior=self.sampling.initial)
        return self.sampling

    def on(self, device: Device) -> "SearchSettings":
        """The recipe for a device, with as many candidates in an epoch as the device needs."""
        if device is not Device.CUDA:
            return replace(self, device=device)
        gpu, learning = self.gpu, self.learning
        return replace(
            self,
            device=device,
            samples=max(self.samples, gpu.samples) if self.samples else 0,
            moves=max(self.moves, gpu.moves) if self.moves else 0,
            learning=replace(learning, share=min(learning.share, gpu.share)),
        )

    def require(self, hints: Sequence[object]) -> None:
        """Refuse hints where every candidate is the policy's own, and a policy without PyTorch."""
        if self.policy_only and hints:
            raise SettingsError(
                "this recipe takes no hints: every candidate is written by its policy"
            )
        if self.policy_only and not has_network():
            raise SettingsError(f"in this recipe {WITHOUT_NETWORK}")

    def as_installed(self) -> "SearchSettings":
        """The same without the policy where PyTorch is not installed, if others propose too."""
        if self.policy_only or has_network():
            return self
        return self.without(["symformer"])


WITHOUT_NETWORK: Final = sentence(Reason(RunCode.RUN_WITHOUT_NETWORK))


def has_network() -> bool:
    """Whether PyTorch is installed, in which the policy learns."""
    return find_spec("torch") is not None


_TELLING = 1e-6
"""Errors of values below this tell a solution from an approximation."""
_SWITCHES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "statement-formulas": {"statement_formulas": False},
        "symformer": {"samples": 0, "regrown": 0},
        "moves": {"moves": 0, "samples": 256, "first_learning_epoch": 0, "learn_every": 1},
        "lifts": {"lifts": False},
        "ansatz": {"ansatz": False},
        "hold-out": {"holdout": False},
        "lm": {"fit": Adam(), "refit": Adam(steps=200)},
        "curriculum": {"curriculum": False},
        "algebra": {"algebra": False},
        "textbook": {"textbook": False},
        "reference": {"reference": False},
        "structure": {"structure": False},
    }
)
_ALIASES = MappingProxyType({"seeds": "statement-formulas", "second-look": "hold-out"})
"""What the ingredients were called in version 0.1."""
_GONE = frozenset({"insertions"})
"""What recipes had in version 0.1: they go without it anyway."""
INGREDIENTS = tuple(_SWITCHES)
"""What a recipe can go without."""

DEFAULT = SearchSettings()
PAPER = SearchSettings(
    statement_formulas=False,
    lifts=False,
    ansatz=False,
    algebra=False,
    textbook=False,
    reference=False,
    structure=False,
    samples=64,
    regrown=0,
    moves=0,
    policy_only=True,
    policy=PolicyKind.DECODER,
    network=NetworkSettings(slot_description=False, causal=False),
    literals=False,
    nesting=True,
    policy_anew=True,
    first_learning_epoch=0,
    learn_every=1,
    fit=Adam(steps=50, rate=0.02),
    refit=Adam(steps=200, rate=0.02),
    refit_carried=True,
    carried=10,
    sampling=Sampling(loss=Loss.CHARACTERISTICS),
    gpu=GpuSettings(samples=0, moves=0),
    redraw=True,
    start_as_initial=True,
    other_values=False,
    whole_problem=False,
    holdout=False,
    shrink=False,
    prove_loss=1e-4,
    memory=MemorySettings(best=10, structural=2, behavioural=1e-3, front=False),
    stage_loss=((1 - 0.99) / 0.99) ** 2,
    absolute_reward=True,
    stage_epochs=500,
    retry_unsolved=False,
    patience=10_000,
    widen_every=1_000_000,
    max_length=64,
    max_constants=16,
)
"""The paper's components and numbers (paper §4 and §5, appendices A and B).

A reward of 0.99 ends a stage. After the last stage the paper's algorithm is over; here it begins
anew, with other weights, until the run ends. Limits on length and on constants are ours; a policy
that has learnt nothing hardly ever meets them. docs/policy.md has a row for each component.
"""

SYMFORMER = SearchSettings(
    statement_formulas=False,
    lifts=False,
    ansatz=False,
    algebra=False,
    textbook=False,
    reference=False,
    structure=False,
    moves=0,
    regrown=0,
    samples=2048,
    gpu=GpuSettings(samples=32_768, share=0.01),
    policy_only=True,
    policy_anew=True,
    first_learning_epoch=0,
    learn_every=1,
    learning=LearningSettings(
        share=0.05, entropy=0.1, entropy_floor=1.2, rate=2e-3, patience=1_000_000
    ),
    whole_problem=False,
    shrink=False,
    memory=MemorySettings(best=10, structural=2, behavioural=1e-3, front=False),
    stage_epochs=200,
    retry_unsolved=False,
    patience=60,
)
"""The paper's algorithm at scale: every candidate is the policy's, and Levenberg–Marquardt fits."""

RECIPES = MappingProxyType({"default": DEFAULT, "paper": PAPER, "symformer": SYMFORMER})
