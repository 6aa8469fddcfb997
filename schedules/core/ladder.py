"""Ladders, rungs and steps, and the walk that turns a rung into snapshots.

A rung is a generator function over a fresh `s_tir.Schedule`. It applies some primitives, then
yields a name for the step and the reason for it:

    @ladder.rung(Tile(block_m=32, block_n=32))
    def block_tile(sch, tile):
        i, j, k = sch.get_loops("C")
        bx, tx = sch.split(i, [None, tile.block_m])
        yield "split_i", "a block owns 32 rows of C"

A third value, NO_EFFECT, declares that the step changes nothing in the emitted kernel.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import runpy
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

from gpusim.chips import HOPPER_ARCH, MOST_REGISTERS
from gpusim.errors import UserError, nearest

from .. import gemm, gemv
from .errors import ShapeError, refused
from .target import CPU, Target, VectorUnit, vector_unit

if TYPE_CHECKING:
    import tvm
    from tvm import s_tir

    from ..workloads import Workload
    from .kernel import Kernel
    from .target import Target


@dataclass(frozen=True)
class Figure:
    """A figure that a source document reports; `value` is None if the document gives no number."""

    value: float | None
    unit: str
    device: str
    source: str
    shape: tuple[int, ...] | None = None
    note: str = ""

    def __str__(self) -> str:
        number = "" if self.value is None else f"{self.value:g} {self.unit}"
        note = f"({self.note})" if number and self.note else self.note
        return f"{' '.join(filter(None, (number, note)))} on {self.device}"


@dataclass(frozen=True)
class Build:
    """Compile options of a rung that its schedule does not express.

    Parameters
    ----------
    async_copy : bool
        Turn copies of an asynchronous pipeline stage into cp.async (sm_80 and later).
    storage_rewrite : bool
        Let StorageRewrite retype and share buffers. Must be off for cp.async: InjectPTXAsyncCopy
        cannot split a shared buffer whose elements became float4.
    extra_shared : int
        Bytes of shared memory that a block allocates beyond what it uses, at the end of its last
        shared array (rounded up to whole elements). A kernel without shared memory stays so.
    max_registers : int, optional
        Maximum registers per thread: `__maxnreg__` in the CUDA text, instead of TVM's
        `__launch_bounds__`, because the two attributes exclude each other. nvcc ignores
        `--maxrregcount` for a kernel with launch bounds. CUDA only; nvcc 12.4 and later.
    hopper : bool
        The kernel has instructions that only HOPPER_ARCH has (`gemm.wgmma_intrinsics`): it is
        lowered for no other GPU, and the code that these instructions require is inserted.
    """

    async_copy: bool = False
    storage_rewrite: bool = True
    extra_shared: int = 0
    max_registers: int | None = None
    hopper: bool = False

    def __post_init__(self) -> None:
        if self.extra_shared < 0:
            raise UserError(f"extra_shared = {self.extra_shared}: bytes cannot be negative")
        registers = self.max_registers
        if registers is not None and not 1 <= registers <= MOST_REGISTERS:
            raise UserError(
                f"max_registers = {registers}: a thread has 1 to {MOST_REGISTERS} registers"
            )

    def runs_on(self, target: Target) -> bool:
        """Whether a GPU has the kernel's instructions."""
        return not self.hopper or target.arch == HOPPER_ARCH

    def pass_config(self) -> dict[str, bool]:
        """Entries of the PassContext that differ from TVM's defaults."""
        config = {"tirx.use_async_copy": True} if self.async_copy else {}
        return config | ({} if self.storage_rewrite else {"tirx.disable_storage_rewrite": True})

    def describe(self) -> str:
        """The options that are set; '' if none is."""
        words = [
            "cp.async on" if self.async_copy else "",
            "" if self.storage_rewrite else "storage rewrite off",
            f"{self.extra_shared} B of shared memory beyond need" if self.extra_shared else "",
            f"at most {self.max_registers} registers a thread" if self.max_registers else "",
            f"{HOPPER_ARCH} alone" if self.hopper else "",
        ]
        return ", ".join(filter(None, words))


class Tile:
    """Base of the frozen dataclasses that hold a ladder's tile numbers.

    A subclass defines how much of each extent of the workload's shape a block covers, and the
    number of pipeline `stages` of the loop over the last extent.
    """

    stages = 1

    def block(self) -> tuple[int, ...]:
        """The extents that a block covers; (1, ...) if any value will do."""
        raise NotImplementedError

    def least(self) -> tuple[int, ...]:
        """The smallest shape; a pipeline of several stages needs as many tiles along K."""
        block = self.block()
        return (*block[:-1], *(self.stages * last for last in block[-1:]))

    def check(self, workload: Workload) -> None:
        """Raise ShapeError, with the nearest valid shape, if the tile does not divide the shape."""
        fits = tuple(
            max(-(-extent // size) * size, low)
            for extent, size, low in zip(workload.shape, self.block(), self.least(), strict=True)
        )
        if fits != workload.shape:
            sizes = " x ".join(map(str, self.block()))
            least = f" (at least {','.join(map(str, self.least()))})"
            short = least if self.least() != self.block() else ""
            asked, near = (",".join(map(str, shape)) for shape in (workload.shape, fits))
            raise ShapeError(
                f"{','.join(workload.axes)} = {asked} is not a multiple of the tile {sizes}"
                f"{short}; the nearest shape that fits is {near}"
            )


@dataclass(frozen=True)
class NoTile(Tile):
    """The tile of a user's schedule or kernel, which has no tile numbers."""

    def block(self) -> tuple[int, ...]:
        return ()

    def check(self, workload: Workload) -> None:
        """Accepts every shape: only the user knows which shapes are valid."""


RungFunction = Callable[["s_tir.Schedule", Any], Iterator]


@dataclass(frozen=True)
class Rung:
    """One kernel of a ladder: a complete schedule of the workload.

    Parameters
    ----------
    tile : Tile
        Its tile at `workload`.
    tiles : callable, optional
        The tile for a workload of another size, if `tile` does not suit all sizes.
    cpu_tiles : callable, optional
        The tile for a workload and a CPU's vector unit, if it depends on both.
    any_shape : bool
        The rung accepts shapes that its tile does not divide.
    shapes : tuple of shapes
        Shapes to verify at, instead of those derived from the tile.
    quick_shape : tuple of int
        The shape that `schedules dump --verify` uses, if a smaller one runs the same code.
    figures : tuple of Figure
        What the source documents measured for this kernel.
    against : tuple of str
        The rungs that it is compared with, by default the previous one; of several, the one
        that was measured at the shape.
    target : str
        The TVM target kind, 'cuda' or 'llvm'.
    """

    ladder: str
    index: int
    name: str
    function: RungFunction
    workload: Workload
    tile: Tile
    any_shape: bool = False
    build: Build = Build()
    figures: tuple[Figure, ...] = ()
    against: tuple[str, ...] = ()
    target: str = "cuda"
    tiles: Callable[[Workload], Tile] | None = None
    cpu_tiles: Callable[[Workload, VectorUnit], Tile] | None = None
    shapes: tuple[tuple[int, ...], ...] = ()
    quick_shape: tuple[int, ...] = ()

    @property
    def path(self) -> str:
        return f"{self.ladder}:{self.name}"

    @property
    def has_tir(self) -> bool:
        """Whether it is a schedule, and not a kernel in a file."""
        return self.kernel_type is None

    @property
    def kernel_type(self) -> type[Kernel] | None:
        """The class of its kernels, None for `ScheduledKernel`."""
        return None

    @property
    def serial(self) -> bool:
        """Whether its steps can run sequentially, thread after thread."""
        return True

    @property
    def on_cpu(self) -> bool:
        return self.target == CPU

    def lowered_for(self, arch: str | None = None) -> Target:
        """The target for an architecture, by default the rung's usual one; raises UserError."""
        return Target.parse(arch or None, self.target)

    @property
    def folder(self) -> str:
        """The folder of this rung's dumps, relative to the dump folder."""
        return f"{self.ladder}/{self.index:02d}-{self.name}"

    @property
    def doc(self) -> str:
        return inspect.getdoc(self.function) or ""

    @property
    def summary(self) -> str:
        return self.doc.partition("\n")[0]

    def tile_for(self, workload: Workload, mcpu: str = "") -> Tile:
        """The rung's tile at the size of `workload`; for a CPU rung, on that CPU."""
        if self.cpu_tiles:
            return self.cpu_tiles(workload, vector_unit(mcpu))
        return self.tiles(workload) if self.tiles else self.tile

    def at(self, shape: Sequence[int] | None = None) -> Workload:
        """The workload at `shape` (or the rung's own); raises ShapeError if that does not fit."""
        workload = self.workload if shape is None else self.workload.with_shape(shape)
        if not self.any_shape:
            try:
                self.tile_for(workload).check(workload)
            except ShapeError as error:
                raise ShapeError(f"{self.path}: {error}") from None
        return workload

    def _marks(self, workload: Workload, tile: Tile) -> Iterator[tuple[Any, s_tir.Schedule]]:
        """What the generator yields on a fresh schedule of `workload`, with the schedule."""
        from tvm import s_tir

        sch = s_tir.Schedule(workload.prim_func())
        mark = None
        for mark in self.apply(sch, tile):
            yield mark, sch
        if mark is None:
            raise UserError(f"{self.path} yields no step: yield the name of each step")

    def apply(self, sch: s_tir.Schedule, tile: Tile) -> Iterator:
        """Run the rung's function on `sch` and yield what it yields.

        Raises RungError with the rung's line if TVM refuses a primitive.
        """
        try:
            yield from self.function(sch, tile)
        except UserError:
            raise
        except (Exception, SystemExit) as error:  # user code may raise anything
            raise refused(self.path, self.function, error) from error

    def walk(self, workload: Workload, tile: Tile) -> Iterator[Step]:
        """Run the generator on a fresh schedule of `workload` and yield every step."""
        seen: set[str] = set()
        lines: list[str] = []
        for index, (mark, sch) in enumerate(self._marks(workload, tile), 1):
            done, lines = len(lines), list(map(str, sch.trace.as_python()))
            step = as_step(index, mark, sch.mod, lines[done:])
            if step.name in seen:
                raise UserError(f"{self.path} yields the step {step.name!r} twice")
            seen.add(step.name)
            yield step
        if len(sch.trace.insts) > len(lines):
            raise UserError(
                f"{self.path} schedules after its last yield; yield the step it reaches"
            )

    def finished(self, workload: Workload, tile: Tile) -> tuple[s_tir.Schedule, tvm.ir.IRModule]:
        """The finished schedule, and the module it began with."""
        from tvm import s_tir

        *_, (_, schedule) = self._marks(workload, tile)
        return schedule, s_tir.Schedule(workload.prim_func()).mod

    def primitives(self, workload: Workload, tile: Tile) -> list[Step]:
        """The rung primitive by primitive; see `walk_trace`."""
        return walk_trace(*self.finished(workload, tile))

    def verify_shapes(self) -> list[tuple[int, ...]]:
        """Small shapes that keep the tile: multiples of it, and odd ones if `any_shape`."""
        if self.shapes:
            return list(self.shapes)
        block, least = self.tile.block(), self.tile.least()
        wide = [max(size, low) for size, low in zip(block, least, strict=True)]
        tall = [2 * wide[0], *wide[1:]]
        wide[-2 if len(wide) > 1 else -1] *= 2
        tall[-1] += block[-1]
        shapes = [tuple(wide), tuple(tall)]
        if self.any_shape:
            odd = tuple(size + 1 if size > 1 else 17 for size in block)
            skinny = (1, *[size * 2 - 1 if size > 1 else 35 for size in block[1:]])
            shapes += [odd, skinny]
        return shapes

    def one_shape(self) -> tuple[int, ...]:
        """Shape of a short verification: `quick_shape`, or one with two tiles along K."""
        return self.quick_shape or self.verify_shapes()[:2][-1]


@dataclass
class Ladder:
    """An ordered series of kernels for one workload, slow to fast.

    Parameters
    ----------
    name, title : str
        Family and name, for example 'gemm/sgemm_tvm', and one line.
    workload : Workload
        What every rung computes, at the ladder's default size.
    reference : tuple of Figure
        The source document's reference lines (cuBLAS, CUTLASS), in the same maths mode.
    place : int
        Position among the ladders; ladders with equal places are sorted by name.
    target : str
        Every rung's TVM target kind.
    """

    name: str
    title: str
    workload: Workload
    reference: tuple[Figure, ...] = ()
    place: int = 100
    target: str = "cuda"
    rungs: dict[str, Rung] = field(default_factory=dict)

    def rung(
        self,
        tile: Tile | Callable[[Workload], Tile] | None = None,
        *,
        cpu_tiles: Callable[[Workload, VectorUnit], Tile] | None = None,
        name: str | None = None,
        workload: Workload | None = None,
        any_shape: bool = False,
        shapes: Sequence[tuple[int, ...]] = (),
        quick_shape: tuple[int, ...] = (),
        build: Build = Build(),
        figures: Sequence[Figure] = (),
        against: str | Sequence[str] = (),
    ) -> Callable[[RungFunction], RungFunction]:
        """Register a generator function as the ladder's next rung, by default under its own name.

        `tile` is a Tile or a function of a workload; `cpu_tiles` is one of a workload and a CPU's
        vector unit. `against` names the rungs to compare with, by default the previous rung.
        """
        computed = workload or self.workload
        before = (against,) if isinstance(against, str) else tuple(against)
        if cpu_tiles:
            tile = cpu_tiles(computed, vector_unit(""))

        def register(function: RungFunction) -> RungFunction:
            called = name or function.__name__
            if called in self.rungs:
                raise ValueError(f"{self.name} has a rung {called!r} already")
            for other in before:
                self.check_rung(other)
            self.rungs[called] = Rung(
                ladder=self.name,
                index=len(self.rungs) + 1,
                name=called,
                function=function,
                workload=computed,
                tile=tile if isinstance(tile, Tile) else tile(computed),
                tiles=None if isinstance(tile, Tile) else tile,
                cpu_tiles=cpu_tiles,
                shapes=tuple(shapes),
                quick_shape=quick_shape,
                any_shape=any_shape,
                build=build,
                figures=tuple(figures),
                against=before or tuple(list(self.rungs)[-1:]),
                target=self.target,
            )
            return function

        return register

    def check_rung(self, name: str) -> None:
        """Raises UserError with the nearest name if the ladder has no such rung."""
        if name not in self.rungs:
            raise nearest(f"rung of {self.name}", name, self.rungs)

    def __getitem__(self, name: str) -> Rung:
        """A rung by its name; raises UserError with the nearest one."""
        self.check_rung(name)
        return self.rungs[name]

    def main(self) -> None:
        """Run the ladder's file as a script: `python -m schedules.gemm.NAME [COMMAND ...]`.

        Calls `schedules COMMAND` on this ladder; without a command, lists its rungs.
        """
        command, *rest = sys.argv[1:] or ["list"]
        sys.argv[1:] = [command, *([] if command.startswith("-") else [self.name]), *rest]
        runpy.run_module("schedules", run_name="__main__")


# --- steps: the named points inside a rung, and the walks that take snapshots of a schedule -------


NO_EFFECT = "no effect on the kernel"


@dataclass(frozen=True)
class Step:
    """A named point inside a rung.

    `primitives` are the calls since the previous step, as Python; `mod` is the scheduled module,
    None for a kernel in a file. If nothing was scheduled, a step is the module after a number of
    lowering `passes`. `loops` are the loops and blocks that are arguments of the last primitive:
    ('l34', 'ax0_ax1_fused'), the trace's name and the TIR's.
    """

    index: int
    name: str
    why: str
    mod: tvm.ir.IRModule | None
    primitives: tuple[str, ...] = ()
    no_effect: bool = False
    passes: int = 0
    loops: tuple[tuple[str, str], ...] = ()

    @property
    def label(self) -> str:
        return f"{self.index:02d}-{self.name}"


def as_step(index: int, mark: Any, mod: tvm.ir.IRModule, primitives: Sequence[str]) -> Step:
    """A Step from a value that a rung yielded: a name, (name, why) or (name, why, NO_EFFECT)."""
    parts = (mark,) if isinstance(mark, str) else tuple(mark) if isinstance(mark, tuple) else ()
    if not 1 <= len(parts) <= 3 or not all(isinstance(part, str) for part in parts):
        raise UserError(f"a step is a name, (name, why) or (name, why, NO_EFFECT), not {mark!r}")
    name = parts[0]
    why = parts[1] if len(parts) > 1 else ""
    no_effect = len(parts) > 2 and parts[2] == NO_EFFECT
    if not name or not all(ch.isalnum() or ch in "_-." for ch in name):
        raise UserError(f"step name {name!r}: use letters, digits, '_', '-' and '.'")
    return Step(index, name, why, mod, tuple(primitives), no_effect=no_effect)


def steps(
    rung: Rung,
    workload: Workload | None = None,
    tile: Tile | None = None,
    target: Target | None = None,
) -> list[Step]:
    """All steps of a rung, by default at its own workload and with its tile for `target`.

    Raises RungError with the rung's line if TVM refuses a primitive.
    """
    workload = rung.at() if workload is None else workload
    if tile is None:
        tile = rung.tile_for(workload, target.arch) if target else rung.tile_for(workload)
    return list(rung.walk(workload, tile))


def primitives(
    rung: Rung, workload: Workload | None = None, tile: Tile | None = None
) -> list[Step]:
    """A rung primitive by primitive."""
    workload = rung.at() if workload is None else workload
    return rung.primitives(workload, tile or rung.tile_for(workload))


_VARIABLE = re.compile(r"\b[lb]\d+\b")


def _name(sch: s_tir.Schedule, variable: Any) -> str:
    """The name of a loop or block in the TIR."""
    node = sch.get(variable)
    return str(node.loop_var.name if hasattr(node, "loop_var") else node.name_hint)


def walk_trace(sch: s_tir.Schedule, origin: tvm.ir.IRModule, check: bool = True) -> list[Step]:
    """The steps of any schedule, by replaying its trace on the unscheduled `origin`.

    A step is a primitive that changes the module, and is named after it; its `primitives` include
    the preceding look-ups (get_sblock, get_loops, sampling). `check` compares the last step with
    the schedule and raises UserError if they differ.
    """
    import tvm_ffi
    from tvm import s_tir

    loop_or_block = (s_tir.schedule.LoopRV, s_tir.schedule.SBlockRV)
    insts = list(sch.trace.insts)
    lines = list(map(str, sch.trace.as_python()))
    if len(lines) != len(insts):
        raise UserError(f"the trace has {len(insts)} instructions but prints as {len(lines)} lines")
    mods: list[tvm.ir.IRModule] = []
    replay = s_tir.Schedule(origin, debug_mask="none")

    named: list[list[str]] = []

    def before(_instruction, inputs, _attributes, decision):
        """Called before each instruction; returns the decision to apply."""
        mods.append(replay.mod)
        named.append(
            [_name(replay, variable) for variable in inputs if isinstance(variable, loop_or_block)]
        )
        return decision

    sch.trace.apply_to_schedule(replay, False, before)
    mods.append(replay.mod)
    walked: list[Step] = []
    done = 0
    for number, (inst, mod) in enumerate(zip(insts, mods[1:], strict=True), 1):
        if inst.kind.is_pure:
            continue
        name = "".join(("_" if c.isupper() else "") + c.lower() for c in inst.kind.name)
        variables = _VARIABLE.findall(lines[number - 1].rpartition(" = sch.")[2])
        names = named[number - 1] if len(variables) == len(named[number - 1]) else []
        loops = tuple(zip(variables, names, strict=False))
        walked.append(
            Step(len(walked) + 1, name.strip("_"), "", mod, tuple(lines[done:number]), loops=loops)
        )
        done = number
    if check and not tvm_ffi.structural_equal(mods[-1], sch.mod):
        raise UserError("replaying the schedule's trace does not give the schedule's module")
    return walked


# --- the ladders, in order ------------------------------------------------------------------------


FAMILIES = (gemm, gemv)


@cache
def ladders() -> dict[str, Ladder]:
    """All ladders by name, sorted by `place`."""
    known = []
    for family in FAMILIES:
        for info in pkgutil.iter_modules(family.__path__, family.__name__ + "."):
            ladder = getattr(importlib.import_module(info.name), "ladder", None)
            if isinstance(ladder, Ladder):
                known.append(ladder)
    return {
        ladder.name: ladder
        for ladder in sorted(known, key=lambda ladder: (ladder.place, ladder.name))
    }


def ladder(name: str) -> Ladder:
    """The ladder called `name`; imports only that one. Raises UserError with the nearest name."""
    family, _, module = name.partition("/")
    for package in FAMILIES:
        modules = {info.name for info in pkgutil.iter_modules(package.__path__)}
        if package.__name__.rpartition(".")[2] == family and module in modules:
            candidate = getattr(
                importlib.import_module(f"{package.__name__}.{module}"), "ladder", None
            )
            if isinstance(candidate, Ladder):
                return candidate
    raise nearest("ladder", name, ladders())


# --- Tours ----------------------------------------------------------------------------------------

FOLDER = Path(__file__).parents[1]


class Stop(TypedDict):
    """A step as RUNG:STEP, the panes as in a link, a text in the line of the right pane to look at
    ('' for none), and what to do; keys are in brackets."""

    at: str
    panes: str
    look: str
    say: str


@cache
def tour(ladder: str) -> tuple[Stop, ...]:
    """The stops of a ladder's tour; empty if it has none."""
    file = FOLDER / f"{ladder}.tour.toml"
    if not file.is_file():
        return ()
    stops: list[dict[str, Any]] = tomllib.loads(file.read_text(encoding="utf-8"))["stop"]
    return tuple(
        Stop(
            at=stop["at"],
            panes=stop["panes"],
            look=stop.get("look", ""),
            say=" ".join(stop["say"].split()),
        )
        for stop in stops
    )
