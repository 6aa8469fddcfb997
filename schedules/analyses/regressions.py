"""Figures that are worse than they were, and the change of the schedule that made them so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, NotRequired

from .figures import FIGURES, StepFigures

UNCHANGED = "no step changed: what is computed, or the compiler, did"


@dataclass(frozen=True)
class Regression:
    """A figure of the last step that is larger than recorded, and the `step` and `change` of the
    schedule since which it is; `step` is '' where the schedule is what it was.

    `recorded` and `now` are counts of findings for these.
    """

    figure: str
    recorded: float
    now: float
    step: str
    change: str
    message: str


@dataclass(frozen=True)
class CheckRecord:
    """A schedule's figures, step by step; `regressions` against a record that was given.

    `verdict` is that of `VerificationRecord`, on the last step; `failures` say what is wrong with
    it, `notes` what did not run. `error` says why there are no figures. Records of earlier versions
    have no verdict.
    """

    reference: str
    shape: list[int]
    arch: str
    chip: str
    versions: dict[str, str]
    steps: list[StepFigures]
    regressions: list[Regression]
    error: str
    verdict: NotRequired[str] = ""
    failures: NotRequired[list[str]] = field(default_factory=list)
    notes: NotRequired[list[str]] = field(default_factory=list)


def regressions(
    recorded: Sequence[StepFigures], now: Sequence[StepFigures], tolerance: float
) -> list[Regression]:
    """What is worse at the last step; predicted times by more than `tolerance`, a part of them."""
    found = []
    changes = _changes(recorded, now)
    for figure, text in FIGURES.items():
        before, after = _value(recorded[-1], figure), _value(now[-1], figure)
        if before is None or after is None or not _worse(figure, before, after, tolerance):
            continue
        step, change = _blamed(recorded, now, figure, tolerance, changes)
        said = f"{_number(after)} {text}, {_number(before)} recorded"
        more = [one for one in now[-1].findings or () if one not in (recorded[-1].findings or ())]
        what = f": {more[0]}" if figure == "findings" and more else ""
        since = f"since step {step}: {change}" if step else change
        message = f"{said}{what}; {since}"
        found.append(Regression(figure, before, after, step, change, message))
    return found


def figures_from(record: Sequence[dict[str, Any]]) -> list[StepFigures]:
    """Steps from their records."""
    return [
        StepFigures(
            **{
                name: tuple(value) if isinstance(value, list) else value
                for name, value in step.items()
            }
        )
        for step in record
    ]


def _value(step: StepFigures, figure: str) -> float | None:
    value = getattr(step, figure)
    return len(value) if isinstance(value, tuple) else value


def _worse(figure: str, before: float, after: float, tolerance: float) -> bool:
    return after > before * (1 + tolerance) if figure == "predicted_us" else after > before


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.4g}"


# A change: the recorded steps that went, and those that came, as (first, behind the last).
Change = tuple[tuple[int, int], tuple[int, int]]


def _changes(recorded: Sequence[StepFigures], now: Sequence[StepFigures]) -> list[Change]:
    matcher = SequenceMatcher(
        a=[step.key for step in recorded], b=[step.key for step in now], autojunk=False
    )
    return [((i, j), (m, n)) for tag, i, j, m, n in matcher.get_opcodes() if tag != "equal"]


def _blamed(
    recorded: Sequence[StepFigures],
    now: Sequence[StepFigures],
    figure: str,
    tolerance: float,
    changes: Sequence[Change],
) -> tuple[str, str]:
    """The first change behind which the figure is worse than at the same place before."""
    for at, ((_, j), (_, n)) in enumerate(changes):
        # From the state behind the change to the one ahead of the next; the last one stays.
        until = changes[at + 1][0][0] if at + 1 < len(changes) else len(recorded)
        behind = range(max(1 - min(j, n), 0), until - j + 1)
        pairs = [(recorded[j - 1 + k], now[n - 1 + k]) for k in behind]
        values = [(_value(one, figure), _value(other, figure)) for one, other in pairs]
        worse = any(
            before is not None and after is not None and _worse(figure, before, after, tolerance)
            for before, after in values
        )
        if worse or at + 1 == len(changes):
            return _told(recorded, now, changes[at])
    return "", UNCHANGED


def _told(
    recorded: Sequence[StepFigures], now: Sequence[StepFigures], change: Change
) -> tuple[str, str]:
    """A change in words: the step that it is at, and the calls that came and went."""
    (i, j), (m, n) = change
    came, went = _calls(now[m:n]), _calls(recorded[i:j])
    both = set(came) & set(went)
    came, went = ([one for one in calls if one not in both] for calls in (came, went))
    step = now[min(n, len(now)) - 1].step if m < n else now[max(m - 1, 0)].step
    if came and went:
        return step, f"{_few(came)} in place of {_few(went)}"
    if came:
        return step, f"{_few(came)} is new"
    return step, f"{_few(went)} is gone" if went else "its calls are in another order"


def _calls(steps: Sequence[StepFigures]) -> list[str]:
    """What steps call, without what only looks blocks and loops up."""
    calls = [line.rpartition(" = ")[2] for step in steps for line in step.primitives]
    kept = [call for call in calls if not call.startswith("sch.get_")]
    return kept or [f"step {step.step}" for step in steps]


def _few(calls: Sequence[str]) -> str:
    more = f" and {len(calls) - 2} more" if len(calls) > 2 else ""
    return ", ".join(f"`{call}`" for call in calls[:2]) + more
