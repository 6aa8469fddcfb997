"""Measuring candidates: built in parallel, verified, then timed, in processes that may die.

    options = MeasureOptions(kind="llvm", workers=2)
    measurer = open_measurer(options)
    try:
        for task, outcome in measurer.measure(tasks):
            ...
    finally:
        measurer.close()

`open_measurer` takes a `tune.jobs.Job` as well and asks `MeasureOptions.of` what that means.

What happens to a task: a builder (`build`) walks the rung with the task's knobs, or replays its
trace, checks it against the target's limits and compiles it; a runner (`run`) runs it on random and
on integer-valued inputs into outputs that are wrong until written, and times it if it was right.
Builders and runners are processes (`child`) that `pool` deals tasks to; with `runner = "rpc"` the
runners are behind a tracker (`remote`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ..jobs import Job
    from ..task import Measurer

# A candidate so many times slower than the best is not timed in full. Far enough that neither
# noise nor a cold start can cost a winner its place.
HOPELESS = 2.0


@dataclass(frozen=True)
class MeasureOptions:
    """How candidates are measured.

    Parameters
    ----------
    kind : 'llvm' or 'cuda'
        What the candidates are for.
    runner : 'local' or 'rpc'
        Run on this machine, or on the workers of the tracker at `tracker_host:tracker_port` that
        bear `key`.
    workers : int or 'auto'
        Builders; 'auto' is one a core.
    devices : tuple of int
        The GPUs to run on with the runner 'local', one runner each.
    build_timeout_s, run_timeout_s : float
        Seconds a candidate may take to build, and to be verified and timed.
    inputs_seed : int
        Of the inputs that candidates are verified and timed on.
    hopeless : float, optional
        A candidate this many times slower than the best of its shape is timed a few times only;
        None for all in full.
    threads : int, optional
        Of TVM's pool on a CPU; by default as many as there are cores.
    compiler : 'nvrtc' or 'nvcc'
        Of CUDA. 'nvrtc' takes half the time; 'nvcc' is what `schedules bench` takes, where there
        is one, or else NVRTC.
    device : str
        With 'rpc', the name of the device that every worker must have; '' for any.
    """

    kind: Literal["llvm", "cuda"]
    runner: Literal["local", "rpc"] = "local"
    workers: int | Literal["auto"] = "auto"
    devices: tuple[int, ...] = (0,)
    build_timeout_s: float = 60.0
    run_timeout_s: float = 20.0
    inputs_seed: int = 0
    hopeless: float | None = HOPELESS
    threads: int | None = None
    compiler: Literal["nvrtc", "nvcc"] = "nvrtc"
    tracker_host: str = "127.0.0.1"
    tracker_port: int = 9190
    key: str = "tune"
    device: str = ""

    @classmethod
    def of(cls, job: Job) -> MeasureOptions:
        """What a job file says."""
        asked = job.measure
        return cls(
            kind=job.rung.target,
            runner=job.runner,
            workers=asked.builders or "auto",
            devices=tuple(asked.devices),
            build_timeout_s=asked.build_timeout_s,
            run_timeout_s=asked.run_timeout_s,
            inputs_seed=job.seeds.inputs,
            hopeless=HOPELESS if asked.early_stop else None,
            compiler=asked.compiler,
            tracker_host=job.rpc.host,
            tracker_port=job.rpc.port,
            key=job.rpc.key,
            device=job.device() if job.runner == "rpc" else "",
        )


def open_measurer(job: Job | MeasureOptions) -> Measurer:
    """A measurer for a job, or for options. Its processes start with the first task.

    Raises NoGpu or NoTool where this machine cannot measure, UserError where no tracker answers.
    """
    from .pool import Pool

    return Pool(job if isinstance(job, MeasureOptions) else MeasureOptions.of(job))
