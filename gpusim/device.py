"""A simulated device: named arrays in global memory, kernel launches, findings and counts.

`Device.launch` runs a `Call` and returns a `Ran`. It raises UserError for arguments that do not
match the kernel's parameters, Unsupported for an instruction that the simulator does not implement,
and BeyondLimit after `Options.most_steps` instructions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from .chips import WARP, occupancy
from .counting.costs import WIDTH, Key, WarpRequest
from .errors import UserError
from .findings import BeyondLimit, Findings, WaitsForBlocks
from .functional.interpreter import Interpreter
from .functional.orders import other_orders
from .isa.cubin import STACK_LIMIT, KernelImage, read_cubin
from .isa.program import Program
from .isa.sass import disassemble, linked
from .launch import (
    Block,
    Call,
    Options,
    Order,
    Setup,
    Struct,
    TensorMap,
    every_block,
    indices_of,
    whole_clusters,
    with_variables,
)
from .sanitizer.global_races import GlobalChecker, GlobalShadow
from .sanitizer.happens_before import MANY, NOBODY
from .sanitizer.scoreboards import check_control_codes
from .state.execution import RepeatedIterations, Segment
from .state.memory import HEAP, Contents, Global


@dataclass
class Counts:
    """Costs of the executed blocks of a launch, per instruction.

    `issued` counts warps. `shared` and `globally` hold, per instruction, requests, wavefronts or
    sectors, the least of them, bytes of all lanes, and a histogram of wavefronts or sectors per
    request (`counting.costs`). `reach` is the accessed range (first byte, one past the last);
    `samples` one warp's request per histogram entry. `repeated_iterations` are those that were
    extrapolated, by their first instruction.
    """

    blocks: int
    issued: np.ndarray
    shared: np.ndarray
    globally: np.ndarray
    reach: dict[Key, tuple[int, int]] = field(default_factory=dict)
    samples: dict[Key, dict[int, WarpRequest]] = field(default_factory=dict)
    repeated_iterations: dict[int, RepeatedIterations] = field(default_factory=dict)

    @classmethod
    def of(cls, interpreter: Interpreter) -> Counts:
        counts = cls.none(len(interpreter.program.codes))
        counts.blocks, counts.issued = len(interpreter.blocks), interpreter.issued()
        for (pc, shared), counted in interpreter.memory_counters.totals.items():
            (counts.shared if shared else counts.globally)[pc] = counted
        counts.reach = dict(interpreter.memory_counters.reach)
        counts.samples, counts.repeated_iterations = (
            interpreter.memory_counters.samples,
            interpreter.repeated_iterations,
        )
        return counts

    def add(self, more: Counts, times: float = 1) -> None:
        """Add other counts, each representing `times` as many blocks, rounded."""
        self.blocks += round(more.blocks * times)
        for name in ("issued", "shared", "globally"):
            getattr(self, name)[...] += np.rint(getattr(more, name) * times).astype(np.int64)
        for key, (low, high) in more.reach.items():
            old_low, old_high = self.reach.get(key, (low, high))
            self.reach[key] = min(low, old_low), max(high, old_high)
        for key, samples in more.samples.items():
            self.samples[key] = samples | self.samples.get(key, {})
        self.repeated_iterations = more.repeated_iterations | self.repeated_iterations

    @classmethod
    def none(cls, instructions: int) -> Counts:
        tables = (np.zeros((instructions, WIDTH), np.int64) for _ in range(2))
        return cls(0, np.zeros(instructions, np.int64), *tables)


@dataclass
class Ran:
    """Result of one launch: program, counts, findings, and execution paths.

    `paths` are recorded only in a checked run. `others` are the orders of execution in which memory
    ended with other values, each with a function that returns an array by name. `classes` are the
    blocks by a hash of what their threads executed, if `Options.classifies`. `steps` are executed
    instructions of groups of threads, without extrapolated iterations.
    """

    program: Program
    counts: Counts
    findings: Findings
    paths: list[list[Segment]] = field(default_factory=list)
    others: list[tuple[Order, Callable[[str], np.ndarray]]] = field(default_factory=list)
    classes: dict[int, list[Block]] = field(default_factory=dict)
    steps: int = 0


class Device:
    """Global memory with named arrays, on which kernels are launched one after the other.

    Reading an array of `unwritten` before a launch has written it is a finding, as is writing one
    of `inputs`; `written_elements` says what launches have written. Races are found in units of
    `granule` bytes, at most the width of the narrowest store to global memory.
    """

    def __init__(
        self,
        arrays: Mapping[str, np.ndarray],
        unwritten: Collection[str] = (),
        options: Options | None = None,
        inputs: Collection[str] = (),
        granule: int = 1,
    ) -> None:
        self.arrays = dict(arrays)
        self.names = list(self.arrays)
        self.options = options or Options()
        self.memory = Global(
            list(self.arrays.items()), held=self.options.only is None, inputs=inputs
        )
        self.unwritten = frozenset(unwritten)
        self._granule = granule
        self._shadow: GlobalShadow | None = None

    def array(self, name: str) -> np.ndarray:
        """The current content of an array."""
        return self.memory.array(self.names.index(name), self.arrays[name])

    def fill(self, name: str, value: int) -> None:
        """Set the bytes of an array to a value, as the host does between launches."""
        region = self.memory.regions[self.names.index(name)]
        places = self.memory.places(np.arange(region.start, region.end))
        self.memory.bytes[places] = value
        self.unwritten -= {name}
        if self._shadow is not None:
            granules = np.arange(region.start // self._granule, -(-region.end // self._granule))
            self._shadow.writer[granules] = MANY

    def _array_of(self, held: Contents, name: str) -> np.ndarray:
        """An array's content in a copy of the memory."""
        return self.memory.array(self.names.index(name), self.arrays[name], held)

    def launch(self, call: Call, blocks: Sequence[Block] | None = None) -> Ran:
        """Run all blocks of a kernel, or those of `blocks`.

        Raises UserError for arguments that do not match, Unsupported and BeyondLimit as
        `Interpreter`.
        """
        program, setup = call.program, self.setup(call)
        ran = Ran(program, Counts.none(len(program.codes)), Findings())
        self._new_launch(call)
        self._launched = call.grid, call.block
        options = self.options
        chosen = whole_clusters(blocks or every_block(call.grid), call.cluster)
        others = options.tries_orders and any(other_orders(call, 0, 1))
        before = self._state() if others else None
        for interpreter in self._ended(call, chosen, self._interpreter(setup, ran.findings)):
            ran.counts.add(Counts.of(interpreter))
            skipped = interpreter.loop_extrapolation
            ran.steps += interpreter.steps - (skipped.multiplied if skipped else 0)
            if options.classifies:
                hashes = interpreter.trace.hashes().reshape(len(interpreter.blocks), -1)
                weights = 2 * np.arange(hashes.shape[1], dtype=np.uint64) + 1
                for block, hashed in zip(interpreter.blocks, hashes @ weights, strict=True):
                    ran.classes.setdefault(int(hashed), []).append(block)
            distinct = interpreter.trace.distinct()
            ran.paths += [path for path in distinct if path not in ran.paths]
            if interpreter.ends_early:
                break
        if before and not ran.findings.wrong:
            self._try_other_orders(call, chosen, ran, before)
        if options.check:
            early = Findings()
            check_control_codes(program, ran.paths, early)
            ran.findings.extend(early if options.hand_written else early.as_notes())
        return ran

    def _interpreter(
        self, setup: Setup, findings: Findings, order: Order | None = None
    ) -> Callable[[Sequence[Block]], Interpreter]:
        """Returns a function that creates an interpreter for some blocks."""
        options = replace(self.options, order=order, count=False) if order else self.options
        return lambda some: Interpreter(
            setup, self.memory, some, findings, options, global_checker=self._checker
        )

    def _state(self) -> tuple[Contents, GlobalShadow]:
        return self.memory.contents(), deepcopy(self._shadow)

    def _try_other_orders(
        self, call: Call, chosen: list[Block], ran: Ran, before: tuple[Contents, GlobalShadow]
    ) -> None:
        """Add the errors of other orders of execution; memory keeps the result of the usual
        order."""
        after = self.memory.contents(), self._shadow
        setup, work = self.setup(call), int(ran.counts.issued.sum()) * WARP
        for order in other_orders(call, work, len(chosen)):
            self.memory.restore(before[0])
            self._shadow = deepcopy(before[1])
            some = chosen[: math.prod(call.cluster)] if order.is_of_warps else chosen
            findings = Findings()
            try:
                for _ in self._ended(call, some, self._interpreter(setup, findings, order)):
                    pass
            except (BeyondLimit, WaitsForBlocks):
                continue
            ran.findings.add_new(findings, f"in another order of execution: {order.value}")
            whole = len(some) == len(chosen) and not findings.wrong
            if whole and self.memory.differs(after[0]):
                ran.others.append((order, partial(self._array_of, self.memory.contents())))
        self.memory.restore(after[0])
        self._shadow = after[1]

    def _ended(
        self, call: Call, chosen: Sequence[Block], begin: Callable[[Sequence[Block]], Interpreter]
    ) -> Iterator[Interpreter]:
        """Run blocks in batches, clusters as a whole; yields each interpreter when it has finished.

        Blocks that spin are suspended until others have written. The number of running and
        suspended blocks is limited to what a GPU can hold at once.
        """
        threads = -(-math.prod(call.block) // WARP) * WARP
        each = math.prod(call.cluster)
        at_once = max(1, self.options.lanes // (threads * each)) * each
        room, begun = max(resident_blocks(call), each), 0
        aside: list[Interpreter] = []
        while aside or begun < len(chosen):
            free = (room - sum(interpreter.blocks_alive for interpreter in aside)) // each * each
            if free and begun < len(chosen):
                some = chosen[begun : begun + min(at_once, free)]
                interpreter, begun = begin(some), begun + len(some)
            else:
                interpreter = next(
                    (interpreter for interpreter in aside if interpreter.spinning.may_end), None
                )
                if interpreter is None:
                    break
                aside.remove(interpreter)
            interpreter.run()
            if interpreter.spins:
                aside.append(interpreter)
            else:
                yield interpreter
                # Its actions refer to it: its arrays would stay until Python looks for cycles.
                if not (interpreter.spinning and interpreter.spinning.watched):
                    vars(interpreter).clear()
        partly = len(chosen) < math.prod(call.grid)
        if partly and any(interpreter.spinning.asks_others for interpreter in aside):
            raise WaitsForBlocks(
                f"{call.program.name}: blocks wait for blocks that are not selected"
            )
        note = "no thread is left that writes what it reads"
        if begun < len(chosen):
            note = f"{len(chosen) - begun} blocks never start: a GPU holds {room} at once"
        for interpreter in aside:
            interpreter.spinning.report(note)
            interpreter.run()
            yield interpreter

    def setup(self, call: Call) -> Setup:
        """Launch setup; raises UserError for arguments that do not match."""
        image = call.image
        if math.prod(call.cluster) > 1 and image.architecture.clusters is None:
            raise UserError(f"{image.name}: {image.architecture.name} has no clusters")
        if not resident_blocks(call):
            shared = image.static_shared + call.dynamic_shared
            raise UserError(
                f"{image.name}: no block of {math.prod(call.block)} threads with {image.registers} "
                f"registers each and {shared} B of shared memory fits an SM of "
                f"{image.architecture.name}"
            )
        own = call.workspace and self.memory.address(self.names.index(call.workspace))
        local = max(image.stack, STACK_LIMIT) if call.program.has_deep_stack else image.stack
        return Setup(call, self._parameters(image, call.arguments), local, own or 0)

    def _parameters(self, image: KernelImage, arguments: Sequence[Any]) -> list[tuple[int, Any]]:
        if len(arguments) != len(image.parameters):
            raise UserError(
                f"{image.name} takes {len(image.parameters)} arguments, {len(arguments)} given"
            )
        placed = []
        for parameter, value in zip(image.parameters, arguments, strict=True):
            value = value if isinstance(value, Struct) else Struct(*_plain(value, parameter.size))
            if len(value.data) != parameter.size:
                raise UserError(
                    f"argument {parameter.ordinal} of {image.name} has {parameter.size} bytes, "
                    f"{len(value.data)} given"
                )
            start = image.parameter_base + parameter.offset
            placed.append((start, value.data))
            for offset, member in value.members.items():
                if isinstance(member, str):
                    member = ("array", self.names.index(member))
                placed.append((start + offset, member))
        return placed

    # --- Written elements -------------------------------------------------------------------------

    def _new_launch(self, call: Call) -> None:
        """Order a launch after earlier ones."""
        if not self.options.check:
            return
        if self._shadow is None:
            unwritten = (
                (region.start // self._granule, -(-region.end // self._granule))
                for region in self.memory.regions
                if region.name in self.unwritten or region.name == HEAP
            )
            self._shadow = GlobalShadow(self.memory.size // self._granule, unwritten)
        self._shadow.begin_launch(call)

    def _checker(self, interpreter: Interpreter) -> GlobalChecker:
        return GlobalChecker(interpreter, self._shadow, self._granule, self.memory.name_of)

    def written_elements(self, name: str) -> np.ndarray:
        """A mask of the elements that a launch has written, shape (elements,); all without
        checks."""
        array = self.arrays[name]
        if self._shadow is None or not array.size:
            return np.ones(array.size, bool)
        region, granule = self.memory.regions[self.names.index(name)], self._granule
        part = region.start // granule, -(-region.end // granule)
        written = self._shadow.writer.mapped(lambda writer: writer != NOBODY).between(*part)
        if granule > array.dtype.itemsize:
            return np.repeat(written, granule // array.dtype.itemsize)[: array.size]
        return written.reshape(array.size, -1).all(axis=1)

    def writer_of(self, name: str, element: int) -> tuple[Block, Block] | None:
        """Block and thread of the last launch that wrote an element (a flat index), if one did."""
        if self._shadow is None:
            return None
        at = self.memory.regions[self.names.index(name)].start
        at += element * self.arrays[name].dtype.itemsize
        thread = int(self._shadow.writer[at // self._granule])
        return indices_of(thread, *self._launched) if thread >= 0 else None


def run_cubin(
    data: bytes,
    arguments: Mapping[str, np.ndarray | np.generic | Struct | TensorMap],
    grid: Block,
    block: Block,
    *,
    kernel: str = "",
    outputs: Collection[str] = (),
    dynamic_shared: int = 0,
    options: Options | None = None,
    memory: Mapping[str, np.ndarray] | None = None,
) -> tuple[Device, Ran]:
    """Run a kernel of a cubin; `Device.array` returns an array's content afterwards.

    `arguments` by name, in the order of the parameters: arrays, NumPy scalars such as
    `np.int32(n)` (of a structured dtype for a struct by value), `Struct` and tensor maps. `grid`
    and `block` are (x, y, z); `kernel` may be omitted if there is only one. Arrays in `outputs`
    count as uninitialized; `dynamic_shared` is in bytes. Only structs point to arrays in `memory`.

    Raises UserError for invalid input, Unsupported and BeyondLimit as `Device.launch`.
    """
    arrays = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    arrays |= memory or {}
    cubin, variables = with_variables(read_cubin(data), arrays)
    if not kernel and len(cubin.kernels) != 1:
        raise UserError(f"choose a kernel: the cubin has {', '.join(cubin.kernels) or 'none'}")
    image = cubin.kernel(kernel or next(iter(cubin.kernels)))
    sass = linked(disassemble(data))[image.name]
    program = Program.of(image.name, sass, image.architecture, cubin.addresses)
    values = [
        name if name in arrays else value.tobytes() if isinstance(value, np.generic) else value
        for name, value in arguments.items()
    ]
    cluster = image.cluster or (1, 1, 1)
    granule = program.narrowest("global.store")
    device = Device(arrays | variables, outputs, options, granule=granule)
    return device, device.launch(Call(image, program, grid, block, dynamic_shared, values, cluster))


def _plain(value: str | TensorMap | bytes, size: int) -> tuple[bytes, dict[int, Any]]:
    """An argument as bytes and members of a struct; a tensor map of 8 bytes is a pointer to it."""
    if isinstance(value, TensorMap):
        return (bytes(8), {0: ("map", value)}) if size == 8 else (bytes(128), {0: value})
    return (bytes(8), {0: value}) if isinstance(value, str) else (value, {})


def resident_blocks(call: Call) -> int:
    """Largest number of blocks that are resident on an otherwise idle GPU."""
    image = call.image
    shared = image.static_shared + call.dynamic_shared
    chip = image.architecture.chip
    held = occupancy(chip, math.prod(call.block), image.registers, shared)
    return held.blocks * chip.multiprocessors
