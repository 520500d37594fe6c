"""A question that a child answers, or does not: in a module that a spawned process can import."""


def answer_or_hang(question: str) -> tuple[str, str]:
    """The question itself, unless it says what should go wrong."""
    if question == "hang":
        while True:
            pass
    if question == "fail":
        raise ZeroDivisionError
    if question == "die":
        raise SystemExit
    return question, ""
