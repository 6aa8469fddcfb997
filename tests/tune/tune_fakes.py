"""A measurer that runs nothing; runs with it in this process, and `tune` with it as a program."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator

import pytest

from tune.engine import confirming
from tune.engine.tuning import start
from tune.measuring.build import asked_for, scheduled
from tune.measuring.interface import BuildRequest, Outcome, Watcher
from tune.space.base import schedule_hash

JOB = """
workload = "gemm/sgemm_cpu:parallel"
shape = [64, 64, 64]
target = "x86-64-v3"
space = "sgemm_cpu"
strategy = "{strategy}"

[budget]
trials = {trials}
minutes = {minutes}
"""
HOLDING = "holding"


def job_text(strategy: str = "random", trials: int = 20, minutes: int = 600) -> str:
    """A job file's; no machine is so slow that its minutes end it, unless they are few."""
    return JOB.format(strategy=strategy, trials=trials, minutes=minutes)


def time_of(request: BuildRequest) -> float:
    """Microseconds that depend on the tile alone; the best has 4 x 16 in a block of 32 x 32."""
    ideal = {"block_i": 32, "block_j": 32, "rows": 4, "columns": 16}
    return 10.0 + sum(abs(request.knobs[name] - value) for name, value in ideal.items())


def made(request: BuildRequest) -> dict[str, str]:
    """What a builder says of a request's schedule; its kernel is not made."""
    rung, _ = asked_for(request)
    return {"schedule": schedule_hash(scheduled(request), rung)}


class FakeMeasurer:
    """Times follow `time_of`; one key in eight fails, the same in every process.

    `wrong_again` and `slow_again` are keys that are so when they are timed again; after
    `hold_after` candidates it says so and waits for its standard input to end; `compiler` is said
    to have made them; `log` collects what was asked.
    """

    def __init__(
        self,
        wrong_again: Iterable[str] = (),
        slow_again: Iterable[str] = (),
        hold_after: int | None = None,
        compiler: str = "",
    ) -> None:
        self.wrong_again = set(wrong_again)
        self.slow_again = set(slow_again)
        self.hold_after = hold_after
        self.compiler = {"compiler": compiler} if compiler else {}
        self.log: list[str] = []
        self.closed = False

    def measure(self, requests: Iterable[BuildRequest]) -> Iterator[tuple[BuildRequest, Outcome]]:
        for request in requests:
            if len(self.log) == self.hold_after:
                print(HOLDING, flush=True)
                sys.stdin.read()
            self.log.append(request.key)
            first, _, again = request.key.partition(" again")
            if again and first in self.wrong_again:
                yield request, Outcome("wrong", message="an element differs")
            elif again and first in self.slow_again:
                yield request, Outcome("ok", times_us=(1000.0,), made=self.compiler)
            elif hashlib.sha256(first.encode()).digest()[0] < 32:
                message = "took longer than 1 s"
                yield request, Outcome("time-out", message=message, made=made(request))
            else:
                all_made = made(request) | self.compiler
                yield request, Outcome("ok", (time_of(request),), worker="fake", made=all_made)

    def close(self) -> None:
        self.closed = True


def timed_briefly(monkeypatch) -> None:
    """Have winners confirmed once."""
    monkeypatch.setattr(confirming, "ROUNDS", 1)


class Told(Watcher):
    def __init__(self):
        self.lines = []

    def say(self, text):
        self.lines.append(text)


def measured_keys(path) -> list[str]:
    """Keys of the candidates' lines, in order."""
    lines = map(json.loads, path.read_text().splitlines())
    return [one["key"] for one in lines if one["type"] == "candidate"]


def run(job, path, *, resume=False, measurer=None, told=None):
    measurer = measurer or FakeMeasurer()
    return start(job, path, told or Told(), resume=resume, opened=lambda _: measurer)


def held(folder, *arguments, after: int) -> subprocess.Popen:
    """`tune` as a program on a fake measurer, when it has measured so many and holds."""
    process = program(folder, *arguments, hold_after=after)
    assert process.stdout.readline().strip() == HOLDING, process.communicate()
    return process


def program(folder, *arguments, hold_after: int | None = None) -> subprocess.Popen:
    environment = {**os.environ, "FAKE_HOLD_AFTER": "" if hold_after is None else str(hold_after)}
    return subprocess.Popen(
        [sys.executable, __file__, *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def written(tmp_path, text):
    file = tmp_path / "some.toml"
    file.write_text(text)
    return file


if __name__ == "__main__":
    from tune.commands import main
    from tune.engine import tuning

    hold_after = os.environ["FAKE_HOLD_AFTER"]
    tuning.measurer_of = lambda _: FakeMeasurer(hold_after=int(hold_after) if hold_after else None)
    with pytest.MonkeyPatch.context() as patch:
        timed_briefly(patch)
        main(sys.argv[1:])
