"""The records of docs/, and Markdown tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NotRequired

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from gpusim.errors import UserError
from schedules.core.files import read_json
from schedules.measure.records import Record, committed
from schedules.schemas import Measurement, Positive

ROOT = Path(__file__).parents[2]
RESULTS, TUNING = ROOT / "docs/results", ROOT / "docs/tuning"
H200, H100 = "nvidia-h200", "nvidia-h100-80gb-hbm3"


@cache
def read(path: Path) -> Any:
    return read_json(path)


@cache
def records() -> dict[Path, Record]:
    """The devices' records by file, compared with the highest ceilings that they measured; raises
    UserError for a record without a field that pages show."""
    found = committed(RESULTS)
    for file, record in found.items():
        check_record(file, record)
    return found


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


def rows_of(device: str) -> list[dict[str, Any]]:
    """The timed rows of a device's record."""
    return records()[RESULTS / f"{device}.json"]["rows"]


def table(titles: Sequence[str], rows: Iterable[Sequence[object]], left: int | None = None) -> str:
    """A Markdown table; columns after the first `left` are right-aligned."""
    rule = ["---" if left is None or place < left else "---:" for place in range(len(titles))]
    lines = [titles, rule, *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)
