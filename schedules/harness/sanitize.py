"""compute-sanitizer over rungs: each kernel once, at a small shape, in a process of its own.

A tool that is missing, or refuses the device, is 'unavailable'. 'passed' needs both the tool's own
summary of no errors and a kernel that ran to its end.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from ..errors import NoTool
from .lone_kernel import RAN, LoneKernel, StoredCubins, last_line, run_tool
from .toolkit import find_tool

SANITIZER = "compute-sanitizer"
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
PASSED, FOUND, BROKEN, UNAVAILABLE = "passed", "errors", "broken", "unavailable"

# The kernels are small, but every access is traced and they share one GPU.
CHILDREN = 4
TIMEOUT_S = 300
# Bytes behind each allocation that are nobody's, so that a stray access does not hit a neighbour.
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
    """What a tool said of one kernel: a state, the number of errors, and the first in words."""

    state: str
    errors: int = 0
    message: str = ""

    def __str__(self) -> str:
        if self.state == FOUND:
            return f"{self.errors} error" + ("s" if self.errors > 1 else "")
        return "did not run" if self.state == BROKEN else self.state


def tool_command(sanitizer: str, tool: str, child: Sequence[str]) -> list[str]:
    """The sanitizer's command line for one child."""
    options = ["--tool", tool, "--launch-timeout", "120", "--print-limit", "1"]
    if tool == "memcheck":
        options += ["--padding", str(PADDING)]
    return [sanitizer, *options, *child]


def verdict(tool: str, status: int, text: str) -> Verdict:
    """Read a sanitizer run: its exit status, and what it and the child printed."""
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
    if summed_up and status == 0 and RAN in text:
        return Verdict(PASSED)
    return Verdict(BROKEN, 0, why_broken(text))


def first_report(text: str) -> str:
    """The first error in one line: what, where, by which thread."""
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
    """The child's last words, or else the tool's."""
    lines = [line for line in text.splitlines() if line.strip(" =") and RAN not in line]
    told = [line for line in lines if not line.startswith("==")]
    by_tool = [line for line in lines if not any(word in line for word in _NO_REPORT)]
    if told or by_tool:
        return last_line((told or by_tool)[-1])
    return (
        "the kernel ran, but the tool gave no clean end"
        if RAN in text
        else "no kernel was launched"
    )


def sanitize(
    kernels: Sequence[LoneKernel], tools: Sequence[str], cubins: StoredCubins
) -> Iterator[tuple[LoneKernel, str, Verdict]]:
    """Run every tool over every kernel, a few at a time; verdicts come in the order of the input.

    Where compute-sanitizer is missing, every verdict is 'unavailable'.
    """
    asked = [(kernel, tool) for kernel in kernels for tool in tools]
    try:
        sanitizer = find_tool(SANITIZER)
    except NoTool as error:
        for kernel, tool in asked:
            yield kernel, tool, Verdict(UNAVAILABLE, 0, str(error))
        return

    def run(kernel: LoneKernel, tool: str) -> Verdict:
        command = tool_command(sanitizer, tool, kernel.command(cubins))
        return verdict(tool, *run_tool(command, TIMEOUT_S))

    with ThreadPoolExecutor(min(CHILDREN, os.cpu_count() or 1)) as pool:
        futures = [pool.submit(run, kernel, tool) for kernel, tool in asked]
        try:
            for (kernel, tool), future in zip(asked, futures, strict=True):
                yield kernel, tool, future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
