"""One run of an old script: its options, and the schedules that it creates and lowers."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import tvm
from tvm import te

from .calls import OldCall, fresh_notices, here, progress_notice
from .replay import Replayed, replay
from .schedule import Schedule
from .symbolic import Sizes


@dataclass
class Session:
    """Options and results of one run of a script.

    Parameters
    ----------
    on_cpu : bool
        Run CUDA kernels serially on the CPU.
    all_blocks : bool
        Run all blocks of CUDA kernels on the CPU, however long that takes.
    only_lower : bool
        Keep every state of every schedule, and run no kernel.
    skipped : bool
        Set if a kernel was skipped or only run in part, so that results are not as expected.
    passes : list
        The script's own passes over lowered modules, in order.
    timed : float
        Seconds that the script's measurements have taken.
    on_call : callable, optional
        Called at every recorded call and every `lower`, from within the script's frames.
    sizes : Sizes
        The numbers of the script's variables.
    """

    on_cpu: bool = False
    all_blocks: bool = False
    only_lower: bool = False
    skipped: bool = False
    passes: list[Callable] = field(default_factory=list)
    timed: float = 0.0
    on_call: Callable[[], None] | None = None
    sizes: Sizes = field(default_factory=Sizes)
    histories: list[History] = field(default_factory=list)
    replayed: list[Replayed] = field(default_factory=list)


@dataclass(frozen=True)
class Lowering:
    """One `tvm.lower`, or `tvm.build` of a schedule: the number of calls before it, and its
    arguments."""

    calls: int
    args: tuple[te.Tensor, ...]
    call: OldCall
    kind: str
    name: str = "main"
    # Options of the surrounding PassContext, as pairs.
    options: tuple = ()


@dataclass
class History:
    """A schedule of a script: its state before the first call and after each, and its lowerings."""

    schedule: Schedule
    states: list[Schedule]
    lowered: list[Lowering] = field(default_factory=list)

    def replayed(
        self, lowering: Lowering, *, calls: int | None = None, name: str = "main"
    ) -> Replayed:
        """A lowering as today's TIR, or its result after fewer calls."""
        state = self.states[lowering.calls if calls is None else calls]
        return replay(state, lowering.args, name, lowering.call)


_session = Session()


def session() -> Session:
    return _session


@contextlib.contextmanager
def new_session(**options) -> Iterator[Session]:
    """A separate session for the duration of the block."""
    global _session
    before, _session = _session, Session(**options)
    try:
        with fresh_notices():
            yield _session
    finally:
        _session = before


def pass_options() -> tuple:
    """The options of the PassContext that a script is in, as pairs."""
    return tuple(dict(tvm.transform.PassContext.current().config).items())


def watch(made: Schedule, before: Sequence[Schedule] = ()) -> None:
    """Keep the states of a schedule if the session wants them; `before` are those of a copied
    schedule."""
    if session().only_lower:
        history = History(made, [*before] or [made.twin()])
        session().histories.append(history)

        def on_call() -> None:
            history.states.append(made.twin())
            if session().on_call is not None:
                session().on_call()

        made.log.on_call = on_call
        made.log.on_copy = lambda copied: watch(copied, history.states)


def lower_schedule(sch: Schedule, args: Sequence, name: str = "main", kind: str = "") -> Replayed:
    """`tvm.lower` of a schedule, recorded in the session; `kind` is the target's, if known."""
    for history in session().histories:
        if history.schedule is sch:
            history.lowered.append(
                Lowering(len(sch.log.calls), tuple(args), here("lower"), kind, name, pass_options())
            )
    if session().on_call is not None:
        session().on_call()
    with progress_notice(here("lower"), "lowering"):
        replayed = replay(sch, args, name)
    if replayed.program.intrinsics:
        session().replayed.append(replayed)
    return replayed
