"""Regressions: figures that are worse than recorded, and the change of the schedule that caused
each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, NotRequired

from .figures import FIGURES, StepFigures, keys_of

UNCHANGED = "no step changed: the computation or the compiler did"


@dataclass(frozen=True)
class Regression:
    """A figure of the last step that is larger than recorded.

    `step` and `change` name the first step of the schedule with the larger figure, and its change;
    `step` is empty if the schedule has not changed. For findings, `recorded` and `now` are their
    numbers.
    """

    figure: str
    recorded: float
    now: float
    step: str
    change: str
    message: str


@dataclass(frozen=True)
class CheckRecord:
    """The figures of each step of a schedule, and its `regressions` compared with a given record.

    `verdict` is that of `VerificationRecord` for the last step; `failures` list what is wrong with
    it, `notes` what did not run. `error` is the reason if there are no figures. Records of earlier
    versions have no verdict.
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
    """Regressions at the last step; `tolerance` is the allowed relative slowdown."""
    worse = []
    changes = _changes(recorded, now)
    for figure, text in FIGURES.items():
        before, after = _value(recorded[-1], figure), _value(now[-1], figure)
        if before is None or after is None or not _worse(figure, before, after, tolerance):
            continue
        step, change = _blamed(recorded, now, figure, changes)
        said = f"{_number(after)} {text}, {_number(before)} recorded"
        more = [
            finding
            for finding in now[-1].findings or ()
            if finding not in (recorded[-1].findings or ())
        ]
        what = f": {more[0]}" if figure == "findings" and more else ""
        since = f"since step {step}: {change}" if step else change
        message = f"{said}{what}; {since}"
        worse.append(Regression(figure, before, after, step, change, message))
    return worse


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


# A change: the recorded steps that were removed and those that were added, as (first, end).
Change = tuple[tuple[int, int], tuple[int, int]]


def _changes(recorded: Sequence[StepFigures], now: Sequence[StepFigures]) -> list[Change]:
    """Steps whose calls differ; steps with the same name are compared one by one."""
    aligned = []
    for tag, i, j, m, n in _matched([_keys(recorded), _keys(now)]):
        if tag == "equal":
            continue
        names = [step.step for step in recorded[i:j]], [step.step for step in now[m:n]]
        for same, i1, j1, m1, n1 in _matched(names):
            each = range(j1 - i1) if same == "equal" else ()
            aligned += [((i + i1 + k, i + i1 + k + 1), (m + m1 + k, m + m1 + k + 1)) for k in each]
            if same != "equal":
                aligned.append(((i + i1, i + j1), (m + m1, m + n1)))
    return aligned


def _matched(both: Sequence[Sequence[str]]) -> list[tuple[str, int, int, int, int]]:
    return SequenceMatcher(a=both[0], b=both[1], autojunk=False).get_opcodes()


def _keys(steps: Sequence[StepFigures]) -> list[str]:
    """The keys of steps; in earlier versions, a changed step also changed the keys of later
    steps."""
    keys = keys_of([step.primitives for step in steps])
    return [key if step.primitives else step.key for step, key in zip(steps, keys, strict=True)]


def _blamed(
    recorded: Sequence[StepFigures],
    now: Sequence[StepFigures],
    figure: str,
    changes: Sequence[Change],
) -> tuple[str, str]:
    """The change that made the figure worse by the largest amount that earlier changes do not
    explain.

    Several changes, if the figure is unknown between them.
    """
    most, blamed, excess = 0.0, [], 0.0
    together: list[Change] = []
    for number, change in enumerate(changes):
        together.append(change)
        # From the state after the change to the state before the next one.
        until = changes[number + 1][0][0] if number + 1 < len(changes) else len(recorded)
        (_, j), (_, n) = change
        behind = range(max(1 - min(j, n), 0), until - j + 1)
        pairs = [(recorded[j - 1 + k], now[n - 1 + k]) for k in behind]
        values = [(_before(recorded, step, figure), _value(other, figure)) for step, other in pairs]
        known = [after - before for before, after in values if None not in (before, after)]
        if not known:
            continue
        if known[-1] <= 0:
            # The figure is not worse here, so earlier changes did not cause the regression.
            most, blamed = 0.0, []
        elif known[-1] - excess > most:
            most, blamed = known[-1] - excess, together
        excess, together = known[-1], []
    told = [_told(recorded, now, change) for change in blamed]
    if not told:
        return "", UNCHANGED
    return " or ".join(step for step, _ in told), " or ".join(change for _, change in told)


def _before(recorded: Sequence[StepFigures], step: StepFigures, figure: str) -> float | None:
    """A recorded figure.

    If the last step has no findings, earlier steps are assumed to have none: intermediate steps are
    checked only if the last one has findings.
    """
    value = _value(step, figure)
    if value is None and figure == "findings" and recorded[-1].findings == ():
        return 0
    return value


def _told(
    recorded: Sequence[StepFigures], now: Sequence[StepFigures], change: Change
) -> tuple[str, str]:
    """One line about a change: its step, and the added and removed calls."""
    (i, j), (m, n) = change
    came, went = _calls(now[m:n]), _calls(recorded[i:j])
    both = set(came) & set(went)
    came, went = ([call for call in calls if call not in both] for calls in (came, went))
    step = now[min(n, len(now)) - 1].step if m < n else now[max(m - 1, 0)].step
    if came and went:
        return step, f"{_few(came)} instead of {_few(went)}"
    if came:
        return step, f"{_few(came)} is new"
    return step, f"{_few(went)} is gone" if went else "its calls are in another order"


def _calls(steps: Sequence[StepFigures]) -> list[str]:
    """The calls of steps, without those that only look up blocks and loops."""
    calls = [line.rpartition(" = ")[2] for step in steps for line in step.primitives]
    kept = [call for call in calls if not call.startswith("sch.get_")]
    return kept or [f"step {step.step}" for step in steps]


def _few(calls: Sequence[str]) -> str:
    more = f" and {len(calls) - 2} more" if len(calls) > 2 else ""
    return ", ".join(f"`{call}`" for call in calls[:2]) + more
