"""`schedules verify` on the CUDA test suite of GPUVerify: `python -m benchmarks.external.gpuverify
FOLDER`.

FOLDER is testsuite/CUDA of a checkout of mc-imperial/gpuverify; none of its text is part of this
project. Its proofs are for all inputs, a simulation is for one: gpuverify.toml has the arguments
that expose the fault of a test (`held`: pointers in a structure), and a remark where the verdicts
differ for a reason. All other arguments are those of `schedules init`. A kernel is compiled by nvcc
without optimization (-G), so that every store of the source is there; contracts are compiled to
nothing, assertions to those of CUDA. The results are recorded in docs/results/gpuverify.json.
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import click

from schedules.commands.program import run_command
from schedules.core.files import read_json, write_json
from schedules.sources.launch_draft import PLACEHOLDER, draft

from . import ROOT
from .__main__ import compile_cubin, verified
from .launch import describe_launch

CASES = Path(__file__).with_suffix(".toml")
RECORD = ROOT / "docs/results/gpuverify.json"
# GPUVerify's annotations: contracts say nothing to a simulator.
NOTHING = "requires ensures invariant global_invariant assume requires_fresh_array axiom"
TRUE = "uniform_int uniform_bool distinct_int write_implies read_implies no_read no_write"
PRELUDE = "\n".join(
    [
        "#include <cassert>",
        "#include <cooperative_groups.h>",
        # A function of CUDA 12 and earlier.
        "namespace cooperative_groups {",
        "template <class Group> __device__ void synchronize(Group group) { group.sync(); }",
        "}",
        "#define __assert(x) assert(x)",
        "#define __implies(a, b) (!(a) || (b))",
        "#define __enabled() 1",
        *(f"#define __{name}(...) ((void)0)" for name in NOTHING.split()),
        *(f"#define __{name}(...) 1" for name in TRUE.split()),
    ]
)
# Status of `verified` -> column of the table.
VERDICTS = {"wrong": "findings", "right": "no findings", "not compared": "no findings"}
VERDICTS |= dict.fromkeys(("refused", "timed out", "crashed"), "refused")
VERDICTS |= {"not compiled": "not compiled"}
_OPTION = re.compile(r"--(blockDim|gridDim)=\[?([\d,]+)")
_DEFINED = re.compile(r"^//--.*?(-D\w+=\w+)", re.M)
_VERDICT = re.compile(r"//(pass|xfail:NOT_ALL_VERIFIED)", re.I)


def expected(source: str) -> str:
    """'clean' or 'fault', as the first line of a test says; '' for one about the tool itself."""
    match = _VERDICT.match(source)
    return "" if match is None else "clean" if match[1].lower() == "pass" else "fault"


def launch_of(source: str, case: dict[str, Any]) -> dict[str, Any]:
    """The launch of a test: its options' grid and block, and a case's arguments."""
    drafted = tomllib.loads(draft(source))
    extents = {
        name: [int(n) for n in numbers.split(",")] for name, numbers in _OPTION.findall(source)
    }
    grid = case.get("grid", extents.get("gridDim", [1]))
    block = case.get("block", extents.get("blockDim", [1]))
    # Every thread of a one-dimensional launch has an element, and those behind it.
    array = {"shape": [2 * grid[0] * block[0] + PLACEHOLDER], "role": "inout"}
    arguments, more = drafted.get("arguments", []), []
    for argument in arguments:
        argument |= array if "shape" in argument else {"value": 1}
        argument |= case.get("arguments", {}).get(argument["name"], {})
        if argument.get("shape") == []:
            del argument["shape"], argument["role"]
        if pointers := case.get("held", {}).get(argument["name"], "").split():
            argument["dtype"] = [[name, "pointer"] for name in pointers]
            argument["value"] = {name: f"of_{name}" for name in pointers}
            more += [{"name": f"of_{name}", "dtype": "int32", **array} for name in pointers]
    launch = {"grid": grid, "block": block, "kernel": drafted["kernel"]}
    launch |= {"cooperative": case.get("cooperative", False)}
    launch["arguments"] = [argument["name"] for argument in arguments]
    return {"launches": [launch], "arguments": arguments + more}


def evaluate(file: Path, case: dict[str, Any], limit: float) -> dict[str, Any]:
    """A test's row of the record."""
    source = file.read_text(encoding="utf-8", errors="replace")
    remark = {"remark": case["remark"]} if "remark" in case else {}
    described = launch_of(source, case)
    (launch,) = described["launches"]
    kernel = {"file": file.name, "kernel": launch["kernel"], "prelude": PRELUDE}
    kernel["options"] = ["-G", *_DEFINED.findall(source)]
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder)
        if error := compile_cubin(kernel, {}, file.parent, to):
            text = re.sub(r"/\S*\.ptx", "kernel.ptx", error)
            return {"status": "not compiled", "text": [text[:200]], **remark}
        symbols = re.findall(rb"\.text\.(\w+)", (to / "kernel.cubin").read_bytes())
        launch["kernel"] = next(
            (name.decode() for name in symbols if launch["kernel"].encode() in name), ""
        )
        describe_launch(described, to)
        return {**verified(to / "kernel.cubin", limit), **remark}


def table() -> str:
    """What became of the tests with a fault and of those without, in a sentence and a table; then
    those whose verdict differs from the test's, or is missing."""
    rows = read_json(RECORD)
    lines = ["| tests | in all | findings | no findings | refused | not compiled |"]
    lines += ["| --- |" + " ---: |" * 5]
    others = ["| test | expected | verdict | remark |", "| --- | --- | --- | --- |"]
    for kind, name in (("fault", "with a fault"), ("clean", "without one")):
        chosen = {key: row for key, row in rows.items() if row["expected"] == kind}
        counts = Counter(VERDICTS[row["status"]] for row in chosen.values())
        cells = [len(chosen), *(counts[column] for column in dict.fromkeys(VERDICTS.values()))]
        lines.append(f"| {name} | {' | '.join(map(str, cells))} |")
        right = {"fault": "findings", "clean": "no findings"}[kind]
        others += [
            f"| {key.removesuffix('/kernel.cu')} | {kind} | {VERDICTS[row['status']]} | "
            f"{row.get('remark') or _reason(row)} |"
            for key, row in chosen.items()
            if VERDICTS[row["status"]] != right
        ]
    faults = [row for row in rows.values() if row["expected"] == "fault"]
    found = Counter(VERDICTS[row["status"]] for row in faults)
    same = sum("the same value" in row.get("remark", "") for row in faults)
    counted = (
        f"Of the {len(faults) - found['not compiled']} faults that compile, {found['findings']} are"
        f" findings and {same} are the note `same-value`: the racing threads write the same value."
    )
    return "\n".join([counted, "", *lines, "", *others, ""])


def _reason(row: dict[str, Any]) -> str:
    """Why there is no verdict, or the kind of a finding."""
    said = " ".join(row["text"][:1]).removeprefix("schedules: ").partition("SASS: ")
    return (said[2].partition(":")[0] if said[1] else said[0]).replace("|", "\\|")[:100]


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Run the tests whose path contains this.")
@click.option("--limit", default=90.0, help="Seconds for one test.")
def main(folder: Path, only: str, limit: float) -> None:
    cases = tomllib.loads(CASES.read_text(encoding="utf-8"))
    rows = read_json(RECORD) if RECORD.exists() else {}
    for file in sorted(folder.rglob("*.cu")):
        name = file.relative_to(folder).as_posix()
        kind = expected(file.read_text(encoding="utf-8", errors="replace"))
        if kind and only in name:
            row = evaluate(file, cases.get(name.removesuffix("/kernel.cu"), {}), limit)
            rows[name] = {"expected": kind, **row}
            click.echo(f"{kind} {name}: {' '.join([row['status'], *row['text'][:1]])}")
            write_json(RECORD, dict(sorted(rows.items())))


if __name__ == "__main__":
    run_command(main, "benchmarks.external.gpuverify")
