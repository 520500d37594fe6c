"""A run on disk: a folder that survives kills, full disks and flipped bits, and can be moved.

Owns the folder: what was asked, the events, the checkpoints, the solution, the lock. Knows nothing
of searches: a checkpoint is bytes, a solution is what JSON can hold.
"""
