"""How long answers are that begin in another form.

PYTHONPATH=benchmarks python -m answer_forms [--only NAME]
"""

import argparse

from answer_forms.forms import forms, shortened

LONGER = 1.2


def main() -> None:
    """Print one line for each answer, and how many are no longer than 1.2 times the textbook's."""
    parser = argparse.ArgumentParser(prog="answer_forms", description=__doc__)
    parser.add_argument("--only", default="", help="a part of the names to be taken")
    chosen = parser.parse_args()
    found = [shortened(form) for form in forms() if chosen.only in form.name]
    for one in sorted(found, key=lambda one: one.ratio):
        print(f"{one.ratio:5.2f}  {one.form.name}: {one.printed}   [{one.form.text}]")
    short = sum(one.ratio <= LONGER for one in found)
    powers = sum(one.has_power_of_e for one in found)
    print(f"{short} of {len(found)} no longer than {LONGER} times; {powers} with exp(1)^k")


if __name__ == "__main__":
    main()
