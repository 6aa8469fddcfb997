"""Run kernels on a problem in one place (sequential loops, simulator, GPU): a verification."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from gpusim.errors import NoCompiler, UserError
from gpusim.isa.decoder import Code
from gpusim.launch import Call, Options

from ...compile.cuda_text import removed_stores, stored_lines
from ...compile.listing import Compiled, Cuda
from ...compile.toolkit import ptxas
from ...core.kernel import Kernel, ScheduledKernel, kernels_of
from ...core.ladder import Rung
from ...core.problem import INTEGER, RANDOM, Problem
from ...sources.kernel_files import FileKernel, OtherCode, Unoptimized, separate_arrays
from .simulated import Run, check_machine, grouped, judge, simulate
from .verdict import CUDA, MACHINE, SERIAL, Check, NoMachine, TooMuchWork, Verdict

if TYPE_CHECKING:
    from .serial import Ran

# Limit of instructions times lanes of a run that is repeated on other inputs: some seconds each.
MOST_REPEATED = 100_000_000
# Instructions without optimization for each one with it.
_UNOPTIMIZED = 8
# griddepcontrol's wait and launch_dependents.
_GRIDDEPCONTROL = {"ACQBULK", "PREEXIT"}


def verify_rung(
    rung: Rung,
    shapes: Sequence[Sequence[int]] | None = None,
    places: Collection[str] = (SERIAL, MACHINE),
    kernels_at: Callable[[Sequence[int]], Sequence[Kernel]] | None = None,
    *,
    ran: Ran | None = None,
    options: Options = Options(),
) -> Verdict:
    """Run a rung's steps serially, and the machine code of the last one, at each shape.

    Parameters
    ----------
    shapes : optional
        By default the rung's own small ones.
    places
        SERIAL, MACHINE or both; for a kernel in a file MACHINE or CUDA.
    kernels_at : optional
        The steps to verify at a shape, by default all.
    ran : dict, optional
        The results of loops that have run, for calls whose references are the same.
    options : optional
        Limits of the simulation: `most_steps`, `all_blocks`.

    Raises
    ------
    UserError
        Where nothing ran: too much work, or an instruction that the simulator lacks.
    """
    kernels_at = kernels_at or (lambda shape: kernels_of(rung, shape))
    if not rung.has_tir:
        place = CUDA if CUDA in places else MACHINE
        if place not in places:
            raise UserError(f"{rung.path} is a kernel file: use --on machine or --on cuda")
        return verify_file(kernels_at(())[-1], place, options)
    checks: list[Check] = []
    notes: list[str] = []
    ran = {} if ran is None else ran
    not_run = brief = problem = ""
    simulated = MACHINE in places and not rung.on_cpu
    serial = SERIAL in places and rung.serial
    for shape in shapes or rung.verify_shapes() if serial or simulated else ():
        kernels = kernels_at(shape)
        problem_for = cache(kernels[-1].problem)
        if serial:
            from .serial import verify_steps

            try:
                checks += verify_steps(kernels, problem_for, ran)
            except TooMuchWork as error:
                if not simulated:
                    raise
                notes.append(f"the loops did not run: {error}")
        if not simulated:
            continue
        try:
            checks += machine_checks(kernels[-1], problem_for, options)
        except (NoMachine, NoCompiler) as reason:
            not_run, brief = str(reason), getattr(reason, "brief", "no compiler")
            problem = not_run if kernels[-1].no_kernel else ""
        except UserError as error:
            if not checks:
                raise
            # What was found before is kept.
            not_run, brief = str(error), "refused"
            problem = not_run
    inapplicable = not (simulated or (SERIAL in places and checks))
    if inapplicable:
        not_run, brief = f"{rung.path} does not run {' and '.join(places)}", "inapplicable"
        if rung.on_cpu and MACHINE in places:
            not_run, brief = f"{rung.path} is for a CPU, which is not simulated", "for a CPU"
    ran_machine_code = any(check.where == MACHINE for check in checks)
    return Verdict(
        rung.path,
        tuple(checks),
        not_run,
        brief,
        problem,
        tuple(notes),
        inapplicable,
        compiled_by=kernels[-1].compiler_version if ran_machine_code else "",
    )


def machine_checks(
    kernel: Kernel,
    problem_for: Callable[[str], Problem] | None = None,
    options: Options = Options(),
) -> Iterator[Check]:
    """A step's machine code, all threads of a block together, on random and integer inputs.

    Raises NoMachine if there is no machine code, UserError for arrays that are too large.
    """
    from .serial import check_bytes

    check_bytes(kernel)
    check_machine(kernel)
    for kind in (RANDOM, INTEGER) if kernel.workload.exact else (RANDOM,):
        problem = (problem_for or kernel.problem)(kind)
        yield judge(kernel, problem, _run(kernel, problem, MACHINE, options))


def run(
    kernel: Kernel,
    problem: Problem | None = None,
    on: str = MACHINE,
    options: Options = Options(),
) -> Check:
    """Run a kernel on a problem, by default its random inputs, and compare.

    A schedule runs in the simulator, a kernel file there or on a GPU.

    Raises
    ------
    UserError
        The file does not compile, the architecture or an instruction is unknown to the simulator,
        or the launch does not fit.
    """
    problem = problem or kernel.problem()
    return judge(kernel, problem, _run(kernel, problem, on, options))


def _run(kernel: Kernel, problem: Problem, on: str, options: Options) -> Run:
    if on == CUDA:
        from .on_gpu import launch

        return launch(kernel, problem.inputs)
    # Synchronization in a schedule does not depend on the values that its threads move.
    own = replace(
        kernel.options,
        check=problem.kind != INTEGER,
        most_steps=options.most_steps,
        all_blocks=options.all_blocks,
    )
    return simulate(kernel, problem.inputs, own)


# --- kernel files ---------------------------------------------------------------------------------


def verify_file(kernel: FileKernel, on: str = MACHINE, options: Options = Options()) -> Verdict:
    """The verdict on a kernel in a file, with a check for each kind of input. Raises like `run`.

    After random inputs come inputs of one sign, if some inputs have no given values and there is a
    reference. Special values (NaN, infinities, extremes) come last: their findings count, but a
    difference from the reference is a note, since references treat such values in different ways.
    """
    notes: list[str] = []
    problem = kernel.problem()
    first = _run(kernel, problem, on, options)
    check = judge(kernel, problem, first)
    much = not first.whole or first.work > MOST_REPEATED
    if first.launches and check.ok:
        try:
            first.findings += _overruns(kernel, problem, much, options)
        except UserError as error:
            notes.append(f"overruns of shared and constant arrays were not checked: {error}")
        first.findings += _removed_stores(kernel, problem, first, options, notes)
        check = judge(kernel, problem, first)
    # Their arrays would be held during the other runs.
    del first, problem
    checks = [check]
    notes += check.notes
    notes += [
        f"{name} is used as an index: its values are {low} to {high}; `range` sets others"
        for name, (low, high) in kernel.index_ranges.items()
    ]
    notes += _in_order(kernel.module.calls)
    kinds = kernel.further_inputs(check.compared) if check.ok else []
    if kinds and much:
        notes.append(f"not run on other inputs ({', '.join(kinds)}): too much work")
        kinds = []
    for kind in kinds:
        try:
            check = run(kernel, kernel.problem(kind), on, options)
        except UserError as error:
            notes.append(f"not run on {kind} inputs: {error}")
            continue
        notes += [f"{kind} inputs: {text}" for text in check.notes]
        checks.append(check)
    by = kernel.compiler_version
    return Verdict(kernel.rung.path, tuple(checks), notes=tuple(notes), compiled_by=by)


def _in_order(calls: Sequence[Call]) -> list[str]:
    """A note on kernels that are written for dependent launches and launched otherwise."""
    used = {code.base for call in calls for code in call.program.codes} & _GRIDDEPCONTROL
    if not used or len(calls) == 1 or any(call.dependent for call in calls):
        return []
    return ["griddepcontrol: the launches ran one after another; `dependent = true` overlaps them"]


def _overruns(kernel: FileKernel, problem: Problem, much: bool, options: Options) -> list[str]:
    """Overruns from one shared or constant array into another; raises UserError if unchecked."""
    separate = separate_arrays(kernel)
    if separate is None:
        return []
    if much:
        raise UserError("too much work")
    found = _run(separate, problem, MACHINE, options).findings
    return [text for text in found if text.startswith("out-of-bounds")]


def _removed_stores(
    kernel: FileKernel, problem: Problem, first: Run, options: Options, notes: list[str]
) -> list[str]:
    """Faults of stores that the compiler removed, from the code that it makes without optimization;
    where that does not run, `notes` gets their lines."""
    lines = removed_stores(kernel.source, (ran.program for ran in first.launches))
    if not lines or kernel.path.suffix != ".cu":
        return []
    full = Unoptimized(kernel)
    try:
        lines &= stored_lines(call.program for call in full.module.calls)
        if not lines:
            return []
        if not first.whole or first.work > MOST_REPEATED // _UNOPTIMIZED:
            raise UserError("too much work")
        run = _run(full, problem, MACHINE, options)
    except UserError as error:
        named = ", ".join(map(str, sorted(lines)))
        notes.append(f"the compiler removed the stores of lines {named}: not checked: {error}")
        return []
    found = []
    for ran in run.launches:
        codes = ran.program.codes
        some = [
            finding
            for finding in ran.findings.wrong
            if lines & {codes[at].instruction.line for at in finding.places}
        ]
        found += grouped(some, ran.program)
    return [f"{text}; in the code without optimization: the compiler removes it" for text in found]


# --- the first PTX instruction whose result differs between two releases of ptxas ----------------

# Each release assembles the PTX with the number of its line noted at every instruction. Both codes
# run on the same inputs. Releases order and merge instructions in different ways, so what is
# compared is the last word that a thread writes for a line of PTX: it differs if the other code
# never writes that word for the line.

_DEBUG = re.compile(r"^\s*\.(?:loc|file)\b")
_INSTRUCTION = re.compile(r"^\s*(?:@!?%\w+\s+)?[a-z][\w.:]*[\s;]")
_HEADER = re.compile(r"^\s*\.address_size\b.*$", re.M)
# Addresses are computed from other parts by each release, and loads are narrowed to what is used.
_SKIPPED = re.compile(r"\.[usb]64\b|\bcvta|\bld\.")


def with_line_numbers(ptx: str) -> str:
    """PTX whose line information names its own lines."""
    lines = []
    for number, line in enumerate(ptx.split("\n\t.section", 1)[0].splitlines(), 1):
        if _DEBUG.match(line):
            line = ""
        located = _INSTRUCTION.match(line) and line.rstrip().endswith((";", "}"))
        lines.append(f".loc 1 {number} 0; {line}".replace("0; ", "0\n") if located else line)
    return _HEADER.sub(lambda header: f'{header[0]}\n.file 1 "/kernel.cu"', "\n".join(lines), 1)


def _assembled(made: Compiled, release: str) -> Compiled:
    """What a release assembles from the PTX, with the numbers of its lines."""
    chip = re.search(r"^\.target\s+(\w+)", made.ptx, re.M)
    back = ptxas(release).compile(with_line_numbers(made.ptx), chip[1] if chip else "")
    return Compiled(made.ptx, back.cubin, back.log, made.names)


class NumberedFile(OtherCode):
    """A kernel in a file whose PTX a release assembles with the numbers of its lines."""

    def __init__(self, kernel: FileKernel, release: str) -> None:
        super().__init__(kernel)
        self.release = release

    @cached_property
    def machine(self) -> Compiled:
        return _assembled(self.original.machine, self.release)


class NumberedStep(ScheduledKernel):
    """A step of a schedule, assembled in the same way."""

    def __init__(self, kernel: ScheduledKernel, release: str) -> None:
        super().__init__(kernel.rung, kernel.step, kernel.workload, kernel.target, kernel.compiler)
        self.original, self.release = kernel, release

    @cached_property
    def machine(self) -> Compiled:
        return _assembled(self.original.machine, self.release)

    @property
    def cuda(self) -> Cuda:
        return Cuda(self.machine.ptx, whole=True)


def numbered(kernel: Kernel, release: str) -> Kernel:
    """The kernel, assembled by a release with the numbers of the lines of its PTX."""
    if isinstance(kernel, FileKernel):
        return NumberedFile(kernel, release)
    return NumberedStep(kernel, release)


def first_difference(kernel: Kernel, problem: Problem, wrong: str, right: str) -> str:
    """'line 17 of the PTX: max.s32 ...': the instruction of the first finding of one release or,
    without findings, the first whose result differs from that of another; '' if none is known.

    Raises UserError if the code of a release does not run.
    """
    ptx = kernel.machine.ptx.splitlines()

    def named(line: int) -> str:
        return f"line {line} of the PTX: {ptx[line - 1].strip()}"

    faulty = numbered(kernel, wrong)
    for ran in simulate(faulty, problem.inputs, kernel.options).launches:
        for finding in ran.findings.wrong:
            lines = (ran.program.codes[at].instruction.line for at in finding.places)
            if line := next(filter(None, lines), None):
                return named(line)
    results, other = _results(faulty, problem), _results(numbered(kernel, right), problem)
    for line in sorted(results.keys() & other.keys()):
        if _SKIPPED.search(ptx[line - 1]):
            continue
        for thread, words in results[line].items():
            others = other[line].get(thread, [])
            if others and words[-1] not in others and others[-1] not in words:
                return named(line)
    return ""


def _results(kernel: Kernel, problem: Problem) -> dict[int, dict[int, list[int]]]:
    """The words that each thread writes, by line of PTX and thread."""
    results: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))

    def watch(code: Code, execution: Any, mask: Any) -> None:
        line = code.instruction.line
        if not line:
            return
        active = np.flatnonzero(np.ones(execution.threads, bool) if mask is None else mask)
        for file, index in sorted(code.writes):
            if file != "R":
                continue
            words = execution.registers.files[file][index]
            for lane in active.tolist():
                results[line][lane].append(int(words[lane]))

    simulate(kernel, problem.inputs, replace(kernel.options, check=False, watch=watch))
    return results
