"""The engines that evaluate candidates: the compiled core, and a PyTorch fallback without it.

Owns how formulas are encoded for each engine. Both implement `Evaluator`; which one runs is decided
one level up.
"""
