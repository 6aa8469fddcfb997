"""Findings of the sanitizer, and the errors that end a simulation."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from .errors import UserError


class Unsupported(UserError):
    """An instruction, or a form of it, that the simulator does not implement; it never guesses."""


# Default limit of executed instructions.
MOST_STEPS = 50_000_000


class BeyondLimit(UserError):
    """A kernel executes more steps than allowed."""


class WaitsForBlocks(UserError):
    """Selected blocks wait for blocks that are not selected."""


class DependsOnData(Exception):
    """An access's cost depends on data that were assumed not to matter."""


class NotAlone(Exception):
    """A warp has several active lanes where one was assumed."""


@dataclass(frozen=True)
class Kind:
    """A kind of finding: name, description, and whether it makes a kernel wrong.

    `same-value` (threads write equal values) and `copy-unused` are reported and not errors.
    `warp-synchronous` is an error by CUDA's rules, although a converged warp does not show it.
    """

    name: str
    text: str
    wrong: bool = True


KINDS = {
    kind.name: kind
    for kind in (
        Kind("race-read", "reads what another thread wrote, without synchronization"),
        Kind("race-write", "overwrites what another thread wrote, without synchronization"),
        Kind("race-overwrite", "overwrites what another thread read, without synchronization"),
        Kind("race-same-instruction", "threads of one instruction write different values"),
        Kind("same-value", "several threads write the same value", wrong=False),
        Kind("warp-synchronous", "is ordered only while the warp stays converged"),
        Kind("uninitialized", "reads uninitialized memory"),
        Kind("out-of-bounds", "reaches outside what was allocated"),
        Kind("input-written", "writes an array whose role is input"),
        Kind("read-only", "loads by ld.global.nc what the kernel writes"),
        Kind("misaligned", "is not aligned to its width"),
        Kind("copy-not-awaited", "conflicts with an asynchronous copy that was not waited for"),
        Kind("copy-never-awaited", "is an asynchronous copy that nothing waits for"),
        Kind("copy-unused", "is still copying at exit; nothing reads its data", wrong=False),
        Kind("proxy-fence", "accesses data that threads stored, without fence.proxy.async"),
        Kind("matrix-in-flight", "conflicts with a wgmma that was not waited for"),
        Kind("warpgroup-arrive", "starts a wgmma on registers without wgmma.fence"),
        Kind("barrier-divergence", "is not reached by all threads it waits for"),
        Kind("barrier-not-initialized", "uses an mbarrier that was not initialized for it"),
        Kind("barrier-not-invalidated", "reuses an mbarrier's memory without mbarrier.inval"),
        Kind("deadlock", "waits forever"),
        Kind("trap", "executes a trap"),
        Kind(
            "illegal-instruction",
            "has its descriptor in a register that no instruction writes: a fault of ptxas",
        ),
        Kind("invalid-call", "calls through a pointer to no function"),
        Kind("inactive-lane", "reads a register of an inactive lane"),
        Kind("warp-mask", "is executed by lanes outside its member mask"),
        Kind("part-of-a-warp", "is executed by only part of its warp or warpgroup"),
        Kind("dependent-launch", "uses the previous kernel's data without griddepcontrol.wait"),
        Kind("unwritten-output", "no thread writes elements of an output"),
        Kind("scoreboard", "uses a register before waiting for its scoreboard barrier"),
        Kind("stall-count", "violates a fixed latency (stall count too small)"),
    )
}


@dataclass
class Finding:
    """A finding at one instruction (or between two), with its first case.

    `at` and `other` are instruction indices or None; `threads` are (block, thread) index pairs as
    ((x, y, z), (x, y, z)); `byte` is an offset into `memory`, which is 'shared', 'local' or the
    name of an argument.
    """

    kind: Kind
    at: int | None
    other: int | None = None
    memory: str = ""
    byte: int | None = None
    threads: tuple[tuple, ...] = ()
    note: str = ""
    count: int = 0

    @property
    def places(self) -> list[int]:
        """The indices of its instructions."""
        return [at for at in (self.at, self.other) if at is not None]


@dataclass
class Findings:
    """All findings of a run, one per kind and pair of instructions."""

    cases: dict[tuple, Finding] = field(default_factory=dict)

    def add(self, name: str, pc: int | None, count: int = 1, **first) -> None:
        """Add `count` cases; details are kept for the first."""
        key = (name, pc, first.get("other"), first.get("memory", ""))
        if key not in self.cases:
            self.cases[key] = Finding(KINDS[name], pc, **first)
        self.cases[key].count += int(count)

    def others(self, name: str) -> set[int]:
        """The second instructions of the findings of a kind."""
        return {
            finding.other
            for finding in self.cases.values()
            if finding.kind.name == name and finding.other is not None
        }

    def as_notes(self) -> Findings:
        """The same findings, none of them an error."""
        notes = {
            key: replace(finding, kind=replace(finding.kind, wrong=False))
            for key, finding in self.cases.items()
        }
        return Findings(notes)

    def add_new(self, others: Findings, note: str) -> None:
        """Errors that are not among these, each with a note."""
        for key, finding in others.cases.items():
            if finding.kind.wrong and key not in self.cases:
                self.cases[key] = replace(
                    finding, note="; ".join(filter(None, [finding.note, note]))
                )

    def extend(self, others: Findings) -> None:
        for key, finding in others.cases.items():
            if key in self.cases:
                self.cases[key].count += finding.count
            else:
                self.cases[key] = finding

    @property
    def wrong(self) -> list[Finding]:
        """Findings that make a kernel wrong, in code order."""
        wrong = [finding for finding in self.cases.values() if finding.kind.wrong]
        return sorted(wrong, key=lambda finding: (finding.at is None, finding.at or 0))

    @property
    def notes(self) -> list[Finding]:
        """Findings that are not errors."""
        return [finding for finding in self.cases.values() if not finding.kind.wrong]

    def names(self) -> Counter[str]:
        """Kind -> number of instructions (or pairs) with an error of that kind."""
        return Counter(finding.kind.name for finding in self.wrong)
