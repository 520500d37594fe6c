"""`python -m website TARGET`: build the site, check its links, say where it is."""

import argparse
import sys
from pathlib import Path

from website.build import build
from website.links import dead_links


def main() -> int:
    """Build; the exit code is 1 if a link leads nowhere."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path, help="a folder, which is made")
    target = parser.parse_args().target
    build(target)
    dead = dead_links(target)
    for sentence in dead:
        print(sentence)
    print(f"{target / 'index.html'}")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
