"""Recorded results: one JSON file per device, to which each run adds or replaces its own rows."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from ..errors import UserError

KEY = ("ladder", "rung", "shape", "dtype")


def load(path: Path) -> dict[str, Any]:
    """A record; an empty one where there is no file. Raises UserError for a file that is none."""
    if not path.exists():
        return {"rows": []}
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UserError(f"{path} is no record: {error}") from None
    if not isinstance(record, dict) or not isinstance(record.get("rows"), list):
        raise UserError(f"{path} is no record: it has no list 'rows'")
    return record


def merge(record: dict[str, Any], header: dict[str, Any], rows: Iterable[dict]) -> dict[str, Any]:
    """`record` with the header of this run, and its rows in place of older ones of the same key.

    A row keeps what the new one does not measure (profiler counters), unless its kernel has become
    another one. Rows of another device are refused.
    """
    if record.get("device", header["device"]) != header["device"]:
        raise UserError(
            f"the record is of {record['device']}, this device is {header['device']}: "
            "choose another --json"
        )
    return {**record, **header, "rows": joined(record["rows"], rows, key_of)}


def joined(
    older: Iterable[dict], newer: Iterable[dict], key: Callable[[dict], tuple]
) -> list[dict[str, Any]]:
    """Entries by `key`: a newer one's fields over the older one's, if both are of one kernel."""
    known = {key(entry): entry for entry in older}
    for entry in newer:
        before = known.get(key(entry), {})
        kept = before if before.get("kernel") == entry.get("kernel", before.get("kernel")) else {}
        known[key(entry)] = {**kept, **entry}
    return sorted(known.values(), key=key)


def key_of(row: dict[str, Any]) -> tuple:
    """What makes a row the same measurement."""
    return (row["ladder"], tuple(row["shape"]), row["dtype"], row["rung"])


# The record's lists of verdicts -> what makes an entry the same: a rung is verified at several
# shapes, and compute-sanitizer has had its last word on it at one.
VERDICTS: dict[str, Callable[[dict], tuple]] = {
    "verified": key_of,
    "sanitized": lambda entry: (entry["ladder"], entry["rung"]),
}


def with_verdicts(
    record: dict[str, Any], device: str, name: str, entries: Iterable[dict]
) -> dict[str, Any]:
    """`record` with entries of one of VERDICTS, each with the commit and the day it is of. The
    header, which is that of the times, is left alone."""
    known = environment()
    dated = [{**entry, "commit": known["commit"], "date": known["date"]} for entry in entries]
    lists = {name: joined(record.get(name, ()), dated, VERDICTS[name])}
    return {**merge(record, {"device": device}, ()), **lists}


def text_fingerprint(text: str) -> str:
    """What tells a kernel's text from another's."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def write(path: Path, record: dict[str, Any]) -> None:
    """Write a record whole: beside its place, then renamed."""
    write_text(path, json.dumps(record, indent=1) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file whole: beside its place, then renamed."""
    fresh = path.with_name(f".{path.name}.new-{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        # Where nothing can be written, nothing can be removed either.
        with suppress(OSError):
            fresh.unlink(missing_ok=True)


def slug(device: str) -> str:
    """A device's file name: 'NVIDIA H200' is nvidia-h200.json."""
    return "-".join("".join(c if c.isalnum() else " " for c in device.lower()).split()) + ".json"


def environment() -> dict[str, Any]:
    """Versions, commit and date of a run."""
    packages = {}
    for name in ("apache-tvm", "apache-tvm-ffi", "numpy", "torch", "triton"):
        try:
            packages[name] = version(name)
        except PackageNotFoundError:
            continue
    commit = os.environ.get("SCHEDULES_COMMIT") or _output("git", "rev-parse", "HEAD")
    return {
        "versions": {"python": platform.python_version(), **packages},
        "commit": commit,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def gpu_header() -> dict[str, Any]:
    """Device, driver and clocks, as nvidia-smi gives them, with the run's environment."""
    from ..checks.device import cuda

    torch = cuda()
    names = ("driver_version", "clocks.sm", "clocks.mem", "clocks.max.sm", "clocks.max.mem")
    values = _output("nvidia-smi", f"--query-gpu={','.join(names)}", "--format=csv,noheader")
    fields = dict(zip(names, (value.strip() for value in values.split(",")), strict=False))
    record = environment()
    record["versions"]["cuda"] = torch.version.cuda
    return {
        "device": torch.cuda.get_device_name(0),
        "driver": fields.pop("driver_version", ""),
        "clocks": fields,
        **record,
    }


def _output(*command: str) -> str:
    """A command's standard output, '' where it is missing or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
