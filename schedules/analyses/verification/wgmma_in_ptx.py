"""Misused `wgmma` that the machine code does not show, because ptxas adds what PTX leaves out.

ptxas inserts missing fences and waits, or serializes the instructions, so that the results of this
compiler version are right although the program is not. The checks follow paths through the PTX
(PTX ISA, "Asynchronous wgmma"):

- no `wgmma.fence` on any path before a `wgmma.mma_async`;
- registers of a `wgmma.mma_async` computed by other instructions, and no `wgmma.fence` since the
  last `wgmma.wait_group`. Where exactly a fence stands among other instructions does not matter:
  the compiler moves these;
- no `wgmma.commit_group` or no `wgmma.wait_group` on any path behind a `wgmma.mma_async`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from gpusim.findings import KINDS

_ENTRY = re.compile(r"\.entry\s+(\w+)\s*\([^)]*\)[^{;]*\{")
_LABEL = re.compile(r"^([$\w]+):\s*")
_BRANCH = re.compile(r"^(?:@!?[%\w]+\s+)?bra(?:\.uni)?\s+([$\w]+)$")
_END = re.compile(r"^(?:ret|exit|trap)\b")
_WGMMA = re.compile(r"wgmma\.mma_async\S*\s*\{([^}]*)\}\s*,\s*(?:\{([^}]*)\})?")
_DEFINES = re.compile(r"^(?:@!?[%\w]+\s+)?([a-z][\w.:]*)\s+\{?([^;\[]*)")
_ARITHMETIC = ("add", "sub", "mul", "fma", "cvt", "max", "min", "ex2")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LOCATION = re.compile(r"^\.loc\s+\d+\s+(\d+)")


@dataclass
class _Step:
    """An instruction, its CUDA line and its possible successors."""

    text: str
    line: int
    after: list[int] = field(default_factory=list)

    def does(self, name: str) -> bool:
        return self.text.startswith(f"wgmma.{name}")

    @cached_property
    def matrix(self) -> re.Match | None:
        return _WGMMA.match(self.text)


def wgmma_misuses(ptx: str, kernels: set[str]) -> list[str]:
    """Findings of these kernels, as `verify` prints them."""
    if "wgmma.mma_async" not in ptx:
        return []
    text = _COMMENT.sub("", ptx)
    bodies = {entry.group(1): _body(text, entry.end()) for entry in _ENTRY.finditer(text)}
    if sum(body.count("wgmma.") for body in bodies.values()) < text.count("wgmma."):
        # Functions that are called have some of them: paths through calls are not followed.
        return []
    found: list[str] = []
    for name in sorted(kernels & bodies.keys()):
        found += _of_kernel(list(_steps(bodies[name])))
    return list(dict.fromkeys(found))


def _body(text: str, start: int) -> str:
    depth = 1
    for mark in re.finditer(r"[{}]", text[start:]):
        depth += 1 if mark.group() == "{" else -1
        if not depth:
            return text[start : start + mark.start()]
    return text[start:]


def _statements(body: str) -> Iterator[tuple[str, int]]:
    """Labels with a colon, and instructions; the CUDA line of each."""
    line = 0
    for piece in body.splitlines():
        if location := _LOCATION.match(piece.strip()):
            line = int(location.group(1))
            continue
        # A register list has braces too, but contains no statement.
        for part in re.split(r";|\{(?=\s*\.)|\}\s*$", piece):
            rest = part.strip()
            while label := _LABEL.match(rest):
                yield f"{label.group(1)}:", line
                rest = rest[label.end() :]
            if rest and rest not in ("{", "}") and not rest.startswith("."):
                yield rest, line


def _steps(body: str) -> list[_Step]:
    steps: list[_Step] = []
    labels: dict[str, list[int]] = {}
    for text, line in _statements(body):
        if text.endswith(":"):
            labels.setdefault(text[:-1], []).append(len(steps))
        else:
            steps.append(_Step(text, line))
    for at, step in enumerate(steps):
        branch = _BRANCH.match(step.text)
        if branch and (places := labels.get(branch.group(1))):
            # Labels of inline assembly are repeated: the nearest one is the target.
            step.after.append(min(places, key=lambda place: abs(place - at)))
        if not _END.match(step.text) and not (branch and not step.text.startswith("@")):
            step.after.append(at + 1)
        step.after = [place for place in step.after if place < len(steps)]
    return steps


def _of_kernel(steps: list[_Step]) -> list[str]:
    before: list[list[int]] = [[] for _ in steps]
    for at, step in enumerate(steps):
        for place in step.after:
            before[place].append(at)
    after = [step.after for step in steps]
    fenced = _reached(after, [at for at, step in enumerate(steps) if step.does("fence")])
    ends = {
        name: _reached(before, [at for at, step in enumerate(steps) if step.does(name)])
        for name in ("commit_group", "wait_group")
    }
    changed = _changed(steps)
    found = []
    for at, step in enumerate(steps):
        if not step.matrix:
            continue
        if at not in fenced or at in changed:
            found.append(_described("warpgroup-arrive", step))
        found += [
            f"{_described('matrix-never-awaited', step)}; no wgmma.{name} follows"
            for name, places in ends.items()
            if at not in places
        ]
    return found


def _described(kind: str, step: _Step) -> str:
    name = step.text.split(maxsplit=1)[0]
    line = f" (CUDA line {step.line})" if step.line else ""
    return f"{kind}: `{name}`{line} {KINDS[kind].text}"


def _reached(edges: list[list[int]], starts: list[int]) -> set[int]:
    """Instructions reachable from some instructions along the edges."""
    seen: set[int] = set()
    left = [place for start in starts for place in edges[start]]
    while left:
        at = left.pop()
        if at not in seen:
            seen.add(at)
            left += edges[at]
    return seen


def _changed(steps: list[_Step]) -> set[int]:
    """`wgmma` whose registers other instructions have computed, on a path without a fence since
    the last wait."""
    # By instruction and whether a fence has followed the last wait: registers computed before it.
    states: dict[tuple[int, bool], frozenset[str]] = {(0, False): frozenset()}
    left, found, definitions = [(0, False)], set(), _definitions(steps)
    while left:
        at, fenced = state = left.pop()
        computed = states[state]
        if (match := steps[at].matrix) and not fenced and computed & _registers(match):
            found.add(at)
        fenced, computed = _transferred(steps[at], definitions.get(at), fenced, computed)
        for place in steps[at].after:
            known = states.get((place, fenced))
            joined = computed if known is None else known | computed
            if joined != known:
                states[place, fenced] = joined
                left.append((place, fenced))
    return found


def _registers(match: re.Match) -> set[str]:
    return set(re.findall(r"%\w+", f"{match.group(1)} {match.group(2) or ''}"))


def _definitions(steps: list[_Step]) -> dict[int, tuple[str, bool, set[str]]]:
    """By instruction: the register that it defines, whether it computes it, and what it copies.

    Only registers that `wgmma` accesses, perhaps as copies, and only results of floating-point
    arithmetic and conversions: others cannot be a matrix's elements.
    """
    found = {}
    for at, step in enumerate(steps):
        defines = _DEFINES.match(step.text)
        if defines and defines.group(2).startswith("%"):
            target, *sources = re.findall(r"%\w+", defines.group(2))
            moves = defines.group(1).startswith("mov")
            computes = defines.group(1).startswith(_ARITHMETIC)
            found[at] = target, computes, set(sources) if moves else set()
    matters = set().union(*(_registers(step.matrix) for step in steps if step.matrix))
    before = 0
    while before != len(matters):
        before = len(matters)
        for target, _, sources in found.values():
            if target in matters:
                matters |= sources
    return {at: one for at, one in found.items() if one[0] in matters}


def _transferred(
    step: _Step,
    definition: tuple[str, bool, set[str]] | None,
    fenced: bool,
    computed: frozenset[str],
) -> tuple[bool, frozenset[str]]:
    if step.matrix:
        return fenced, computed - _registers(step.matrix)
    if definition:
        target, computes, sources = definition
        if computes or sources & computed:
            return fenced, computed | {target}
        return fenced, computed - {target}
    if step.does("fence"):
        return True, computed
    return (False, frozenset()) if step.does("wait_group") else (fenced, computed)
