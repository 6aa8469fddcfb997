"""Maps SASS instructions to the accesses of the TIR.

An instruction names its CUDA line, and the simulator knows which array or which bytes of shared
memory it accesses. If the line has exactly one access of the instruction's kind, the instruction
belongs to it. If the line has several, or none because ptxas assigned the instruction to another
line, the accessed memory decides: it is compared with that of accesses whose lines are unambiguous.
If this is ambiguous too, the instruction belongs to no access.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpusim.counting.costs import InstructionCount
from gpusim.counting.shared_tiles import BOX, SharedTile

from .sites import Site
from .source_accesses import Place
from .ways import TENSOR_CORES, TMA


@dataclass(frozen=True, eq=False)
class Group:
    """Sites that instructions cannot distinguish: same statement, buffer and opcode."""

    sites: tuple[Site, ...]
    places: tuple[Place, ...]

    @property
    def site(self) -> Site:
        return self.sites[0]

    def alike(self, instruction: InstructionCount) -> bool:
        """Whether an instruction has the sites' kind of access; calls may have any."""
        if instruction.scope != self.site.scope or not self.site.opcode:
            return False
        generic = {"LD": "LDG", "ST": "STG"}.get(instruction.opcode, instruction.opcode)
        return generic == self.site.opcode or not self.site.width


def grouped(found_sites: Sequence[Site], places: Sequence[Place]) -> list[Group]:
    """The groups in the order of their first sites."""
    members: dict[tuple, list[tuple[Site, Place]]] = defaultdict(list)
    for site, place in zip(found_sites, places, strict=True):
        key = (site.statement, site.buffer, site.scope, site.kind, site.way)
        members[key].append((site, place))
    return [Group(*map(tuple, zip(*pairs, strict=True))) for pairs in members.values()]


def attributed(
    groups: Sequence[Group], instructions: Sequence[InstructionCount]
) -> dict[Group | None, list[InstructionCount]]:
    """The instructions of each group, and those of no group; padding, which has no effect, is
    omitted."""
    real = [instruction for instruction in instructions if not instruction.padding]
    candidates = _Candidates(groups)
    seen: dict[str, list[InstructionCount]] = defaultdict(list)
    for instruction in real:
        buffers = {group.site.buffer for group in candidates.here(instruction)}
        if len(buffers) == 1:
            seen[buffers.pop()].append(instruction)
    reaches = {buffer: _reach(several) for buffer, several in seen.items()}
    owned: dict[Group | None, list[InstructionCount]] = defaultdict(list)
    for instruction in real:
        owned[_owner(candidates, instruction, reaches)].append(instruction)
    return owned


def attributed_tiles(
    groups: Sequence[Group], tiles: Sequence[SharedTile]
) -> dict[Group, list[SharedTile]]:
    """The wgmma operands and TMA boxes of each group, by line.

    If ptxas assigned an instruction to another line, it belongs to the previous group. In a
    statement, the first group is wgmma's operand A, the second is B; with A in registers, the only
    group is B.
    """
    by_line: dict[tuple[int, str], Group] = {}
    for group in groups:
        kind = {TENSOR_CORES: "A", TMA: BOX}.get(group.site.way)
        for line in range(group.places[0].first, group.places[0].last + 1) if kind else ():
            later = "B" if (line, "A") in by_line else "A"
            by_line[line, later if kind == "A" else kind] = group
    by_group: dict[Group, list[SharedTile]] = defaultdict(list)
    before: dict[str, Group] = {}
    for tile in tiles:
        line = tile.line or 0
        only = by_line.get((line, "A")) if tile.operand == "B" else None
        group = by_line.get((line, tile.operand), only) or before.get(tile.operand)
        if group:
            before[tile.operand] = group
            by_group[group].append(tile)
    return by_group


class _Candidates:
    """The groups that an instruction may belong to, indexed, since kernels have thousands of
    both."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self._groups = groups
        self._alike: dict[tuple[str, str], list[Group]] = {}
        self._by_line: dict[int, list[Group]] = defaultdict(list)
        for group in groups:
            for line in range(group.places[0].first, group.places[0].last + 1):
                self._by_line[line].append(group)

    def here(self, instruction: InstructionCount) -> list[Group]:
        """The candidates on the instruction's line."""
        some = () if instruction.line is None else self._by_line.get(instruction.line, ())
        return [group for group in some if group.alike(instruction)]

    def anywhere(self, instruction: InstructionCount) -> list[Group]:
        """The candidates on any line."""
        key = instruction.scope, instruction.opcode
        if key not in self._alike:
            self._alike[key] = [group for group in self._groups if group.alike(instruction)]
        return self._alike[key]


Reach = tuple[int, int] | None


def _reach(several: Sequence[InstructionCount]) -> Reach:
    """The range of shared memory that instructions access, None if they access none."""
    reaches = [instruction.reach for instruction in several if instruction.reach is not None]
    if not reaches:
        return None
    return min(low for low, _ in reaches), max(high for _, high in reaches)


def _owner(
    candidates: _Candidates, instruction: InstructionCount, reaches: Mapping[str, Reach]
) -> Group | None:
    here = candidates.here(instruction)
    if len(here) == 1:
        return here[0]
    possible = here or candidates.anywhere(instruction)
    fitting = [group for group in possible if _touches(instruction, group.site, reaches)]
    return fitting[0] if len(fitting) == 1 else None


def _touches(instruction: InstructionCount, site: Site, reaches: Mapping[str, Reach]) -> bool:
    """Whether an instruction accesses a site's array or part of shared memory."""
    if instruction.reach is None:
        return site.pointer in (instruction.array, f"{instruction.array}_ptr")
    reach = reaches.get(site.buffer)
    return reach is not None and instruction.reach[0] < reach[1] and reach[0] < instruction.reach[1]
