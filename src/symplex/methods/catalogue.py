"""All methods of the textbook, in the order in which they are asked."""

from symplex.methods.method import Method

METHODS: tuple[Method, ...] = ()
"""Each may apply to a problem or not; what it costs to ask decides about its place."""
