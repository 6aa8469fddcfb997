"""AutoTVM's API on this tuner: templates of TVM 0.19 and before are tuned unmodified.

    from te_compat import te, tvm
    from te_compat import autotvm

or, with the script unmodified, `python -m te_compat SCRIPT.py`.

`space` has the knobs that a template defines (`define_split` and the like, configs and their
entities), `dispatcher` selects the config of a template, `task` makes a template's candidates,
`tuner` passes them to this project's strategies and measurer, `record` reads and writes AutoTVM's
log. Names follow TVM 0.19's python/tvm/autotvm; `te_compat` and `tune` implement them.
"""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import tune
from te_compat.calls import LEAVE_OUT, MissingName, not_the_script, refuse

from . import callback, dispatcher, knob, measure, record, space, task, tuner

# The measurer calls templates, to get candidates.
not_the_script(Path(tune.__file__).parent)

apply_history_best = record.ApplyHistoryBest
env = SimpleNamespace(GLOBAL_SCOPE=dispatcher.GLOBAL_SCOPE)
# TVM's autotvm.task is a package, which also exports these.
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
    """Add other modules' names to a module; any other name is refused with the script's line."""

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
_add_missing("autotvm.task.space", space, knob)
for _module in (callback, measure, record, tuner):
    _add_missing(f"autotvm.{_module.__name__.rpartition('.')[2]}", _module)
