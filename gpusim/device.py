"""A device to launch kernels on: arrays in its memory, findings and counts of what ran."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from .chips import CHIPS, HOPPER_ARCH, HOPPER_MULTIPROCESSORS, WARP
from .counting.loop_extrapolation import Passes
from .counting.memory_counters import WIDTH, Key, Sample
from .errors import UserError
from .findings import Findings, WaitsForBlocks
from .functional.interpreter import Machine
from .isa.cubin import KernelImage
from .isa.dependences import Dependences
from .launch import Block, Call, Options, Program, Setup, TensorMap
from .occupancy import occupancy
from .sanitizer.global_races import READERS, GlobalChecker
from .sanitizer.happens_before import MANY, NOBODY, Shadow
from .sanitizer.scoreboards import check_control_codes
from .state.execution_trace import Segment
from .state.memory import Global


@dataclass
class Counts:
    """What a launch's blocks that ran came to, per instruction.

    `issued` counts warps. `shared` and `globally` have, for what an instruction does to that
    memory, its requests, their wavefronts or sectors, the least of them, and the bytes of its
    lanes, and how many requests take each number of wavefronts or sectors (tallies.py); `reach` the
    lowest byte of an instruction (of shared memory, where it touches both) and the first behind the
    highest; `samples` a warp's request for each of those numbers. `passes` are those that were
    multiplied, by the instruction that they begin with.
    """

    blocks: int
    issued: np.ndarray
    shared: np.ndarray
    globally: np.ndarray
    reach: dict[Key, tuple[int, int]] = field(default_factory=dict)
    samples: dict[Key, dict[int, Sample]] = field(default_factory=dict)
    passes: dict[int, Passes] = field(default_factory=dict)

    @classmethod
    def of(cls, machine: Machine) -> Counts:
        counts = cls.none(len(machine.program.codes))
        counts.blocks, counts.issued = len(machine.blocks), machine.issued()
        for (at, shared), tallied in machine.tallies.sums.items():
            (counts.shared if shared else counts.globally)[at] = tallied
        counts.reach = dict(machine.tallies.reach)
        counts.samples, counts.passes = machine.tallies.samples, machine.passes
        return counts

    def add(self, more: Counts, times: int = 1) -> None:
        """Add others, each of which stands for so many."""
        self.blocks += more.blocks * times
        for name in ("issued", "shared", "globally"):
            getattr(self, name)[...] += getattr(more, name) * times
        for key, (low, high) in more.reach.items():
            old_low, old_high = self.reach.get(key, (low, high))
            self.reach[key] = min(low, old_low), max(high, old_high)
        for key, samples in more.samples.items():
            self.samples[key] = samples | self.samples.get(key, {})
        self.passes = more.passes | self.passes

    @classmethod
    def none(cls, instructions: int) -> Counts:
        tables = (np.zeros((instructions, WIDTH), np.int64) for _ in range(2))
        return cls(0, np.zeros(instructions, np.int64), *tables)


@dataclass
class Ran:
    """One launch that ran: its program, what it cost, and the ways that warps took.

    `dependences` are those of each instruction. Ways are noted where a run is checked, those of
    blocks that ran together in one list.
    """

    program: Program
    counts: Counts
    findings: Findings
    ways: list[list[Segment]] = field(default_factory=list)
    dependences: list[Dependences] = field(default_factory=list)


class Device:
    """Global memory with named arrays; launches run one after the other.

    `unwritten` names arrays that nothing has written yet: reading them is a finding, and so is
    what no thread has written of those in `outputs` once all launches are done.
    """

    def __init__(
        self,
        arrays: Mapping[str, np.ndarray],
        unwritten: Collection[str] = (),
        options: Options | None = None,
    ) -> None:
        self.arrays = dict(arrays)
        self.names = list(self.arrays)
        self.options = options or Options()
        self.memory = Global(list(self.arrays.items()), held=self.options.only is None)
        self.unwritten = frozenset(unwritten)
        self._granule = 0
        self._shadow: Shadow | None = None

    def array(self, name: str) -> np.ndarray:
        """What an array holds now."""
        return self.memory.array(self.names.index(name), self.arrays[name])

    def launch(self, call: Call, blocks: Sequence[Block] | None = None) -> Ran:
        """Run a kernel's blocks (all of them, unless some are named).

        Raises UserError for arguments that do not fit, Unsupported and BeyondLimit as Machine.
        """
        program, setup = call.program, self.setup(call)
        ran = Ran(program, Counts.none(len(program.codes)), Findings())
        self._new_launch(program)
        options = self.options
        if options.kernel not in ("", program.name):
            options = replace(options, leave_out=frozenset(), raised=frozenset(), log=None)
        chosen = whole_clusters(blocks or every_block(call.grid), call.cluster)
        for machine in self._ended(
            call,
            chosen,
            lambda some: Machine(
                program, setup, self.memory, some, ran.findings, options, self._checker
            ),
        ):
            ran.counts.add(Counts.of(machine))
            ran.ways += [way for way in machine.ways.distinct() if way not in ran.ways]
            ran.dependences = machine.dependences
            if machine.ends_early:
                break
        if self.options.check and not (self.options.leave_out or self.options.raised):
            check_control_codes(program, ran.dependences, ran.ways, ran.findings)
        return ran

    def _ended(
        self, call: Call, chosen: Sequence[Block], begin: Callable[[Sequence[Block]], Machine]
    ) -> Iterator[Machine]:
        """Run blocks, some at a time, those of a cluster together; each machine at its end.

        Blocks that spin are set aside until others have written. As many run or are set aside as
        a GPU has room for.
        """
        threads = -(-math.prod(call.block) // WARP) * WARP
        each = math.prod(call.cluster)
        at_once = max(1, self.options.lanes // (threads * each)) * each
        room, begun = max(resident_blocks(call), each), 0
        aside: list[Machine] = []
        while aside or begun < len(chosen):
            free = (room - sum(one.blocks_alive for one in aside)) // each * each
            if free and begun < len(chosen):
                some = chosen[begun : begun + min(at_once, free)]
                machine, begun = begin(some), begun + len(some)
            else:
                machine = next((one for one in aside if one.spinning.may_end), None)
                if machine is None:
                    break
                aside.remove(machine)
            machine.run()
            if machine.spins:
                aside.append(machine)
            else:
                yield machine
        partly = len(chosen) < math.prod(call.grid)
        if partly and any(one.spinning.asks_others for one in aside):
            raise WaitsForBlocks(f"{call.program.name}: blocks wait for others that are not to run")
        note = "no thread is left to write what it reads"
        if begun < len(chosen):
            note = f"{len(chosen) - begun} blocks never begin: a GPU has room for {room} at once"
        for machine in aside:
            machine.spinning.report(note)
            machine.run()
            yield machine

    def setup(self, call: Call) -> Setup:
        """How a launch is set up; raises UserError for arguments that do not fit."""
        image = call.image
        return Setup(
            grid=call.grid,
            block=call.block,
            shared=image.static_shared + call.dynamic_shared,
            parameters=self._parameters(image, call.arguments),
            parameter_base=image.parameter_base,
            constants=image.constants,
            local=image.stack,
            warp_steps=image.warp_steps,
            cluster=call.cluster,
        )

    def _parameters(self, image: KernelImage, arguments: Sequence[Any]) -> list[tuple[int, Any]]:
        if len(arguments) != len(image.parameters):
            raise UserError(
                f"{image.name} takes {len(image.parameters)} arguments, {len(arguments)} given"
            )
        placed = []
        for parameter, value in zip(image.parameters, arguments, strict=True):
            size = {str: 8, TensorMap: 128}.get(type(value)) or len(value)
            if size != parameter.size:
                raise UserError(
                    f"argument {parameter.ordinal} of {image.name} has {parameter.size} bytes, "
                    f"{size} given"
                )
            if isinstance(value, str):
                value = ("array", self.names.index(value))
            placed.append((image.parameter_base + parameter.offset, value))
        return placed

    # --- what has been written --------------------------------------------------------------------

    def _new_launch(self, program: Program) -> None:
        """The end of a launch orders all before it; granules are as fine as it stores."""
        if not self.options.check:
            return
        granule = min(program.narrowest("STG", "ST"), self._granule or 4)
        if granule != self._granule:
            old, self._shadow = self._shadow, Shadow(len(self.memory.bytes) // granule, READERS)
            self._shadow.writer[:] = MANY
            for name, region in zip(self.names, self.memory.regions, strict=True):
                if name in self.unwritten:
                    self._shadow.writer[region.start // granule : -(-region.end // granule)] = (
                        NOBODY
                    )
            if old is not None:
                fine = np.repeat(old.writer, self._granule // granule)
                self._shadow.writer[: len(fine)] = fine
            self._granule = granule
        shadow = self._shadow
        shadow.writer[shadow.writer >= 0] = MANY
        shadow.reader[:] = NOBODY

    def _checker(self, machine: Machine) -> GlobalChecker:
        return GlobalChecker(machine, self._shadow, self._granule, self.memory.name_of)

    def unwritten_elements(self, name: str) -> np.ndarray:
        """Flat indices of an array's elements that no launch has written; empty without checks."""
        if self._shadow is None:
            return np.zeros(0, np.int64)
        region = self.memory.regions[self.names.index(name)]
        part = slice(region.start // self._granule, -(-region.end // self._granule))
        bytes_ = np.repeat(self._shadow.writer[part] == NOBODY, self._granule)
        item = self.arrays[name].dtype.itemsize
        never = bytes_[: region.end - region.start].reshape(-1, item).any(axis=1)
        return np.flatnonzero(never)


def resident_blocks(call: Call) -> int:
    """How many blocks of a launch run at once on a GPU that runs nothing else, at most."""
    image = call.image
    shared = image.static_shared + call.dynamic_shared
    held = occupancy(CHIPS[HOPPER_ARCH], math.prod(call.block), image.registers, shared)
    return held.blocks * HOPPER_MULTIPROCESSORS


def every_block(grid: Block) -> Iterator[Block]:
    """All blocks of a grid, x fastest."""
    x, y, z = grid
    return ((bx, by, bz) for bz in range(z) for by in range(y) for bx in range(x))


def whole_clusters(blocks: Iterable[Block], cluster: Block) -> list[Block]:
    """The clusters that blocks are in, each once, one behind the other, its blocks by rank."""
    firsts = (
        tuple(at - at % size for at, size in zip(block, cluster, strict=True)) for block in blocks
    )
    return [
        tuple(at + more for at, more in zip(first, within, strict=True))
        for first in dict.fromkeys(firsts)
        for within in every_block(cluster)
    ]
