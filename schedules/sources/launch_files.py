"""How a kernel in a file is launched, and on what: FILE.toml beside it, or the command line.

kernel = "saxpy"            # may be left out where the file has one kernel
grid = [64]
block = [256]
dynamic_shared = 0          # bytes
reference = "saxpy.py"      # its function `reference(*arguments)` gives what is written
tolerance = 1e-6            # rtol and atol as of numpy.allclose; 0: exactly

[[arguments]]               # one for each parameter, in order
name = "y"
dtype = "float32"
shape = [16384]
role = "inout"              # in (by default), out, inout

[[arguments]]
dtype = "float32"
value = 2.5

[[arguments]]               # a CUtensorMap of an array that is no parameter itself
name = "A"
dtype = "float16"
shape = [128, 64]
box = [64, 64]
swizzle = 128               # bytes, 0 for none
"""

from __future__ import annotations

import math
import re
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import ml_dtypes  # noqa: F401  NumPy knows bfloat16 and float8 by it
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gpusim.chips import MOST_THREADS
from gpusim.errors import UserError
from gpusim.isa.cubin import KernelImage

TENSOR_MAP_BYTES = 128
POINTER_BYTES = 8

Extent = Annotated[int, Field(ge=1, lt=2**31)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Argument(_Table):
    """An array (its address, or a tensor map of it) or a number."""

    dtype: str
    name: str = ""
    shape: list[Extent] | None = None
    value: int | float | bool | None = None
    role: Literal["in", "out", "inout"] = "in"
    box: list[Extent] | None = None
    swizzle: Literal[0, 32, 64, 128] = 0

    @model_validator(mode="after")
    def _fits(self) -> Argument:
        try:
            np.dtype(self.dtype)
        except TypeError:
            raise ValueError(f"{self.dtype!r} is no dtype") from None
        if (self.shape is None) == (self.value is None):
            raise ValueError("give a shape, for an array, or a value, for a number")
        if self.value is not None and (self.role != "in" or self.box):
            raise ValueError("a number has no role and no box")
        if self.box and len(self.box) != len(self.shape or ()):
            raise ValueError("a box has as many extents as its array")
        if self.swizzle and not self.box:
            raise ValueError("a swizzle is that of a box")
        return self

    @property
    def nbytes(self) -> int:
        """Bytes of the parameter."""
        if self.value is not None:
            return np.dtype(self.dtype).itemsize
        return TENSOR_MAP_BYTES if self.box else POINTER_BYTES

    @property
    def data(self) -> bytes:
        """A number's bytes."""
        return np.asarray(self.value).astype(self.dtype).tobytes()


class LaunchFile(_Table):
    """What a TOML file says of a launch."""

    grid: list[Extent] = Field(min_length=1, max_length=3)
    block: list[Extent] = Field(min_length=1, max_length=3)
    kernel: str = ""
    dynamic_shared: int = Field(0, ge=0)
    arguments: list[Argument] = []
    reference: str = ""
    tolerance: float = Field(0.0, ge=0)

    def named(self) -> list[Argument]:
        """The arguments, those without a name by their place."""
        names = [one.name or f"argument{at}" for at, one in enumerate(self.arguments)]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise UserError(f"two arguments are called {min(twice)!r}")
        return [
            one.model_copy(update={"name": name})
            for one, name in zip(self.arguments, names, strict=True)
        ]

    @property
    def dims(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Grid and block as (x, y, z)."""
        return tuple((*dims, 1, 1)[:3] for dims in (self.grid, self.block))

    def check(self, image: KernelImage) -> None:
        """Raise UserError where the launch does not fit the kernel."""
        grid, block = self.dims
        most = math.prod(image.block or image.max_threads or (MOST_THREADS,))
        threads = math.prod(block)
        if threads > most:
            raise UserError(f"a block of {threads} threads: {image.name} takes at most {most}")
        if image.block and block != image.block:
            raise UserError(f"block {block}: {image.name} requires {image.block}")
        if any(blocks % each for blocks, each in zip(grid, image.cluster, strict=False)):
            raise UserError(f"grid {grid}: {image.name} has clusters of {image.cluster} blocks")
        if self.dynamic_shared > image.most_dynamic_shared:
            raise UserError(
                f"{self.dynamic_shared} B of dynamic shared memory: {image.name} can have "
                f"{image.most_dynamic_shared} B"
            )
        sizes = [parameter.size for parameter in image.parameters]
        given = [argument.nbytes for argument in self.arguments]
        if len(sizes) != len(given):
            raise UserError(f"{image.name} has {len(sizes)} parameters, {len(given)} are given")
        for at, (size, mine) in enumerate(zip(sizes, given, strict=True)):
            if size != mine:
                raise UserError(
                    f"parameter {at} of {image.name} has {size} bytes, {mine} are given"
                )


def read_launch(file: Path, changes: dict[str, Any]) -> LaunchFile:
    """The launch that a TOML file describes, with the command line's `changes`.

    Raises UserError for what is missing or wrong, by its key.
    """
    values: dict[str, Any] = {}
    if file.exists():
        try:
            values = tomllib.loads(file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UserError(f"{file}: {error}") from None
    elif not changes:
        raise UserError(f"how is it launched? There is no {file}; write it, or --grid and --block")
    try:
        return LaunchFile(**values | changes)
    except ValidationError as error:
        detail = error.errors()[0]
        key = ".".join(map(str, detail["loc"]))
        what = detail["msg"].removeprefix("Value error, ")
        raise UserError(f"{file}: {key}: {what[:1].lower()}{what[1:]}") from None


_ARGUMENT = re.compile(
    r"(?:(?P<name>\w+):)?(?P<dtype>\w+)"
    r"(?:\[(?P<shape>[\d,]+)\](?::(?P<role>in|out|inout))?|=(?P<value>\S+))"
)


def parse_argument(text: str) -> dict[str, Any]:
    """'y:float32[16384]:inout' or 'n:int32=16384' as an entry of `arguments`."""
    found = _ARGUMENT.fullmatch(text)
    if not found:
        raise UserError(
            f"malformed argument {text!r}: write NAME:DTYPE[EXTENT,...]:ROLE or NAME:DTYPE=VALUE"
        )
    entry = {key: value for key, value in found.groupdict().items() if value is not None}
    if "shape" in entry:
        entry["shape"] = [int(extent) for extent in entry["shape"].split(",") if extent]
    else:
        try:
            entry["value"] = int(entry["value"], 0)
        except ValueError:
            try:
                entry["value"] = float(entry["value"])
            except ValueError:
                raise UserError(f"malformed argument {text!r}: no number after =") from None
    return entry
