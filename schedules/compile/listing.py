"""What compilers give: listings of PTX and SASS, in which each line has the CUDA line that it comes
from, and errors as one line.

CUDA lines are numbered twice: as compiled, in the whole text, and as shown.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpusim.errors import UserError
from gpusim.isa.sass import SOURCE_NAME

from ..core.errors import LimitError

if TYPE_CHECKING:
    from gpusim.isa.decoder import Code
    from gpusim.isa.program import Program
    from gpusim.isa.sass import Instruction


class Cuda:
    """The CUDA source as shown, with the line numbers of the compiled text.

    Only the kernels of TVM's text are shown; with `whole`, the entire text is.
    """

    def __init__(self, source: str, *, whole: bool = False) -> None:
        self._shown = (source if whole else kernel_text(source)).splitlines()
        self._number: dict[int, int] = {}
        # The shown text is the whole text with some lines omitted.
        whole = source.splitlines()
        end_row = len(whole)
        for number in range(len(self._shown), 0, -1):
            wanted = self._shown[number - 1].strip()
            while end_row and whole[end_row - 1].strip() != wanted:
                end_row -= 1
            self._number[end_row] = number
            end_row -= 1

    def number(self, line: int | None) -> int | None:
        """The 1-based line in the shown text; None for a line that is not shown."""
        return self._number.get(line) if line else None

    def text(self, number: int) -> str:
        """A line as shown, without its indentation."""
        return self._shown[number - 1].strip()

    def body(self, kernel: str) -> list[tuple[int, str]]:
        """The lines of a kernel's definition with their numbers; empty if it is not shown."""
        begin = None
        for number, line in enumerate(self._shown, 1):
            if "__global__" in line and re.search(rf"\b{re.escape(kernel)}\(", line):
                begin = number
            if begin and line == "}":
                return list(enumerate(self._shown[begin - 1 : number], begin))
        return []


_LINE_DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(line[ \t]+)?\d+.*$", re.M)


def with_own_lines(source: str) -> str:
    """CUDA text without its #line directives, which name lines of the files that it was made from;
    findings and listings name its own."""
    return _LINE_DIRECTIVE.sub("", source)


_FILE = re.compile(r'^\t\.file\t(\d+) "([^"]*)"', re.M)
_LOCATION = re.compile(
    r"^\t\.loc\t(\d+) (\d+) (\d+)(?:, function_name .*, inlined_at (\d+) (\d+) (\d+))?"
)
# Constants of libcu++ that are in every kernel's preamble and unused.
_LIBRARY = re.compile(r"^\.(?:weak )?\.?global .*\b_ZN4cuda|^// _ZN?4cuda")


def ptx_lines(ptx: str, *, inlined: bool = False) -> list[int | None]:
    """The 1-based CUDA line of each PTX line, None outside kernels.

    Instructions of an inlined function have the line of the call; with `inlined`, their own if it
    is in the text.
    """
    files = {number for number, name in _FILE.findall(ptx) if name == SOURCE_NAME}
    # Location -> location of the call where it was inlined; a caller's is noted before its
    # callee's.
    outer: dict[tuple[str, ...], tuple[str, ...]] = {}
    lines: list[int | None] = []
    current: int | None = None
    for text in ptx.splitlines():
        if location := _LOCATION.match(text):
            parts = location.groups()
            here, caller = parts[:3], parts[3:]
            if caller[0] is None:
                outer.pop(here, None)
            else:
                outer[here] = outer.get(caller, caller)
            position = here if inlined and here[0] in files else outer.get(here, here)
            current = int(position[1]) if position[0] in files else None
        lines.append(current)
        if text == "}":
            current = None
    return lines


def ptx_rows(ptx: str) -> list[tuple[str, int | None]]:
    """The PTX lines to show, each with its CUDA line.

    Debug directives, the compiler's banner and unused constants of the preamble are omitted.
    """
    rows: list[tuple[str, int | None]] = []
    begun = False
    for text, line in zip(ptx.splitlines(), ptx_lines(ptx), strict=True):
        begun = begun or text.startswith(".version")
        if text.startswith("\t.file"):
            # The rest is debug information.
            break
        left_out = text.startswith(("\t.loc", "\t// .globl")) or _LIBRARY.match(text)
        empty = not text.strip()
        # Otherwise every other line of a kernel would be empty without its location.
        left_out = left_out or (empty and (line is not None or not rows or not rows[-1][0]))
        if not begun or left_out:
            continue
        rows.append(("" if empty else text, line))
    while rows and not rows[-1][0]:
        rows.pop()
    return rows


# CUDA lines with long indexes are truncated in comments.
COMMENT_WIDTH = 100


def ptx_listing(cuda: Cuda, ptx: str) -> str:
    """A CUDA text's PTX."""
    rows = [(cuda.number(line), row, ()) for row, line in ptx_rows(ptx)]
    return annotated(rows, cuda, "")


def sass_listing(cuda: Cuda, code: Mapping[str, Sequence[Instruction]]) -> str:
    """The SASS of a CUDA text's kernels, in the order of the text."""
    kernels = sorted(code.items(), key=lambda kernel: kernel[1][0].line or 0)
    return "\n".join(
        f"{name}:\n{annotated(sass_rows(body, cuda), cuda, ' ' * 7)}" for name, body in kernels
    )


def annotated(
    rows: Iterable[tuple[int | None, str, tuple[int, ...]]], cuda: Cuda, indent: str
) -> str:
    """The rows as text, with each CUDA line above the first row that comes from it.

    A row has its CUDA line, its text, and the lines of the calls through which it was inlined.
    """
    lines = []
    current = None
    for number, row, calls in rows:
        if number is not None and (number, calls) != current:
            comment = f"{indent}// {number}: {cuda.text(number)}"
            if len(comment) > COMMENT_WIDTH:
                comment = comment[: COMMENT_WIDTH - 4] + " ..."
            lines.append(comment + inlined_at(calls))
            current = number, calls
        lines.append(row)
    return "".join(f"{line}\n" for line in lines)


def inlined_at(calls: Sequence[int]) -> str:
    """' (inlined at 10, 14)': the lines of the calls, from the inside out; '' for none."""
    return f" (inlined at {', '.join(map(str, calls))})" if calls else ""


def sass_rows(
    code: Iterable[Instruction], cuda: Cuda
) -> Iterator[tuple[int | None, str, tuple[int, ...]]]:
    """A row per instruction, after its label if it has one: CUDA line, control code, instruction,
    and the lines of the calls through which it was inlined (the CUDA line is then the innermost
    one).

    Addresses are omitted, since a diff would show every line.
    """
    for instruction in without_padding(list(code)):
        number = cuda.number(instruction.line)
        if instruction.label:
            yield None, f"{instruction.label}:", ()
        margin = "" if number is None else number
        text = f"{instruction.predicate:>5} {instruction.opcode} {instruction.operands}".rstrip()
        yield number, f"{margin:>5}  {instruction.control}  {text}", calls_of(instruction)


def calls_of(instruction: Instruction) -> tuple[int, ...]:
    """The lines of the calls through which an instruction was inlined."""
    return (
        instruction.frames[1:]
        if instruction.frames and instruction.line == instruction.frames[0]
        else ()
    )


def without_padding(code: list[Instruction]) -> list[Instruction]:
    """The instructions without the NOPs that pad the function's end."""
    end = len(code)
    while end and code[end - 1].opcode == "NOP":
        end -= 1
    return code[:end]


# --- the text of a kernel that TVM emits ----------------------------------------------------------


_FORWARD = re.compile(r'^(extern "C" __global__|__kernel) [^{;]*;\n', re.MULTILINE)
# Last lines of the preamble that TVM puts before every CUDA kernel; the helpers after it (cp.async,
# mma) belong to the kernel.
_CUDA_PREAMBLE_END = "#define ushort unsigned short\n#endif\n"
_STARTS = ("__kernel", "kernel void", "@group(")


def kernel_text(source: str) -> str:
    """A kernel's text without TVM's preamble and without forward declarations."""
    text = _FORWARD.sub("", source)
    _, separator, after = text.partition(_CUDA_PREAMBLE_END)
    if separator:
        return after.strip() + "\n"
    start = next((text.index(start) for start in _STARTS if start in text), 0)
    return text[start:].strip() + "\n"


def text_fingerprint(text: str) -> str:
    """The hash that identifies a kernel's text in records."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- results of nvcc, NVRTC and ptxas: compiled code, or the error as one line --------------------

_CUDA_ERROR = re.compile(
    r"^(?P<file>[^\n(]*)\((?P<line>\d+)\): (?:\w+ )?error[^:]*: (?P<what>.*)$", re.M
)
_PTX_ERROR = re.compile(r"^ptxas .*, line (?P<line>\d+); (?:error|fatal) *: (?P<what>.*)$", re.M)
_PTXAS_ERROR = re.compile(r"^ptxas (?:error|fatal) *: (?P<what>.*)$", re.M)
_LIMIT = re.compile(r"too (?:much|many|large)|exceed|overflow|maximum|limit", re.I)


_NEWER_PTX = "; give the cubin instead, or a newer ptxas with `verify --compilers`"
_ANY_ERROR = re.compile(r"error *: ")


def compile_error(cuda: Cuda, log: str, ptx: str = "") -> UserError:
    """The first error in a compiler's log, with its CUDA line if there is one."""

    def place(line: int) -> str:
        number = cuda.number(line)
        return f"line {number}: {cuda.text(number)}" if number else f"line {line} of the whole text"

    if match := _CUDA_ERROR.search(log):
        where = place(int(match["line"]))
        if match["file"] != SOURCE_NAME:
            where = f"{match['file']}, line {match['line']}"
        return UserError(f"the CUDA source does not compile: {match['what']}, at {where}")
    if ptx and (match := _PTX_ERROR.search(log)):
        number = ptx_lines(ptx)[int(match["line"]) - 1]
        where = place(number) if cuda.number(number) else f"line {match['line']} of the PTX"
        way_out = _NEWER_PTX if match["what"].startswith("Unsupported .version") else ""
        return UserError(f"ptxas cannot assemble the kernel: {match['what']}, at {where}{way_out}")
    if match := _PTXAS_ERROR.search(log):
        what = re.sub(r"0x[0-9a-f]+", lambda digits: str(int(digits[0], 16)), match["what"])
        kind = LimitError if _LIMIT.search(what) else UserError
        return kind(f"ptxas cannot assemble the kernel: {what}")
    lines = [text for line in log.splitlines() if (text := line.strip("\0\t "))]
    first = next((line for line in lines if _ANY_ERROR.search(line)), (lines or [""])[0])
    # nvcc and ptxas name files in a temporary folder.
    first = re.sub(r"^/\S*/", "", first) or "the compiler does not say why"
    return UserError(f"the CUDA source does not compile: {first}")


def report(log: str) -> str:
    """ptxas's lines of a log, without times and nvcc's warnings."""
    return "".join(
        f"{line}\n"
        for line in log.splitlines()
        if (line.startswith("ptxas") or "bytes stack frame" in line) and "Compile time" not in line
    )


@dataclass(frozen=True)
class Compiled:
    """The result of one compilation: PTX, cubin, and ptxas's report per kernel.

    `names` maps the C++ names of the requested template instantiations to their symbols.
    """

    ptx: str
    cubin: bytes
    log: str
    names: Mapping[str, str] = field(default_factory=dict)


# Volatile and relaxed accesses of shared memory, which SASS does not mark.
_ACCESS = re.compile(r"^\s*(?:@!?%\w+\s+)?(?P<kind>ld|st)\.(?P<modifiers>[\w.:]+)")
_MBARRIER = re.compile(r"(?<![\w.])mbarrier\.(?P<kind>arrive|test_wait|try_wait)(?P<rest>[\w.:]*)")
_SYNCS = {"ARRIVE": "arrive", "PHASECHK": "wait"}
_STRONG = {"volatile", "relaxed", "release", "mmio"}
_ELSEWHERE = {"global", "local", "param", "const"}
_KINDS = {"shared.load": "ld", "shared.store": "st"}


def shared_volatile(ptx: str, program: Program) -> frozenset[int]:
    """Loads and stores of shared memory, by instruction, that are volatile or relaxed in PTX, and
    relaxed arrivals and waits at mbarriers.

    PTX and SASS share CUDA lines. If a line also has a plain access of the kind, its instructions
    count as plain.
    """
    strong: dict[tuple[str, int | None], bool] = {}
    for line, text in zip(ptx_lines(ptx, inlined=True), ptx.splitlines(), strict=True):
        if match := _ACCESS.match(text):
            modifiers = set(re.split(r"[.:]+", match["modifiers"]))
            if not modifiers & _ELSEWHERE:
                key = match["kind"], line
                strong[key] = strong.get(key, True) and bool(modifiers & _STRONG)
        for match in _MBARRIER.finditer(text):
            key = match["kind"].rpartition("_")[2], line
            strong[key] = strong.get(key, True) and ".relaxed" in match["rest"]

    def kind(code: Code) -> str:
        if code.base == "SYNCS":
            return _SYNCS.get(code.modifiers[0], "")
        return _KINDS.get(code.row.access, "")

    return frozenset(
        code.at for code in program.codes if strong.get((kind(code), code.instruction.line))
    )
