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

from pathlib import Path

from schedules.legacy.calls import not_the_script

from . import callback, dispatcher, env, measure, record, space, task, tuner
from .dispatcher import (
    ApplyHistoryBest,
    DispatchContext,
    FallbackContext,
)
from .env import GLOBAL_SCOPE
from .measure import (
    LocalBuilder,
    LocalRunner,
    MeasureErrorNo,
    MeasureInput,
    MeasureResult,
    RPCRunner,
    measure_option,
)
from .refusal import names_missing_in
from .space import ConfigEntity, ConfigSpace, FallbackConfigEntity
from .task import create, get_config, template

# The measurer asks for candidates, and so calls templates.
not_the_script(Path(__file__).parents[2])

apply_history_best = ApplyHistoryBest

# TVM's autotvm.task is a package, which has these too.
task.dispatcher, task.space = dispatcher, space
for _class in (ApplyHistoryBest, FallbackContext, ConfigEntity, ConfigSpace):
    setattr(task, _class.__name__, _class)

__getattr__ = names_missing_in("autotvm")

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
