"""Runs compute-sanitizer over rungs: each kernel once, at a small shape, several per process.

A tool that is missing or does not support the device gives 'unavailable'. 'passed' requires both
the tool's summary of zero errors and a kernel that ran to its end. If anything else happens in a
process, its kernels run again, each in a separate process.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from gpusim.errors import NoTool
from gpusim.toolkit import find_tool

from ...core.kernel import Kernel
from .launch_process import RAN, Tools, command, last_line

SANITIZER = "compute-sanitizer"
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
PASSED, FOUND, BROKEN, UNAVAILABLE = "passed", "errors", "broken", "unavailable"

# Kernels per process: starting a process takes several seconds, a small kernel under a tool less
# than one.
GROUP = 8
# Processes at a time, limited by the number of cores; each has a context on the same GPU.
MOST_CHILDREN = 16
TIMEOUT_S = 150
# Unused bytes after each allocation, so that an out-of-bounds access does not hit a neighbour.
PADDING = 65_536

_SUMMARY = re.compile(r"^=+ (RACECHECK|ERROR) SUMMARY: (\d+) (?:hazard|error)s?\b", re.M)
_REFUSED = re.compile(
    r"^=* *(.*(?:Device not supported|Unable to find injection library|"
    r"Failed to initialize the sanitizer).*)$",
    re.M,
)
_REPORT = re.compile(r"^========= (\S.*)$")
_DETAIL = re.compile(r"^=========     ((?:at|by thread|and|Access|Address)\b.*)$")
_NO_REPORT = ("COMPUTE-SANITIZER", "ERROR SUMMARY", "RACECHECK SUMMARY", "LEAK SUMMARY")


@dataclass(frozen=True)
class Verdict:
    """A tool's verdict on one kernel: a state, the number of errors, and the first error's text."""

    state: str
    errors: int = 0
    message: str = ""

    def __str__(self) -> str:
        if self.state == FOUND:
            return f"{self.errors} error" + ("s" if self.errors > 1 else "")
        return "did not run" if self.state == BROKEN else self.state


def tool_command(sanitizer: str, tool: str, child: Sequence[str]) -> list[str]:
    """The sanitizer's command line for one child process."""
    options = ["--tool", tool, "--launch-timeout", "120", "--print-limit", "1"]
    if tool == "memcheck":
        options += ["--padding", str(PADDING)]
    return [sanitizer, *options, *child]


def verdict(tool: str, status: int, text: str, kernels: int = 1) -> Verdict:
    """Parse a sanitizer run over some kernels: exit status, and the output of the tool and the
    child."""
    refused = _REFUSED.search(text)
    if refused:
        return Verdict(UNAVAILABLE, 0, refused[1].strip())
    counts = dict.fromkeys(("ERROR", "RACECHECK"), 0)
    seen = set()
    for name, number in _SUMMARY.findall(text):
        # A second line may say how many of them were not printed.
        counts[name] = max(counts[name], int(number))
        seen.add(name)
    errors = sum(counts.values())
    if errors:
        return Verdict(FOUND, errors, first_report(text))
    summed_up = ("RACECHECK" if tool == "racecheck" else "ERROR") in seen
    if summed_up and status == 0 and text.count(RAN) == kernels:
        return Verdict(PASSED)
    return Verdict(BROKEN, 0, why_broken(text))


def first_report(text: str) -> str:
    """The first error in one line: what, where, and by which thread."""
    parts: list[str] = []
    for line in text.splitlines():
        report = _REPORT.match(line)
        if report and not report[1].startswith(_NO_REPORT):
            if parts:
                break
            parts.append(report[1].strip())
            continue
        detail = _DETAIL.match(line)
        if parts and detail:
            parts.append(detail[1].strip())
    return " ".join(parts)


def why_broken(text: str) -> str:
    """The child's last line, or else the tool's."""
    lines = [line for line in text.splitlines() if line.strip(" =") and RAN not in line]
    told = [line for line in lines if not line.startswith("==")]
    by_tool = [line for line in lines if not any(word in line for word in _NO_REPORT)]
    if told or by_tool:
        return last_line((told or by_tool)[-1])
    return (
        "the kernel ran, but compute-sanitizer did not end normally"
        if RAN in text
        else "no kernel was launched"
    )


def groups(kernels: Sequence[Kernel]) -> list[list[Kernel]]:
    """Groups of neighbouring kernels that share a process.

    A rung with several launches has its own process: its workspace comes from TVM's pool, where
    initcheck would see the previous rung's writes.
    """
    alone = [[kernel] for kernel in kernels if len(kernel.lowering.launches) > 1]
    others = [kernel for kernel in kernels if len(kernel.lowering.launches) == 1]
    size = -(-len(others) // max(1, -(-len(others) // GROUP)))
    return [*alone, *(others[first : first + size] for first in range(0, len(others), size or 1))]


def sanitize(
    kernels: Sequence[Kernel], tools: Sequence[str]
) -> Iterator[tuple[Kernel, str, Verdict]]:
    """Run every tool over every kernel, with one process per core; yields verdicts as they come.

    If compute-sanitizer is missing, every verdict is 'unavailable'.
    """
    try:
        sanitizer = find_tool(SANITIZER)
    except NoTool as error:
        for kernel in kernels:
            for tool in tools:
                yield kernel, tool, Verdict(UNAVAILABLE, 0, str(error))
        return
    workers = min(MOST_CHILDREN, os.cpu_count() or 1)
    with Tools() as running, ThreadPoolExecutor(workers) as pool:
        pending: dict[Future[Verdict], tuple[str, list[Kernel]]] = {}

        def run(tool: str, group: list[Kernel]) -> Verdict:
            line = tool_command(sanitizer, tool, command(group))
            return verdict(tool, *running.run(line, TIMEOUT_S), kernels=len(group))

        def submit(tool: str, group: list[Kernel]) -> None:
            pending[pool.submit(run, tool, group)] = (tool, group)

        try:
            for group in groups(kernels):
                for tool in tools:
                    submit(tool, group)
            while pending:
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    tool, group = pending.pop(future)
                    result = future.result()
                    if len(group) > 1 and result.state in (FOUND, BROKEN):
                        for kernel in group:
                            submit(tool, [kernel])
                        continue
                    for kernel in group:
                        yield kernel, tool, result
        finally:
            for future in pending:
                future.cancel()
            running.end()
