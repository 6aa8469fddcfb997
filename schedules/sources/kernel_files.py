"""A kernel in a file: FILE.cu, FILE.ptx or FILE.cubin, of any compiler, for sm_90.

It has the levels from its own down to SASS. What only TVM knows of a kernel (TIR, which step does
what, a reference) it has not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from gpusim.cache import Cache
from gpusim.chips import HOPPER_ARCH
from gpusim.errors import UserError, nearest
from gpusim.isa.cubin import Cubin, KernelImage, read_cubin
from gpusim.isa.sass import Instruction, disassemble
from gpusim.launch import TensorMap

from ..compile.assembler import Assembler
from ..compile.compile_errors import Compiled
from ..compile.compiler import Compiler, chip_of, for_reading
from ..compile.limited import compiled
from ..compile.listing import Cuda, ptx_listing, sass_listing
from ..core.target import Target
from ..workloads import as_dtype, random_array
from .launch_files import LaunchFile, read_launch
from .names import KERNEL_SUFFIXES
from .tir_workload import Own, arrays_of

LEVELS = ("cuda", "ptx", "sass")
# Headers of the file's own, which the cache does not know of.
_OWN_HEADER = re.compile(r'^\s*#\s*include\s*"', re.M)


class KernelFile:
    """A kernel of a file; each level is made when it is first asked for, and once.

    Parameters
    ----------
    reference : str
        FILE or FILE:KERNEL; KERNEL is a symbol, or a C++ function's plain name.
    changes : mapping
        What the command line says in place of FILE.toml's keys.
    own : Own
        A reference, inputs and a tolerance in place of the launch's. `inputs(rng)` gives the arrays
        that are read, in the order of the arguments.
    """

    def __init__(
        self, reference: str, changes: Mapping[str, Any] | None = None, own: Own = Own()
    ) -> None:
        path, _, self._asked = reference.partition(":")
        self.path = Path(path)
        self.reference = reference
        self.own = own
        self._changes = dict(changes or {})
        try:
            self._data = self.path.read_bytes()
        except OSError as error:
            raise UserError(f"cannot read {path}: {error.strerror}") from None

    @cached_property
    def source(self) -> str:
        """The file's text; '' of a cubin."""
        if self.path.suffix == ".cubin":
            return ""
        try:
            return self._data.decode()
        except UnicodeDecodeError:
            raise UserError(f"{self.path} is no text") from None

    # --- levels -----------------------------------------------------------------------------------

    @property
    def levels(self) -> tuple[str, ...]:
        """Those that the file has, from its own down."""
        return LEVELS[KERNEL_SUFFIXES.index(self.path.suffix) :]

    def check_level(self, level: str) -> str:
        """The level; raises UserError where the file has none of that name."""
        if level in self.levels:
            return level
        known = ", ".join(self.levels)
        raise UserError(f"{self.path} is no schedule: it has no level {level!r}, but {known}")

    def text(self, level: str) -> str:
        """The text at a level; raises UserError where it does not compile."""
        cuda = Cuda(self.source if self.levels[0] == "cuda" else "", whole=True)
        if level == self.levels[0] and level != "sass":
            return self.source if self.source.endswith("\n") else f"{self.source}\n"
        if level == "ptx":
            return ptx_listing(cuda, self.compiled.ptx)
        return sass_listing(cuda, self.shown_code)

    @cached_property
    def compiled(self) -> Compiled:
        """PTX, cubin and the compiler's report; of a cubin itself alone."""
        if self.path.suffix == ".cubin":
            return Compiled("", self._data, "")
        target = Target.parse(HOPPER_ARCH)
        backend = for_reading(self.path) if self.path.suffix == ".cu" else Assembler()
        if _OWN_HEADER.search(self.source):
            return compiled(backend, self.source, chip_of(target, self.source))
        return Compiler(target, backend, Cache()).compile(self.source)

    @cached_property
    def cubin(self) -> Cubin:
        """Raises UserError for another architecture than sm_90."""
        return read_cubin(self.compiled.cubin)

    @cached_property
    def sass(self) -> Mapping[str, Sequence[Instruction]]:
        """Instructions by kernel."""
        _ = self.cubin
        return disassemble(self.compiled.cubin)

    @property
    def shown_code(self) -> Mapping[str, Sequence[Instruction]]:
        """The kernel's that is named, or all kernels'."""
        return {self.image.name: self.sass[self.image.name]} if self._asked else self.sass

    # --- the kernel and its launch ----------------------------------------------------------------

    @cached_property
    def image(self) -> KernelImage:
        """The kernel that is asked for, or the file's only one."""
        name = self._asked or str(self._changes.get("kernel", "")) or self._named_beside()
        kernels = self.cubin.kernels
        if not name and len(kernels) == 1:
            return next(iter(kernels.values()))
        if not name:
            raise UserError(f"{self.path} has several kernels: name one, {', '.join(kernels)}")
        if name in kernels:
            return kernels[name]
        # A C++ name, within its mangled one: its length, then itself.
        mangled = [one for one in kernels if f"{len(name)}{name}" in one]
        if len(mangled) == 1:
            return kernels[mangled[0]]
        if mangled:
            raise UserError(f"{name!r} is not unique: {', '.join(mangled)}")
        raise nearest("kernel", name, kernels)

    def _named_beside(self) -> str:
        return self.launch.kernel if self.launch_file.exists() else ""

    @property
    def launch_file(self) -> Path:
        """Where the launch is described."""
        return self.path.with_suffix(".toml")

    @cached_property
    def launch(self) -> LaunchFile:
        """How it is launched; raises UserError where nothing says it."""
        return read_launch(self.launch_file, self._changes)

    def checked_launch(self) -> LaunchFile:
        """The launch, which fits the kernel."""
        self.launch.check(self.image)
        if self.image.externals:
            raise UserError(f"{self.image.name} calls {', '.join(self.image.externals)}")
        return self.launch

    def arrays(self, seed: int = 0) -> dict[str, np.ndarray]:
        """The arrays by argument: inputs as given, or in (-1, 1), or integers; zeros for what is
        only written."""
        rng = np.random.default_rng(seed)
        arrays = [one for one in self.launch.named() if one.shape is not None]
        if self.own.inputs is not None:
            read = [one for one in arrays if one.role != "out"]
            shapes = [tuple(one.shape) for one in read]
            values = arrays_of("inputs", self.own.inputs, shapes, rng)
            given = {
                one.name: as_dtype(value, one.dtype)
                for one, value in zip(read, values, strict=True)
            }
        else:
            given = {
                one.name: random_array(rng, one.shape, one.dtype, integer=False, terms=1)
                for one in arrays
                if one.role != "out"
            }
        return {
            one.name: np.zeros(one.shape, one.dtype) if one.role == "out" else given[one.name]
            for one in arrays
        }

    def arguments(self) -> list[Any]:
        """The arguments as the machine takes them: names of arrays, tensor maps, bytes."""
        found: list[Any] = []
        arrays = 0
        for one in self.launch.named():
            if one.value is not None:
                found.append(one.data)
                continue
            mapped = one.box and tensor_map(arrays, one.shape, one.box, one.dtype, one.swizzle)
            found.append(mapped or one.name)
            arrays += 1
        return found


def tensor_map(
    argument: int, shape: Sequence[int], box: Sequence[int], dtype: str, swizzle: int
) -> TensorMap:
    """A map of a row-major array; innermost first, as cuTensorMapEncodeTiled takes it."""
    itemsize = np.dtype(dtype).itemsize
    inner = [int(extent) for extent in reversed(shape)]
    strides = [itemsize * int(np.prod(inner[: at + 1])) for at in range(len(inner) - 1)]
    return TensorMap(
        argument, tuple(inner), tuple(strides), tuple(reversed(box)), itemsize, swizzle
    )
