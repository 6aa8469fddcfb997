"""The launches of a kernel in a file: FILE.toml next to it, or options of the command line.

docs/files.md describes every key.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError, model_validator

from gpusim.chips import MOST_THREADS
from gpusim.errors import UserError, nearest
from gpusim.isa.cubin import KernelImage

from .launch_arguments import POINTER_BYTES, Argument, Extent, Table

Dims = tuple[int, int, int]


class KernelLaunch(Table):
    """One launch: its kernel, its size, and the names of its arguments (by default all)."""

    grid: list[Extent] = Field(min_length=1, max_length=3)
    block: list[Extent] = Field(min_length=1, max_length=3)
    kernel: str = ""
    dynamic_shared: int = Field(0, ge=0)
    cooperative: bool = False
    arguments: list[str] | None = None

    @property
    def dims(self) -> tuple[Dims, Dims]:
        """Grid and block as (x, y, z)."""
        return tuple((*dims, 1, 1)[:3] for dims in (self.grid, self.block))

    def check(self, image: KernelImage, given: Mapping[str, Argument]) -> None:
        """Raise UserError if the launch does not fit the kernel; `given` are its arguments."""
        grid, block = self.dims
        most = math.prod(image.block or image.max_threads or (MOST_THREADS,))
        threads = math.prod(block)
        if threads > most:
            raise UserError(f"a block of {threads} threads: {image.name} takes at most {most}")
        if image.block and block != image.block:
            raise UserError(f"block {block}: {image.name} requires block {image.block}")
        if any(blocks % each for blocks, each in zip(grid, image.cluster, strict=False)):
            raise UserError(
                f"grid {grid}: {image.name} needs a multiple of its cluster, {image.cluster}"
            )
        if self.dynamic_shared > image.most_dynamic_shared:
            raise UserError(
                f"{self.dynamic_shared} B of dynamic shared memory: {image.name} takes at most "
                f"{image.most_dynamic_shared} B"
            )
        if len(image.parameters) != len(given):
            raise UserError(
                f"{image.name} takes {len(image.parameters)} arguments, {len(given)} given"
            )
        for number, (parameter, mine) in enumerate(
            zip(image.parameters, given.values(), strict=True)
        ):
            by_pointer = bool(mine.box) and parameter.size == POINTER_BYTES
            if parameter.size != mine.nbytes and not by_pointer:
                raise UserError(
                    f"parameter {number} of {image.name} has {parameter.size} bytes, the argument "
                    f"{mine.nbytes}"
                )


class LaunchFile(Table):
    """The content of a FILE.toml: the arguments, and one or several launches in order.

    `options` and `include` (folders, relative to the file) are for the compiler.
    """

    grid: list[Extent] | None = Field(None, min_length=1, max_length=3)
    block: list[Extent] | None = Field(None, min_length=1, max_length=3)
    kernel: str = ""
    dynamic_shared: int = Field(0, ge=0)
    cooperative: bool = False
    launches: list[KernelLaunch] = []
    arguments: list[Argument] = []
    options: list[str] = []
    include: list[str] = []
    reference: str = ""
    tolerance: float | None = Field(None, ge=0)
    hand_written: bool = False

    @model_validator(mode="after")
    def _launched(self) -> LaunchFile:
        alone = self.model_dump(include={"grid", "block", "kernel", "dynamic_shared"})
        if self.launches and any(alone.values()):
            raise ValueError("with launches, grid, block and kernel belong to each of them")
        if not self.launches and (self.grid is None or self.block is None):
            missing = "grid" if self.grid is None else "block"
            raise ValueError(f"{missing} is missing: write it there, or give --{missing}")
        return self

    @property
    def in_order(self) -> list[KernelLaunch]:
        """All launches."""
        if self.launches:
            return self.launches
        return [
            KernelLaunch(
                grid=self.grid or [],
                block=self.block or [],
                kernel=self.kernel,
                dynamic_shared=self.dynamic_shared,
                cooperative=self.cooperative,
            )
        ]

    def named(self) -> dict[str, Argument]:
        """The arguments by name; an argument without a name is named after its position."""
        names = [
            argument.name or f"argument{number}" for number, argument in enumerate(self.arguments)
        ]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise UserError(f"two arguments are named {min(twice)!r}")
        return {
            name: argument.model_copy(update={"name": name})
            for argument, name in zip(self.arguments, names, strict=True)
        }

    def arguments_of(self, launch: KernelLaunch) -> dict[str, Argument]:
        """The arguments of a launch, in order; raises UserError for an unknown name."""
        named = self.named()
        wanted = list(named) if launch.arguments is None else launch.arguments
        if unknown := next((name for name in wanted if name not in named), None):
            raise UserError(f"a launch names the argument {unknown!r}, which is not described")
        return {name: named[name] for name in wanted}


def read_launch(file: Path, changes: Mapping[str, Any]) -> LaunchFile:
    """The launches that a TOML file describes, with the command line's `changes`.

    Raises UserError with the key of a missing or wrong value.
    """
    values: dict[str, Any] = {}
    if file.exists():
        try:
            values = tomllib.loads(file.read_text(encoding="utf-8-sig"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise UserError(f"{file}: {error}") from None
    elif not changes:
        raise UserError(f"no launch configuration: write {file} or give --grid and --block")
    try:
        return LaunchFile(**values | changes)
    except ValidationError as error:
        detail = error.errors()[0]
        if detail["type"] == "extra_forbidden" and len(detail["loc"]) == 1:
            known = LaunchFile.model_fields
            raise UserError(f"{file}: {nearest('key', str(detail['loc'][0]), known)}") from None
        what = detail["msg"].removeprefix("Value error, ")
        raise UserError(
            f"{_origin(file, detail['loc'], changes)}: {what[:1].lower()}{what[1:]}"
        ) from None


_OPTIONS = {
    "grid": "--grid",
    "block": "--block",
    "dynamic_shared": "--dynamic-shared",
    "arguments": "--arg",
    "options": "--compile-options",
}


def _origin(file: Path, loc: tuple[int | str, ...], changes: Mapping[str, Any]) -> str:
    """The origin of a wrong value: an option of the command line, or a key of the file."""
    if loc and loc[0] in changes and loc[0] in _OPTIONS:
        return " ".join([_OPTIONS[str(loc[0])], *(str(int(index) + 1) for index in loc[1:2])])
    return ": ".join(filter(None, [str(file), ".".join(map(str, loc))]))
