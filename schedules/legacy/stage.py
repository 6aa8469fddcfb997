"""`te.create_schedule` as it was: stages with their axes, and what a script said of each.

A stage only writes down what was said (the calls may come in any order); `replay` turns it into
`s_tir` primitives. What changes the computation itself (cache_read, cache_write, rfactor) is done
at once on the TE graph, as the old TE did it.

The semantics follow TVM 0.19's src/te/schedule (schedule_lang.cc, schedule_dataflow_rewrite.cc).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import tvm
from tvm import te, tirx

from .axes import (
    Action,
    Fuse,
    Relayout,
    Reorder,
    Singleton,
    Split,
    extents_of,
    relatives,
    values_up,
)
from .calls import OldCall, OldObject, here
from .dataflow import (
    DATA_PARALLEL,
    REDUCTION,
    TensorKey,
    key,
    map_bodies,
    outputs,
    post_order,
    reduction,
    remake,
    root_axes,
    substitute,
    terms_alone,
    with_condition,
    with_inputs,
)
from .program import blamed_on
from .tensor import as_legacy

THREAD_INDEX = tirx.IterVar.ThreadIndex
_THREAD_TAG = re.compile(r"(blockIdx|threadIdx)\.[xyz]|[vc]thread(\.[xyz])?")


def recorded(method: Callable) -> Callable:
    """A method whose outermost call goes into the schedule's log with its line in the script."""

    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        schedule = self if isinstance(self, Schedule) else self.schedule
        if schedule.calling is not None:
            return method(self, *args, **kwargs)
        schedule.calling = here(method.__name__)
        try:
            with blamed_on(schedule.calling):
                result = method(self, *args, **kwargs)
        finally:
            call, schedule.calling = schedule.calling, None
        schedule.calls.append(call)
        if schedule.on_call is not None:
            schedule.on_call(schedule)
        return result

    return wrapper


@dataclass
class Attributes:
    """What was said of one axis; every entry comes with the call that said it."""

    thread: tuple[tirx.IterVar, OldCall] | None = None
    kind: tuple[str, OldCall] | None = None
    pragmas: list[tuple[str, object, OldCall]] = field(default_factory=list)
    align: tuple[int, int, OldCall] | None = None
    intrinsic: tuple[object, OldCall] | None = None

    def copy(self) -> Attributes:
        return Attributes(self.thread, self.kind, list(self.pragmas), self.align, self.intrinsic)


ROOT, INLINE, SCOPE = "root", "inline", "scope"


class Stage(OldObject):
    """The schedule of one operation, or of a group of stages (then without an operation)."""

    gone = {
        "iter_var_attrs": "what was said of an axis is no map here; leaf_iter_vars has the axes",
        "relations": "splits and fuses are no list here; print(tvm.lower(s, args)) shows them",
        "attach_type": "print(tvm.lower(s, args)) shows where a stage is computed",
        "is_output": "s.outputs has the outputs",
    }

    def __init__(self, schedule: Schedule, op) -> None:
        self.schedule = schedule
        self._op = op
        self.origin_op = op
        self.leaves: list[tirx.IterVar] = root_axes(op) if op is not None else []
        self.axes: list[tirx.IterVar] = list(self.leaves)
        self.actions: list[Action] = []
        self.attributes: dict[tvm.ir.Var, Attributes] = {}
        self.scope_set: tuple[str, OldCall] | None = None
        self.attach = ROOT
        self.attach_stage: Stage | None = None
        self.attach_axis: tirx.IterVar | None = None
        self.attach_call: OldCall | None = None
        self.group: Stage | None = None
        self.doubled: OldCall | None = None
        self.predicate: tuple[tvm.ir.Expr, OldCall] | None = None
        self.made_by: OldCall | None = None

    def __repr__(self) -> str:
        return f"stage({self.name})"

    @property
    def name(self) -> str:
        return "group" if self._op is None else str(self._op.name)

    @property
    def op(self):
        """The stage's operation as it is now; its axes are what `split` and the others take."""
        return self._op

    @property
    def leaf_iter_vars(self) -> list[tirx.IterVar]:
        return list(self.leaves)

    @property
    def all_iter_vars(self) -> list[tirx.IterVar]:
        return list(self.axes)

    @property
    def is_compute(self) -> bool:
        return isinstance(self._op, te.ComputeOp)

    @property
    def splits_and_fuses(self) -> list[Split | Fuse]:
        return [one for one in self.actions if isinstance(one, Split | Fuse)]

    def has_axis(self, axis: tirx.IterVar) -> bool:
        return any(axis.var.same_as(leaf.var) for leaf in self.leaves)

    def of(self, axis: tirx.IterVar) -> Attributes:
        """What was said of an axis (an empty record where nothing was)."""
        return self.attributes.get(axis.var) or Attributes()

    def error(self, reason: str) -> Exception:
        return self.schedule.calling.error(reason)

    def place(self, axis: tirx.IterVar) -> int:
        """Position of a leaf axis."""
        if not isinstance(axis, tirx.IterVar):
            raise self.error(f"{axis} is no axis of {self.name}")
        for position, leaf in enumerate(self.leaves):
            if leaf.var.same_as(axis.var):
                return position
        if any(one.var.same_as(axis.var) for one in self.axes):
            raise self.error(f"axis {axis.var.name} of {self.name} has been split or fused already")
        known = ", ".join(str(leaf.var.name) for leaf in self.leaves)
        raise self.error(f"{axis.var.name} is no axis of {self.name} (its axes: {known})")

    def change(self, axis: tirx.IterVar) -> Attributes:
        self.place(axis)
        return self.attributes.setdefault(axis.var, Attributes())

    # --- loops ------------------------------------------------------------------------------------

    @recorded
    def split(self, parent, factor=None, nparts=None, disable_predication=False):
        """Split an axis by `factor` (of the inner one) or `nparts` (of the outer one)."""
        if (factor is None) == (nparts is None):
            raise self.error("give one of factor and nparts")
        if disable_predication:
            raise self.error(
                "disable_predication leaves out bounds checks that s_tir makes where needed; "
                "leave it out"
            )
        size = self.number("factor" if nparts is None else "nparts", factor, nparts)
        position = self.place(parent)
        kind = parent.iter_type
        outer = tirx.IterVar(None, f"{parent.var.name}.outer", kind)
        inner = tirx.IterVar(None, f"{parent.var.name}.inner", kind)
        sizes = (size, None) if nparts is None else (None, size)
        self.actions.append(Split(parent, outer, inner, *sizes, self.schedule.calling))
        self.axes += [outer, inner]
        self.leaves[position : position + 1] = [outer, inner]
        return outer, inner

    def number(self, what: str, *given) -> int:
        value = next(one for one in given if one is not None)
        try:
            size = int(value)
        except (TypeError, ValueError):
            raise self.error(f"{what} {value} is no whole number") from None
        if size < 1:
            raise self.error(f"{what} {size} must be at least 1")
        return size

    @recorded
    def fuse(self, *axes):
        """Fuse neighbouring axes, outermost first; with none, a new outermost loop of extent 1."""
        if len(axes) == 1 and isinstance(axes[0], list | tuple):
            axes = tuple(axes[0])
        call = self.schedule.calling
        if not axes:
            unit = tirx.IterVar(tvm.ir.Range(0, 1), "singleton", DATA_PARALLEL)
            outermost = self.leaves[0] if self.leaves else None
            self.actions.append(Singleton(unit, outermost, call))
            self.axes.append(unit)
            self.leaves.insert(0, unit)
            return unit
        fused = axes[0]
        self.place(fused)
        for other in axes[1:]:
            outer, inner = fused, other
            first, second = self.place(outer), self.place(inner)
            if second + 1 == first:
                outer, inner, first, second = inner, outer, second, first
            if second != first + 1:
                raise self.error(
                    f"{outer.var.name} and {inner.var.name} of {self.name} are not neighbours; "
                    "reorder them first"
                )
            fused = tirx.IterVar(
                None,
                f"{outer.var.name}.{inner.var.name}.fused",
                max(outer.iter_type, inner.iter_type),
            )
            self.actions.append(Fuse(outer, inner, fused, call))
            self.axes.append(fused)
            self.leaves[first : second + 1] = [fused]
        return fused

    @recorded
    def reorder(self, *axes):
        """Put axes in this order, in the places they have between them."""
        if len(axes) == 1 and isinstance(axes[0], list | tuple):
            axes = tuple(axes[0])
        places = [self.place(axis) for axis in axes]
        if len(set(places)) < len(places):
            raise self.error("an axis appears twice")
        for position, axis in zip(sorted(places), axes, strict=True):
            self.leaves[position] = axis
        self.actions.append(Reorder(tuple(axes), self.schedule.calling))

    @recorded
    def tile(self, x_parent, y_parent, x_factor, y_factor):
        """Split two axes and reorder: x outer, y outer, x inner, y inner."""
        x_outer, x_inner = self.split(x_parent, factor=x_factor)
        y_outer, y_inner = self.split(y_parent, factor=y_factor)
        self.reorder(x_outer, y_outer, x_inner, y_inner)
        return x_outer, y_outer, x_inner, y_inner

    @recorded
    def bind(self, ivar, thread_ivar):
        """Bind an axis to a thread axis of `te.thread_axis`."""
        if not isinstance(thread_ivar, tirx.IterVar) or thread_ivar.iter_type != THREAD_INDEX:
            raise self.error("the second argument is no thread axis; use te.thread_axis")
        self.place(ivar)
        if ivar.iter_type not in (DATA_PARALLEL, REDUCTION):
            raise self.error(f"{ivar.var.name} cannot be bound")
        if not _THREAD_TAG.fullmatch(str(thread_ivar.thread_tag)):
            raise self.error(
                f"a GPU has no thread axis {thread_ivar.thread_tag}: use blockIdx or threadIdx "
                "with .x, .y or .z, or vthread"
            )
        self.change(ivar).thread = (thread_ivar, self.schedule.calling)

    @recorded
    def vectorize(self, var):
        self.place(var)
        if var.iter_type == REDUCTION:
            raise self.error(f"{var.var.name} is a reduction axis and cannot be vectorized")
        self.change(var).kind = ("vectorize", self.schedule.calling)

    @recorded
    def unroll(self, var):
        self.change(var).kind = ("unroll", self.schedule.calling)

    @recorded
    def parallel(self, var):
        self.place(var)
        if var.iter_type == REDUCTION:
            raise self.error(
                f"{var.var.name} is a reduction axis: its iterations write one element, so they "
                "cannot run in parallel; use rfactor"
            )
        self.change(var).kind = ("parallel", self.schedule.calling)

    @recorded
    def pragma(self, var, pragma_type, pragma_value=None):
        """A hint for the loop; refused where TVM 0.27 no longer acts on it."""
        if pragma_type in ("unroll", "vectorize"):
            getattr(self, pragma_type)(var)
            return
        if pragma_type not in PRAGMAS:
            raise self.error(
                f"nothing in TVM 0.27 acts on pragma {pragma_type!r}; known: {', '.join(PRAGMAS)}"
            )
        value = 1 if pragma_value is None else pragma_value
        self.change(var).pragmas.append((pragma_type, value, self.schedule.calling))

    @recorded
    def tensorize(self, var, tensor_intrin):
        """Replace the loops from `var` inwards by an intrinsic of `te.decl_tensor_intrin`."""
        from .intrinsics import TensorIntrin

        if not isinstance(tensor_intrin, TensorIntrin):
            raise self.error("the second argument is no intrinsic; use te.decl_tensor_intrin")
        self.change(var).intrinsic = (tensor_intrin, self.schedule.calling)

    # --- places -----------------------------------------------------------------------------------

    @recorded
    def compute_at(self, parent, scope):
        """Compute the stage, or the stages of a group, inside the loop `scope` of `parent`."""
        if not isinstance(parent, Stage):
            raise self.error("the first argument is no stage; write s[B].compute_at(s[C], axis)")
        self.not_output()
        if self.group is not None and self.group not in parent.groups():
            raise self.error(f"{self.name} and {parent.name} are not in the same group")
        if not isinstance(scope, tirx.IterVar):
            raise self.error(f"{scope} is no axis of {parent.name}")
        if not parent.has_axis(scope):
            known = ", ".join(str(leaf.var.name) for leaf in parent.leaves)
            raise self.error(
                f"{scope.var.name} is no axis of {parent.name} now (its axes: {known})"
            )
        self.attach, self.attach_call = SCOPE, self.schedule.calling
        self.attach_stage, self.attach_axis = parent, scope

    def groups(self) -> list[Stage]:
        """The groups a stage is in, innermost first."""
        found, group = [], self.group
        while group is not None:
            found.append(group)
            group = group.group
        return found

    @recorded
    def compute_inline(self):
        """Put the stage's expression into its readers."""
        self.not_output()
        if not self.is_compute:
            raise self.error(f"{self.name} is no computation that could be inlined")
        if reduction(self._op) is not None:
            raise self.error(f"{self.name} is a reduction, which cannot be inlined")
        self.attach, self.attach_call = INLINE, self.schedule.calling

    @recorded
    def compute_root(self):
        """Compute the stage on its own, before its readers."""
        self.attach, self.attach_call = ROOT, self.schedule.calling
        self.attach_stage = self.attach_axis = None

    def not_output(self) -> None:
        if self._op is not None and self.origin_op in self.schedule.output_ops:
            raise self.error(f"{self.name} is an output of the schedule: it stays at the root")

    @recorded
    def set_scope(self, scope):
        self.scope_set = (str(scope), self.schedule.calling)

    @recorded
    def storage_align(self, axis, factor, offset):
        """Have the stride of `axis` be `offset` more than a multiple of `factor`."""
        if not any(axis.var.same_as(one.var) for one in root_axes(self._op)):
            raise self.error(
                f"{axis.var.name} is no axis of the tensor {self.name} as it is stored"
            )
        record = self.attributes.setdefault(axis.var, Attributes())
        record.align = (int(factor), int(offset), self.schedule.calling)

    @recorded
    def double_buffer(self):
        self.doubled = self.schedule.calling

    @recorded
    def set_store_predicate(self, predicate):
        """Store only where `predicate` holds; see `replay` for the predicates that are taken."""
        self.predicate = (predicate, self.schedule.calling)

    # --- no counterpart ---------------------------------------------------------------------------

    @recorded
    def env_threads(self, threads):
        raise self.error("env_threads served te.scan, which no longer lowers; bind loops instead")

    @recorded
    def prefetch(self, tensor, var, offset):
        raise self.error(
            "no pass of TVM 0.27 lowers a prefetch; cache_read and double_buffer, or in s_tir the "
            "annotation software_pipeline_stage, overlap loads with computation"
        )

    @recorded
    def rolling_buffer(self):
        raise self.error("not supported here; in s_tir: sch.rolling_buffer(block, 0)")

    @recorded
    def transform_layout(self, mapping_function):
        raise self.error(
            "not supported here; in s_tir: sch.transform_layout(block, ('write', 0), index_map)"
        )

    @recorded
    def set_axis_separators(self, *_separators):
        raise self.error("not supported here; in s_tir: sch.transform_layout with AXIS_SEPARATOR")


# What some pass or code generator of TVM 0.27 still acts on.
PRAGMAS = (
    *("auto_unroll_max_step", "unroll_explicit", "import_llvm", "import_c"),
    *("parallel_launch_point", "parallel_stride_pattern", "parallel_barrier_when_finish"),
)


class Schedule(OldObject):
    """The schedule of one or more output operations."""

    def __init__(self, ops) -> None:
        self.calling: OldCall | None = here("create_schedule")
        self.made_by = self.calling
        self.calls: list[OldCall] = []
        self.on_call: Callable[[Schedule], None] | None = None
        ops = [one.op if isinstance(one, te.Tensor) else one for one in as_list(ops)]
        for op in ops:
            if not isinstance(op, te.tensor.Operation):
                raise self.calling.error(f"{op!r} is no operation; write te.create_schedule(C.op)")
        self.outputs = ops
        self.output_ops = list(ops)
        self.groups: list[Stage] = []
        self.stages = [Stage(self, op) for op in post_order(ops)]
        self.stage_map = {stage.origin_op: stage for stage in self.stages}
        self.calling = None

    def __getitem__(self, item) -> Stage:
        op = item.op if isinstance(item, te.Tensor) else item
        if isinstance(op, te.tensor.Operation) and op in self.stage_map:
            return self.stage_map[op]
        name = getattr(op, "name", item)
        call = self.calling or here("s[...]")
        raise call.error(f"{name} is no stage of this schedule (stages: {self.names()})")

    def names(self) -> str:
        return ", ".join(stage.name for stage in self.stages)

    def copy(self) -> Schedule:
        """The schedule as it is, not changed by later calls."""
        twin = object.__new__(Schedule)
        twin.__dict__.update(self.__dict__)
        twin.on_call = None
        twin.calls = list(self.calls)
        stages: dict[int, Stage] = {}
        for stage in (*self.stages, *self.groups):
            other = stages[id(stage)] = object.__new__(Stage)
            other.__dict__.update(stage.__dict__)
            other.schedule = twin
            other.leaves, other.axes = list(stage.leaves), list(stage.axes)
            other.actions = list(stage.actions)
            other.attributes = {var: one.copy() for var, one in stage.attributes.items()}
        for other in stages.values():
            for link in ("attach_stage", "group"):
                target = getattr(other, link)
                if target is not None:
                    setattr(other, link, stages[id(target)])
        twin.stages = [stages[id(stage)] for stage in self.stages]
        twin.groups = [stages[id(stage)] for stage in self.groups]
        twin.stage_map = {op: stages[id(stage)] for op, stage in self.stage_map.items()}
        return twin

    def normalize(self) -> Schedule:
        return self

    def current(self, tensor: te.Tensor) -> te.Tensor:
        """What the tensor of a script is in the graph as rewritten so far."""
        return self[tensor].op.output(int(tensor.value_index))

    # --- dataflow ---------------------------------------------------------------------------------

    def replace(self, mapping: dict[TensorKey, te.Tensor]) -> None:
        """Have every stage read `mapping`'s tensors, and what changes through that, in turn."""
        for stage in self.stages:
            op = with_inputs(stage.op, mapping)
            if not op.same_as(stage.op):
                for old, new in zip(outputs(stage.op), outputs(op), strict=True):
                    mapping[key(old)] = new
                stage._op = op

    def insert(self, position: int, op, neighbour: Stage) -> Stage:
        """A new stage before `position`, in the group of `neighbour`."""
        stage = Stage(self, op)
        stage.group = neighbour.group
        stage.made_by = self.calling
        self.stages.insert(position, stage)
        self.stage_map[op] = stage
        return stage

    @recorded
    def cache_read(self, tensor, scope, readers):
        """A copy of `tensor` in `scope`, which the operations `readers` read in its place."""
        stage = self[tensor]
        index = int(tensor.value_index)
        name = stage.name if stage.op.num_outputs == 1 else f"{stage.name}.v{index}"
        while any(other.name == f"{name}.{scope}" for other in self.stages):
            name += ".d"
        source = stage.op.output(index)
        cache = te.compute(source.shape, lambda *i: source(*i), name=f"{name}.{scope}")
        mapping: dict[TensorKey, te.Tensor] = {}
        for reader in as_list(readers):
            reading = self[reader]
            op = with_inputs(reading.op, {key(source): cache})
            if op.same_as(reading.op):
                raise self.calling.error(f"{reading.name} does not read {stage.name}")
            for old, new in zip(outputs(reading.op), outputs(op), strict=True):
                mapping[key(old)] = new
            reading._op = op
        self.replace(mapping)
        made = self.insert(self.stages.index(stage) + 1, cache.op, stage)
        made.scope_set = (str(scope), self.calling)
        return as_legacy(cache)

    @recorded
    def cache_write(self, tensor, scope):
        """Compute `tensor` in a stage of its own in `scope`, and copy it from there.

        Where axes of the stage have been split, fused or reordered already, the new stage is laid
        out in their order.
        """
        tensors = as_list(tensor)
        stage = self[tensors[0]]
        if any(self[one] is not stage for one in tensors):
            raise self.calling.error("the tensors are not outputs of one operation")
        op = stage.op
        if not isinstance(op, te.ComputeOp):
            raise self.calling.error(f"{stage.name} is no computation")
        if len(tensors) != op.num_outputs:
            raise self.calling.error(f"{stage.name} has {op.num_outputs} outputs; give them all")
        relayout = Relayout(stage, {axis.var for axis in op.reduce_axis}, self.calling)
        axes, values = relayout.new_axes()
        body = map_bodies(op.body, lambda expr: relayout.guarded(substitute(expr, values)))
        cache_op = te._ffi_api.ComputeOp(f"{op.name}.{scope}", op.tag, op.attrs, axes, body)
        indices = relayout.old_to_new()
        copies = [cache_op.output(i)(*indices) for i in range(cache_op.num_outputs)]
        copy_op = remake(op, copies)
        mapping = {key(old): new for old, new in zip(outputs(op), outputs(copy_op), strict=True)}
        self.replace(mapping)
        stage._op = copy_op
        stage.leaves, stage.actions = root_axes(copy_op), []
        stage.axes = list(stage.leaves)
        kept = {axis.var for axis in stage.leaves}
        stage.attributes = {var: one for var, one in stage.attributes.items() if var in kept}
        made = self.insert(self.stages.index(stage), cache_op, stage)
        made.scope_set = (str(scope), self.calling)
        caches = [as_legacy(one) for one in outputs(cache_op)]
        return caches if isinstance(tensor, list | tuple) else caches[0]

    @recorded
    def rfactor(self, tensor, axis, factor_axis=0):
        """Make the reduction axis `axis` a dimension of a new stage, reduced in the old one."""
        stage = self[tensor]
        op = stage.op
        reduce = reduction(op)
        if reduce is None:
            raise self.calling.error(f"{stage.name} is no reduction")
        if axis.iter_type != REDUCTION:
            raise self.calling.error(f"{axis.var.name} is no reduction axis")
        stage.place(axis)
        position = int(factor_axis) if factor_axis >= 0 else len(op.axis) + 1 + int(factor_axis)
        if not 0 <= position <= len(op.axis):
            raise self.calling.error(
                f"factor_axis {factor_axis}: {stage.name} has {len(op.axis)} axes"
            )
        touched = relatives(stage, axis)
        if any(one.var in touched for one in op.axis):
            raise self.calling.error(f"{axis.var.name} was fused with an axis that is no reduction")
        for action in stage.splits_and_fuses:
            first = action.parent if isinstance(action, Split) else action.outer
            if first.var not in touched:
                raise self.calling.error(
                    f"{first.var.name} was split or fused before rfactor, which makes the stage "
                    "anew and forgets it; call rfactor first"
                )
        extents = extents_of(stage)
        leaf_values = {leaf.var: leaf.var for leaf in stage.leaves if leaf.var in touched}
        values, guards = values_up(stage, extents, leaf_values)
        factored = tirx.IterVar(tvm.ir.Range(0, extents[axis.var]), axis.var, DATA_PARALLEL)
        axes = [*op.axis[:position], factored, *op.axis[position:]]
        reduced = [one for one in op.reduce_axis if one.var not in touched]
        reduced += [
            tirx.IterVar(tvm.ir.Range(0, extents[leaf.var]), leaf.var, REDUCTION)
            for leaf in stage.leaves
            if leaf.var in touched and not leaf.var.same_as(axis.var)
        ]
        replaced = {one.var: values[one.var] for one in op.reduce_axis if one.var in touched}
        source = [substitute(term, replaced) for term in reduce.source]
        conditions = [substitute(one, replaced) for one in (*guards, reduce.condition)]
        if reduced:
            body = with_condition(reduce, source, reduced, conditions)
        else:
            # Nothing is left to sum: each term is a stage of its own, the identity where unwanted.
            body = terms_alone(reduce, source, conditions)
        factor_op = te._ffi_api.ComputeOp(f"{op.name}.rf", op.tag, op.attrs, axes, body)
        again = tirx.IterVar(tvm.ir.Range(0, extents[axis.var]), f"{axis.var.name}.v", REDUCTION)
        new_axes = [tirx.IterVar(one.dom, str(one.var.name), DATA_PARALLEL) for one in op.axis]
        indices = [one.var for one in new_axes]
        indices.insert(position, again.var)
        parts = [one(*indices) for one in outputs(factor_op)]
        final = with_condition(reduce, parts, [again], [])
        repl_op = te._ffi_api.ComputeOp(f"{op.name}.repl", op.tag, op.attrs, new_axes, final)
        mapping = {key(o): n for o, n in zip(outputs(op), outputs(repl_op), strict=True)}
        self.replace(mapping)
        stage._op = repl_op
        self.insert(self.stages.index(stage), factor_op, stage)
        stage.leaves, stage.actions, stage.attributes = root_axes(repl_op), [], {}
        stage.axes = list(stage.leaves)
        tensors = [as_legacy(one) for one in outputs(factor_op)]
        return tensors[0] if len(tensors) == 1 else tensors

    @recorded
    def create_group(self, outputs, inputs, include_inputs=False):
        """The stages between `inputs` and `outputs` as a group that is placed as one.

        It may lie in another group, and have whole groups in it.
        """
        ends = [self.current(one) for one in as_list(outputs)]
        begins = {key(self.current(one)) for one in as_list(inputs)}
        members: list = []

        def visit(op) -> None:
            if op in members or not isinstance(op, te.ComputeOp):
                return
            for tensor in op.input_tensors:
                if key(tensor) not in begins or include_inputs:
                    visit(tensor.op)
            members.append(op)

        for tensor in ends:
            if include_inputs or key(tensor) not in begins:
                visit(tensor.op)
        stages = [stage for stage in self.stages if stage.op in members]
        group = Stage(self, None)
        group.made_by = self.calling
        around = stages[0].groups() if stages else []
        group.group = next(
            (one for one in around if all(one in stage.groups() for stage in stages)), None
        )
        parts = []
        for part in stages:
            while part.group is not group.group:
                part = part.group
                if any(part in one.groups() and one not in stages for one in self.stages):
                    raise self.calling.error("the group would cut through another group")
            parts.append(part)
        for part in parts:
            part.group = group
        for stage in stages:
            if stage.attach == SCOPE and stage.group not in stage.attach_stage.groups():
                stage.attach, stage.attach_stage, stage.attach_axis = ROOT, None, None
        self.groups.append(group)
        return group


def as_list(given) -> list:
    return (
        list(given) if isinstance(given, Iterable) and not isinstance(given, te.Tensor) else [given]
    )
