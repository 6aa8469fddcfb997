"""What `--json` prints: one form for each kind of thing, as JSON Schema.

A document is `{"kind": KIND, "version": VERSION, "items": [...]}`. `schedules schema` publishes the
forms; docs/schemas.json is what it prints. A field that is added leaves the version as it is; one
that is removed, renamed or comes to mean something else makes a new one.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from gpusim.errors import nearest

VERSION = 1

# Kind -> the module here and the class in it that say what an item is.
KINDS = {
    "ladders": "rungs:LadderRecord",
    "steps": "rungs:StepRecord",
    "texts": "rungs:TextRecord",
    "differences": "rungs:DifferenceRecord",
    "passes": "rungs:PassesRecord",
    "dumps": "verdicts:DumpRecord",
    "files": "rungs:FileRecord",
    "resources": "kernels:ResourcesRecord",
    "accesses": "kernels:AccessesRecord",
    "instruction-counts": "kernels:InstructionCountsRecord",
    "predictions": "times:PredictionRecord",
    "advice": "times:AdviceRecord",
    "times": "times:TimedRecord",
    "measurements": "measurements:Measurement",
    "verifications": "verdicts:VerificationRecord",
    "gpu-verifications": "verdicts:GpuVerificationRecord",
    "sanitizer-verdicts": "verdicts:SanitizerRecord",
    "removable": "verdicts:RemovableRecord",
    "explorations": "verdicts:ExplorationRecord",
    "checks": "verdicts:CheckRecord",
    "exercises": "learning:ExerciseRecord",
    "candidates": "tuning:CandidatesRecord",
    "spaces": "tuning:SpaceRecord",
    "winners": "tuning:WinnerRecord",
    "plans": "tuning:PlanRecord",
    "rankings": "tuning:RankingRecord",
    "applied": "tuning:AppliedRecord",
    "exchanges": "tuning:ExchangeRecord",
    "simulations": "tuning:SimulationRecord",
}


def document(kind: str, items: Iterable[Any]) -> dict[str, Any]:
    """Items of a kind, as they are printed."""
    assert kind in KINDS, kind
    return {"kind": kind, "version": VERSION, "items": list(items)}


@cache
def form(kind: str):
    """What checks a document of a kind, a pydantic TypeAdapter; raises UserError for no kind."""
    import importlib
    from typing import Literal

    from pydantic import ConfigDict, TypeAdapter, with_config
    from typing_extensions import TypedDict

    if kind not in KINDS:
        raise nearest("kind", kind, KINDS)
    module, _, name = KINDS[kind].partition(":")
    item = getattr(importlib.import_module(f"{__name__}.{module}"), name)
    fields = {"kind": Literal[kind], "version": Literal[VERSION], "items": list[item]}
    made = TypedDict(kind.title().replace("-", ""), fields)
    return TypeAdapter(with_config(ConfigDict(extra="forbid"))(made))


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind's documents."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | form(kind).json_schema()


def schemas() -> dict[str, Any]:
    """The JSON Schemas of all kinds."""
    return {kind: schema(kind) for kind in KINDS}
