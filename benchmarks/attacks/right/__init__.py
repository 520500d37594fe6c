"""True answers in unusual but legitimate forms."""
