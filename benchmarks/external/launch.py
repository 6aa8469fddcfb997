"""The launch of a kernel and its results, described as `schedules verify FILE` reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from schedules.sources.launch_files import parse_argument

# What a kernel's entry shares with FILE.toml.
KEYS = ("kernel", "grid", "block", "dynamic_shared", "cooperative", "launches", "options")
KEYS += ("tolerance", "variables")


def written_toml(table: dict[str, Any]) -> str:
    """A table as TOML; its values are scalars, lists and inline tables."""

    def value(item: Any) -> str:
        if isinstance(item, dict):
            return "{ " + ", ".join(f"{key} = {value(inner)}" for key, inner in item.items()) + " }"
        if isinstance(item, list | tuple):
            return "[" + ", ".join(map(value, item)) + "]"
        return json.dumps(item)

    return "".join(f"{key} = {value(item)}\n" for key, item in table.items())


def arguments_of(kernel: dict[str, Any]) -> list[dict[str, Any]]:
    """A kernel's arguments as tables; most are given as text."""
    return [
        parse_argument(argument) if isinstance(argument, str) else argument
        for argument in kernel["arguments"]
    ]


def describe_launch(kernel: dict[str, Any], to: Path) -> None:
    """Write `to`/kernel.toml and reference.py, which describe the launch and its results.

    `expected` has a NumPy expression over all arguments for each output; `reference` is Python text
    with the function `reference`, or with functions that give inputs.
    """
    arguments = arguments_of(kernel)
    table = {key: kernel[key] for key in KEYS if key in kernel}
    reference = kernel.get("reference", "")
    if expected := kernel.get("expected"):
        names = ", ".join(argument["name"] for argument in arguments)
        written = [a["name"] for a in arguments if a.get("role", "in") in ("out", "inout")]
        values = "".join(f"        {expected[name]},\n" for name in written)
        reference += f"\n\ndef reference({names}):\n    return (\n{values}    )\n"
    if "def reference(" in reference:
        table["reference"] = "reference.py"
    (to / "reference.py").write_text(f"import numpy as np\n\n\n{reference}")
    table["arguments"] = arguments
    (to / "kernel.toml").write_text(written_toml(table))
