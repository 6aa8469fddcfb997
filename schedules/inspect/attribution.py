"""Which access of the TIR a machine instruction carries out.

An instruction tells its CUDA line, and by running it is known which array or which bytes of shared
memory it touches. A line with one access of the instruction's sort names it. Where a line has
several, and where it has none since ptxas gave the instruction another's line, the memory decides:
what each buffer's accesses touch that their lines alone name. Where that does not tell either, the
instruction belongs to no access.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .costs import InstructionCount
from .sites import Site
from .source_accesses import Place


@dataclass(frozen=True, eq=False)
class Group:
    """Sites that no instruction tells apart: of one statement, one buffer and one opcode."""

    sites: tuple[Site, ...]
    places: tuple[Place, ...]

    @property
    def site(self) -> Site:
        return self.sites[0]

    def alike(self, one: InstructionCount) -> bool:
        """Whether an instruction does what the sites do; what a called function does is open."""
        if one.scope != self.site.scope or not self.site.opcode:
            return False
        generic = {"LD": "LDG", "ST": "STG"}.get(one.opcode, one.opcode)
        return generic == self.site.opcode or not self.site.width

    def stands_on(self, line: int | None) -> bool:
        return line is not None and self.places[0].first <= line <= self.places[0].last


def grouped(found: Sequence[Site], places: Sequence[Place]) -> list[Group]:
    """The groups in the order of their first sites."""
    members: dict[tuple, list[tuple[Site, Place]]] = defaultdict(list)
    for site, place in zip(found, places, strict=True):
        key = (site.statement, site.buffer, site.scope, site.kind, site.way)
        members[key].append((site, place))
    return [Group(*map(tuple, zip(*pairs, strict=True))) for pairs in members.values()]


def attributed(
    groups: Sequence[Group], instructions: Sequence[InstructionCount]
) -> dict[Group | None, list[InstructionCount]]:
    """The instructions of each group, and those of none; without padding, which does nothing."""
    real = [one for one in instructions if not one.padding]
    seen: dict[str, list[InstructionCount]] = defaultdict(list)
    for one in real:
        buffers = {group.site.buffer for group in _here(groups, one)}
        if len(buffers) == 1:
            seen[buffers.pop()].append(one)
    owned: dict[Group | None, list[InstructionCount]] = defaultdict(list)
    for one in real:
        owned[_owner(groups, one, seen)].append(one)
    return owned


def _here(groups: Sequence[Group], one: InstructionCount) -> list[Group]:
    return [group for group in groups if group.alike(one) and group.stands_on(one.line)]


def _owner(
    groups: Sequence[Group],
    one: InstructionCount,
    seen: Mapping[str, Sequence[InstructionCount]],
) -> Group | None:
    here = _here(groups, one)
    if len(here) == 1:
        return here[0]
    possible = here or [group for group in groups if group.alike(one)]
    fitting = [group for group in possible if _touches(one, group.site, seen)]
    return fitting[0] if len(fitting) == 1 else None


def _touches(
    one: InstructionCount, site: Site, seen: Mapping[str, Sequence[InstructionCount]]
) -> bool:
    """Whether an instruction touches what a site is about: its array, its part of shared memory."""
    if one.reach is None:
        return site.pointer in (one.array, f"{one.array}_ptr")
    reaches = [other.reach for other in seen.get(site.buffer, ()) if other.reach is not None]
    if not reaches:
        return False
    low, high = min(low for low, _ in reaches), max(high for _, high in reaches)
    return one.reach[0] < high and low < one.reach[1]
