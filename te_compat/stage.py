"""A stage of an old schedule: its axes and the calls that a script made on it.

A stage only records calls, which may come in any order; `replay` turns them into `s_tir`
primitives. The semantics follow TVM 0.19's src/te/schedule/schedule_lang.cc.
"""

from __future__ import annotations

import copy
import re
from dataclasses import replace

import tvm
from tvm import te, tirx

from .axes import Action, Attributes, AxisMap, LoopNest, axis_attributes, layout_action, relation
from .calls import CallLog, OldCall, notice, recorded
from .dataflow import REDUCTION, new_axis, reduction, root_axes
from .intrinsics import Called, TensorIntrin, called_by
from .tensor import is_number

THREAD_INDEX = tirx.IterVar.ThreadIndex
_THREAD_TAG = re.compile(r"(blockIdx|threadIdx)\.[xyz]|[vc]thread(\.[xyz])?|pipeline")


ROOT, INLINE, SCOPE = "root", "inline", "scope"
# Pragmas on which a pass or code generator of TVM 0.27 still acts.
PRAGMAS = (
    *("auto_unroll_max_step", "unroll_explicit", "import_llvm", "import_c"),
    *("parallel_launch_point", "parallel_stride_pattern", "parallel_barrier_when_finish"),
)


class Stage(LoopNest):
    """The schedule of one operation, or of a group of stages (then without an operation)."""

    gone = {
        "rolling_buffer": "not supported here; use sch.rolling_buffer(block, 0) of s_tir",
        "set_axis_separators": "not supported here; use AXIS_SEPARATOR in s_tir's transform_layout",
    }

    def __init__(
        self,
        log: CallLog,
        op,
        *,
        made_by: OldCall | None = None,
        stays_at_root: bool = False,
    ) -> None:
        super().__init__(root_axes(op))
        self.log = log
        # The current operation, None for a group; `split` and the other calls take its axes.
        self.op: te.tensor.Operation | None = op
        self.attributes: dict[tvm.ir.Var, Attributes] = {}
        self._call_intrinsic(called_by(op))
        self.origin_op = op
        # The cache_read or similar call that created the stage.
        self.made_by = made_by
        # Whether it is an output of the schedule.
        self.stays_at_root = stays_at_root
        self.scope_set: tuple[str, OldCall] | None = None
        self.attach = ROOT
        self.attach_stage: Stage | None = None
        self.attach_axis: tirx.IterVar | None = None
        self.attach_call: OldCall | None = None
        self.group: Stage | None = None
        # Of a group: the stages and groups in it.
        self.num_child_stages = 0
        self.doubled: OldCall | None = None
        self.around: list[tvm.ir.Var] = []
        self.predicate: tuple[tvm.ir.Expr, OldCall] | None = None

    def __repr__(self) -> str:
        return f"stage({self.name})"

    @property
    def name(self) -> str:
        return "group" if self.op is None else str(self.op.name)

    @property
    def leaf_iter_vars(self) -> list[tirx.IterVar]:
        return list(self.leaves)

    @property
    def all_iter_vars(self) -> list[tirx.IterVar]:
        return list(self.axes)

    @property
    def is_output(self) -> bool:
        return self.stays_at_root

    @property
    def attach_type(self) -> int:
        """The value in TVM's enumeration: 1 at the root, 2 inlined, 4 inside a loop."""
        return {ROOT: 1, INLINE: 2, SCOPE: 4}[self.attach]

    @property
    def relations(self) -> list:
        return [relation(action) for action in self.actions if action.after]

    @property
    def iter_var_attrs(self) -> AxisMap:
        every = {axis.var: axis for axis in self.axes if axis.var in self.attributes}
        return AxisMap(
            {var: axis_attributes(self.of(axis), axis.iter_type) for var, axis in every.items()}
        )

    @property
    def is_compute(self) -> bool:
        return isinstance(self.op, te.ComputeOp)

    def copy(self, log: CallLog) -> Stage:
        """The stage as it is, not changed by later calls; its links are to the same stages."""
        twin = copy.copy(self)
        twin.log = log
        twin.leaves, twin.axes = list(self.leaves), list(self.axes)
        twin.actions = list(self.actions)
        twin.attributes = {var: replace(attrs) for var, attrs in self.attributes.items()}
        return twin

    def compute_instead(self, op) -> None:
        """Restart with the axes of another operation; axes that stay keep their calls."""
        called = called_by(self.op)
        inside = {axis.var for axis in called.order(self.op)[1]} if called else set()
        self.op = op
        self.begin_with(root_axes(op))
        kept = {axis.var for axis in self.axes} - inside
        self.attributes = {var: attrs for var, attrs in self.attributes.items() if var in kept}

    def _call_intrinsic(self, called: Called | None) -> None:
        """Tensorize the axes that an intrinsic computes, of an operation that calls one."""
        if called is not None:
            outside, inside = called.order(self.op)
            self.leaves = [*outside, *inside]
            self.actions = [Action("reorder", called.call, order=tuple(self.leaves))]
            attrs = self.attributes.setdefault(inside[0].var, Attributes())
            attrs.intrinsic = (called.intrinsic, called.call)

    def of(self, axis: tirx.IterVar) -> Attributes:
        """Record of the calls on an axis; empty if there were none."""
        return self.attributes.get(axis.var) or Attributes()

    def error(self, reason: str) -> Exception:
        return self.log.calling.error(reason)

    def place(self, axis: tirx.IterVar) -> int:
        """Position of a leaf axis."""
        if not isinstance(axis, tirx.IterVar):
            raise self.error(f"{axis} is not an axis of {self.name}; pass one of {self._known()}")
        for position, leaf in enumerate(self.leaves):
            if leaf.var.same_as(axis.var):
                return position
        gone = any(known.var.same_as(axis.var) for known in self.axes)
        why = "has been split or fused already" if gone else "is not among its axes"
        raise self.error(f"axis {axis.var.name} of {self.name} {why}; use one of {self._known()}")

    def _known(self) -> str:
        return ", ".join(str(leaf.var.name) for leaf in self.leaves)

    def change(self, axis: tirx.IterVar) -> Attributes:
        self.place(axis)
        return self.attributes.setdefault(axis.var, Attributes())

    # --- Loops ------------------------------------------------------------------------------------

    @recorded
    def split(self, parent, factor=None, nparts=None, disable_predication=False):
        """Split an axis by `factor` (of the inner one) or `nparts` (of the outer one)."""
        if (factor is None) == (nparts is None):
            given = "neither" if factor is None else "both"
            raise self.error(f"{given} of factor and nparts is given; pass one of them")
        if disable_predication:
            raise self.error(
                "disable_predication is not supported: s_tir adds bounds checks only where they "
                "are needed; leave it out"
            )
        what, given = ("factor", factor) if nparts is None else ("nparts", nparts)
        if not is_number(given):
            raise self.error(f"{what} {given} is not an integer; pass one")
        size = int(given)
        if size < 1:
            raise self.error(f"{what} {size} is below 1; pass at least 1")
        position = self.place(parent)
        kind = parent.iter_type
        outer = tirx.IterVar(None, f"{parent.var.name}.outer", kind)
        inner = tirx.IterVar(None, f"{parent.var.name}.inner", kind)
        self.act(
            Action("split", self.log.calling, (parent,), (outer, inner), **{what: size}), position
        )
        return outer, inner

    @recorded
    def transform_layout(self, mapping_function):
        """Store and compute the elements by other indices; returns the new axes."""
        action = layout_action(self, self.op, mapping_function, self.log.calling)
        self.act(action, 0)
        return list(action.after)

    @recorded
    def fuse(self, *axes):
        """Fuse neighbouring axes, outermost first; with none, a new outermost loop of extent 1."""
        axes, call = _spread(axes), self.log.calling
        if not axes:
            unit = new_axis(1, "singleton")
            outermost = tuple(self.leaves[:1])
            self.act(Action("add_unit_loop", call, (), (unit,), order=outermost), 0)
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
            name = f"{outer.var.name}.{inner.var.name}.fused"
            fused = tirx.IterVar(None, name, max(outer.iter_type, inner.iter_type))
            self.act(Action("fuse", call, (outer, inner), (fused,)), first)
        return fused

    @recorded
    def reorder(self, *axes):
        """Reorder axes; together they keep the same set of positions."""
        axes = _spread(axes)
        places = [self.place(axis) for axis in axes]
        if len(set(places)) < len(places):
            raise self.error("an axis appears twice; pass it once")
        for position, axis in zip(sorted(places), axes, strict=True):
            self.leaves[position] = axis
        self.actions.append(Action("reorder", self.log.calling, order=axes))

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
            raise self.error("the second argument is not a thread axis; use te.thread_axis")
        attrs = self.change(ivar)
        if not _THREAD_TAG.fullmatch(str(thread_ivar.thread_tag)):
            raise self.error(
                f"a GPU has no thread axis {thread_ivar.thread_tag}: use blockIdx or threadIdx "
                "with .x, .y or .z, or vthread"
            )
        attrs.thread = (thread_ivar, self.log.calling)

    @recorded
    def vectorize(self, var):
        attrs = self.change(var)
        if var.iter_type == REDUCTION:
            raise self.error(f"{var.var.name} is a reduction axis; vectorize a spatial one")
        attrs.kind = ("vectorize", self.log.calling)

    @recorded
    def unroll(self, var):
        self.change(var).kind = ("unroll", self.log.calling)

    @recorded
    def parallel(self, var):
        attrs = self.change(var)
        if var.iter_type == REDUCTION:
            name = var.var.name
            notice(self.log.calling, f"{name} is a reduction axis and stays serial; use rfactor")
            return
        attrs.kind = ("parallel", self.log.calling)

    @recorded
    def pragma(self, var, pragma_type, pragma_value=None):
        """A hint for the loop; `lower` refuses what TVM 0.27 no longer acts on."""
        if pragma_type in ("unroll", "vectorize"):
            getattr(self, pragma_type)(var)
            return
        value = 1 if pragma_value is None else pragma_value
        self.change(var).pragmas += ((pragma_type, value, self.log.calling),)

    @recorded
    def tensorize(self, var, tensor_intrin):
        """Replace the loops from `var` inwards by an intrinsic of `te.decl_tensor_intrin`."""
        if not isinstance(tensor_intrin, TensorIntrin):
            raise self.error("the second argument is not an intrinsic; use te.decl_tensor_intrin")
        called = called_by(self.op)
        if called is not None:
            computes = f"ignored, because {called.intrinsic.name} already computes {self.name}"
            notice(self.log.calling, computes)
            return
        attrs = self.change(var)
        attrs.intrinsic = (tensor_intrin, self.log.calling)

    # --- Placement --------------------------------------------------------------------------------

    @recorded
    def compute_at(self, parent, scope):
        """Compute the stage, or the stages of a group, inside the loop `scope` of `parent`."""
        if not isinstance(parent, Stage):
            raise self.error("the first argument is not a stage; write s[B].compute_at(s[C], axis)")
        if self.group is not None and self.group not in parent.groups():
            raise self.error(f"{self.name} is in a group without {parent.name}; pass a stage in it")
        if not isinstance(scope, tirx.IterVar):
            raise self.error(f"{scope} is not an axis of {parent.name}; pass {parent._known()}")
        if any(scope.var.same_as(thread) for thread in parent.around):
            # In the old TE all steps would keep it in registers; here each step reads the original.
            notice(self.log.calling, f"{self.name} is inlined: each step has its own kernels")
            self.compute_inline()
        elif isinstance(parent.op, te.ScanOp) and scope.var.same_as(parent.op.scan_axis.var):
            self.compute_root()  # It is computed in its step anyway.
        elif not parent.has_axis(scope):
            raise self.error(
                f"{scope.var.name} is not an axis of {parent.name} now; use one of "
                f"{parent._known()}"
            )
        else:
            self.attach, self.attach_call = SCOPE, self.log.calling
            self.attach_stage, self.attach_axis = parent, scope

    def groups(self) -> list[Stage]:
        """The groups a stage is in, innermost first."""
        groups, group = [], self.group
        while group is not None:
            groups.append(group)
            group = group.group
        return groups

    @recorded
    def compute_inline(self):
        """Substitute the stage's expression into its readers."""
        if not self.is_compute or reduction(self.op) is not None:
            kind = "a reduction" if self.is_compute else "not a computation"
            raise self.error(f"{self.name} is {kind} and cannot be inlined; use compute_at")
        self.attach, self.attach_call = INLINE, self.log.calling

    @recorded
    def compute_root(self):
        """Compute the stage on its own, before its readers."""
        self.attach, self.attach_call = ROOT, self.log.calling
        self.attach_stage = self.attach_axis = None

    @recorded
    def set_scope(self, scope):
        self.scope_set = (str(scope), self.log.calling)

    @recorded
    def storage_align(self, axis, factor, offset):
        """Make the stride of `axis` a multiple of `factor`, plus `offset`."""
        if not any(axis.var.same_as(own.var) for own in root_axes(self.op)):
            own = ", ".join(str(axis.var.name) for axis in root_axes(self.op))
            raise self.error(f"{axis.var.name} is not a dimension of {self.name}; use one of {own}")
        record = self.attributes.setdefault(axis.var, Attributes())
        record.align = (int(factor), int(offset), self.log.calling)

    @recorded
    def env_threads(self, threads):
        self.around = [thread.var for thread in threads]
        notice(self.log.calling, "ignored: each step of a te.scan has its own kernels")

    @recorded
    def prefetch(self, tensor, var, offset):
        idle = "ignored, because no pass of TVM 0.27 lowers it; results do not change"
        notice(self.log.calling, idle)

    @recorded
    def double_buffer(self):
        self.doubled = self.log.calling

    @recorded
    def set_store_predicate(self, predicate):
        """Store only where `predicate` holds; `places` has the accepted predicates."""
        # `x == 0` is an expression once it is used as one.
        predicate = getattr(predicate, "asobject", lambda: predicate)()
        self.predicate = (predicate, self.log.calling)


def _spread(axes: tuple) -> tuple:
    """The axes of a call, which may be given as one list."""
    several = len(axes) == 1 and isinstance(axes[0], list | tuple)
    return tuple(axes[0]) if several else axes
