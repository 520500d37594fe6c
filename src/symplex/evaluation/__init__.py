"""How good is a formula."""
