"""What SymPlex can and cannot do, measured: benches, and other methods for the same problems.

Owns the commands `bench`, `compare` and `paper`, which it adds to the program. SymPlex itself knows
nothing of it.
"""
