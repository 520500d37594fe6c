"""Where formulas come from: distributions over the trees of a grammar.

Owns SymFormer, its rivals, sampling, scoring, losses and saved weights. Knows nothing of PDEs:
a tree here is a sequence of token ids, and what a good tree is comes from outside.
"""

from symplex.policy.decoder import Decoder as Decoder
from symplex.policy.decoder import DecoderSettings as DecoderSettings
from symplex.policy.lstm import Lstm as Lstm
from symplex.policy.lstm import LstmSettings as LstmSettings
from symplex.policy.policy import Policy as Policy
from symplex.policy.policy import Rollout as Rollout
from symplex.policy.policy import Sampler as Sampler
from symplex.policy.policy import Scores as Scores
from symplex.policy.symformer import SymFormer as SymFormer
from symplex.policy.symformer import SymFormerSettings as SymFormerSettings
from symplex.policy.trainer import Trainer as Trainer
from symplex.policy.trainer import TrainerSettings as TrainerSettings
from symplex.policy.uniform import Uniform as Uniform
