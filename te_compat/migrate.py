"""`schedules migrate`: converts an old `te.create_schedule` script to one for plain TVM 0.27.

The new file has the computation as TE, including its cached and factored stages, then the
primitives that `replay` recorded, named after the script's own variables, each below the old line
that caused it. Before it is written, it is run once: its TIR must be structurally equal to that of
`tvm.lower` in the old script."""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import tvm
import tvm_ffi
from tvm import s_tir, te

from gpusim.errors import UserError
from schedules.core.files import write_text
from schedules.core.schedule_moves import DOUBLE_BUFFER_MARK
from schedules.core.target import DEFAULT_GPU
from schedules.lowering import double_buffer
from schedules.lowering.double_buffer import scope_double_buffer
from schedules.lowering.nodes import loop_with, nodes

from .build import extra_options
from .calls import OldCallError
from .dataflow import key
from .expression_text import WIDTH, fitted
from .graph_text import GraphText
from .intrinsic_text import Intrinsics, run_text
from .program import quoted, unique, with_argument, with_states
from .rung import histories_of, target_kind
from .schedule_text import AxisNames, OldLines, ScheduleText
from .session import History, Lowering, Replayed
from .symbolic import Sizes

# --- Lowerings ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MigratedLowering:
    """One lowering that becomes a function of the new file; `others` are skipped."""

    suffix: str
    lowering: Lowering
    history: History
    replayed: Replayed
    others: tuple[int, ...] = ()

    @property
    def function(self) -> str:
        return f"schedule{self.suffix}"


def lowerings_of(histories: Sequence[History], each: bool) -> list[MigratedLowering]:
    """The last lowering of every schedule, or each of them."""
    picked: list[tuple[str, Lowering, History, tuple[int, ...]]] = []
    for history in histories:
        # `tvm.build` of what `tvm.lower` has printed is the same schedule.
        different = list({_state(lowering): lowering for lowering in history.lowered}.values())
        for lowering in different if each else history.lowered[-1:]:
            name = f"line_{lowering.call.line}" if each else str(history.schedule.outputs[0].name)
            others = () if each else [x for x in different if _state(x) != _state(lowering)]
            picked.append((name, lowering, history, tuple(x.call.line for x in others)))
    taken: set[str] = set()
    return [
        MigratedLowering(
            "" if len(picked) == 1 else "_" + unique(re.sub(r"\W", "_", name), taken),
            lowering,
            history,
            history.replayed(lowering, name=lowering.name),
            others,
        )
        for name, lowering, history, others in picked
    ]


def _state(lowering: Lowering) -> tuple:
    """The key that distinguishes lowerings of a schedule."""
    args = (key(arg) if isinstance(arg, te.Tensor) else arg for arg in lowering.args)
    return lowering.calls, tuple(args), lowering.name


# --- The new file ---------------------------------------------------------------------------------


def migrated(
    file: Path,
    arguments: Sequence[str] = (),
    each: bool = False,
    given: Mapping[str, int] | None = None,
) -> tuple[str, list]:
    """The new script's text, and the lowerings it has, a `MigratedLowering` each.

    Parameters
    ----------
    arguments
        The old script's command line, which its shapes may come from; its symbolic extents take
        whole numbers among them in their order.
    each : bool
        A function per `tvm.lower`, not only for the last of each schedule.
    given : dict, optional
        Numbers of the script's variables, by name.

    Raises
    ------
    UserError
        The script does not run here, or has something with no readable text.
    """
    names = AxisNames()
    sizes = Sizes(dict(given or {}), [int(text) for text in arguments if text.isdigit()])
    histories = histories_of(file, arguments, on_call=names.look, sizes=sizes)
    lowerings = lowerings_of(histories, each)
    return written(lowerings, names, " ".join([file.name, *arguments])), lowerings


def written(lowerings: Sequence[MigratedLowering], names: AxisNames, title: str) -> str:
    """The text for some lowerings; `title` says of what they are.

    Raises
    ------
    UserError
        Something has no readable text, or the text would schedule anything else.
    """
    lines = OldLines()
    intrinsics = Intrinsics()
    for lowered in lowerings:
        with _named(lowered):
            for name in lowered.replayed.program.intrinsics:
                intrinsics.add(name)
    body: list[str] = [*intrinsics.lines]
    kinds = {target_kind(lowered.history) for lowered in lowerings}
    if kinds == {"llvm"}:
        body += ["", 'target = "llvm"']
    if any(lowered.replayed.program.arguments for lowered in lowerings):
        body += ["", "", *inspect.getsource(with_argument).splitlines()]
    if any(lowered.replayed.program.states for lowered in lowerings):
        body += ["", "", *inspect.getsource(with_states).splitlines()]
    computed: dict[str, str] = {}
    for lowered in lowerings:
        with _named(lowered):
            graph = _compute_lines(lowered, names, lines)
        function = computed.get("\n".join(graph))
        if function is None:
            function = computed["\n".join(graph)] = f"compute{lowered.suffix}"
            body += ["", "", f"def {function}() -> list[te.Tensor]:", *_indented(graph)]
        body += ["", "", *_schedule_lines(lowered, function, names, lines, intrinsics.names)]
    if any(doubled(lowered.replayed) for lowered in lowerings):
        body += ["", "", *pass_lines()]
    body += ["", "", 'if __name__ == "__main__":', *_indented(_main_lines(lowerings))]
    text = "\n".join([*_head_lines(title, "\n".join(body)), *body, ""])
    check(text, lowerings)
    return text


@contextlib.contextmanager
def _named(lowered: MigratedLowering) -> Iterator[None]:
    """The error for something without readable text, with the line that lowers it."""
    try:
        yield
    except OldCallError:
        raise
    except UserError as error:
        raise UserError(f"{lowered.lowering.call.where}: {error}") from error


def _compute_lines(lowered: MigratedLowering, names: AxisNames, lines: OldLines) -> list[str]:
    notes = {
        # A stage of several outputs has a block for each.
        name: lines.of(primitive.cause)
        for primitive in lowered.replayed.program
        if primitive.method == "get_sblock" and primitive.cause is not None
        for name in (primitive.args[0], re.sub(r"_v\d+$", "", primitive.args[0]))
    }
    graph = GraphText(lowered.replayed.tensors, notes, names.names)
    what = '"""Inputs and outputs, with the stages of cache_read, cache_write and rfactor."""'
    return [what, *graph.lines(), f"return [{', '.join(graph.results)}]"]


def _schedule_lines(
    lowered: MigratedLowering,
    function: str,
    names: AxisNames,
    lines: OldLines,
    intrinsics: dict[str, str],
) -> list[str]:
    made, line = lowered.history.schedule.made_by.line, lowered.lowering.call.line
    what = f"The schedule of line {made} as lowered in line {line}"
    if lowered.others:
        what += f" (not as in line {', '.join(map(str, lowered.others))})"
    doc = textwrap.wrap(f'"""{what}."""', WIDTH - 4)
    create = f"te.create_prim_func({function}())"
    if lowered.lowering.name != "main":
        create += f'.with_attr("global_symbol", {quoted(lowered.lowering.name)})'
        create = f'tvm.IRModule({{"main": {create}}})'
    text = ScheduleText(lowered.replayed, names, lines, intrinsics, function).statements()
    statements = [*doc, *fitted(f"sch = s_tir.Schedule({create})"), *text]
    for arg in lowered.replayed.program.arguments:
        buffer, why = quoted(arg.name), "is also an argument: s_tir cannot move a block writing one"
        if arg.unwritten:
            shape, dtype = arg.unwritten
            buffer = f"tirx.decl_buffer({shape}, {quoted(dtype)}, {buffer})"
            why = "is also an argument, and inlined, so that nothing writes it"
        statements += ["", f"# {arg.name} {why}"]
        statements += fitted(f"sch = s_tir.Schedule(with_argument(sch.mod, {arg.at}, {buffer}))")
    if lowered.replayed.program.states:
        states = [astuple(state) for state in lowered.replayed.program.states]
        statements += ["", "# A scan's init and update write the same state"]
        statements += fitted(f"sch = s_tir.Schedule(with_states(sch.mod, {states}))")
    statements.append("return sch")
    return [f"def {lowered.function}() -> s_tir.Schedule:", *_indented(statements)]


def _main_lines(lowerings: Sequence[MigratedLowering]) -> list[str]:
    """Print what is scheduled, and build it where the old script did."""
    lines: list[str] = []
    if any(lowered.lowering.kind == "cuda" for lowered in lowerings):
        arch = f'{{"kind": "cuda", "arch": "{DEFAULT_GPU.arch}"}}'
        lines.append(f"target = tvm.target.Target({arch})")
    for lowered in lowerings:
        lines += [f"mod = {lowered.function}().mod", "print(mod.script())"]
        call = "compiled(mod, {})" if doubled(lowered.replayed) else "tvm.compile(mod, target={})"
        build = []
        if lowered.lowering.kind == "cuda":
            build = [f"print({call.format('target')}.mod.imports[0].inspect_source())"]
        elif lowered.lowering.kind:
            build = [call.format(quoted(lowered.lowering.kind))]
        given = [*lowered.lowering.options, *([(_NO_CSE, True)] if _cse_fails(lowered) else ())]
        given += extra_options(lowered.replayed, lowered.lowering.kind)
        if build and given:
            options = ", ".join(f"{quoted(name)}: {_plain(option)}" for name, option in given)
            lines += fitted(f"with tvm.transform.PassContext(config={{{options}}}):")
            build = _indented(build)
        lines += build
    return lines


_NO_CSE = "tirx.disable_cse_tir"


def _cse_fails(lowered: MigratedLowering) -> bool:
    """Whether TVM 0.27's common-subexpression elimination may move a thread index to where it is
    not defined, out of the kernels of a scan, or where LowerWarpMemory does not expect it."""
    warp = any("warp" in primitive.args for primitive in lowered.replayed.program)
    on_gpu = lowered.lowering.kind == "cuda"
    return on_gpu and (warp or bool(lowered.replayed.program.states))


def _plain(option) -> str:
    """An option of a pass as Python: a number, or the fields of TVM's object for it."""
    if not isinstance(option, tvm_ffi.Object):
        return repr(option)
    names = [field.name for field in type(option).__tvm_ffi_type_info__.fields]
    return repr({name: getattr(option, name) for name in names if name != "span"})


def _head_lines(title: str, body: str) -> list[str]:
    doc = [
        f'"""The schedule of `{title}` for TVM 0.27.',
        "",
        "Written by `schedules migrate`: s_tir.Schedule in place of te.Schedule. Above each call",
        "stands the old line that it comes from.",
        '"""',
    ]
    names = {node.id for node in ast.walk(ast.parse(body)) if isinstance(node, ast.Name)}
    imports = ["import tvm"] if "tvm" in names else []
    imports += ["import tvm_ffi"] if "tvm_ffi" in names else []
    used = [name for name in ("s_tir", "te", "tirx") if name in names]
    imports.append(f"from tvm import {', '.join(used)}")
    if "T" in names:
        imports.append("from tvm.script import tirx as T")
    # The pass has annotations.
    future = ["", "from __future__ import annotations"] if "tvm_ffi" in names else []
    return [*doc, *future, "", *imports]


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"    {line}" if line else "" for line in lines]


def check(text: str, lowerings: Sequence[MigratedLowering]) -> None:
    """Run the new script; raise UserError unless it schedules what the old one does."""
    lines = ", ".join(lowered.lowering.call.where for lowered in lowerings)
    try:
        names = run_text(text)
        mods = [names[lowered.function]().mod for lowered in lowerings]
    except Exception as error:  # TVM may raise anything.
        said = str(error).strip().partition("\n")[0]
        raise UserError(
            f"migrate cannot write {lines}: the new script would not run ({said}), so nothing was "
            "written; write this schedule by hand (docs/migrating.md)"
        ) from error
    for lowered, mod in zip(lowerings, mods, strict=True):
        if not tvm_ffi.structural_equal(mod, lowered.replayed.mod):
            raise UserError(
                f"migrate cannot write {lowered.lowering.call.where}: its TIR would differ from "
                "that of the old one, so nothing was written; write this schedule by hand "
                "(docs/migrating.md)"
            )


# --- The command ----------------------------------------------------------------------------------


def run_migrate(
    file: Path,
    out: Path | None,
    arguments: Sequence[str],
    each: bool,
    force: bool,
    given: Mapping[str, int] | None = None,
) -> tuple[str, str]:
    """Write the new script to `out`; returns its text for stdout (empty with `out`), and a
    notice."""
    if out is not None:
        if out.exists() and file.exists() and out.samefile(file):
            raise UserError(f"{out} is the old script: choose another name for the new one")
        if out.exists() and not force:
            raise UserError(f"{out} exists: use --force to replace it, or choose another -o")
    text, lowerings = migrated(file, arguments, each, given)
    notice = "".join(
        f"{file}: the schedule made in line {lowered.history.schedule.made_by.line} is lowered in "
        f"lines {', '.join(map(str, sorted({*lowered.others, lowered.lowering.call.line})))}; "
        f"{lowered.function}() is its version in line {lowered.lowering.call.line} "
        "(--each-lower writes all versions)\n"
        for lowered in lowerings
        if lowered.others
    )
    if out is None:
        return text, notice
    write_text(out, text)
    return "", notice


def doubled(replayed: Replayed) -> bool:
    """Whether a schedule has double buffers, for which TVM 0.27 has no primitive."""
    return any(DOUBLE_BUFFER_MARK in primitive.args for primitive in replayed.program)


def compiled(mod, target):
    """`tvm.compile`, with the pass that marks double buffers before TVM's pass that creates
    them."""
    passes, made_by_tvm = s_tir.transform, s_tir.transform.InjectDoubleBuffer
    both = [scope_double_buffer, made_by_tvm()]
    passes.InjectDoubleBuffer = lambda: tvm.transform.Sequential(both)
    try:
        return tvm.compile(mod, target=target)
    finally:
        passes.InjectDoubleBuffer = made_by_tvm


def pass_lines() -> list[str]:
    """The text of `compiled` and of the pass that it takes."""
    source = inspect.getsource(double_buffer)
    functions = source[source.index("def _marked_buffers") :].splitlines()
    mark = f"DOUBLE_BUFFER_MARK = {quoted(DOUBLE_BUFFER_MARK)}"
    parts = [
        inspect.getsource(nodes).splitlines(),
        inspect.getsource(loop_with).splitlines(),
        functions,
        inspect.getsource(compiled).splitlines(),
    ]
    return [mark, *(line for part in parts for line in ("", "", *part))]
