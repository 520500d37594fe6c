"""The answer."""
