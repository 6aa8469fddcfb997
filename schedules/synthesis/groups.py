"""Stages that become one kernel, and the kind of each such group."""

from __future__ import annotations

from dataclasses import dataclass

from tvm import s_tir

from .draft import Draft
from .facts import Access, Stage, stages_of

# A contraction with fewer rows or columns than this is a reduction of rows, not a GEMM.
LEAST_TILE = 4
MAPS, TRANSPOSE, ROWS, COLUMNS, GEMM, WINDOW, OTHER = (
    "elementwise",
    "layout change",
    "reduction of rows",
    "reduction of columns",
    "GEMM",
    "window",
    "other",
)


@dataclass(frozen=True)
class Contraction:
    """Iterators of a product-sum by where they appear: both operands and the output (batch), the
    first and the output (rows), the second and the output (columns), both operands only (depth).
    `operands` are the positions of row and column operand among the block's reads."""

    batch: tuple[str, ...]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    depth: tuple[str, ...]
    operands: tuple[Access, Access]


@dataclass(frozen=True)
class Group:
    """The stages of one kernel: reductions, if any, then the stage that writes the result."""

    kind: str
    reductions: tuple[Stage, ...]
    last: Stage | None
    contraction: Contraction | None = None

    @property
    def stages(self) -> list[Stage]:
        return [*self.reductions, *([self.last] if self.last else [])]

    @property
    def main(self) -> Stage:
        return self.stages[0]

    @property
    def end(self) -> Stage:
        """The stage that writes the result."""
        return self.stages[-1]

    @property
    def end_name(self) -> str | None:
        """The block behind the reduction that writes the result, if there is one."""
        return self.last.name if self.last else None

    @property
    def roles(self) -> Contraction:
        """The iterators of a GEMM."""
        assert self.contraction, f"{self.name} is a {self.kind}"
        return self.contraction

    @property
    def name(self) -> str:
        return self.main.name


def contraction_of(stage: Stage) -> Contraction | None:
    """The iterators of a GEMM, a batched one, or a convolution; None for other reductions."""
    if not stage.product or stage.several or len(stage.reads) != 2:
        return None
    spatial = {name for name, extent in stage.spatial.items() if extent > 1}
    reduced = {name for name, extent in stage.reduced.items() if extent > 1}
    first, second = stage.reads
    if not reduced or not reduced <= first.iters & second.iters:
        return None
    batch = spatial & first.iters & second.iters
    only = [spatial & first.iters - second.iters, spatial & second.iters - first.iters]
    if batch | only[0] | only[1] != spatial or not all(map(stage.extent, map(list, only))):
        return None
    if min(stage.extent(list(names)) for names in only) < LEAST_TILE:
        return None
    # Columns are the group with the output's innermost iterator, which is contiguous.
    if stage.write.last and set(stage.write.last) & only[0]:
        only.reverse()
        first, second = second, first
    # The depth of a convolution with its window outermost: a slice then has one offset into it.
    sides = only[0] | only[1]
    dims = [dim for read in stage.reads for dim in read.dims if len(dim) > 1]
    window = {name for dim in dims if sides & set(dim) for name in dim}
    order = sorted(stage.order(), key=lambda name: name in reduced - window)
    ordered = [
        tuple(name for name in order if name in names)
        for names in (batch, only[0], only[1], reduced)
    ]
    return Contraction(*ordered, (first, second))


def kind_of(stage: Stage) -> str:
    """The kind of one stage by its iterators."""
    if stage.several and not stage.reduced:
        return OTHER
    if not stage.reduced:
        return TRANSPOSE if transposed_read(stage) is not None else MAPS
    if contraction_of(stage):
        return GEMM
    windows = [
        dim
        for read in stage.reads
        for dim in read.dims
        if set(dim) & set(stage.spatial) and set(dim) & set(stage.reduced)
    ]
    if windows:
        return WINDOW
    long = [read for read in stage.reads if read.iters & set(stage.reduced)]
    if not long:
        return OTHER
    largest = max(long, key=lambda read: read.bytes)
    varying = [name for name in largest.last if (stage.spatial | stage.reduced)[name] > 1] or list(
        largest.last
    )
    return ROWS if set(varying) & set(stage.reduced) else COLUMNS


def transposed_read(stage: Stage) -> int | None:
    """The read whose innermost iterator is not the output's, so that it needs a tile."""
    if not stage.write.last:
        return None
    inner = stage.write.last[-1]
    for position, read in enumerate(stage.reads):
        last = read.last
        if len(last) != 1 or last[0] == inner or inner not in read.iters or not read.plain:
            continue
        if stage.extent(last) > 1 and stage.extent([inner]) > 1 and stage.write.plain:
            return position
    return None


def group_stages(draft: Draft) -> list[Group]:
    """Inline what need not be stored, and group the remaining stages by kernel.

        for i: B[i] = A[i] + 1.0
        for i: C[i] = B[i] * 2.0
    becomes
        for i: C[i] = (A[i] + 1.0) * 2.0

    A producer of a GEMM's operand stays until the GEMM copies that operand.
    """
    sch = draft.sch
    outputs = {str(param.name) for param in sch.mod["main"].params}
    stages = stages_of(sch)
    operands = {read.buffer for stage in stages if kind_of(stage) == GEMM for read in stage.reads}
    for stage in stages:
        kept = stage.write.buffer in outputs or stage.write.buffer in operands
        if stage.reduced or stage.several or kept:
            continue
        try:
            draft.compute_inline(stage.name)
        except s_tir.ScheduleError:
            continue
    draft.step("inline", "values that one stage makes and another uses are never stored")
    return groups_of(stages_of(sch), outputs)


def groups_of(stages: list[Stage], outputs: set[str]) -> list[Group]:
    """The groups of stages, in order; operand producers of GEMMs belong to the GEMM's group."""
    groups: list[Group] = []
    produced = {read.buffer for stage in stages if kind_of(stage) == GEMM for read in stage.reads}
    for stage in stages:
        kind, previous = kind_of(stage), groups[-1] if groups else None
        if not stage.reduced and stage.write.buffer in produced - outputs and not stage.several:
            continue
        reads = {read.buffer for read in stage.reads}
        if previous and previous.last is None:
            made = {each.write.buffer for each in previous.reductions}
            same = list(previous.main.spatial.values())
            chained = stage.reduced and reads & made and kind == previous.kind == ROWS
            if chained and list(stage.spatial.values()) == same:
                groups[-1] = Group(ROWS, (*previous.reductions, stage), None)
                continue
            fits = rows_match(stage, made, same) and (
                previous.kind == ROWS or len(stage.spatial) == len(same)
            )
            if not stage.reduced and not stage.several and reads & made and fits:
                groups[-1] = Group(previous.kind, previous.reductions, stage, previous.contraction)
                continue
        if stage.reduced:
            groups.append(Group(kind, (stage,), None, contraction_of(stage)))
        else:
            groups.append(Group(kind, (), stage))
    return groups


def rows_match(stage: Stage, made: set[str], extents: list[int]) -> bool:
    """Whether a stage reads each element of a reduction at the position that it writes."""
    outer = list(stage.spatial.items())[: len(extents)]
    if [extent for _, extent in outer] != extents:
        return False
    return all(
        not dim or dim == (outer[position][0],)
        for read in stage.reads
        if read.buffer in made
        for position, dim in enumerate(read.dims)
    )
