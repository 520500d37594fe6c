"""Where formulas come from."""
