"""Runs compute-sanitizer around `schedules run`: a kernel once, at a small shape.

A tool that is missing or does not support the device gives 'unavailable'. 'passed' requires both
the tool's summary of zero errors and a kernel that ran to its end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gpusim.errors import NoTool
from gpusim.toolkit import find_tool

from ...core.kernel import Kernel
from ...processes.tools import RAN, last_line, launch_command, watch

SANITIZER = "compute-sanitizer"
TOOLS = ("memcheck", "racecheck", "synccheck", "initcheck")
PASSED, FOUND, BROKEN, UNAVAILABLE = "passed", "errors", "broken", "unavailable"

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
class ToolVerdict:
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


def verdict(tool: str, status: int, text: str) -> ToolVerdict:
    """Parse a sanitizer run: exit status, and the output of the tool and the child."""
    refused = _REFUSED.search(text)
    if refused:
        return ToolVerdict(UNAVAILABLE, 0, refused[1].strip())
    counts = dict.fromkeys(("ERROR", "RACECHECK"), 0)
    seen = set()
    for name, number in _SUMMARY.findall(text):
        # A second line may say how many of them were not printed.
        counts[name] = max(counts[name], int(number))
        seen.add(name)
    errors = sum(counts.values())
    if errors:
        return ToolVerdict(FOUND, errors, first_report(text))
    summed_up = ("RACECHECK" if tool == "racecheck" else "ERROR") in seen
    if summed_up and status == 0 and RAN in text:
        return ToolVerdict(PASSED)
    return ToolVerdict(BROKEN, 0, why_broken(text))


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


def sanitize(kernel: Kernel, tool: str) -> ToolVerdict:
    """Run a tool over a kernel; 'unavailable' if compute-sanitizer is missing."""
    try:
        sanitizer = find_tool(SANITIZER)
    except NoTool as error:
        return ToolVerdict(UNAVAILABLE, 0, str(error))
    child = launch_command(kernel.rung.path, kernel.shape)
    return verdict(tool, *watch(tool_command(sanitizer, tool, child)))
