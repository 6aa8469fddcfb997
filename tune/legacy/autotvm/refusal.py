"""Names of AutoTVM that are not here, refused with the script's line."""

from __future__ import annotations

from collections.abc import Callable

from schedules.legacy.calls import MissingName, here

_TOPI = "it tunes the operators of TOPI and Relay, which left TVM; write a template of the operator"
_GONE = {
    "register_topi_compute": _TOPI,
    "register_topi_schedule": _TOPI,
    "extract_from_program": _TOPI,
    "extract_from_multiple_program": _TOPI,
    "graph_tuner": _TOPI,
    "apply_graph_best": _TOPI,
    "tophub": "TopHub's logs are for TOPI's templates; give apply_history_best a log of your own",
    "DropletTuner": "it is not among the tuners here; use XGBTuner, GATuner, RandomTuner or "
    "GridSearchTuner",
}


def names_missing_in(module: str) -> Callable[[str], object]:
    """A `__getattr__` for a module, which refuses what the module lacks."""

    def missing(name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        reason = _GONE.get(name, "it is not among AutoTVM's names here (docs/legacy.md)")
        raise MissingName(str(here(f"{module}.{name}").error(reason)))

    return missing
