"""AutoTVM's words on this tuner: a template of TVM 0.19 and before is tuned as it is.

    from schedules.legacy import te, tvm
    from tune.legacy import autotvm

or, with the script unmodified, `python -m schedules.legacy SCRIPT.py`.

`space` is what a template defines (`define_split` and the like, configs and their entities),
`dispatcher` says which config a template gets, `task` makes a template's candidates, `tuner` hands
them to this project's strategies and measurer, `record` reads and writes AutoTVM's log. The words
follow TVM 0.19's python/tvm/autotvm; what they do is done by `te_compat` and `tune`.
"""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import tune
from te_compat.calls import LEAVE_OUT, MissingName, not_the_script, refuse

from . import callback, dispatcher, entity, knob, measure, record, space, task, tuner

# The measurer asks for candidates, and so calls templates.
not_the_script(Path(tune.__file__).parent)

apply_history_best = record.ApplyHistoryBest
env = SimpleNamespace(GLOBAL_SCOPE=dispatcher.GLOBAL_SCOPE)
# TVM's autotvm.task is a package, which has these too.
task.dispatcher, task.space = dispatcher, space

_TOPI = (
    "TVM removed the operators of TOPI and Relay that it tunes; write a template of the operator"
)
_GONE = {
    "register_topi_compute": _TOPI,
    "register_topi_schedule": _TOPI,
    "extract_from_program": _TOPI,
    "extract_from_multiple_program": _TOPI,
    "graph_tuner": _TOPI,
    "apply_graph_best": _TOPI,
    "tophub": "TopHub's logs are for TOPI's templates; pass your own log to apply_history_best",
    "DropletTuner": "this tuner is not supported; use XGBTuner, GATuner, RandomTuner or "
    "GridSearchTuner",
}


def _add_missing(word: str, module: ModuleType, *others: ModuleType) -> None:
    """Let a module provide the names of others too, and refuse any other name with the script's
    line."""

    def missing(name: str) -> object:
        for other in others:
            if name in vars(other):
                return vars(other)[name]
        if name.startswith("__"):
            raise AttributeError(name)
        reason = _GONE.get(name) or f"this name of AutoTVM is not supported; {LEAVE_OUT}"
        raise refuse(reason, f"{word}.{name}", MissingName)

    module.__getattr__ = missing


_add_missing("autotvm", sys.modules[__name__], dispatcher, measure, record, space, task)
_add_missing("autotvm.task", task, dispatcher, record, space)
_add_missing("autotvm.task.dispatcher", dispatcher, record)
_add_missing("autotvm.task.space", space, entity, knob)
for _module in (callback, measure, record, tuner):
    _add_missing(f"autotvm.{_module.__name__.rpartition('.')[2]}", _module)
