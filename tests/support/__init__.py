"""What tests share: random trees, evaluators for formulas, hostile and malformed input."""
