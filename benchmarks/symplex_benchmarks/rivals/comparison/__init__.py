"""The comparison of methods: each in a process of its own, all by the same reference.

Owns the processes with their limits, the truth that the user brings, the measures and the tables.
"""
