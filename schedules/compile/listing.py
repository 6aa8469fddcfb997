"""PTX and SASS as text, every line with the line of CUDA it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from . import ptx
from .compile_errors import SOURCE_NAME, Compiled
from .sass import Instruction
from .shown_source import Cuda

# CUDA lines grow long with their indexes; a comment shows their beginning.
COMMENT_WIDTH = 100


def ptx_listing(source: str, compiled: Compiled) -> str:
    """A CUDA text's PTX."""
    cuda = Cuda(source)
    rows = [(cuda.number(line), row) for row, line in ptx.kernels(compiled.ptx, SOURCE_NAME)]
    return annotated(rows, cuda, "")


def sass_listing(source: str, code: Mapping[str, Sequence[Instruction]]) -> str:
    """The SASS of a CUDA text's kernels, in the order of the text."""
    cuda = Cuda(source)
    kernels = sorted(code.items(), key=lambda kernel: kernel[1][0].line or 0)
    return "\n".join(
        f"{name}:\n{annotated(sass_rows(body, cuda), cuda, ' ' * 7)}" for name, body in kernels
    )


def annotated(rows: Iterable[tuple[int | None, str]], cuda: Cuda, indent: str) -> str:
    """The rows' text; above a row from another line of CUDA than the last, that line."""
    lines = []
    current = None
    for number, row in rows:
        if number is not None and number != current:
            comment = f"{indent}// {number}: {cuda.text(number)}"
            cut = len(comment) > COMMENT_WIDTH
            lines.append(comment[: COMMENT_WIDTH - 4] + " ..." if cut else comment)
            current = number
        lines.append(row)
    return "".join(f"{line}\n" for line in lines)


def sass_rows(code: Iterable[Instruction], cuda: Cuda) -> Iterator[tuple[int | None, str]]:
    """A row per instruction, after the label it may have: CUDA line, control code, instruction.

    Addresses are left out, since they differ in every line of a diff.
    """
    for one in without_padding(list(code)):
        number = cuda.number(one.line)
        if one.label:
            yield None, f"{one.label}:"
        margin = "" if number is None else number
        text = f"{one.predicate:>5} {one.opcode} {one.operands}".rstrip()
        yield number, f"{margin:>5}  {one.control}  {text}"


def without_padding(code: list[Instruction]) -> list[Instruction]:
    """The instructions without the NOPs that fill up the function's last cache lines."""
    end = len(code)
    while end and code[end - 1].opcode == "NOP":
        end -= 1
    return code[:end]
