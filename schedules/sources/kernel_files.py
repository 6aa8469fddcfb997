"""Kernels in FILE.cu, FILE.ptx and FILE.cubin, from any compiler."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.cache import Cache
from gpusim.device import resident_blocks
from gpusim.errors import UserError, nearest
from gpusim.isa.cubin import (
    Cubin,
    KernelImage,
    Variable,
    embedded_ptx,
    options_of_ptx,
    read_cubin,
    weak_accesses,
)
from gpusim.isa.sass import Instruction, disassemble, linked, source_file
from gpusim.launch import (
    GRID_WORKSPACE,
    Buffer,
    Call,
    Module,
    Options,
    Program,
    stand_ins,
    with_variables,
)
from gpusim.state.memory import Global

from ..analyses.resources import Resources, reported, resources_of
from ..compile.compiler import Backend, Compiler, chip_of, selected_backend
from ..compile.cuda_text import Separated, with_gaps
from ..compile.listing import (
    Compiled,
    Cuda,
    ptx_listing,
    sass_listing,
    shared_volatile,
    text_fingerprint,
)
from ..compile.nvrtc import Assembler
from ..compile.toolkit import reassembled
from ..core.kernel import Kernel
from ..core.ladder import NoTile, Rung, Step, Tile
from ..core.launch import Launch, check_launch
from ..core.problem import NEGATIVE, POSITIVE, RANDOM, SPECIAL, Problem, as_float64, is_exact
from ..core.target import KERNEL_SUFFIXES, Target
from .index_ranges import index_ranges
from .input_values import SMALL, Own, arrays_of, integer_limits, run_file
from .launch_files import (
    POINTER_BYTES,
    Argument,
    KernelLaunch,
    LaunchFile,
    argument_value,
    cpp_name,
    default_inputs,
    input_arrays,
    read_launch,
    same_name,
    sensitivity,
)

if TYPE_CHECKING:
    from gpusim.counting.costs import LaunchCounts

LEVELS = ["cuda", "ptx", "sass"]
# Repetitions of launches that wait for an array.
_MOST_REPEATS = 1000
# Headers of the file, which are not part of the cache's key.
_OWN_HEADER = re.compile(r'^\s*#\s*include\s*"', re.M)
# In CUDA and in PTX.
_RETURN = re.compile(r"(?!.*//.*\breturn).*\breturn\s*;|\s*@\S+\s+(ret|exit)\s*;")


@dataclass(frozen=True)
class FileWorkload:
    """The workload of a kernel in a file, which has no shape and no known computation."""

    axes: tuple[str, ...] = ()
    shape: tuple[int, ...] = ()
    flops: int = 0
    bytes: int = 0

    @property
    def extents(self) -> dict[str, int]:
        return {}

    def __str__(self) -> str:
        return ""


@dataclass(frozen=True)
class FileRung(Rung):
    """A kernel in FILE.cu, FILE.ptx or FILE.cubin: a rung whose only step is the kernel.

    Parameters
    ----------
    reference : str
        FILE or FILE:KERNEL; KERNEL is a symbol, or a C++ function's plain name.
    data : bytes
        The content of the file.
    changes : mapping
        What the command line says in place of FILE.toml's keys.
    own : Own
        A reference, inputs and a tolerance in place of the launch's. `inputs(rng)` gives the arrays
        that are read, in the order of the arguments; or a mapping describes some, by name.
    """

    reference: str = ""
    data: bytes = b""
    changes: Mapping[str, Any] = field(default_factory=dict)
    own: Own = Own()

    @classmethod
    def load(
        cls, reference: str, changes: Mapping[str, Any] | None = None, own: Own = Own()
    ) -> FileRung:
        """The rung of a file; raises UserError if it cannot be read."""
        text, _, kernel = reference.partition(":")
        path = Path(text)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None
        return cls(
            ladder="kernels",
            index=1,
            name=path.name + (f".{kernel}" if kernel else ""),
            function=cls.load,
            workload=FileWorkload(),
            tile=NoTile(),
            reference=reference,
            data=data,
            changes=dict(changes or {}),
            own=own,
        )

    @property
    def kernel_type(self) -> type[FileKernel]:
        return FileKernel

    @property
    def file(self) -> Path:
        return Path(self.reference.partition(":")[0])

    @property
    def kernel_name(self) -> str:
        """The kernel that the reference names, '' for the file's only one."""
        return self.reference.partition(":")[2]

    @property
    def path(self) -> str:
        return self.reference

    @property
    def folder(self) -> str:
        return f"{self.file.stem}/01-{self.kernel_name or 'kernel'}"

    @property
    def doc(self) -> str:
        return f"A kernel, from {self.file}.\n\nIt has no schedule, no TIR and one step."

    @property
    def serial(self) -> bool:
        return False

    def lowered_for(self, arch: str | None = None) -> Target:
        """The target for an architecture, by default sm_90; a cubin's own. Raises UserError."""
        if self.file.suffix != ".cubin":
            return Target.parse(arch).check_machine_code()
        own = read_cubin(self.data).architecture.name
        if arch not in (None, own):
            raise UserError(f"{self.file} is machine code of {own}, not {arch}")
        return Target.parse(own)

    def at(self, shape: Sequence[int] | None = None) -> FileWorkload:
        """The workload, which has no shape; raises UserError if one is asked for."""
        if shape:
            raise UserError(f"{self.reference} is a kernel file: leave out --shape")
        return self.workload

    def verify_shapes(self) -> list[tuple[int, ...]]:
        return [()]

    def walk(self, workload: Any = None, tile: Tile | None = None) -> Iterator[Step]:
        yield Step(1, "kernel", "as it stands in its file", None)

    def primitives(self, workload: Any, tile: Tile) -> list[Step]:
        """None: the file does not tell how its kernel was made."""
        return []


class FileKernel(Kernel):
    """The kernel of a FileRung, from any compiler.

    It has the levels from the file's own down to SASS, but no TIR and no derived reference.
    """

    def __init__(
        self,
        rung: FileRung,
        step: Step,
        workload: Any,
        target: Target,
        _compiler: Compiler | None = None,
    ) -> None:
        self.rung, self.step, self.workload, self.target = rung, step, workload, target
        self.path, self.own, self.reference = rung.file, rung.own, rung.reference

    @classmethod
    def load(
        cls,
        reference: str,
        changes: Mapping[str, Any] | None = None,
        own: Own = Own(),
        arch: str | None = None,
    ) -> FileKernel:
        """The kernel of a reference, FILE or FILE:KERNEL; raises UserError."""
        rung = FileRung.load(reference, changes, own)
        (step,) = rung.walk()
        return cls(rung, step, rung.workload, rung.lowered_for(arch))

    @property
    def name(self) -> str:
        """The reference as the user wrote it."""
        return self.reference

    @property
    def place(self) -> tuple[str, str, tuple[int, ...], str]:
        return self.reference, "", (), self.target.arch

    # --- Levels -----------------------------------------------------------------------------------

    @cached_property
    def source(self) -> str:
        """The file's text; '' for a cubin."""
        if self.path.suffix == ".cubin":
            return ""
        try:
            return self.rung.data.decode()
        except UnicodeDecodeError:
            raise UserError(f"{self.path} is not a text file") from None

    @property
    def levels(self) -> list[str]:
        """The levels of the file, from its own down to SASS."""
        return LEVELS[LEVELS.index(KERNEL_SUFFIXES[self.path.suffix]) :]

    @property
    def source_level(self) -> str:
        return self.levels[0]

    def check_level(self, level: str) -> str:
        if level in self.levels:
            return level
        known = ", ".join(self.levels)
        raise UserError(
            f"{self.path} is a kernel file and has no level {level!r}: choose one of {known}"
        )

    def text(self, level: str) -> str:
        """The code at a level; raises UserError if the file does not compile."""
        self.check_level(level)
        if level == self.levels[0] and level != "sass":
            return self.source if self.source.endswith("\n") else f"{self.source}\n"
        if level == "ptx":
            return ptx_listing(self.cuda, self.machine.ptx)
        return sass_listing(self.cuda, self.shown_code)

    def texts(self) -> dict[str, str]:
        return {"cuda": self.text("cuda")} if self.levels[0] == "cuda" else {}

    @property
    def fingerprint(self) -> str:
        return text_fingerprint(self.rung.data.hex())

    @cached_property
    def machine(self) -> Compiled:
        """PTX, cubin and the compiler's report; for a cubin only the cubin."""
        backend = self._backend
        if backend is None:
            return Compiled("", self.rung.data, "")
        if _OWN_HEADER.search(self.source) or any(flag.startswith("-I") for flag in self._flags):
            return backend.compile(self.source, chip_of(self.target, self.source))
        return Compiler(self.target, backend, Cache()).compile(self.source)

    @cached_property
    def _backend(self) -> Backend | None:
        """The compiler of the file; None for a cubin."""
        if self.path.suffix == ".cubin":
            return None
        if self.path.suffix == ".ptx":
            return reassembled(Assembler())
        return selected_backend(self.path, self._flags, self._expressions)

    @property
    def _flags(self) -> tuple[str, ...]:
        """The compiler options from FILE.toml and the command line."""
        known = self.launch_file if self.has_launch else None
        folders = [f"-I{self.path.parent / folder}" for folder in known.include] if known else []
        return (*(known.options if known else ()), *folders)

    @property
    def _expressions(self) -> tuple[str, ...]:
        """The template instantiations, and the variables with addresses of functions, that the
        compiler has to generate, as name expressions."""
        names = [self.rung.kernel_name, str(self.rung.changes.get("kernel", ""))]
        names += [call.kernel for call in self.launch_file.in_order] if self.has_launch else []
        arguments = self.launch_file.arguments if self.has_launch else []
        # Without a use the compiler removes a variable.
        held = [f"&{each.value}" for each in arguments if isinstance(each.value, str)]
        return tuple(dict.fromkeys([*(name for name in names if "<" in name), *held]))

    @cached_property
    def cubin(self) -> Cubin:
        """The cubin, its variables as described; raises UserError for an architecture that is
        unsupported, and for an unknown variable."""
        made = read_cubin(self.machine.cubin)
        return made.with_contents(self._contents(made.variables))

    def _contents(self, variables: Sequence[Variable]) -> dict[str, bytes]:
        """The described contents of variables, by symbol."""
        contents = {}
        for described in self.launch_file.variables if self.has_launch else []:
            known = [v for v in variables if same_name(described.name, v.name)]
            if len(known) != 1:
                raise nearest("variable", described.name, [cpp_name(v.name) for v in variables])
            (variable,) = known
            contents[variable.name] = described.data(variable.size, self.path.parent)
        return contents

    @cached_property
    def sass(self) -> Mapping[str, Sequence[Instruction]]:
        """Instructions by kernel. An inlined function's instructions have its own line numbers."""
        return {
            name: [
                instruction._replace(line=instruction.frames[0])
                if instruction.frames
                else instruction
                for instruction in code
            ]
            for name, code in linked(disassemble(self.cubin.data)).items()
        }

    # --- Compiled code ----------------------------------------------------------------------------

    @property
    def cuda(self) -> Cuda:
        """The CUDA source with its line numbers; of a cubin the text that it names, if that is
        there, and empty for PTX."""
        return Cuda("\n".join(self.cuda_lines), whole=True)

    @cached_property
    def cuda_lines(self) -> list[str]:
        if self.levels[0] != "sass":
            return self.source.splitlines() if self.levels[0] == "cuda" else []
        named = Path(source_file(self.rung.data))
        for file in (named, self.path.parent / named.name):
            if file.is_file():
                return file.read_text(encoding="utf-8", errors="replace").splitlines()
        return []

    @property
    def compiler_version(self) -> str:
        return self._backend.version if self._backend else ""

    @property
    def least_bytes(self) -> int:
        return sum(
            (2 if argument.role == "inout" else 1)
            * math.prod(argument.shape or ())
            * argument.numpy.itemsize
            for argument in self.buffers.values()
        )

    def inputs(self) -> dict[str, np.ndarray]:
        return self.arrays()

    @cached_property
    def shown_counts(self) -> list[LaunchCounts]:
        return [self._shown(counted) for counted in self.instruction_counts]

    def _shown(self, counted: LaunchCounts) -> LaunchCounts:
        """Counts with the line numbers of the CUDA source, None where there is none."""
        instructions, tiles = (
            tuple(replace(each, line=self.cuda.number(each.line)) for each in several)
            for several in (counted.instructions, counted.tiles)
        )
        return replace(counted, instructions=instructions, tiles=tiles)

    def resources_with(self, moved: Mapping[str, float]) -> list[Resources]:
        """Registers, shared memory, occupancy and instruction mix of each launched kernel.

        A cubin does not distinguish spills from other local memory: both count as stack. Raises
        UserError as `module`.
        """
        launches = launches_of(self.module)
        numbers = reported(self.machine.log)
        for name, image in self.cubin.kernels.items():
            numbers.setdefault(
                name,
                {
                    "registers": image.registers,
                    "barriers": image.barriers,
                    "stack": image.stack,
                    "spill_stores": 0,
                    "spill_loads": 0,
                    "static_shared": image.static_shared,
                },
            )
        return resources_of(launches, self.target, numbers, self.sass, self.cuda, {})

    @property
    def shown_code(self) -> Mapping[str, Sequence[Instruction]]:
        """The code of the named kernel, or of all kernels."""
        return {self.image.name: self.sass[self.image.name]} if self.rung.kernel_name else self.sass

    # --- The kernels and their launches -----------------------------------------------------------

    @cached_property
    def image(self) -> KernelImage:
        """The image of the requested kernel, or of the file's only one."""
        name = self.rung.kernel_name or str(self.rung.changes.get("kernel", ""))
        if not name and self.launch_path.exists():
            name = self.launch_file.kernel
        return self.image_of(name)

    def image_of(self, name: str) -> KernelImage:
        """A kernel by its symbol or its C++ name; '' for the file's only one."""
        kernels = self.cubin.kernels
        if not name and len(kernels) == 1:
            return next(iter(kernels.values()))
        if not kernels:
            raise UserError(f"{self.path} has no kernel: write a __global__ function")
        if not name:
            names = ", ".join(map(cpp_name, kernels))
            raise UserError(f"{self.path} has several kernels: name one, {names}")
        name = self.machine.names.get(name, name)
        if name in kernels:
            return kernels[name]
        named = [kernel for kernel in kernels if same_name(name, kernel)]
        if len(named) == 1:
            return kernels[named[0]]
        if named:
            full = ", ".join(map(cpp_name, named))
            raise UserError(f"{name!r} is ambiguous: name one of {full}")
        raise nearest("kernel", name, list(map(cpp_name, kernels)))

    @property
    def launch_path(self) -> Path:
        """The path of FILE.toml, which describes the launch."""
        return self.path.with_suffix(".toml")

    @property
    def has_launch(self) -> bool:
        """Whether FILE.toml or the command line describes the launch."""
        return self.launch_path.exists() or bool(self.rung.changes)

    @cached_property
    def launch_file(self) -> LaunchFile:
        """The launch description; raises UserError if there is none."""
        return read_launch(self.launch_path, self.rung.changes)

    @property
    def buffers(self) -> dict[str, Argument]:
        """The array arguments by name."""
        return {
            name: argument
            for name, argument in self.launch_file.named().items()
            if argument.shape is not None
        }

    @cached_property
    def module(self) -> Module:
        """The launches for the simulator.

        Raises UserError where one does not fit its kernel, Unsupported for an unknown operand.
        """
        buffers = tuple(
            Buffer(name, tuple(argument.shape or ()), str(argument.dtype))
            for name, argument in self.buffers.items()
        )
        places = stand_ins(buffers)
        loaded, variables = with_variables(self.cubin, places)
        address = Global(list(places.items()), held=False).address
        addresses = {name: address(number) for number, name in enumerate(places)}
        for variable in self.cubin.variables:
            if variable.bank is None and variable.size == POINTER_BYTES:
                held = loaded.memory[variable.offset :][:POINTER_BYTES]
                addresses[cpp_name(variable.name)] = int.from_bytes(held, "little")
        calls = tuple(self._call(call, loaded, addresses) for call in self.launch_file.in_order)
        if any(call.workspace for call in calls):
            variables = {**variables, GRID_WORKSPACE: np.zeros(2, np.uint32)}
        return Module(buffers, calls, variables)

    def _call(self, launch: KernelLaunch, loaded: Cubin, addresses: Mapping[str, int]) -> Call:
        image = self.image_of(launch.kernel) if self.launch_file.launches else self.image
        given = self.launch_file.arguments_of(launch)
        launch.check(image, given)
        check_launch(*launch.dims)
        sass = self.sass[image.name]
        program = Program.of(image.name, sass, image.architecture, loaded.addresses)
        values = [argument_value(argument, addresses) for argument in given]
        values += [each.value(addresses) for each in launch.maps]
        call = Call(
            launch.image_with_maps(loaded.kernel(image.name)),
            program,
            *launch.dims,
            launch.dynamic_shared,
            tuple(values),
            launch.cluster_of(image),
            GRID_WORKSPACE if launch.cooperative else "",
            launch.dependent,
        )
        if launch.cooperative and math.prod(call.grid) > (most := resident_blocks(call)):
            raise UserError(
                f"a cooperative launch of {math.prod(call.grid)} blocks of {image.name}: at most "
                f"{most} are resident at once"
            )
        return call

    def steps(self, memory: Any) -> Iterator[Call]:
        """The launches as the host makes them; raises UserError for a loop that does not end.

        A dependent launch starts early only directly behind a kernel that lets it
        (griddepcontrol.launch_dependents, in SASS PREEXIT).
        """
        calls = dict(zip(map(id, self.launch_file.in_order), self.module.calls, strict=True))
        lets = False
        for call in self._made(self.launch_file.steps, memory, calls):
            if call is not None:
                yield replace(call, dependent=lets) if call.dependent else call
            codes = call.program.codes if call is not None else []
            lets = any(code.base == "PREEXIT" for code in codes)

    def _made(
        self, steps: Sequence[KernelLaunch], memory: Any, calls: Mapping[int, Call]
    ) -> Iterator[Call | None]:
        """The launches, and None where the host sets or waits for an array."""
        for step in steps:
            for _ in range(_MOST_REPEATS if step.until else step.repeat):
                if step.memset:
                    memory.fill(step.memset, step.value)
                    yield None
                elif step.launches:
                    yield from self._made(step.launches, memory, calls)
                else:
                    yield calls[id(step)]
                if step.until:
                    yield None
                    if not memory.array(step.until).any():
                        break
            else:
                if step.until:
                    raise UserError(f"{step.until} is not 0 after {_MOST_REPEATS} repetitions")

    @property
    def launches_once(self) -> bool:
        (step, *more) = self.launch_file.steps
        return not (more or step.launches or step.until) and step.repeat == 1

    @property
    def launches(self) -> tuple[Launch, ...]:
        """The sizes of the launches, in order; () if none is described. Raises as `module`."""
        return launches_of(self.module) if self.has_launch else ()

    # --- Inputs -----------------------------------------------------------------------------------

    @property
    def default_inputs(self) -> list[str]:
        """The inputs without a description of their values."""
        return default_inputs(self.buffers, self.own)

    @cached_property
    def index_ranges(self) -> dict[str, tuple[int, int]]:
        """Ranges of inputs without given values that are used as indices."""
        arrays = input_arrays(self.buffers, self.own, SMALL, self.path.parent)
        ranges: dict[str, tuple[int, int]] = {}
        for call in self.module.calls:
            given = arrays | dict(self.module.variables)
            for name, (low, high) in index_ranges(given, call, self.default_inputs).items():
                old = ranges.get(name, (low, high))
                ranges[name] = max(low, old[0]), min(high, old[1])
        return ranges

    def arrays(self, kind: str = RANDOM, seed: int = 0) -> dict[str, np.ndarray]:
        """The arrays before the first launch, by argument: inputs as described, or defaults of a
        kind; zeros for arrays that are only written."""
        folder, ranges = self.path.parent, self.index_ranges
        return input_arrays(self.buffers, self.own, kind, folder, seed, ranges)

    # --- Verification -----------------------------------------------------------------------------

    @property
    def roles(self) -> dict[str, str]:
        return {name: argument.role for name, argument in self.buffers.items()}

    def memory(self, inputs: Sequence[np.ndarray]) -> dict[str, np.ndarray]:
        given = iter(inputs)
        return {
            name: np.zeros(tuple(argument.shape or ()), argument.numpy)
            if argument.role == "out"
            else next(given)
            for name, argument in self.buffers.items()
        }

    @cached_property
    def options(self) -> Options:
        return Options(
            count=False, hand_written=self.launch_file.hand_written, **options_of_ptx(self._ptx)
        )

    def checked(self, call: Call, options: Options) -> tuple[Call, Options]:
        """Which accesses are weak, which are volatile, and whether threads that exit before a
        barrier return early.

        __syncthreads() waits until the others reach it or exit, but an `if` around it must be
        uniform (CUDA Programming Guide 13, 5.4.4.1). Only the source distinguishes the two.
        """
        lines = [code.instruction.line for code in call.program.codes if code.instruction.line]
        source = self.cuda_lines or self.source.splitlines()
        if lines and self.cuda_lines:
            source = source[min(lines) - 1 : max(lines)]
        early = any(map(_RETURN.match, source))
        program = call.program.with_weak(weak_accesses(self._ptx))
        volatile = shared_volatile(self._ptx, program)
        options = replace(options, returns_early=early, volatile=volatile)
        return replace(call, program=program), options

    @property
    def _ptx(self) -> str:
        """The PTX, '' if it is not known."""
        return self.machine.ptx or embedded_ptx(self.machine.cubin)

    def further_inputs(self, compared: bool) -> list[str]:
        """Kinds of inputs that differ from the random ones; those of one sign need a reference."""
        names, ranges = self.default_inputs, self.index_ranges
        free = [str(self.buffers[name].dtype) for name in names if name not in ranges]
        signed = any(not is_exact(dtype) or integer_limits(dtype)[0] < 0 for dtype in free)
        kinds = [NEGATIVE, POSITIVE] if signed and compared else []
        return [*kinds, *([SPECIAL] if names else [])]

    def problem(self, kind: str = RANDOM, seed: int = 0) -> Problem:
        """Random integers are small if the results of others are too large to compare exactly."""
        made = self._problem(kind, self.arrays(kind, seed))
        return made or self._problem(kind, self.arrays(SMALL, seed), inexact=True)

    def _problem(
        self, kind: str, arrays: Mapping[str, np.ndarray], inexact: bool = False
    ) -> Problem | None:
        """The problem of these arrays; None for random integers whose results, given as floats, are
        beyond 2^53, where float64 skips some, unless `inexact`."""
        read = [arrays[name] for name, role in self.roles.items() if role != "out"]
        reference = self._reference
        if reference is None:
            return Problem(read, [], [], kind, compared=False)
        arguments = self.launch_file.named()
        outputs = [argument for argument in arguments.values() if argument.role != "in"]
        shapes = [tuple(argument.shape or ()) for argument in outputs]
        dtypes = [str(argument.dtype) for argument in outputs]
        given = [
            argument.python() if argument.shape is None else arrays[name]
            for name, argument in arguments.items()
        ]

        def results(values: Sequence[Any]) -> list[np.ndarray]:
            copies = [value.copy() if isinstance(value, np.ndarray) else value for value in values]
            return arrays_of("reference", reference, shapes, *copies, dtypes=dtypes)

        with np.errstate(all="ignore"):
            right = results(given)
            tolerances, source = self._tolerances(shapes, right, given)
        exact = all(
            array.dtype.kind in "iu" or np.abs(array).max(initial=0) <= 2**53
            for array, dtype in zip(right, dtypes, strict=True)
            if is_exact(dtype)
        )
        if kind == RANDOM and not exact and not inexact:
            return None
        changes = partial(sensitivity, results, given)
        return Problem(read, right, tolerances, kind, True, True, source, changes)

    def _tolerances(
        self, shapes: Sequence[tuple[int, ...]], right: Sequence[np.ndarray], given: Sequence[Any]
    ) -> tuple[list[Any] | None, str]:
        """The tolerance of each element of each output, as given or from the launch's rtol and
        atol, and where it comes from; None if there is none."""
        if self.own.tolerance is not None:
            return arrays_of("tolerance", self.own.tolerance, shapes, *given), "as given"
        most = self.launch_file.tolerance
        if most is None:
            return None, ""
        source = f"{most:g} (1 + |reference|)" if most else "0"
        each = [most * (1 + abs(as_float64(one))) if most else 0.0 for one in right]
        return each, f"{source}, as the launch says"

    @property
    def _reference(self) -> Callable[..., Any] | None:
        """The given function, or `reference` of the Python file that the launch names."""
        if self.own.reference is not None or not self.launch_file.reference:
            return self.own.reference
        file = self.path.parent / self.launch_file.reference
        function = getattr(run_file(file), "reference", None)
        if not callable(function):
            raise UserError(f"{file} defines no function `reference`")
        return function


def launches_of(module: Module) -> tuple[Launch, ...]:
    """The sizes of a module's launches, in order."""
    return tuple(
        Launch(
            call.program.name,
            call.grid,
            call.block,
            call.image.static_shared,
            call.dynamic_shared,
            call.cluster,
        )
        for call in module.calls
    )


# --- Other code of the same text ------------------------------------------------------------------

# Bytes of static shared memory that ptxas accepts.
_MOST_STATIC = 48 << 10


class OtherCode(FileKernel):
    """The same launches as `kernel`, of other code from the same text."""

    def __init__(self, kernel: FileKernel) -> None:
        super().__init__(kernel.rung, kernel.step, kernel.workload, kernel.target)
        self.original = kernel

    @property
    def index_ranges(self) -> dict[str, tuple[int, int]]:
        return self.original.index_ranges


class SeparateArrays(OtherCode):
    """The same kernel and launches as `kernel`, from PTX with gaps between its arrays."""

    def __init__(self, kernel: FileKernel, separated: Separated) -> None:
        super().__init__(kernel)
        self.separated = separated

    @cached_property
    def machine(self) -> Compiled:
        """Raises UserError if there is no assembler, or it rejects the PTX."""
        made = Compiler(self.original.target, reassembled(Assembler()), Cache()).compile(
            self.separated.ptx
        )
        return replace(made, names=self.original.machine.names)

    @cached_property
    def cubin(self) -> Cubin:
        made = read_cubin(self.machine.cubin)
        # Without the gaps, which have no described contents.
        made = made.with_contents(self._contents(self.original.cubin.variables))
        arrays = self.separated.arrays(made)
        kernels = {
            name: replace(
                image,
                separate=tuple(
                    array for array in arrays if array.bank is not None or image.static_shared
                ),
            )
            for name, image in made.kernels.items()
        }
        return replace(made, kernels=kernels)


def separate_arrays(kernel: FileKernel) -> SeparateArrays | None:
    """The kernel with gaps between its arrays; None if it has no neighbouring arrays or no PTX."""
    ptx = kernel.machine.ptx or embedded_ptx(kernel.machine.cubin)
    used = max((launch.dynamic_shared for launch in kernel.launches), default=0)
    room = kernel.cubin.architecture.chip.block_shared - used
    separated = with_gaps(ptx, min(_MOST_STATIC, room)) if ptx else None
    return SeparateArrays(kernel, separated) if separated else None


class Unoptimized(OtherCode):
    """The same CUDA text and launches as `kernel`, with every store of the text."""

    @property
    def _flags(self) -> tuple[str, ...]:
        return (*super()._flags, "-G")
