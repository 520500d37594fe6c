"""The statement."""
