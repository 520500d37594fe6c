"""A small vocabulary with small policies over it."""

import torch

from symplex.expression import CONSTANT, Symbol
from symplex.expression.operators import ADD, MULTIPLY, SIN
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.policy.lstm import Lstm, LstmSettings
from symplex.propose.policy.symformer import SymFormer, SymFormerSettings

TOKENS = Vocabulary((ADD, MULTIPLY, SIN, Symbol("x"), Symbol("t"), CONSTANT))
PLUS, TIMES, SINE, X, T, C = range(len(TOKENS))
GRAMMAR = Grammar(TOKENS, max_depth=3, max_length=9, max_constants=2)
SMALL = SymFormerSettings(width=16, feed_forward=16, layers=2, heads=2)


def generator(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def symformer(seed: int = 0) -> SymFormer:
    return SymFormer(TOKENS, SMALL, generator(seed))


def lstm(seed: int = 0) -> Lstm:
    return Lstm(TOKENS, LstmSettings(embedding=4, width=8), generator(seed))
