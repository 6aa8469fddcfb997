"""From what was said of stages to `s_tir` primitives: `tvm.lower` of an old schedule.

One `create_prim_func` of the rewritten TE graph, then each stage's calls, consumers first: scope,
place (`compute_at`), splits, fuses and reorders in their order, bindings and annotations. Last,
every reduction is decomposed at its first reduction loop, which is where the old TE put the init.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import tvm
import tvm_ffi
from tvm import te, tirx

from ..checks.intrinsic_descriptions import described
from ..moves import DOUBLE_BUFFER_MARK
from .axes import Fuse, Reorder, Singleton, Split, derived_from, origins_of
from .calls import OldCall, OldCallError, here
from .dataflow import (
    REDUCTION,
    TensorKey,
    fold_condition,
    key,
    map_bodies,
    map_tensors,
    outputs,
    post_order,
    reduction,
    remake_extern,
    root_axes,
)
from .intrinsics import Loop, match_axes, register, wants_contiguous
from .program import SKIP, Argument, Name, Program, Recorder, blamed_on, unique
from .stage import INLINE, ROOT, SCOPE, Schedule, Stage
from .tensor import check_body

Var = tvm.ir.Var
VIRTUAL = ("vthread", "cthread")
VTHREADS = ("vthread.x", "vthread.y", "vthread.z", "vthread")
_TILES_OF_BLOCKS = {"blockIdx": 0, "threadIdx": 1, "vthread": 1, "cthread": 1}


@dataclass(frozen=True)
class Replayed:
    """A schedule as today's TIR.

    `tensors` are the arguments of the unscheduled function `origin` as TE computes them, with
    cached and factored stages (a number that the script passes is a variable among them);
    `program` gives `mod` from it, whose further arguments are `program.arguments`. `loops` has the
    program's name of each axis.
    """

    tensors: tuple[te.Tensor | Var, ...]
    program: Program
    mod: tvm.ir.IRModule
    loops: Mapping[Var, Name]

    def described(self) -> tvm.ir.IRModule:
        """The same with plain loops in place of tensor intrinsics, which no CPU has."""
        if not self.program.intrinsics:
            return self.mod
        with described(self.program.intrinsics):
            return tidy_names(self.program.run().mod)


def replay(
    schedule: Schedule,
    args: Sequence[te.Tensor | Var],
    name: str = "main",
    call: OldCall | None = None,
) -> Replayed:
    """Today's TIR of an old schedule.

    Parameters
    ----------
    call : OldCall, optional
        The `tvm.lower` that asked for it, where that is past; without it, the caller's line.

    Raises
    ------
    OldCallError
        An argument is no tensor of the schedule, or TVM refuses what a call asked for.
    """
    call = call or here("lower")
    with blamed_on(call):
        return _Replay(schedule, args, name, call).run()


class _Replay:
    def __init__(
        self, schedule: Schedule, args: Sequence[te.Tensor | Var], name: str, call: OldCall
    ) -> None:
        self.schedule = schedule
        self.call = call
        self.stages = [stage for stage in schedule.stages if stage.is_compute]
        self.scalars = [arg for arg in args if isinstance(arg, Var)]
        self.args = self._arguments([arg for arg in args if not isinstance(arg, Var)])
        self.places = [isinstance(arg, Var) for arg in args]
        self.names: dict[int, list[str]] = {}
        self.arguments: list[Argument] = []
        self.tensors = self._final_graph()
        func = te.create_prim_func(self.tensors)
        self.rec = Recorder(tvm.IRModule({"main": func.with_attr("global_symbol", name)}))
        self.rec.program.arguments = self.arguments
        # Blocks of a stage: one, but of several outputs without a reduction one each, which share
        # their loops; `blocks` has the first.
        self.parts: dict[int, list[Name]] = {}
        self.blocks: dict[int, Name] = {}
        self.loops: dict[Var, Name] = {}
        self.vthreads: dict[Var, str] = {}
        self.threads: dict[tuple[int, str], tuple[int | None, Stage]] = {}

    # --- the computation --------------------------------------------------------------------------

    def _arguments(self, args: Sequence[te.Tensor]) -> list[te.Tensor]:
        found = []
        for arg in args:
            if not isinstance(arg, te.Tensor):
                raise self.call.error(
                    f"argument {arg} is {type(arg).__name__}; give tensors, and numbers as te.var"
                )
            stage = self.schedule.stage_map.get(arg.op)
            # An input that no stage reads is a parameter all the same.
            found.append(arg if stage is None else stage.op.output(int(arg.value_index)))
        given = {key(tensor) for tensor in found}
        if len(given) < len(found):
            raise self.call.error("a tensor is among the arguments twice; give each once")
        for op in self.schedule.outputs:
            for tensor in outputs(self.schedule[op].op):
                if key(tensor) not in given:
                    raise self.call.error(f"output {op.name} is not among the arguments")
        for stage in self.schedule.stages:
            if isinstance(stage.op, te.PlaceholderOp) and key(stage.op.output(0)) not in given:
                raise self.call.error(f"input {stage.name} is not among the arguments")
        return found

    def _final_graph(self) -> list[te.Tensor]:
        """The arguments, numbers among them, over operations with unique names and no `where`.

        Afterwards `names` has the blocks that each stage becomes, `arguments` the arguments that
        are computed inside other stages: s_tir moves no block that writes an argument.
        """
        taken: set[str] = {str(arg.op.name) for arg in self.args if _is_placeholder(arg.op)}
        final: dict[TensorKey, te.Tensor] = {}
        wanted = self._wanted()
        moved: dict[TensorKey, bool] = {}
        for stage in self.schedule.stages:
            op = stage.op
            if _is_placeholder(op):
                continue
            wished = str(stage.origin_op.name).replace(".", "_")
            block = unique(wished, taken)
            while _is_several(op) and not taken.isdisjoint(_part_names(block, op.num_outputs)):
                block = unique(wished, taken)
            self.names[id(stage)] = [block]
            if self._is_moved(stage):
                moved |= dict.fromkeys(map(key, outputs(op)), stage.attach == INLINE)

            def replace(tensor: te.Tensor) -> te.Tensor:
                return final.get(key(tensor), tensor)

            if not isinstance(op, te.ComputeOp):
                made = outputs(remake_extern(op, replace, block))
            else:
                check_body(op)
                body = map_bodies(op.body, lambda expr: fold_condition(map_tensors(expr, replace)))
                if _is_several(op):
                    read = [at for at, one in enumerate(outputs(op)) if key(one) in wanted]
                    made = self._several(stage, block, body, read, taken)
                else:
                    made = outputs(te._ffi_api.ComputeOp(block, "", {}, list(op.axis), body))
            for old, new in zip(outputs(op), made, strict=True):
                final[key(old)] = new
        tensors = iter(self.args)
        scalars = iter(self.scalars)
        found: list[te.Tensor | Var] = []
        for at, place in enumerate(self.places):
            arg = next(scalars if place else tensors)
            if place or key(arg) not in moved:
                found.append(arg if place else final.get(key(arg), arg))
                continue
            now = final[key(arg)]
            shape = tuple(int(extent) for extent in now.shape)
            unwritten = (shape, str(te.Tensor.dtype.fget(now))) if moved[key(arg)] else None
            self.arguments.append(Argument(at, str(now.name), unwritten))
        return found

    def _wanted(self) -> set[TensorKey]:
        """The tensors that something reads: a stage of several outputs may have others."""
        wanted = {key(arg) for arg in self.args}

        def read(tensor: te.Tensor) -> None:
            wanted.add(key(tensor))

        for stage in reversed(self.schedule.stages):
            if not _is_several(stage.op):
                wanted.update(map(key, stage.op.input_tensors))
                continue
            for tensor, expr in zip(outputs(stage.op), stage.op.body, strict=True):
                if key(tensor) in wanted:
                    tvm_ffi.structural_walk(expr, (te.Tensor, read))
        return wanted

    def _several(
        self, stage: Stage, block: str, body: list, read: list[int], taken: set[str]
    ) -> list[te.Tensor | None]:
        """Outputs of a stage of several without a reduction, None for those that nothing reads.

        Inlined ones are a stage each: TVM inlines no other.
        """
        axes = list(stage.op.axis)
        if stage.attach == INLINE:
            names = _part_names(block, len(body))
            ops = {at: te._ffi_api.ComputeOp(names[at], "", {}, axes, [body[at]]) for at in read}
            found = {at: op.output(0) for at, op in ops.items()}
        else:
            op = te._ffi_api.ComputeOp(block, "", {}, axes, [body[at] for at in read])
            found = {at: op.output(index) for index, at in enumerate(read)}
        self.names[id(stage)] = [_block_name(found[at]) for at in read]
        taken.update(self.names[id(stage)])
        return [found.get(at) for at in range(len(body))]

    def _is_arg(self, stage: Stage) -> bool:
        return bool({key(arg) for arg in self.args} & set(map(key, outputs(stage.op))))

    def _is_moved(self, stage: Stage) -> bool:
        """Whether an argument is computed inside another stage, or nowhere of its own."""
        if not stage.is_compute or not self._is_arg(stage):
            return False
        return stage.attach == INLINE or self._spec(stage).attach == SCOPE

    # --- the schedule -----------------------------------------------------------------------------

    def run(self) -> Replayed:
        used = self._used()
        self.stages = [stage for stage in self.stages if stage.op in used]
        for stage in self.stages:
            self._check(stage)
        for stage in self.stages:
            names = self.names[id(stage)]
            parts = self.parts[id(stage)] = [self.rec.name(name.lower()) for name in names]
            self.blocks[id(stage)] = parts[0]
            for name, part in zip(names, parts, strict=True):
                self.rec.do(stage.made_by, "get_sblock", name, results=[part])
        for stage in self.stages:
            if stage.attach == INLINE:
                for part in self.parts[id(stage)]:
                    self.rec.do(stage.attach_call, "compute_inline", part)
        live = [stage for stage in self.stages if stage.attach != INLINE]
        for stage in reversed(live):
            self._place(stage)
            self._loops(stage)
            self._annotate(stage)
        for stage in reversed(live):
            self._finish(stage)
        for stage in live:
            self._align(stage)
        mod = self.rec.program.finished(tidy_names(self.rec.sch.mod))
        return Replayed(tuple(self.tensors), self.rec.program, mod, self.loops)

    def _used(self) -> set:
        return set(post_order([arg.op for arg in self.args]))

    def _check(self, stage: Stage) -> None:
        if self._is_arg(stage) and stage.scope_set and stage.scope_set[0] not in ("", "global"):
            raise stage.scope_set[1].error(
                f"{stage.name} is an argument of lower, which lies in global memory"
            )
        if self._is_moved(stage) and stage.attach != INLINE:
            self._check_moved(stage)

        scope, _ = self._scope(stage)
        if scope == "local":
            for leaf in stage.leaves:
                thread = stage.of(leaf).thread
                if thread and str(thread[0].thread_tag).startswith("threadIdx"):
                    raise thread[1].error(
                        f"{stage.name} lies in registers, which one thread cannot fill for another"
                        + ": bind no axis of it, or give it scope 'shared'"
                    )
        if stage.predicate:
            self._check_predicate(stage)
        own = {
            leaf.thread[0].var: leaf.thread for leaf in map(stage.of, stage.leaves) if leaf.thread
        }
        for parent, axis in self._path(stage):
            thread = parent.of(axis).thread
            if thread and str(thread[0].thread_tag) in VIRTUAL and thread[0].var in own:
                raise own[thread[0].var][1].error(
                    f"{stage.name} is computed inside the virtual thread {axis.var.name} of "
                    f"{parent.name}, which is bound to the same axis; use another te.thread_axis"
                )
            kind = parent.of(axis).kind
            if kind and kind[0] == "vectorize":
                raise kind[1].error(
                    f"{stage.name} is computed inside {axis.var.name}, and the lanes of a vector "
                    "would share its one element; compute it further out"
                )

    def _check_moved(self, stage: Stage) -> None:
        """Refuse what an argument, in global memory, cannot have inside its reader.

        Threads that overlap may store one value several times, but not sum it up several times.
        """
        way_out = "leave it at the root, or out of the arguments"
        call = self._spec(stage).attach_call
        if stage.origin_op in self.schedule.output_ops:
            raise call.error(f"{stage.name} is an output of the schedule: it stays at the root")
        bound = [one.thread for one in map(stage.of, stage.leaves) if one.thread]
        if bound:
            raise bound[0][1].error(
                f"{stage.name} is an argument of lower, in global memory, which one thread cannot "
                f"fill for another inside a kernel: {way_out}"
            )
        for parent, axis in self._path(stage):
            said = parent.of(axis)
            if not said.thread and not (said.kind and said.kind[0] == "parallel"):
                continue
            if reduction(stage.op) is not None:
                raise call.error(
                    f"{stage.name} is an argument of lower and a reduction, which several threads "
                    f"along {axis.var.name} may make of the same element at once: {way_out}"
                )
        aligned = [one.align for one in map(stage.of, root_axes(stage.op)) if one.align]
        for call in (stage.doubled, *(align[2] for align in aligned)):
            if call is not None:
                raise call.error(
                    f"{stage.name} is an argument of lower, whose memory is the caller's: {way_out}"
                )

    def _check_predicate(self, stage: Stage) -> None:
        """Take a predicate that picks one of several threads which would store the same value.

        s_tir stores the result of a reduction over threads by the first of them anyhow, and
        elsewhere storing one value several times is harmless. Any other would change results.
        """
        predicate, call = stage.predicate
        tags = {
            one.thread[0].var: str(one.thread[0].thread_tag)
            for other in self.schedule.stages
            for one in other.attributes.values()
            if one.thread
        }
        spatial = {
            str(parent.of(axis).thread[0].thread_tag)
            for parent, axis in (*((stage, leaf) for leaf in stage.leaves), *self._path(stage))
            if parent.of(axis).thread and axis.iter_type != REDUCTION
        }
        for term in _terms(predicate):
            zero = isinstance(term, tirx.EQ) and isinstance(term.b, tirx.IntImm)
            tag = tags.get(term.a) if zero and int(term.b.value) == 0 else None
            if tag is None:
                raise call.error(
                    f"{term} is no test of a bound thread axis for 0; put a condition on data into "
                    "the computation with te.if_then_else"
                )
            if tag in spatial:
                raise call.error(
                    f"{tag} has elements of {stage.name} to store, and all but one thread's would "
                    "be left out"
                )

    def _spec(self, stage: Stage) -> Stage:
        """The stage, or the group around it, that says where the stage is computed."""
        while stage.attach == ROOT and stage.group is not None:
            stage = stage.group
        return stage

    def _attach(self, stage: Stage) -> tuple[Stage, tirx.IterVar, OldCall] | None:
        """Where a stage is attached: the axis that the one named became part of, if it is gone."""
        spec = self._spec(stage)
        if spec.attach != SCOPE:
            return None
        parent, axis = spec.attach_stage, spec.attach_axis
        for action in parent.splits_and_fuses:
            if isinstance(action, Split) and action.parent.var.same_as(axis.var):
                axis = action.inner
            elif isinstance(action, Fuse) and action.inner.var.same_as(axis.var):
                axis = action.fused
        if not parent.has_axis(axis):
            raise spec.attach_call.error(
                f"axis {axis.var.name} of {parent.name} was fused away afterwards; "
                "compute_at the fused axis"
            )
        return parent, axis, spec.attach_call

    def _path(self, stage: Stage) -> list[tuple[Stage, tirx.IterVar]]:
        """The loops a stage is computed in, innermost first, through all the stages around it."""
        found = []
        at = self._attach(stage)
        while at is not None:
            parent, axis, call = at
            if len(found) > 100 * len(self.stages):
                raise call.error("compute_at goes in a circle")
            position = parent.place(axis)
            found += [(parent, leaf) for leaf in reversed(parent.leaves[: position + 1])]
            at = self._attach(parent)
        return found

    def _scope(self, stage: Stage) -> tuple[str, OldCall | None]:
        """The memory a stage's result lies in: as set, or as follows from the threads around it."""
        if stage.scope_set and stage.scope_set[0]:
            return stage.scope_set
        if self._is_moved(stage):
            return "global", None
        rank = -1
        for parent, axis in self._path(stage):
            thread = parent.of(axis).thread
            if thread:
                tag = str(thread[0].thread_tag).partition(".")[0]
                rank = max(rank, _TILES_OF_BLOCKS.get(tag, -1))
        attached = self._attach(stage)
        return ("global", "shared", "local")[rank + 1], attached[2] if attached else None

    def _place(self, stage: Stage) -> None:
        block, parts = self.blocks[id(stage)], self.parts[id(stage)]
        scope, cause = self._scope(stage)
        if scope != "global":
            for part in parts:
                for index in range(1 if _is_several(stage.op) else stage.op.num_outputs):
                    self.rec.do(cause, "set_scope", part, index, scope)
        attached = self._attach(stage)
        if attached is not None:
            _, axis, call = attached
            if scope in ("shared", "shared.dyn"):
                self._check_barriers(stage, call)
            for part in parts:
                at = self.loops[axis.var]
                self.rec.do(call, "compute_at", part, at, preserve_unit_loops=True, index=-2)
            if len(parts) > 1 and stage.op.axis:
                self._merge(stage, call)
        axes = root_axes(stage.op)
        if not axes:
            return
        names = [self._loop(stage, axis) for axis in axes]
        inside = [SKIP] if attached is not None else []
        self.rec.do(None, "get_loops", block, results=[*map(Name, inside), *names])

    def _merge(self, stage: Stage, call: OldCall) -> None:
        """One loop nest for the outputs of a stage, which `compute_at` gave one each."""
        inner = []
        for part in self.parts[id(stage)]:
            inner.append(self.rec.name(f"{part}_inner"))
            self.rec.do(None, "get_loops", part, results=[Name(SKIP), inner[-1]])
        try:
            self.rec.do(call, "merge", *inner)
        except OldCallError as error:
            raise call.error(
                f"the outputs of {stage.name} are read at different places, so that they share no "
                "loops there; compute_at an outer axis, or write one te.compute per output"
            ) from error

    def _check_barriers(self, stage: Stage, call: OldCall) -> None:
        """Refuse a shared copy in a loop whose threads may run it unequally often.

        They would wait for each other at its barriers.
        """
        for parent, axis in self._path(stage):
            if not parent.of(axis).thread and self.rec.extent(self.loops[axis.var]) is None:
                raise call.error(
                    f"the extent of {axis.var.name} of {parent.name} depends on loops outside it, "
                    f"so threads may not meet at the barriers of {stage.name}; split the axes that "
                    "it covers so that the factors divide"
                )

    def _loop(self, stage: Stage, axis: tirx.IterVar) -> Name:
        """A name for a loop: the axis's, with the stage's where another stage has that."""
        short = str(axis.var.name).replace(".outer", "_o").replace(".inner", "_i")
        name = short.replace(".fused", "_f").replace(".", "_")
        if name in self.rec._used:
            name = f"{self.blocks[id(stage)]}_{name}"
        found = self.rec.name(name)
        self.loops[axis.var] = found
        return found

    def _loops(self, stage: Stage) -> None:
        """Splits, fuses and reorders, in the order of the calls."""
        bound = self._bound(stage)
        for action in stage.actions:
            if isinstance(action, Split):
                self._split(stage, action, bound)
            elif isinstance(action, Fuse):
                parts = [self.loops[action.outer.var], self.loops[action.inner.var]]
                self.rec.do(action.call, "fuse", *parts, results=[self._loop(stage, action.fused)])
            elif isinstance(action, Reorder):
                if len(action.order) > 1:
                    order = [self.loops[axis.var] for axis in action.order]
                    self.rec.do(action.call, "reorder", *order)
            elif isinstance(action, Singleton):
                inside = action.inside
                place = self.blocks[id(stage)] if inside is None else self.loops[inside.var]
                name = self._loop(stage, action.axis)
                self.rec.do(action.call, "add_unit_loop", place, results=[name])

    def _bound(self, stage: Stage) -> set[Var]:
        """Axes of which some part is bound to a thread: their splits keep factors as they are."""
        return origins_of(stage, {leaf.var for leaf in stage.leaves if stage.of(leaf).thread})

    def _split(self, stage: Stage, action: Split, bound: set[Var]) -> None:
        loop = self.loops[action.parent.var]
        extent = self.rec.extent(loop)
        kept = action.inner if action.factor is not None else action.outer
        size = action.factor if action.factor is not None else action.nparts
        if kept.var not in bound and extent is not None:
            size = min(size, extent)
        factors = [None, size] if action.factor is not None else [size, None]
        results = [self._loop(stage, action.outer), self._loop(stage, action.inner)]
        self.rec.do(action.call, "split", loop, factors=factors, results=results)

    def _annotate(self, stage: Stage) -> None:
        """Bindings and loop kinds of the leaves."""
        for leaf in stage.leaves:
            said, loop = stage.of(leaf), self.loops[leaf.var]
            fixed = said.thread or (
                said.kind if said.kind and said.kind[0] == "vectorize" else None
            )
            if fixed and self.rec.extent(loop) is None:
                raise fixed[1].error(
                    f"the extent of {leaf.var.name} depends on loops outside it, and has to be a "
                    "number here; split the axis that it covers so that the factors divide"
                )
            if said.thread:
                thread, call = said.thread
                tag = self._tag(thread, call)
                self._check_extent(stage, leaf, tag, call)
                self.rec.do(call, "bind", loop, tag)
            if said.kind:
                kind, call = said.kind
                if said.thread:
                    raise call.error(f"{leaf.var.name} is bound to a thread, so it is no loop")
                self.rec.do(call, kind, loop)
            for pragma, value, call in said.pragmas:
                self.rec.do(call, "annotate", loop, f"pragma_{pragma}", value)

    def _check_extent(self, stage: Stage, leaf: tirx.IterVar, tag: str, call: OldCall) -> None:
        """Refuse a thread axis with two extents in one kernel.

        TVM launches one of them and leaves the loops of the other without a guard, silently.
        """
        path = self._path(stage)
        root = path[-1][0] if path else stage
        extent = self.rec.extent(self.loops[leaf.var])
        before, other = self.threads.setdefault((id(root), tag), (extent, stage))
        if before != extent:
            raise call.error(
                f"{leaf.var.name} of {stage.name} has the extent {extent}, but {tag} has {before} "
                f"in {other.name}: split so that both have the same (a guard is made by itself)"
            )

    def _tag(self, thread: tirx.IterVar, call: OldCall) -> str:
        tag = str(thread.thread_tag)
        if tag not in VIRTUAL:
            return tag
        if thread.var not in self.vthreads:
            if len(self.vthreads) == len(VTHREADS):
                raise call.error("s_tir has four virtual thread axes, and this would be the fifth")
            self.vthreads[thread.var] = VTHREADS[len(self.vthreads)]
        return self.vthreads[thread.var]

    def _finish(self, stage: Stage) -> None:
        """What comes after every loop is in place: the init, alignment, double buffering."""
        block = self.blocks[id(stage)]
        if stage.doubled:
            self._check_doubled(stage, stage.doubled)
            self.rec.do(stage.doubled, "annotate", block, DOUBLE_BUFFER_MARK, 1)
        reduced = derived_from(
            stage, {axis.var for axis in root_axes(stage.op)[len(stage.op.axis) :]}
        )
        first = next((leaf for leaf in stage.leaves if leaf.var in reduced), None)
        tensorized = [leaf for leaf in stage.leaves if stage.of(leaf).intrinsic]
        if len(tensorized) > 1:
            raise (
                stage.of(tensorized[1])
                .intrinsic[1]
                .error(f"{stage.name} is tensorized at two axes")
            )
        if tensorized:
            self._tensorize(stage, tensorized[0], reduced)
        elif first is not None and not self._crosses_threads(stage, reduced):
            self._check_shared_sum(stage)
            # Where loops of a reader cut across the tiles of a cache, TVM decomposes nothing; the
            # init stays in the block, which then runs it at the first of the reduction.
            if self.rec.is_affine(block):
                self._decompose(stage, first, self.call)

    def _check_doubled(self, stage: Stage, call: OldCall) -> None:
        """Refuse to fill a buffer an iteration ahead from what this iteration makes first."""
        attached = self._attach(stage)
        if attached is None:
            raise call.error(f"{stage.name} is computed in no loop; compute_at one first")
        if stage.op.num_outputs > 1:
            raise call.error(
                f"{stage.name} has several outputs, and one loop fills one double buffer; "
                "cache_read an output, and double_buffer the copy"
            )
        _, axis, _ = attached
        for tensor in stage.op.input_tensors:
            maker = next((one for one in self.stages if one.op == tensor.op), None)
            at = None if maker is None or maker.attach == INLINE else self._attach(maker)
            if at is None:
                continue
            extent = self.rec.extent(self.loops[axis.var])
            if at[1].var.same_as(axis.var) or extent == 1:
                raise call.error(
                    f"{stage.name} reads {maker.name}, which the same iteration of "
                    f"{axis.var.name} makes: it cannot be filled an iteration ahead"
                )

    def _align(self, stage: Stage) -> None:
        """Last of all: tensorize drops a block's alignment."""
        for position, axis in enumerate(root_axes(stage.op)):
            align = stage.of(axis).align
            if align:
                factor, offset, call = align
                for part in self.parts[id(stage)]:
                    self.rec.do(call, "storage_align", part, 0, position, factor, offset)

    def _decompose(self, stage: Stage, first: tirx.IterVar, cause: OldCall) -> Name:
        block = self.blocks[id(stage)]
        init = self.rec.name(f"{block}_init")
        self.rec.do(cause, "decompose_reduction", block, self.loops[first.var], results=[init])
        return init

    def _check_shared_sum(self, stage: Stage) -> None:
        """Refuse a sum in memory that threads share and that all of them add to.

        The old TE emitted it, and it raced.
        """
        scope, _ = self._scope(stage)
        if scope not in ("shared", "shared.dyn", "global"):
            return
        path = self._path(stage)
        root = path[-1][0] if path else stage
        own = {
            str(parent.of(axis).thread[0].thread_tag)
            for parent, axis in (*path, *((stage, leaf) for leaf in stage.leaves))
            if parent.of(axis).thread
        }
        for (nest, tag), (extent, other) in self.threads.items():
            idle = nest == id(root) and tag.startswith("threadIdx") and tag not in own
            if idle and extent != 1:
                attached = self._attach(stage)
                raise (attached[2] if attached else self.call).error(
                    f"{stage.name} is summed up in {scope} memory, and each of the {extent} "
                    f"threads that {other.name} has along {tag} would add to the same element: "
                    "bind an axis of it, or keep it in registers with set_scope('local')"
                )

    def _crosses_threads(self, stage: Stage, reduced: set[Var]) -> bool:
        """Whether threads share the reduction; then the init stays in the block."""
        call = None
        for leaf in stage.leaves:
            if leaf.var in reduced:
                thread = stage.of(leaf).thread
                call = call or (thread[1] if thread else None)
            elif call is not None:
                raise call.error(
                    f"{leaf.var.name} of {stage.name} lies inside a reduction axis bound to "
                    "threads; reorder the axes that are not reduced outwards"
                )
        return call is not None

    def _tensorize(self, stage: Stage, axis: tirx.IterVar, reduced: set[Var]) -> None:
        intrinsic, call = stage.of(axis).intrinsic
        at = stage.place(axis)
        inside = stage.leaves[at:]
        if len(self.parts[id(stage)]) > 1:
            raise call.error(f"{stage.name} has several outputs, and an intrinsic takes one")
        if any(stage.of(leaf).thread for leaf in inside):
            raise call.error("an axis inside the tensorized one is bound to a thread")
        loops = [
            Loop(self.rec.extent(self.loops[leaf.var]) or 0, leaf.var in reduced) for leaf in inside
        ]
        self._check_layout(stage, intrinsic, call)
        if self.rec.is_guarded(self.blocks[id(stage)]):
            raise call.error(
                f"the tiles of {stage.name} do not divide its extents, so some iterations are "
                f"left out, and {intrinsic.name} takes whole tiles; use extents that they divide"
            )
        try:
            places = match_axes(intrinsic, loops)
        except ValueError as error:
            raise call.error(str(error)) from None
        kept = [place is not None for place in places]
        outer = [leaf for leaf in stage.leaves[:at] if leaf.var in reduced]
        if not outer:
            if intrinsic.body is None:
                raise call.error(f"{intrinsic.name} has no statement for a whole reduction")
            try:
                self._put(call, self.loops[axis.var], intrinsic, kept, "body", intrinsic.body)
            except OldCallError as error:
                if not self.rec.is_guarded_by_blockize(self.loops[axis.var]):
                    raise
                raise call.error(
                    f"{stage.name} lies at a sum of two loops, as at h + kh in a convolution, "
                    "whose tiles TVM 0.27 derives wrongly; read it through a stage with an axis "
                    "for each of the two (im2col), inlined, and cache_read that one"
                ) from error
            return
        if intrinsic.update is None or intrinsic.init is None:
            raise call.error(
                f"the reduction goes on outside {axis.var.name}, so {intrinsic.name} has to give "
                "(body, reset, update)"
            )
        first = outer[0]
        init = self._decompose(stage, first, call)
        self._put(call, self.loops[axis.var], intrinsic, kept, "update", intrinsic.update)
        start = stage.place(first)
        spatial = [leaf for leaf in stage.leaves[start:] if leaf.var not in reduced]
        region = [leaf for leaf in inside if leaf.var not in reduced]
        if any(loop.extent > 1 and not loop.is_reduction for loop in loops):
            names = [self.rec.name(f"{init}_{leaf.var.name}") for leaf in spatial]
            self.rec.do(None, "get_loops", init, results=[Name(SKIP), *names])
            self._put(
                call, names[len(spatial) - len(region)], intrinsic, kept, "init", intrinsic.init
            )

    def _put(self, call, loop: Name, intrinsic, kept, what: str, stmt) -> None:
        name = register(intrinsic, kept, what, stmt)
        self.rec.program.intrinsics.append(name)
        self.rec.do(call, "tensorize", loop, name)

    def _check_layout(self, stage: Stage, intrinsic, call: OldCall) -> None:
        """Refuse an intrinsic for other memory, or without strides for rows that lie apart."""
        tensors = [*_loads(stage.op), stage.op.output(0)]
        wanted = _loads(intrinsic.op)
        if len(tensors) != len(wanted) + 1:
            raise call.error(f"{stage.name} does not compute what {intrinsic.name} computes")
        order = [key(one) for one in intrinsic.op.input_tensors]

        def bound(at: int) -> list[te.Tensor]:
            """The tensors that a buffer of the intrinsic stands for."""
            if at == len(order):
                return [tensors[-1]]
            return [t for t, w in zip(tensors, wanted, strict=False) if key(w) == order[at]]

        makers = {one.op: one for one in self.stages}
        for at, buffer in enumerate(intrinsic.buffers):
            for tensor in bound(at):
                maker = makers.get(tensor.op)
                scope = "global" if maker is None else self._scope(maker)[0]
                if str(buffer.scope()) != scope:
                    raise call.error(
                        f"{tensor.op.name} lies in {scope} memory, but buffer {buffer.name} of "
                        f"{intrinsic.name} in {buffer.scope()}: declare it with scope={scope!r}"
                    )
        for at, shape in wants_contiguous(intrinsic):
            for tensor in bound(at):
                whole = tuple(int(extent) for extent in tensor.shape)
                rows = len(shape) - next(i for i, one in enumerate(shape) if one > 1) - 1
                if whole[len(whole) - rows :] != shape[len(shape) - rows :]:
                    raise call.error(
                        f"buffer {intrinsic.buffers[at].name} of {intrinsic.name} has no strides, "
                        f"but rows of {tensor.op.name} are {whole[-1]} elements apart: declare it "
                        "with strides=[te.var(), 1]"
                    )


def _loads(op) -> list[te.Tensor]:
    """Tensors that an operation reads, once per read, in order."""
    found: list[te.Tensor] = []
    body = op.body[0]
    for expr in body.source if isinstance(body, tirx.Reduce) else [body]:
        tvm_ffi.structural_walk(expr, (te.Tensor, found.append))
    return found


def _terms(condition) -> list:
    """The terms of a conjunction."""
    if isinstance(condition, tirx.And):
        return [*_terms(condition.a), *_terms(condition.b)]
    return [condition]


def _is_several(op) -> bool:
    """Whether an operation has several outputs that `create_prim_func` makes a block each."""
    return isinstance(op, te.ComputeOp) and op.num_outputs > 1 and reduction(op) is None


def _part_names(block: str, count: int) -> list[str]:
    return [f"{block}_v{at}" for at in range(count)]


def _block_name(tensor: te.Tensor) -> str:
    """What `create_prim_func` calls the block of an output that has its own."""
    op = tensor.op
    if op.num_outputs == 1:
        return str(op.name)
    return _part_names(str(op.name), op.num_outputs)[int(tensor.value_index)]


def _is_placeholder(op) -> bool:
    return isinstance(op, te.PlaceholderOp)


def tidy_names(mod: tvm.ir.IRModule) -> tvm.ir.IRModule:
    """Buffers named after their stages alone: `set_scope` makes A_shared_shared of A_shared."""
    renamed: dict[Var, Var] = {}

    def on_var(var: Var) -> Var:
        if not tirx.buffer.is_buffer_var(var):
            return var
        if var not in renamed:
            suffix = "_" + str(var.scope()).replace(".", "_")
            name = str(var.name)
            doubled = name.endswith(suffix + suffix) or name.endswith(suffix + "_" + var.scope())
            renamed[var] = tirx.Var(name[: -len(suffix)], var.ty) if doubled else var
        return renamed[var]

    return tvm.ir.IRModule(
        {
            var: tvm_ffi.structural_map(func, (tirx.Buffer, on_var))
            for var, func in mod.functions.items()
        }
    )


__all__ = ["OldCallError", "Replayed", "replay"]
