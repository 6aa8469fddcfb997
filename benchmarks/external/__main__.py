"""`schedules verify` on kernels of public repositories: `python -m benchmarks.external FOLDER`.

kernels.toml lists the kernels by repository, commit and file; none of their text is part of this
project. FOLDER has the repositories as OWNER/NAME. Each file is compiled by nvcc to a cubin, with
its host code, and verified with the launch and the NumPy reference of the list, one process a
kernel. The results are recorded in docs/results/external.json and summarized in
docs/files.md.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

import click

from gpusim.errors import UserError
from schedules.commands.program import run_command
from schedules.compile.toolkit import program
from schedules.core.files import read_json, write_json

from . import RECORD, ROOT
from .launch import describe_launch

LIST = Path(__file__).with_name("kernels.toml")
# Findings kept per kernel, and characters of each.
SHOWN, WIDTH = 3, 400


def compile_cubin(kernel: dict[str, Any], repository: dict[str, Any], root: Path, to: Path) -> str:
    """Compile the kernel's file to `to`/kernel.cubin; returns the first error, '' if none.

    With `run`, also records the launch that the program makes with these arguments.
    """
    source = [kernel.get("prelude", ""), f'#include "{root / kernel["file"]}"']
    if "run" in kernel:
        source.append(kernel.get("program", ""))
    elif "<" in kernel["kernel"]:
        source.append(f"const void *instance = (const void *)({kernel['kernel']});")
    (to / "kernel.cu").write_text("\n".join([*source, ""]))
    headers = to / "headers"
    headers.mkdir()
    for name, text in repository.get("headers", {}).items():
        (headers / name).parent.mkdir(parents=True, exist_ok=True)
        (headers / name).write_text(text + "\n")
    folders = [headers, *(root / folder for folder in repository.get("include", ()))]
    arch = kernel.get("arch", repository.get("arch", "sm_90"))
    options = ["--expt-relaxed-constexpr", *kernel.get("options", ("-std=c++17",))]
    options += [f"-I{folder}" for folder in [*folders, (root / kernel["file"]).parent]]
    if "run" in kernel:
        command = [sys.executable, "-m", "schedules", "init", f"kernel.cu:{kernel['kernel']}"]
        command += [
            "--run",
            kernel["run"],
            "--arch",
            arch,
            "--compile-options",
            shlex.join(options),
        ]
        command += [word for array in kernel["arguments"] for word in ("--arg", array)]
        return _error(command, to, root)
    command = [program(), f"-arch={arch}", "-lineinfo", "-cubin", "-w", *options]
    command += ["-o", str(to / "kernel.cubin"), str(to / "kernel.cu")]
    return _error(command, to, root)


def _error(command: list[str], to: Path, root: Path) -> str:
    """Run a compiler in a folder; returns its first error, '' if it succeeds."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=to, env=environment)
    if not done.returncode:
        return ""
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return (errors or done.stderr.splitlines() or ["no message"])[0].replace(f"{root}/", "")


def verified(source: Path, limit: float) -> dict[str, Any]:
    """The result of `schedules verify SOURCE`.

    `status` is right, wrong (findings), not compared, refused (exit status 2), timed out or
    crashed; `text` holds the findings or the message.
    """
    command = [sys.executable, "-m", "schedules", "verify", source.name, "--json"]
    try:
        # In the source's folder, so that messages name the file without a path.
        ran = subprocess.run(
            command,
            cwd=source.parent,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return {"status": "timed out", "text": [f"more than {limit:g} s"]}
    message = [line[:WIDTH] for line in ran.stderr.strip().splitlines()[-1:]]
    if ran.returncode == 2:
        return {"status": "refused", "text": message}
    try:
        (item,) = json.loads(ran.stdout)["items"]
    except (ValueError, KeyError):
        return {"status": "crashed", "text": message or [f"exit status {ran.returncode}"]}
    if ran.returncode == 1 and item["failures"]:
        return {"status": "wrong", "text": [text[:WIDTH] for text in item["failures"][:SHOWN]]}
    if item["error"]:
        return {"status": "refused", "text": [item["error"][:WIDTH]]}
    if ran.returncode != 0:
        return {"status": "crashed", "text": message or [f"exit status {ran.returncode}"]}
    compared = item["worst"] is not None
    return {"status": "right" if compared else "not compared", "text": []}


def evaluate(kernel: dict[str, Any], repository: dict[str, Any], root: Path, limit: float) -> dict:
    """One kernel's row of the record."""
    row = {key: kernel[key] for key in ("repository", "file", "kernel")}
    with tempfile.TemporaryDirectory() as folder:
        to = Path(folder)
        if error := compile_cubin(kernel, repository, root, to):
            return {**row, "status": "not compiled", "text": [error[:400]]}
        plain = kernel["kernel"].partition("<")[0].rpartition("::")[2]
        describe_launch({**kernel, "kernel": kernel.get("symbol", plain)}, to)
        return {**row, **verified(to / "kernel.cubin", limit)}


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", help="Run kernels whose name or file contains this.")
@click.option("--limit", default=120.0, help="Seconds for one kernel.")
def main(folder: Path, only: str, limit: float) -> None:
    listed = tomllib.loads(LIST.read_text(encoding="utf-8"))
    rows = read_json(RECORD) if RECORD.exists() else []
    known = {(row["file"], row["kernel"]): row for row in rows}
    chosen = [k for k in listed["kernel"] if only in k["kernel"] or only in k["file"]]
    if not chosen:
        raise UserError(f"no kernel's name or file contains {only!r}")
    places = [(kernel["file"], kernel["kernel"]) for kernel in listed["kernel"]]
    for kernel in chosen:
        root = (folder / kernel["repository"]).resolve()
        if not root.is_dir():
            click.echo(f"{kernel['repository']}: not in {folder}", err=True)
            continue
        row = evaluate(kernel, listed["repository"][kernel["repository"]], root, limit)
        known[row["file"], row["kernel"]] = row
        click.echo(f"{row['kernel']}: {' '.join([row['status'], *row['text'][:1]])}")
        rows = [known[place] for place in places if place in known]
        write_json(RECORD, rows)


if __name__ == "__main__":
    run_command(main, "benchmarks.external")
