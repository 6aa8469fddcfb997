"""The answers of the tools: the documents that `--json` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gpusim.errors import UserError

from ..schemas import document

# The number of instructions of a predicted launch in an answer, the most expensive first.
MOST_INSTRUCTIONS = 20


@dataclass(frozen=True)
class Question:
    """A question about a schedule; `schedule` and `other` are file paths or rung names.

    `options` are specific to the tool.
    """

    tool: str
    schedule: str
    step: str | None = None
    shape: tuple[int, ...] | None = None
    arch: str | None = None
    other: str | None = None
    options: tuple[tuple[str, Any], ...] = ()


def warm() -> None:
    """Load what every answer needs, before the first question."""
    import schedules

    from ..gemm.tensor_tiles import intrinsics

    _ = schedules.explore
    intrinsics()


def answer(question: Question) -> dict[str, Any]:
    """The document; raises UserError for anything wrong with the schedule."""
    import schedules

    def look(reference: str, step: str | None):
        return schedules.explore(reference, shape=question.shape, target=question.arch, step=step)

    looked = look(question.schedule, question.step)
    options = dict(question.options)
    if question.tool == "diff" and question.other:
        options["other"] = look(question.other, options.pop("other_step", None))
    kind, items = TOOLS[question.tool](looked, **options)
    return document(kind, items)


def explore(k) -> tuple[str, list]:
    verified = k.verify().records()[0]
    steps = k.steps.records()
    record = {"reference": k.name, "steps": steps, "verification": verified, "problem": k.problem}
    return "explorations", [record]


def show(k, level: str) -> tuple[str, list]:
    from ..core.levels import LEVELS

    text = k.text(level)
    record = {"name": k.name, "level": level, "language": LEVELS[level].language, "text": text}
    return "texts", [record]


def diff(k, level: str | None = None, other: Any = None, other_step: str | None = None):
    difference = k.diff(other if other is not None else other_step, level)
    return difference.kind, difference.records()


def verify(k) -> tuple[str, list]:
    verdict = k.verify()
    return verdict.kind, verdict.records()


def analyze(k) -> tuple[str, list]:
    return k.accesses.kind, k.accesses.records()


def predict(k, chip: str) -> tuple[str, list]:
    prediction = k.predict(chip)
    records = prediction.records()
    for record in records:
        if record["prediction"] is None:
            raise UserError(record["problem"])
        for launch in record["prediction"]["launches"]:
            longest = sorted(launch["instructions"], key=lambda instruction: -instruction["us"])
            launch["instructions"] = longest[:MOST_INSTRUCTIONS]
    return prediction.kind, records


def advise(k, chip: str) -> tuple[str, list]:
    advice = k.advise(chip)
    return advice.kind, advice.records()


TOOLS = {tool.__name__: tool for tool in (explore, show, diff, verify, analyze, predict, advise)}
