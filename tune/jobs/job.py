"""A job: what is tuned, over which space, how, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

import psutil
from pydantic import AfterValidator, Field, model_validator

from schedules.errors import NoGpu, NoTool, ShapeError
from schedules.ladder import Rung
from schedules.targets import Target

from ..devices import Device, this_device
from ..measuring.options import Measure, MeasureOptions, Rpc, Table, distinct

if TYPE_CHECKING:
    from ..space.base import Space

NATIVE = "native"
AUTO = "auto"
# The most that a job may ask for.
YEAR_MINUTES = 365 * 24 * 60
# TVM counts a loop in 32 bits.
Extent = Annotated[int, Field(ge=1, lt=2**31)]


class Budget(Table):
    """How long each shape is tuned: until either is spent."""

    trials: int = Field(200, ge=1, description="Candidates to measure, failed ones included.")
    minutes: float = Field(
        30.0, gt=0, le=YEAR_MINUTES, description="Wall-clock time for measuring."
    )


class Seeds(Table):
    """What makes a run repeatable."""

    strategy: int = Field(0, ge=0, lt=2**31, description="Of what is proposed.")
    inputs: int = Field(0, ge=0, lt=2**31, description="Of the data candidates are run on.")


class Job(Table):
    """One job file."""

    name: str = Field("job", exclude=True, description="Of the file; not a key of it.")
    workload: str = Field(description="LADDER:RUNG, whose schedule is tuned.")
    shapes: Annotated[list[list[Extent]], AfterValidator(distinct)] = Field(
        min_length=1, description="Each is tuned for itself."
    )
    target: str = Field(
        NATIVE, description="A CUDA arch (sm_90), LLVM's name of a CPU, or 'native'."
    )
    space: str = Field(description="A file of tune/spaces, or 'auto' for MetaSchedule's own.")
    strategy: Literal["grid", "random", "evolutionary", "ranking"] = "ranking"
    runner: Literal["local", "rpc"] = "local"
    budget: Budget = Budget()
    seeds: Seeds = Seeds()
    measure: Measure = Measure()
    rpc: Rpc = Rpc()

    @model_validator(mode="before")
    @classmethod
    def _one_shape(cls, values: Any) -> Any:
        """`shape = [...]` stands for `shapes = [[...]]`."""
        if isinstance(values, dict) and "shape" in values and "shapes" not in values:
            values = dict(values)
            values["shapes"] = [values.pop("shape")]
        return values

    # --- what the words of the file mean ----------------------------------------------------------

    @property
    def rung(self) -> Rung:
        """The rung that is tuned; raises UserError with the nearest name."""
        from schedules.catalog import ladder

        name, _, rung = self.workload.partition(":")
        return ladder(name)[rung]

    @property
    def lowered_for(self) -> Target:
        """The target, 'native' being that of the machine that runs the candidates.

        Raises NoGpu for a CUDA rung where there is no GPU, UserError for an unknown target.
        """
        if self.target == NATIVE:
            return self.rung.lowered_for(self._device.arch)
        return self.rung.lowered_for(self.target)

    @cached_property
    def _device(self) -> Device:
        """Where candidates run: on this machine, or on a tracker's workers."""
        kind = self.rung.target
        if self.runner == "rpc":
            from ..measuring.remote import worker_device

            return worker_device(self.rpc, kind)
        try:
            return this_device(kind)
        except NoGpu:
            raise NoGpu(
                f"{self.workload} runs on a GPU, and this machine has none: "
                "`tune run JOB --dry-run` needs none"
            ) from None

    def device(self) -> str:
        """The name of the device that candidates run on.

        Raises NoGpu or NoTool where there is none that the job can run on, UserError where no
        worker answers.
        """
        from schedules.targets.cpus import X86_LEVELS

        found = self._device
        if self.rung.target == "llvm":
            levels = ["x86-64", *X86_LEVELS]
            if self.target in levels and levels.index(self.target) > levels.index(found.arch):
                raise NoTool(f"the job is for {self.target}, and this CPU is {found.arch}")
        elif self.target not in (NATIVE, found.arch):
            raise NoGpu(f"the job is for {self.target}, this GPU is {found.arch}")
        return found.name

    def check_memory(self) -> None:
        """Raise ShapeError for a shape whose arrays this machine cannot hold, if it runs them.

        A GPU's memory is its runner's to know.
        """
        if self.runner != "local" or self.rung.target != "llvm":
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
        from ..space.generated import GeneratedSpace
        from ..space.template import find

        if self.space == AUTO:
            return GeneratedSpace(self.rung, self.rung.workload.with_shape(shape), target)
        return find(self.space).at(self.rung, shape, target)

    def options(self) -> MeasureOptions:
        """How its candidates are measured; raises what `device` does."""
        return MeasureOptions(
            kind=self.rung.target,
            runner=self.runner,
            rpc=self.rpc,
            inputs_seed=self.seeds.inputs,
            device=self.device() if self.runner == "rpc" else "",
            **self.measure.model_dump(),
        )

    def confirming(self) -> Job:
        """The job with other inputs and no early stop: for candidates that are timed again.

        They are compiled as `schedules bench` compiles: nvcc's machine code is not NVRTC's.
        """
        seeds = self.seeds.model_copy(update={"inputs": self.seeds.inputs + 1})
        measure = self.measure.model_copy(update={"early_stop": False, "compiler": "nvcc"})
        return self.model_copy(update={"seeds": seeds, "measure": measure})

    def text(self) -> dict[str, Any]:
        """The job as plain values, for the record."""
        return {"name": self.name, **self.model_dump(mode="json")}
