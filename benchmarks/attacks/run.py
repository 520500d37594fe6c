"""Puts every attack before the verifier and counts what it says.

``PYTHONPATH=src:benchmarks python -m attacks.run [--share 0.1] [--only KIND …] [--json FILE]``
prints the counts of each kind, every wrong answer called exact, every true one called refuted, and
every hang and crash. Share 0.1 takes every tenth attack of each kind.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import final

from attacks.cases import Attack
from attacks.catalogue import by_kind, right_answers, wrong_answers
from attacks.children import CRASH, HANG, Reply, ask_all, verdict_on

SECONDS = 30.0
"""After which a verification counts as a hang."""
_EXACT, _REFUTED = "exact", "refuted"


@final
@dataclass(frozen=True)
class Finding:
    """An attack and the verifier's reply."""

    attack: Attack
    reply: Reply

    @property
    def is_false_exact(self) -> bool:
        """The worst defect: a wrong answer called exact."""
        return not self.attack.is_right and self.reply.status == _EXACT

    @property
    def is_false_refuted(self) -> bool:
        """The second worst: a true answer called refuted."""
        return self.attack.is_right and self.reply.status == _REFUTED

    @property
    def has_failed(self) -> bool:
        """Whether there was no verdict at all."""
        return self.reply.status in {HANG, CRASH}


def attack_all(attacks: Sequence[Attack], jobs: int = 2, seconds: float = SECONDS) -> list[Finding]:
    """Verify each attack in a child process."""
    replies = ask_all(attacks, verdict_on, seconds=seconds, jobs=jobs)
    return [Finding(attack, reply) for attack, reply in replies]


def share_of(attacks: Sequence[Attack], share: float) -> list[Attack]:
    """Every n-th attack of each kind, at least one."""
    stride = max(round(1 / share), 1)
    return [attack for members in by_kind(attacks).values() for attack in members[::stride]]


def summary(findings: Iterable[Finding]) -> str:
    """The counts of each kind, then every wrong verdict."""
    every = list(findings)
    lines: list[str] = []
    for is_right, title in ((False, "wrong"), (True, "true")):
        members = [finding for finding in every if finding.attack.is_right is is_right]
        for kind in dict.fromkeys(finding.attack.kind for finding in members):
            statuses = Counter(f.reply.status for f in members if f.attack.kind == kind)
            lines.append(f"{title:<6}{kind:<20}{statuses.total():>6}  {dict(statuses)}")
        if members:
            total = dict(Counter(finding.reply.status for finding in members))
            lines.append(f"{title:<6}{'in all':<20}{len(members):>6}  {total}")
    lines += [f"FALSE EXACT {f.attack}" for f in every if f.is_false_exact]
    lines += [f"FALSE REFUTED {f.attack}" for f in every if f.is_false_refuted]
    lines += [
        f"{f.reply.status.upper()} {f.attack}: {f.reply.detail}" for f in every if f.has_failed
    ]
    slowest = sorted(every, key=lambda finding: -finding.reply.seconds)[:3]
    lines += [f"slow {f.reply.seconds:.1f} s {f.attack}" for f in slowest]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """The attack from the command line; the exit code is 1 if a verdict is false."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the attacks of each kind")
    parser.add_argument("--only", nargs="*", help="kinds of attack")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--json", type=Path, help="a file for every verdict")
    options = parser.parse_args(arguments)
    attacks = share_of((*wrong_answers(), *right_answers()), options.share)
    if options.only:
        attacks = [attack for attack in attacks if attack.kind in options.only]
    findings = attack_all(attacks, options.jobs)
    print(summary(findings))
    if options.json:
        rows = [{**asdict(finding.attack), **asdict(finding.reply)} for finding in findings]
        options.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    return int(any(f.is_false_exact or f.is_false_refuted or f.has_failed for f in findings))


if __name__ == "__main__":
    sys.exit(main())
