"""The algorithm."""
