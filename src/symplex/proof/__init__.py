"""Is it true."""
