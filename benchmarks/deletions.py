"""Synchronization that rungs can do without: `python -m benchmarks.deletions [LADDER[:RUNG] ...]`.

Every barrier, wait and fence of each rung's last kernel is left out in turn, and each wait for
groups of copies or products raised by one, in the machine code that NVRTC makes of it. What a run
on the machine then finds is counted; what it does not miss is listed with the reason, in
docs/results/deletions.json and, as a page, docs/removable-barriers.md.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from schedules.analyses.mutants import SILENT, Deletion, deletions, looped_shape
from schedules.commands.options import chosen
from schedules.commands.program import run_command
from schedules.compile.compiler import Compiler
from schedules.core.files import write_text
from schedules.core.kernel import last_kernel
from schedules.core.ladder import Rung
from schedules.core.target import Target

DOCS = Path(__file__).parent.parent / "docs"
RECORD, PAGE = DOCS / "results" / "deletions.json", DOCS / "removable-barriers.md"
_INTRODUCTION = """# Barriers that kernels can do without

`python -m benchmarks.deletions` takes the machine code of each rung's last kernel, as {compiler}
compiles it for sm_90, and leaves out one `BAR`, `DEPBAR`, `LDGDEPBAR`, wait for an mbarrier,
`WARPGROUP.ARRIVE`, `WARPGROUP.DEPBAR`, `FENCE`, `UTMACMDFLUSH`, `UCGABAR_ARV` or `UCGABAR_WAIT` at
a time; it also lets each wait for groups of copies or products leave one more under way. Then the
kernel runs on the machine, at a small shape whose loops turn twice more often than their pipeline
is deep.

Whether two accesses are ordered follows from the barriers between them, not from the order in which
the machine runs the threads. So where nothing is found, no order of the threads could show that the
instruction is gone: it is removable, at this shape and with this machine code. One at a time: of
two removable barriers one may be needed when the other is gone.
"""


def entry_of(rung: Rung) -> dict[str, Any]:
    """A rung's verdicts: how many of each, and all that were not found."""
    compiler = Compiler(Target.parse("sm_90"))
    kernel = last_kernel(rung, rung.at(looped_shape(rung)), compiler.target, compiler)
    tried = list(deletions(kernel))
    return {
        "rung": rung.path,
        "shape": kernel.shape,
        "compiler": compiler.version,
        "tried": dict(sorted(Counter(map(_what, tried)).items())),
        "kept": [asdict(one) for one in tried if one.verdict == SILENT],
    }


def _what(one: Deletion) -> str:
    opcode = next(word for word in one.text.split() if not word.startswith("@"))
    base = opcode.partition(".DEFER_BLOCKING")[0]
    return f"{base} {one.change}: {one.verdict}"


def page(entries: Iterable[Mapping[str, Any]]) -> str:
    """docs/removable-barriers.md."""
    entries = list(entries)
    total: Counter[tuple[str, str]] = Counter()
    for entry in entries:
        for what, count in entry["tried"].items():
            name, _, verdict = what.rpartition(": ")
            total[name, verdict] += count
    verdicts = sorted({verdict for _, verdict in total})
    lines = [_INTRODUCTION.format(compiler=", ".join(sorted({e["compiler"] for e in entries})))]
    lines += [f"| instruction | {' | '.join(verdicts)} |", "| --- |" + " ---: |" * len(verdicts)]
    for name in sorted({name for name, _ in total}):
        counts = " | ".join(str(total[name, verdict]) for verdict in verdicts)
        lines.append(f"| {name} | {counts} |")
    lines += [
        "",
        "## What is not missed",
        "",
        "Lines are those that `schedules show` prints. The last column says whether all barriers",
        "that come from one line can be left out together: then the line can go.",
        "",
        "| rung, shape | instruction | CUDA line | why | the line too |",
        "| --- | --- | ---: | --- | --- |",
    ]
    for entry in entries:
        for one in entry["kept"]:
            lines.append(
                f"| {entry['rung']}, {entry['shape']} | #{one['at']} `{one['text']}`"
                f"{'' if one['change'] == 'left out' else ', ' + one['change']} | {one['line']} | "
                f"{one['reason']} | {'yes' if one['line_too'] else ''} |"
            )
    return "\n".join(lines) + "\n"


@click.command()
@click.argument("references", nargs=-1, metavar="[LADDER[:RUNG] ...]")
def main(references: tuple[str, ...]) -> None:
    """Leave out what synchronizes each rung's threads, and list what is not missed."""
    rungs = chosen(references, Target.parse("sm_90"))
    known = {e["rung"]: e for e in json.loads(RECORD.read_text())} if RECORD.exists() else {}
    order = [rung.path for rung in chosen((), Target.parse("sm_90"))]
    for rung in rungs:
        entry = known[rung.path] = entry_of(rung)
        # A run may be cut short.
        entries = [known[path] for path in order if path in known]
        write_text(RECORD, json.dumps(entries, indent=1) + "\n")
        write_text(PAGE, page(entries))
        counts = ", ".join(f"{count} {what}" for what, count in entry["tried"].items())
        click.echo(f"{rung.path} at {entry['shape']}: {counts or 'nothing to leave out'}")


if __name__ == "__main__":
    run_command(main, "benchmarks.deletions")
