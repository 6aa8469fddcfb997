"""What `--json` prints: one format for each kind of thing, as JSON Schema.

A document is `{"kind": KIND, "version": VERSION, "items": [...]}`. `schedules schema` prints the
schemas, docs/schemas.json has them. Adding a field keeps the version; removing, renaming or
redefining one requires a new version.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin

from gpusim.errors import nearest

from ..core.data import VERSION
from ..core.data import types as types_of

# Kind -> the module of `schedules` and the class in it that describe an item.
KINDS = {
    "ladders": "schemas.records:LadderRecord",
    "steps": "api.results:StepInfo",
    "texts": "schemas.records:TextRecord",
    "differences": "api.results:Diff",
    "causes": "api.results:Why",
    "passes": "api.results:Passes",
    "dumps": "views.dumps:DumpRecord",
    "files": "schemas.records:FileRecord",
    "resources": "api.results:ResourceUse",
    "accesses": "api.results:Accesses",
    "instruction-counts": "api.results:InstructionCounts",
    "predictions": "api.results:Predicted",
    "speedups": "api.results:Speedups",
    "advice": "synthesis.advised:Advised",
    "found": "synthesis.found:Found",
    "times": "measure.timing:Timing",
    "measurements": "schemas.records:Measurement",
    "verifications": "analyses.verification.verdict:Verdict",
    "explorations": "api.results:Explored",
    "checks": "analyses.figures:CheckRecord",
    "exercises": "learning.grading:ExerciseRecord",
    "candidates": "schemas.records:CandidatesRecord",
    "spaces": "schemas.records:SpaceRecord",
    "winners": "schemas.records:WinnerRecord",
    "plans": "schemas.records:PlanRecord",
    "rankings": "schemas.records:RankingRecord",
    "applied": "schemas.records:AppliedRecord",
    "exchanges": "schemas.records:ExchangeRecord",
}


@cache
def form(kind: str):
    """The validator of documents of a kind, a pydantic TypeAdapter; raises UserError for an
    unknown kind."""
    import importlib
    from typing import Literal

    from pydantic import TypeAdapter

    if kind not in KINDS:
        raise nearest("kind", kind, KINDS)
    module, _, name = KINDS[kind].partition(":")
    item = getattr(importlib.import_module(f"schedules.{module}"), name)
    fields = {"kind": Literal[kind], "version": Literal[VERSION], "items": list[typed(item)]}
    return TypeAdapter(_closed(kind.title().replace("-", ""), fields))


@cache
def typed(kind: Any) -> Any:
    """A type as documents have it: dataclasses become closed objects, sequences become lists."""
    if dataclasses.is_dataclass(kind):
        fields = {name: typed(field_type) for name, field_type in types_of(kind).items()}
        return _closed(kind.__name__, fields, kind.__doc__)
    origin, args = get_origin(kind), get_args(kind)
    if origin is None:
        return kind
    if origin is Annotated:
        return typed(args[0])
    parts = [typed(arg) for arg in args if arg is not ...]
    if origin is NotRequired:
        return NotRequired[parts[0]]
    if origin in (Union, types.UnionType):
        return Union[tuple(parts)]  # noqa: UP007 - made of types at run time
    if issubclass(origin, Mapping):
        return dict[tuple(parts)]
    # `tuple[int, ...]` is an array of any length, as is any other sequence.
    return tuple[tuple(parts)] if origin is tuple and ... not in args else list[parts[0]]


def _closed(name: str, fields: dict[str, Any], doc: str | None = None) -> Any:
    """An object with these entries and no others."""
    from pydantic import ConfigDict, with_config
    from typing_extensions import TypedDict

    made = TypedDict(name, fields)
    made.__doc__ = doc
    return with_config(ConfigDict(extra="forbid"))(made)


def schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind's documents."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | form(kind).json_schema()


def schemas() -> dict[str, Any]:
    """The JSON Schemas of all kinds."""
    return {kind: schema(kind) for kind in KINDS}
