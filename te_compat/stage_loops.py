"""A stage's place and loops as primitives: scope, `compute_at`, splits, reorders, threads."""

from __future__ import annotations

from collections.abc import Sequence

from tvm import tirx

from .axes import Action, lay_out, number, stored_axes
from .calls import OldCall, OldCallError, notice
from .dataflow import Var, root_axes, substitute
from .final_graph import is_several
from .places import VIRTUAL, Places
from .program import SKIP, Name, Recorder
from .stage import PRAGMAS, Stage

VTHREADS = ("vthread.x", "vthread.y", "vthread.z", "vthread")


class StageLoops:
    """Records the loops of stages, one stage after the other, consumers first.

    Attributes
    ----------
    blocks : dict
        By a stage's id its blocks, which share their loops: one, but of several outputs without a
        reduction one each.
    loops : dict
        The loop of each axis.
    bounds : dict
        By axis its first value, in terms of axes around it, and its extent; where `with_bounds`.
    threads : dict
        By a kernel's outermost stage and a thread axis: its extent, and a stage that has it.
    """

    def __init__(self, places: Places, rec: Recorder, with_bounds: bool = False) -> None:
        self.with_bounds = with_bounds
        self.bounds: dict[Var, tuple[object, object]] = {}
        self.places = places
        self.rec = rec
        self.blocks: dict[int, list[Name]] = {}
        self.loops: dict[Var, Name] = {}
        self.threads: dict[tuple[int, str], tuple[int | None, Stage]] = {}
        self._vthreads: dict[Var, str] = {}

    def block(self, stage: Stage) -> Name:
        return self.blocks[id(stage)][0]

    def extent(self, axis: tirx.IterVar) -> int | None:
        """The extent of an axis' loop; None if it is not a number."""
        return self.rec.extent(self.loops[axis.var])

    def look_up(self, stage: Stage, names: list[str]) -> None:
        """Get the stage's blocks, by their names."""
        self.blocks[id(stage)] = [self.rec.name(name.lower()) for name in names]
        for name, block in zip(names, self.blocks[id(stage)], strict=True):
            self.rec.do(stage.made_by, "get_sblock", name, results=[block])

    def place(self, stage: Stage) -> None:
        blocks = self.blocks[id(stage)]
        scope, cause = self.places.scope(stage)
        if scope != "global":
            for block in blocks:
                for index in range(1 if is_several(stage.op) else stage.op.num_outputs):
                    self.rec.do(cause, "set_scope", block, index, scope)
        lay_out(stage, stage.op, blocks[0], self.rec)
        attached = self.places.attach(stage)
        if attached is not None:
            _, axis, call = attached
            if scope in ("shared", "shared.dyn"):
                self._check_barriers(stage, call)
            for block in blocks:
                loop = self.loops[axis.var]
                self.rec.do(call, "compute_at", block, loop, preserve_unit_loops=True, index=-2)
            if len(blocks) > 1 and stage.op.axis:
                self._merge(stage, call)
        axes = stored_axes(stage, stage.op)
        if not axes:
            return
        names = [self._loop(stage, axis) for axis in axes]
        inside = [SKIP] if attached is not None else []
        self.rec.do(None, "get_loops", blocks[0], results=[*map(Name, inside), *names])
        if self.with_bounds:
            outside = [axis for _, axis in self.places.path(stage)]
            self._note_bounds(axes, self.rec.bindings(blocks[0]), outside)

    def _note_bounds(self, axes: Sequence, firsts: Sequence = (), outside: Sequence = ()) -> None:
        """Record the bounds of axes whose loops have just been created, inside those of others."""
        loop_of = {axis.var: self.rec.loop(self.loops[axis.var]) for axis in (*axes, *outside)}
        values = {loop.loop_var: var for var, loop in loop_of.items()}
        values |= {loop_of[axis.var].loop_var: tirx.const(0, "int32") for axis in axes}
        for position, axis in enumerate(axes):
            first = number(substitute(firsts[position], values)) if firsts else 0
            self.bounds[axis.var] = first, number(substitute(loop_of[axis.var].extent, values))

    def _merge(self, stage: Stage, call: OldCall) -> None:
        """Merge the loop nests of a stage's outputs, to each of which `compute_at` gave one."""
        inner = []
        for block in self.blocks[id(stage)]:
            inner.append(self.rec.name(f"{block}_inner"))
            self.rec.do(None, "get_loops", block, results=[Name(SKIP), inner[-1]])
        try:
            self.rec.do(call, "merge", *inner)
        except OldCallError as error:
            raise call.error(
                f"the outputs of {stage.name} are read at different places, so they cannot share "
                "loops there; compute_at an outer axis, or write one te.compute per output"
            ) from error

    def in_one_loop(self, updates: Sequence[Stage], call: OldCall) -> None:
        """Merge the updates of a scan with several states into one loop over time."""
        if len(updates) < 2:
            return
        times = []
        for update in updates:
            block = self.block(update)
            loops = [self.rec.name(f"{block}_{axis.var.name}") for axis in root_axes(update.op)]
            self.rec.do(None, "get_loops", block, results=loops)
            times.append(loops[0])
        self.rec.do(call, "merge", *times)

    def _check_barriers(self, stage: Stage, call: OldCall) -> None:
        """Refuse a shared copy in a loop whose number of iterations may differ between threads.

        The threads would wait for each other at its barriers.
        """
        for parent, axis in self.places.path(stage):
            if not parent.of(axis).thread and self.extent(axis) is None:
                raise call.error(
                    f"the extent of {axis.var.name} of {parent.name} depends on loops outside it, "
                    f"so some threads may not reach the barriers of {stage.name}; split the axes "
                    f"of {parent.name} by factors that divide their extents"
                )

    def _loop(self, stage: Stage, axis: tirx.IterVar) -> Name:
        """A name for a loop: the axis's, with the stage's if another stage uses that name."""
        short = str(axis.var.name).replace(".outer", "_o").replace(".inner", "_i")
        name = short.replace(".fused", "_f").replace(".", "_")
        if self.rec.has(name):
            name = f"{self.block(stage)}_{name}"
        self.loops[axis.var] = self.rec.name(name)
        return self.loops[axis.var]

    def transform(self, stage: Stage) -> None:
        """Splits, fuses and reorders, in the order of the calls."""
        bound = stage.origins_of({leaf.var for leaf in stage.leaves if stage.of(leaf).thread})
        for action in stage.actions:
            if action.layout:
                continue
            loops = [self.loops[var] for var in action.old or [axis.var for axis in action.order]]
            options = {}
            if action.method == "split":
                options["factors"] = self._factors(action, loops[0], bound)
            elif action.method == "add_unit_loop" and not loops:
                loops = [self.block(stage)]
            if action.method != "reorder" or len(loops) > 1:
                results = [self._loop(stage, axis) for axis in action.after]
                self.rec.do(action.call, action.method, *loops, results=results, **options)
                if self.with_bounds:
                    self._note_bounds(action.after)

    def _factors(self, action: Action, loop: Name, bound: set[Var]) -> list[int | None]:
        """The factors of a split; not limited by the extent if a thread axis needs the split's
        factor."""
        extent = self.rec.extent(loop)
        kept = action.new[action.nparts is None]
        size = action.factor or action.nparts
        if kept not in bound and extent is not None:
            size = min(size, extent)
        return [None, size] if action.nparts is None else [size, None]

    def annotate(self, stage: Stage) -> None:
        """Bindings and loop kinds of the leaves."""
        for leaf in stage.leaves:
            attrs, loop = stage.of(leaf), self.loops[leaf.var]
            fixed = attrs.thread or (
                attrs.kind if attrs.kind and attrs.kind[0] == "vectorize" else None
            )
            if fixed and self.rec.extent(loop) is None:
                raise fixed[1].error(
                    f"the extent of {leaf.var.name} depends on loops outside it, and must be "
                    "constant here; split the axis that it covers by a factor that divides it"
                )
            if attrs.tag.startswith("threadIdx") and self.places.scope(stage)[0] == "local":
                # Registers: each thread fills all that it reads.
                continue
            if attrs.thread:
                thread, call = attrs.thread
                tag = self._tag(thread, call)
                self._check_extent(stage, leaf, tag, call)
                self.rec.do(call, "bind", loop, tag)
            if attrs.kind:
                kind, call = attrs.kind
                if attrs.thread:
                    raise call.error(
                        f"{leaf.var.name} is bound to a thread, so it is not a loop; leave out "
                        f"{kind}"
                    )
                inside = self._inside(stage, leaf) if kind == "vectorize" else None
                if inside is not None:
                    notice(
                        call,
                        f"{inside.name} is computed inside {leaf.var.name}, and vector lanes "
                        "would share its single element: kept as a loop; results do not change",
                    )
                    continue
                self.rec.do(call, kind, loop)
            for pragma, value, call in attrs.pragmas:
                if pragma == "tensor_core":
                    notice(
                        call,
                        "no pass of TVM 0.27 inserts tensor-core instructions by itself, so the "
                        "kernel runs without them; use tensorize",
                    )
                    continue
                if pragma not in PRAGMAS:
                    known = ", ".join(PRAGMAS)
                    raise call.error(
                        f"TVM 0.27 ignores the pragma {pragma!r}; leave it out, or use {known}"
                    )
                self.rec.do(call, "annotate", loop, f"pragma_{pragma}", value)

    def _inside(self, stage: Stage, leaf: tirx.IterVar) -> Stage | None:
        """A stage that is computed inside a loop of `stage`."""
        return next(
            (
                other
                for other in self.places.stages
                for parent, axis in self.places.path(other)
                if parent is stage and axis.var.same_as(leaf.var)
            ),
            None,
        )

    def _check_extent(self, stage: Stage, leaf: tirx.IterVar, tag: str, call: OldCall) -> None:
        """Refuse a thread axis with two extents in one kernel.

        TVM silently launches one of them and leaves the loops of the other without a guard.
        """
        root = self.places.root(stage)
        extent = self.extent(leaf)
        before, other = self.threads.setdefault((id(root), tag), (extent, stage))
        if before != extent:
            raise call.error(
                f"{leaf.var.name} of {stage.name} has the extent {extent}, but {tag} has {before} "
                f"in {other.name}: split so that both have the same (a guard is added "
                "automatically)"
            )

    def _tag(self, thread: tirx.IterVar, call: OldCall) -> str:
        tag = str(thread.thread_tag)
        if tag == "pipeline":  # Scripts bind to it, and skip the build without an FPGA.
            raise call.error("TVM 0.27 has no FPGA target: bind a GPU's axis, or leave it a loop")
        if tag not in VIRTUAL:
            return tag
        if thread.var not in self._vthreads:
            if len(self._vthreads) == len(VTHREADS):
                raise call.error(
                    "s_tir has four virtual thread axes, and this would be the fifth; fuse two "
                    "axes and bind the fused one"
                )
            self._vthreads[thread.var] = VTHREADS[len(self._vthreads)]
        return self._vthreads[thread.var]
