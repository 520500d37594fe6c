"""Wrong answers, one module for each hypothesis that they violate."""
