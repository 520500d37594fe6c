"""Where formulas come from: distributions over the trees of a grammar.

Owns SymFormer, its rivals, sampling, scoring, losses and saved weights. Knows nothing of PDEs:
a tree here is a sequence of token ids, and what a good tree is comes from outside.
"""

from symplex.propose.policy.decoder import Decoder as Decoder
from symplex.propose.policy.decoder import DecoderSettings as DecoderSettings
from symplex.propose.policy.lstm import Lstm as Lstm
from symplex.propose.policy.lstm import LstmSettings as LstmSettings
from symplex.propose.policy.policy import Policy as Policy
from symplex.propose.policy.policy import Rollout as Rollout
from symplex.propose.policy.policy import Sampler as Sampler
from symplex.propose.policy.policy import Scores as Scores
from symplex.propose.policy.symformer import SymFormer as SymFormer
from symplex.propose.policy.symformer import SymFormerSettings as SymFormerSettings
from symplex.propose.policy.trainer import Trainer as Trainer
from symplex.propose.policy.trainer import TrainerSettings as TrainerSettings
from symplex.propose.policy.uniform import Uniform as Uniform
