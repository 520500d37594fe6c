"""The edges."""
