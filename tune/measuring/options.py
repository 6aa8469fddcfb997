"""How candidates are measured: the tables of a job file that say so, and what a measurer takes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from schedules.errors import UserError

# The most that may be asked for: a clock cannot wait for any number of seconds.
DAY_S = 24 * 60 * 60
LOOPBACK = "127.0.0.1"
TRACKER_PORT = 9190
KEY = "tune"
PATIENCE_S = 30.0


def distinct(values: list) -> list:
    """A list whose items differ."""
    for at, value in enumerate(values):
        if value in values[:at]:
            raise ValueError(f"{value} is there twice")
    return values


class Table(BaseModel):
    """A TOML table that takes no unknown keys, and no value of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Measure(Table):
    """How a candidate is built, verified and timed."""

    builders: int | None = Field(
        None, ge=1, le=1024, description="Processes that build at once; by default one per core."
    )
    devices: Annotated[list[Annotated[int, Field(ge=0)]], AfterValidator(distinct)] = Field(
        [0], min_length=1, description="The GPUs to run on, one candidate at a time on each."
    )
    build_timeout_s: float = Field(
        60.0, gt=0, le=DAY_S, description="The longest a build may take."
    )
    run_timeout_s: float = Field(
        20.0, gt=0, le=DAY_S, description="The longest a candidate may run."
    )
    early_stop: bool = Field(
        True, description="Time a candidate that cannot win only as often as that takes to see."
    )
    compiler: Literal["nvrtc", "nvcc"] = Field(
        "nvrtc",
        description="Of a GPU's candidates: nvrtc takes half the time. Winners are confirmed with "
        "nvcc, where there is one.",
    )


class Rpc(Table):
    """The tracker that `runner = "rpc"` asks for workers."""

    host: str = Field(LOOPBACK, description="Where `tune tracker` runs.")
    port: int = Field(TRACKER_PORT, ge=1, le=65535)
    key: str = Field(KEY, min_length=1, description="What tracker, workers and jobs share.")


class MeasureOptions(Measure):
    """What a measurer takes: a job's table, and what else it has to know.

    `kind` is what the candidates are for. With 'rpc' every worker must have the device of that name
    ('' for any), and one that died may take `patience_s` to come back. Raises UserError for what
    cannot be.
    """

    kind: Literal["llvm", "cuda"]
    runner: Literal["local", "rpc"] = "local"
    rpc: Rpc = Rpc()
    inputs_seed: int = 0
    device: str = ""
    patience_s: float = PATIENCE_S

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(map(str, first["loc"]))
            raise UserError(f"{name} = {first['input']!r}: {first['msg'].lower()}") from None

    def runner_settings(self) -> dict[str, Any]:
        """What a runner is told, wherever it is."""
        return self.model_dump(include={"kind", "inputs_seed", "early_stop"})
