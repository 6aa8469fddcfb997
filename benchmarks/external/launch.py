"""The launch of a kernel and its results, described as `schedules verify FILE` reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from schedules.sources.launch_draft import toml_text
from schedules.sources.launch_files import parse_argument

# What a kernel's entry shares with FILE.toml.
KEYS = ("kernel", "grid", "block", "dynamic_shared", "cooperative", "launches", "options")
KEYS += ("tolerance", "variables", "cluster")


def arguments_of(kernel: dict[str, Any]) -> list[dict[str, Any]]:
    """A kernel's arguments as tables; most are given as text."""
    return [
        parse_argument(argument) if isinstance(argument, str) else argument
        for argument in kernel["arguments"]
    ]


def describe_launch(kernel: dict[str, Any], to: Path) -> None:
    """Write `to`/kernel.toml and reference.py, which describe the launch and its results.

    `expected` has a NumPy expression over all arguments for each output; `reference` is Python text
    with the function `reference`, or with functions that give inputs. With `run`, the launch in
    kernel.toml is recorded, and `arguments` are the arrays.
    """
    arguments = arguments_of(kernel)
    table = {key: kernel[key] for key in KEYS if key in kernel}
    reference = kernel.get("reference", "")
    if expected := kernel.get("expected"):
        names = ", ".join([*(argument["name"] for argument in arguments), "*others"])
        written = [a["name"] for a in arguments if a.get("role", "in") in ("out", "inout")]
        values = "".join(f"        {expected[name]},\n" for name in written)
        reference += f"\n\ndef reference({names}):\n    return (\n{values}    )\n"
    if "def reference(" in reference:
        table["reference"] = "reference.py"
    (to / "reference.py").write_text(f"import numpy as np\n\n\n{reference}")
    file = to / "kernel.toml"
    if "run" in kernel:
        given = {key: table[key] for key in ("reference", "tolerance") if key in table}
        file.write_text(toml_text(given) + file.read_text())
        return
    file.write_text(toml_text(table | {"arguments": arguments}))
