"""Whether a migrated script computes in plain TVM what the old one computes through te_compat.

`python -m benchmarks.old_numbers OLD.py NEW.py` writes NEW.py by `schedules migrate` and runs it in
a process that has TVM alone, as a script and then each of its schedules, on seeded inputs. Every
array of every schedule must equal, bit by bit, that of the old script's schedule as lowered here.
On a CPU the loops of a kernel run serially, tensor intrinsics by their descriptions, and of a huge
kernel some of its blocks, the same on both sides.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import runpy
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
import tvm

from gpusim.errors import UserError
from schedules.analyses.verification.serial import described, serial
from schedules.core.cpus import NATIVE, tvm_target
from schedules.core.files import write_text
from te_compat.calls import OldCall
from te_compat.cpu_kernels import some_blocks
from te_compat.migrate import MigratedLowering, migrated

EQUAL, DIFFER, RUNS = "equal numbers", "other numbers", "runs; numbers not compared"


def array(rng: np.random.Generator, shape: tuple[int, ...], dtype: str) -> np.ndarray:
    """A parameter of a schedule: floats in (0.5, 1.5); integers 0 and 1, which may be indices."""
    if dtype == "bool" or "int" in dtype:
        return rng.integers(0, 2, shape).astype(dtype)
    return (rng.random(shape, "float32") + 0.5).astype(dtype)


def digests(mod: tvm.ir.IRModule) -> list[str]:
    """SHA-256 of each array after a run of the module on this CPU; outputs begin random, too.

    Raises
    ------
    UserError
        A parameter is a number, not an array.
    """
    if not all(tvm.tirx.buffer.is_buffer_var(param) for param in mod["main"].params):
        raise UserError("a parameter is a number")
    func = mod["main"].with_attr("global_symbol", "main")
    mod = tvm.ir.IRModule({"main": func})
    fewer = some_blocks(mod, OldCall("build", "", 1)) or mod
    library = tvm.compile(serial(fewer), target=tvm_target(NATIVE))
    rng = np.random.default_rng(0)
    tensors = [
        tvm.runtime.tensor(array(rng, tuple(map(int, param.shape)), str(param.dtype)))
        for param in func.params
    ]
    library["main"](*tensors)
    return [hashlib.sha256(tensor.numpy().tobytes()).hexdigest() for tensor in tensors]


def plain(new: Path, wanted: Sequence[tuple[str, list[str]]]) -> list[list[str]]:
    """Run a new script, then each of the functions with these intrinsics; their digests."""
    with contextlib.redirect_stdout(io.StringIO()):
        names = runpy.run_path(str(new), run_name="__main__")
    computed = []
    for function, intrinsics in wanted:
        with described(intrinsics):
            mod = names[function]().mod
        computed.append(digests(mod))
    return computed


def _in_plain_tvm(new: Path, wanted: Sequence) -> subprocess.CompletedProcess:
    """Run `plain` in a separate process."""
    command = [sys.executable, "-m", "benchmarks.old_numbers", "--functions"]
    return subprocess.run(
        [*command, json.dumps([*wanted]), str(new), str(new)],
        capture_output=True,
        text=True,
        check=False,
    )


def last_line(said: str) -> str:
    """The last non-empty line of a process's output; '' if there is none."""
    return next((line for line in reversed(said.splitlines()) if line.strip()), "")


def compared(new: Path, chosen: Sequence[MigratedLowering]) -> tuple[str, str]:
    """EQUAL, DIFFER or RUNS, and why."""
    wanted, ours, left = [], [], []
    for choice in chosen:
        try:
            ours.append(digests(choice.replayed.described()))
            wanted.append((choice.function, list(choice.replayed.program.intrinsics)))
        except (UserError, RuntimeError, ValueError, TypeError) as error:
            left.append(f"{choice.function}: {' '.join(str(error).split())[:150]}")
    done = _in_plain_tvm(new, wanted)
    if done.returncode:
        alone = _in_plain_tvm(new, [])
        if alone.returncode:
            raise UserError(
                f"{new.name} does not run in plain TVM: {last_line(alone.stderr) or 'no message'}"
            )
        return RUNS, last_line(done.stderr) or "no message"
    theirs = json.loads(done.stdout)
    for (function, _), own, other in zip(wanted, ours, theirs, strict=True):
        if own != other:
            return DIFFER, f"{function}: other numbers than the old script's"
    return (EQUAL if wanted else RUNS), "; ".join(left)


@click.command()
@click.argument("old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("new", type=click.Path(path_type=Path))
@click.option("--functions", default="", hidden=True, help="Print digests of NEW.py's functions.")
def command(old: Path, new: Path, functions: str) -> None:
    """Migrate OLD.py to NEW.py and compare what they compute; exit status 1 if it differs."""
    if functions:
        click.echo(json.dumps(plain(new, json.loads(functions))))
        return
    text, chosen = migrated(old)
    write_text(new, text)
    verdict, why = compared(new, chosen)
    click.echo(f"{verdict}: {why}" if why else verdict, err=True)
    sys.exit(1 if verdict == DIFFER else 0)


if __name__ == "__main__":
    from schedules.commands.program import run_command

    run_command(command, "benchmarks.old_numbers")
