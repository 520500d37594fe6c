"""A command of another project, as an entry point names it."""

import sys

HELP = "say hello"


def configure(parser):
    parser.add_argument("name")


def run(options):
    sys.stdout.write(f"hello {options.name}\n")
    return 1
