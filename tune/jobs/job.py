"""Jobs: what is tuned, over which space, how, and for how long; read from TOML.

Every mistake in a file is named by its file and line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import psutil
from pydantic import AfterValidator, BaseModel, Field, ValidationError, model_validator

from gpusim.errors import NoTool, UserError, nearest
from schedules.core.errors import NoGpu, ShapeError
from schedules.core.ladder import Rung
from schedules.core.target import Target
from schedules.sources.names import is_file

from ..measuring.interface import (
    ClusterTable,
    Device,
    Measure,
    MeasureOptions,
    Table,
    distinct,
    this_device,
)

if TYPE_CHECKING:
    from ..space.knob_space import Space
    from ..space.template import Template


NATIVE = "native"
# Upper limits of a job.
YEAR_MINUTES = 365 * 24 * 60
# TVM counts loop iterations in 32 bits.
Extent = Annotated[int, Field(ge=1, lt=2**31)]


class Budget(Table):
    """Limits of the search at each shape, which ends at the first that is reached."""

    trials: int = Field(200, ge=1, description="Candidates to measure, including failed ones.")
    minutes: float = Field(
        30.0, gt=0, le=YEAR_MINUTES, description="Wall-clock time for measuring."
    )


class Seeds(Table):
    """Seeds, which make a run repeatable."""

    strategy: int = Field(0, ge=0, lt=2**31, description="Seed of the strategy.")
    inputs: int = Field(0, ge=0, lt=2**31, description="Seed of the candidates' input data.")


class Job(Table):
    """One job file."""

    name: str = Field("job", exclude=True, description="The file's name; not a key.")
    workload: str = Field(description="LADDER:RUNG or FILE.py:NAME, whose schedule is tuned.")
    shapes: Annotated[list[list[Extent]], AfterValidator(distinct)] = Field(
        min_length=1, description="Each shape is tuned separately."
    )
    target: str = Field(
        NATIVE, description="CUDA architecture (sm_90), LLVM's name of a CPU, or 'native'."
    )
    space: str = Field(description="A file of tune/spaces, or 'own' for FILE.py's.")
    only: dict[str, Annotated[list[Any], Field(min_length=1)]] = Field(
        {}, description="Values that knobs are restricted to, as in panel = [8]."
    )
    strategy: Literal["grid", "random", "bayesian"] = "bayesian"
    budget: Budget = Budget()
    seeds: Seeds = Seeds()
    measure: Measure = Measure()
    cluster: ClusterTable = ClusterTable()

    @model_validator(mode="before")
    @classmethod
    def _completed(cls, values: Any) -> Any:
        """`shape = [...]` means `shapes = [[...]]`."""
        if not isinstance(values, dict):
            return values
        values = dict(values)
        if "shape" in values and "shapes" not in values:
            values["shapes"] = [values.pop("shape")]
        return values

    # --- The objects that a job names -------------------------------------------------------------

    @property
    def rung(self) -> Rung:
        """The rung that is tuned; raises UserError with the nearest name."""
        from schedules.core.ladder import ladder

        from ..own_file import rung_of

        if is_file(self.workload):
            return rung_of(self.workload)

        name, _, rung = self.workload.partition(":")
        return ladder(name)[rung]

    @property
    def file(self) -> str:
        """The user's file that has its workload; '' for a rung of a ladder."""
        return self.rung.ladder if is_file(self.workload) else ""

    @property
    def lowered_for(self) -> Target:
        """The target; 'native' is that of the machine that runs the candidates.

        Raises NoGpu for a CUDA rung if there is no GPU, and UserError for an unknown target.
        """
        if self.target == NATIVE:
            return self.rung.lowered_for(self._device.arch)
        return self.rung.lowered_for(self.target)

    @cached_property
    def _device(self) -> Device:
        """The device that runs candidates: this machine's, or that of a cluster's workers."""
        kind = self.rung.target
        if self.cluster.scheduler:
            from ..measuring.cluster import device_of

            return device_of(MeasureOptions(kind=kind, cluster=self.cluster, file=self.file))
        try:
            return this_device(kind)
        except NoGpu:
            raise NoGpu(
                f"{self.workload} runs on a GPU, and this machine has none: use --dry-run or "
                "--predict-only"
            ) from None

    def device(self) -> str:
        """The name of the device that runs the candidates.

        Raises NoGpu or NoTool if there is none, and UserError if no worker answers.
        """
        from schedules.core.target import X86_LEVELS

        device = self._device
        if self.rung.target == "llvm":
            levels = ["x86-64", *X86_LEVELS]
            if self.target in levels and levels.index(self.target) > levels.index(device.arch):
                raise NoTool(f"the job is for {self.target}, but this CPU is {device.arch}")
        elif self.target not in (NATIVE, device.arch):
            raise NoGpu(f"the job is for {self.target}, but this GPU is {device.arch}")
        return device.name

    def check_memory(self) -> None:
        """Raise ShapeError for a shape whose arrays do not fit this machine, if it runs them.

        GPU memory is checked by the runner.
        """
        if self.cluster.scheduler or self.rung.target != "llvm":
            return
        has = psutil.virtual_memory().total
        for shape in self.shapes:
            needs = self.rung.workload.with_shape(shape).bytes
            if needs > has:
                raise ShapeError(
                    f"the arrays of {','.join(map(str, shape))} take {needs / 1e9:.4g} GB, and "
                    f"this machine has {has / 1e9:.4g} GB: tune a smaller shape"
                )

    def space_at(self, shape: Sequence[int], target: Target) -> Space:
        """The space of candidates for a shape."""
        return self.template.at(self.rung, shape, target).restricted(self.only)

    @property
    def template(self) -> Template:
        """The template of its space; raises UserError if there is none."""
        from ..own_file import OWN, template_of
        from ..space.template import find

        own = self.space == OWN and is_file(self.workload)
        return template_of(self.rung) if own else find(self.space)

    def options(self) -> MeasureOptions:
        """Options for measuring the job's candidates; raises as `device`."""
        return MeasureOptions(
            kind=self.rung.target,
            cluster=self.cluster,
            inputs_seed=self.seeds.inputs,
            device=self.device() if self.cluster else "",
            driver=self._device.driver if self.cluster else "",
            file=self.file if self.cluster else "",
            **self.measure.model_dump(),
        )

    def confirming(self) -> Job:
        """The job with other inputs and without early stop, for candidates that are timed again."""
        seeds = self.seeds.model_copy(update={"inputs": self.seeds.inputs + 1})
        # Candidates that are confirmed are timed in the same turns.
        plain = {"early_stop": False, "correct_drift": False}
        measure = self.measure.model_copy(update=plain)
        return self.model_copy(update={"seeds": seeds, "measure": measure})

    def text(self) -> dict[str, Any]:
        """The job as plain values, for the record."""
        return {"name": self.name, **self.model_dump(mode="json")}


FOLDER = Path(__file__).parent
# Limit of the search; with the confirmation, a user's file takes three minutes.
OWN_MINUTES = 2.0
# Path of a key, for errors.
Where = Callable[[tuple], str]


def load(path: str | Path) -> Job:
    """The job of a file, or of that name in tune/jobs; raises UserError naming file and line."""
    file = Path(path)
    if is_file(str(path)):
        return own_job(str(path))
    if not file.exists() and file.parent == Path():
        known = {job.stem: job for job in sorted(FOLDER.glob("*.toml"))}
        name = file.name.removesuffix(".toml")
        if name not in known:
            raise nearest("job", str(path), known)
        file = known[name]
    try:
        # Some editors start a file with a byte-order mark.
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


def own_job(reference: str) -> Job:
    """The job of FILE.py[:NAME] at its own sizes, every key but the minutes at its default."""
    from ..own_file import OWN, default_sizes, rung_of

    values = {
        "workload": reference,
        "shapes": [default_sizes(rung_of(reference))],
        "space": OWN,
        "budget": {"minutes": OWN_MINUTES},
    }
    job = from_values(values, Path(reference.partition(":")[0]).stem)
    check_words(job, lambda _key: reference)
    return job


def from_values(values: dict[str, Any], name: str, where: Where = lambda keys: "job") -> Job:
    """A job from plain values."""
    if "name" in values:
        raise UserError(f"{where(('name',))}: unknown key 'name': a job is named after its file")
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
        raise UserError("\n".join(error_text(detail, where) for detail in error.errors())) from None


def error_text(error: Any, where: Where) -> str:
    """One of pydantic's errors as a line that says how to fix it."""
    keys = error["loc"]
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
    """The valid keys of a job's table."""
    table: type[BaseModel] = Job
    for key in keys:
        table = table.model_fields[key].annotation
    return [name for name in table.model_fields if not (table is Job and name == "name")]


def line_of(text: str, keys: tuple) -> int:
    """The line of a key in TOML text; otherwise of its table, of a line that contains the word,
    or 1."""
    *tables, key = [key for key in keys if isinstance(key, str)] or [""]
    # A file with one shape may say `shape`.
    key = "shapes?" if key == "shapes" else re.escape(key)
    last, current = 0, ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([\w.-]+)\s*\]", line)
        if header:
            current = header[1]
            if current in (".".join(tables), ".".join(map(str, [*tables, *keys[-1:]]))):
                last = number
        elif current == ".".join(tables) and re.match(rf"\s*[\"']?{key}[\"']?\s*=", line):
            return number
    # An inline table, or a dotted key.
    word = re.compile(rf"^[^#]*\b{key}\b") if key else None
    return last or next(
        (number for number, line in enumerate(text.splitlines(), 1) if word and word.match(line)), 1
    )


def check_words(job: Job, where: Callable[[str], str]) -> None:
    """Look up every name in the job and try every shape; raises UserError naming the place."""
    checks = {
        "workload": lambda: checked_rung(job),
        "target": lambda: check_target(job),
        "space": lambda: check_space(job),
        "shapes": lambda: [job.rung.workload.with_shape(shape) for shape in job.shapes],
        "only": lambda: [
            job.space_at(shape, job.rung.lowered_for()) for shape in job.shapes if job.only
        ],
    }
    for key, check in checks.items():
        try:
            check()
        except (UserError, ShapeError) as error:
            raise type(error)(f"{where(key)}: {error}") from None


def check_space(job: Job) -> None:
    job.template.check_rung(job.rung)


def checked_rung(job: Job) -> Rung:
    if ":" not in job.workload and not is_file(job.workload):
        raise UserError(f"{job.workload!r} is not a rung: write LADDER:RUNG")
    return job.rung


def check_target(job: Job) -> None:
    if job.target == NATIVE:
        return
    if job.rung.target == "llvm" and job.target.startswith("sm_"):
        raise UserError(
            f"{job.workload} runs on a CPU and the target {job.target} is a GPU: set a CPU "
            "or leave out the target"
        )
    Target.parse(job.target, job.rung.target)


def schema() -> dict[str, Any]:
    """The JSON Schema of job files, for editors."""
    document = Job.model_json_schema()
    document["title"] = "a job of `tune`"
    document["properties"].pop("name")
    document["properties"]["shape"] = document["properties"]["shapes"]["items"] | {
        "description": "In place of 'shapes' where there is one."
    }
    document["required"] = [key for key in document["required"] if key != "shapes"]
    document["oneOf"] = [{"required": ["shapes"]}, {"required": ["shape"]}]
    return document
