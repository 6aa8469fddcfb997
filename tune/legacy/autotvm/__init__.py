"""AutoTVM's words on this tuner: a template of TVM 0.19 and before is tuned as it is.

    from schedules.legacy import te, tvm
    from tune.legacy import autotvm

or, with the script unmodified, `python -m schedules.legacy SCRIPT.py`.

`space` is what a template defines (`define_split` and the like, configs and their entities),
`context` and `dispatcher` say which config a template gets, `task` makes a template's candidates,
`tuner` hands them to this project's strategies and measurer, `record` reads and writes AutoTVM's
log. The words follow TVM 0.19's python/tvm/autotvm; what they do is done by `schedules.legacy` and
`tune`.
"""

import sys
from pathlib import Path
from types import SimpleNamespace

from schedules.legacy.calls import MissingName, here, not_the_script

from . import callback, dispatcher, measure, record, space, task, tuner
from .context import GLOBAL_SCOPE
from .dispatcher import ApplyHistoryBest, DispatchContext, FallbackContext
from .measure import (
    LocalBuilder,
    LocalRunner,
    MeasureErrorNo,
    MeasureInput,
    MeasureResult,
    RPCRunner,
    measure_option,
)
from .space import ConfigEntity, ConfigSpace, FallbackConfigEntity
from .task import create, get_config, template

# The measurer asks for candidates, and so calls templates.
not_the_script(Path(__file__).parents[2])

apply_history_best = ApplyHistoryBest
env = SimpleNamespace(GLOBAL_SCOPE=GLOBAL_SCOPE)

# TVM's autotvm.task is a package, which has these too.
task.dispatcher, task.space = dispatcher, space
for _class in (ApplyHistoryBest, FallbackContext, ConfigEntity, ConfigSpace):
    setattr(task, _class.__name__, _class)

# --- names that are not here, refused with the script's line ------------------------------------

_TOPI = "it tunes the operators of TOPI and Relay, which left TVM; write a template of the operator"
_GONE = {
    **dict.fromkeys(
        ("register_topi_compute", "register_topi_schedule", "extract_from_program"), _TOPI
    ),
    **dict.fromkeys(("extract_from_multiple_program", "graph_tuner", "apply_graph_best"), _TOPI),
    "tophub": "TopHub's logs are for TOPI's templates; give apply_history_best a log of your own",
    "DropletTuner": "it is not among the tuners here; use XGBTuner, GATuner, RandomTuner or "
    "GridSearchTuner",
}


def _refuse_missing(module: object, word: str) -> None:
    """Have a module refuse the names that it lacks."""

    def missing(name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        reason = _GONE.get(name, "it is not among AutoTVM's names here (docs/legacy.md)")
        raise MissingName(str(here(f"{word}.{name}").error(reason)))

    module.__getattr__ = missing


_refuse_missing(sys.modules[__name__], "autotvm")
for _module in (callback, measure, record, task, tuner):
    _refuse_missing(_module, f"autotvm.{_module.__name__.rpartition('.')[2]}")
for _module in (dispatcher, space):
    _refuse_missing(_module, f"autotvm.task.{_module.__name__.rpartition('.')[2]}")

__all__ = [
    "ApplyHistoryBest",
    "ConfigEntity",
    "ConfigSpace",
    "DispatchContext",
    "FallbackConfigEntity",
    "FallbackContext",
    "GLOBAL_SCOPE",
    "LocalBuilder",
    "LocalRunner",
    "MeasureErrorNo",
    "MeasureInput",
    "MeasureResult",
    "RPCRunner",
    "apply_history_best",
    "callback",
    "create",
    "dispatcher",
    "env",
    "get_config",
    "measure",
    "measure_option",
    "record",
    "space",
    "task",
    "template",
    "tuner",
]
