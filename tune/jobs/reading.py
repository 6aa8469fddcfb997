"""Job files: TOML read as a job, with every mistake named by its file and line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from schedules.errors import ShapeError, UserError, nearest

from .job import AUTO, NATIVE, Job

FOLDER = Path(__file__).parent
# The place of a key, for errors.
Where = Callable[[tuple], str]


def load(path: str | Path) -> Job:
    """The job of a file, or of that name in tune/jobs; raises UserError naming file and line."""
    file = Path(path)
    if not file.exists() and file.parent == Path():
        known = {job.stem: job for job in sorted(FOLDER.glob("*.toml"))}
        name = file.name.removesuffix(".toml")
        if name not in known:
            raise nearest("job", str(path), known)
        file = known[name]
    try:
        # Some editors put a byte-order mark ahead.
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(
            f"cannot read {file}: {getattr(error, 'strerror', None) or error}"
        ) from None
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{file}: {error}") from None
    job = from_values(values, file.stem, lambda keys: f"{file}:{line_of(text, keys)}")
    check_words(job, lambda key: f"{file}:{line_of(text, (key,))}: {key}")
    return job


def from_values(values: dict[str, Any], name: str, where: Where = lambda keys: "job") -> Job:
    """A job from plain values."""
    if "name" in values:
        raise UserError(f"{where(('name',))}: unknown key 'name': a job bears its file's name")
    if "shape" in values and "shapes" in values:
        raise UserError(f"{where(('shape',))}: both 'shape' and 'shapes': write one of them")
    shapes = values.get("shapes")
    if isinstance(shapes, list) and any(isinstance(shape, int) for shape in shapes):
        raise UserError(
            f"{where(('shapes',))}: shapes = {shapes}: write shapes = [[M, N, ...], ...], or shape "
            "= [M, N, ...] for one"
        )
    try:
        return Job(**values, name=name)
    except ValidationError as error:
        raise UserError("\n".join(said(detail, where) for detail in error.errors())) from None


def said(error: Any, where: Where) -> str:
    """One of pydantic's errors as a line with a way out."""
    keys = tuple(key for key in error["loc"])
    names = ".".join(str(key) for key in keys if isinstance(key, str))
    place = where(keys)
    if error["type"] == "extra_forbidden":
        table = fields_of(keys[:-1])
        return f"{place}: {nearest('key', str(keys[-1]), table)}"
    if error["type"] == "missing":
        return f"{where(())}: the key {names!r} is missing"
    if error["type"] == "literal_error":
        known = re.findall(r"'([^']+)'", error["ctx"]["expected"])
        return f"{place}: {nearest(names, str(error['input']), known)}"
    why = error["msg"].removeprefix("Value error, ").lower()
    return f"{place}: {names} = {error['input']!r}: {why}"


def fields_of(keys: tuple) -> list[str]:
    """The keys that a table of a job takes."""
    table: type[BaseModel] = Job
    for key in keys:
        table = table.model_fields[key].annotation
    return [name for name in table.model_fields if not (table is Job and name == "name")]


def line_of(text: str, keys: tuple) -> int:
    """The line of a key in TOML text; of its table, of a line with its word, or 1, without it."""
    *tables, key = [key for key in keys if isinstance(key, str)] or [""]
    # A file with one shape may say `shape`.
    key = "shapes?" if key == "shapes" else re.escape(key)
    found, current = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
        if header:
            current = header[1]
            if current in (".".join(tables), ".".join(map(str, [*tables, *keys[-1:]]))):
                found = number
        elif current == ".".join(tables) and re.match(rf"\s*[\"']?{key}[\"']?\s*=", line):
            return number
    # An inline table, a dotted key.
    word = re.compile(rf"^[^#]*\b{key}\b") if key else None
    return found or next(
        (number for number, line in enumerate(text.splitlines(), 1) if word and word.match(line)), 1
    )


def check_words(job: Job, where: Callable[[str], str]) -> None:
    """Look up every name in the job and try every shape; raises UserError naming the place."""
    from ..space.template import find

    checks = {
        "workload": lambda: checked_rung(job),
        "target": lambda: check_target(job),
        "space": lambda: job.space == AUTO or find(job.space).check_rung(job.rung),
        "shapes": lambda: [job.rung.workload.with_shape(shape) for shape in job.shapes],
        "strategy": lambda: check_strategy(job),
    }
    for key, check in checks.items():
        try:
            check()
        except (UserError, ShapeError) as error:
            raise type(error)(f"{where(key)}: {error}") from None


def checked_rung(job: Job) -> None:
    if ":" not in job.workload:
        raise UserError(f"{job.workload!r} names no rung; write LADDER:RUNG")
    job.rung  # noqa: B018  a look-up that may fail


def check_target(job: Job) -> None:
    from schedules.targets import Target

    on_cpu, is_gpu = job.rung.target == "llvm", job.target.startswith("sm_")
    if job.target == NATIVE:
        return
    if on_cpu and is_gpu:
        raise UserError(
            f"{job.workload} runs on a CPU, and {job.target} is a GPU: name a CPU, or leave it out"
        )
    Target.parse(job.target, job.rung.target)


def check_strategy(job: Job) -> None:
    if job.space == AUTO and job.strategy not in ("random", "evolutionary"):
        raise UserError(
            f"{job.strategy!r} needs knobs, and the space 'auto' has none: "
            "use 'evolutionary' or 'random'"
        )


def schema() -> dict[str, Any]:
    """The JSON Schema of job files, for editors."""
    found = Job.model_json_schema()
    found["title"] = "a job of `tune`"
    found["properties"].pop("name")
    found["properties"]["shape"] = found["properties"]["shapes"]["items"] | {
        "description": "In place of 'shapes' where there is one."
    }
    found["required"] = [key for key in found["required"] if key != "shapes"]
    found["oneOf"] = [{"required": ["shapes"]}, {"required": ["shape"]}]
    return found
