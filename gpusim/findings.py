"""What the machine finds wrong with a kernel, and what it cannot run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from .errors import UserError


class Unsupported(UserError):
    """The machine does not know an instruction, or a form of it; it never guesses."""


# Instructions that a run takes unless more are allowed.
MOST_STEPS = 50_000_000


class BeyondLimit(UserError):
    """A kernel takes more steps than allowed."""


class WaitsForBlocks(UserError):
    """Blocks that run wait for what others write that are not to run."""


class DependsOnData(Exception):
    """What an access costs depends on data that were taken not to matter."""


class NotAlone(Exception):
    """A warp has more lanes than one where one was expected."""


@dataclass(frozen=True)
class Kind:
    """A kind of finding: its name, what it means, and whether it makes a kernel wrong.

    Threads that all write one value are told of, and no mistake. `warp-synchronous` is one by
    CUDA's rules, though a warp whose threads stay together forgives it.
    """

    name: str
    text: str
    wrong: bool = True


KINDS = {
    kind.name: kind
    for kind in (
        Kind("race-read", "reads what another thread wrote, with nothing between them"),
        Kind("race-write", "overwrites what another thread wrote, with nothing between them"),
        Kind("race-overwrite", "overwrites what another thread read, with nothing between them"),
        Kind("race-same-instruction", "threads of one instruction write different values"),
        Kind("same-value", "several threads write the same value", wrong=False),
        Kind("warp-synchronous", "is ordered only while the warp stays converged"),
        Kind("uninitialized", "reads memory that nothing wrote"),
        Kind("out-of-bounds", "reaches outside what was allocated"),
        Kind("misaligned", "is not aligned to its width"),
        Kind("copy-not-awaited", "meets an asynchronous copy that was not waited for"),
        Kind("copy-never-awaited", "is an asynchronous copy that nothing waits for"),
        Kind("proxy-fence", "hands generic writes to the asynchronous proxy without a fence"),
        Kind("matrix-in-flight", "meets a wgmma that was not waited for"),
        Kind("warpgroup-arrive", "starts a wgmma on registers without wgmma.fence"),
        Kind("barrier-divergence", "is not reached by all threads it waits for"),
        Kind("barrier-not-initialized", "uses an mbarrier that was not initialized for it"),
        Kind("deadlock", "waits for ever"),
        Kind("trap", "stops the kernel"),
        Kind("inactive-lane", "takes a value from a lane that does not take part"),
        Kind("warp-mask", "is run by lanes that its mask does not name"),
        Kind("part-of-a-warp", "needs its whole warp and has a part of it"),
        Kind("unwritten-output", "no thread writes elements of an output"),
        Kind("scoreboard", "uses a register before the barrier that guards it is waited for"),
        Kind("stall-count", "uses a result before its fixed latency is over"),
    )
}


@dataclass
class Finding:
    """One thing that is wrong, at one instruction (or between two), with its first case.

    `at` and `other` are indices into the kernel's instructions, None where there is none;
    `threads` are (block, thread) pairs as ((x, y, z), (x, y, z)); `byte` is an offset into
    `memory`, which is 'shared', 'local' or the name of an argument.
    """

    kind: Kind
    at: int | None
    other: int | None = None
    memory: str = ""
    byte: int | None = None
    threads: tuple[tuple, ...] = ()
    note: str = ""
    count: int = 0


@dataclass
class Findings:
    """All findings of a run, one per kind and pair of instructions."""

    cases: dict[tuple, Finding] = field(default_factory=dict)

    def add(self, name: str, at: int | None, count: int = 1, **first) -> None:
        """Note `count` cases; the details are kept of the first."""
        key = (name, at, first.get("other"), first.get("memory", ""))
        if key not in self.cases:
            self.cases[key] = Finding(KINDS[name], at, **first)
        self.cases[key].count += int(count)

    def extend(self, others: Findings) -> None:
        for key, finding in others.cases.items():
            if key in self.cases:
                self.cases[key].count += finding.count
            else:
                self.cases[key] = finding

    @property
    def wrong(self) -> list[Finding]:
        """Those that make a kernel wrong, by instruction."""
        wrong = [finding for finding in self.cases.values() if finding.kind.wrong]
        return sorted(wrong, key=lambda finding: (finding.at is None, finding.at or 0))

    @property
    def told(self) -> list[Finding]:
        """Those that are worth knowing and no mistake."""
        return [finding for finding in self.cases.values() if not finding.kind.wrong]

    def names(self) -> Counter[str]:
        """Kind -> instructions (or pairs) it was found at, of what is wrong."""
        return Counter(finding.kind.name for finding in self.wrong)
