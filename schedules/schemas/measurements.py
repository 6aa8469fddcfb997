"""Measured times, and the check of a record that a user passes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, NotRequired

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from gpusim.errors import UserError

Extent = Annotated[int, Field(gt=0)]
Positive = Annotated[float, Field(gt=0)]


class Ratio(TypedDict):
    """A library's time, and the speed of the rung relative to the library."""

    time_us: Positive
    ratio: Positive


class SingleLaunches(TypedDict):
    """Times of single launches: the GPU is idle before each, and its L2 holds other data."""

    time_us: Positive
    quartiles_us: list[Positive]
    samples: int
    # NVML's reading, in older rows.
    clock_mhz: NotRequired[int]
    baselines: Annotated[dict[str, Ratio], Field(min_length=1)]


class Measurement(TypedDict):
    """A rung's time at a shape, next to those of libraries; `grid` and `block` have one entry per
    launch.

    Times are for back-to-back launches; `cold` has the times of single launches.
    """

    ladder: str
    rung: str
    shape: Annotated[list[Extent], Field(min_length=1)]
    dtype: str
    time_us: Positive
    quartiles_us: list[Positive]
    tflops: Positive
    gbps: Positive
    bound: str
    percent_of_ceiling: float
    relative_error: float
    tie_ratio: float
    baselines: Annotated[dict[str, Ratio], Field(min_length=1)]
    sm_mhz: NotRequired[int]
    # NVML's reading, in older rows.
    clock_mhz: NotRequired[int]
    cold: NotRequired[SingleLaunches]
    kernel: NotRequired[str]
    build: NotRequired[str]
    ceiling: NotRequired[float]
    samples: NotRequired[int]
    launches_per_sample: NotRequired[int]
    threads: NotRequired[int]
    registers: NotRequired[int]
    stack_bytes: NotRequired[int]
    shared_bytes: NotRequired[int]
    grid: NotRequired[list[list[Extent]]]
    block: NotRequired[list[list[Extent]]]
    counters: NotRequired[dict[str, float | None]]
    compiler: NotRequired[str]
    commit: NotRequired[str]
    date: NotRequired[str]
    whole_us: NotRequired[float]
    cpu_us: NotRequired[float]
    cpu: NotRequired[str]
    host_difference: NotRequired[float]


class Ceilings(TypedDict):
    """The highest speeds that the device reached: copies, FMAs, float16 matrix instructions."""

    copy_gbps: Positive
    read_gbps: NotRequired[Positive]
    fma_tflops: Positive
    float16_tflops: Positive


class MeasurementRecord(TypedDict):
    """The record that `schedules bench` writes for one device."""

    device: Annotated[str, Field(min_length=1)]
    rows: Annotated[list[Measurement], Field(min_length=1)]
    ceilings: NotRequired[Ceilings | dict[str, Ceilings]]
    kind: NotRequired[str]
    cores: NotRequired[int]
    mcpu: NotRequired[str]
    driver: NotRequired[str]
    clocks: NotRequired[dict[str, str]]
    versions: NotRequired[dict[str, str | None]]
    commit: NotRequired[str]
    date: NotRequired[str]
    sanitized: NotRequired[list[dict[str, Any]]]
    verified: NotRequired[list[dict[str, Any]]]


FORM = TypeAdapter(MeasurementRecord)


def check_record(path: Path, record: object) -> None:
    """Raises UserError with the first thing that is wrong with a record of measurements."""
    try:
        FORM.validate_python(record)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise UserError(f"{path} cannot be published: {where}: {first['msg']}") from None
