"""Hardware counters of a rung's own kernels, by Nsight Compute (ncu) in a process of its own.

ncu repeats the launch as often as it has counters to read, from cold caches, and restores what it
wrote in between. The clocks are left as they are: counts do not depend on them.
"""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Callable, Sequence

from ..errors import NoTool, UserError
from .lone_kernel import LoneKernel, StoredCubins, last_line, run_tool
from .toolkit import find_tool

NCU = "ncu"
TIMEOUT_S = 300
OCCUPANCY = "achieved_occupancy"
DURATION = "gpu__time_duration.sum"

# Our name -> Nsight Compute's, on Volta and later. A request is an instruction of a warp; a
# wavefront is a pass through the data stage; a conflict is a wavefront more than the request's
# own words need; a sector is 32 bytes.
METRICS = {
    "shared_load_requests": "smsp__inst_executed_op_shared_ld.sum",
    "shared_load_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared_load_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "shared_store_requests": "smsp__inst_executed_op_shared_st.sum",
    "shared_store_wavefronts": "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "shared_store_conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "global_load_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "global_load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global_store_requests": "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "global_store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "dram_bytes": "dram__bytes.sum",
    OCCUPANCY: "sm__warps_active.avg.pct_of_peak_sustained_active",
}

_NO_ACCESS = re.compile(
    r"==ERROR== (.*(?:ERR_NVGPUCTRPERM|driver resource was unavailable|"
    r"Failed to initialize the profiler|not supported).*)"
)
_ERROR = re.compile(r"==ERROR== (.*)")
_HEADER = '"ID",'


def ncu_command(ncu: str, kernel: LoneKernel, cubins: StoredCubins) -> list[str]:
    """ncu's command line: the rung's own kernels by name, each of its launches once."""
    names = "|".join(launch.kernel for launch in kernel.lowered.launches)
    return [
        ncu,
        "--csv",
        "--print-units",
        "base",
        "--clock-control",
        "none",
        "--kernel-name",
        f"regex:^({names})$",
        "--launch-count",
        str(len(kernel.lowered.launches)),
        "--metrics",
        ",".join([*METRICS.values(), DURATION]),
        *kernel.command(cubins),
    ]


def read_launches(text: str) -> list[dict[str, float]]:
    """Each launch's metrics by ncu's name, from its CSV of a row per launch and metric.

    Lines around the table are ncu's and the program's own. A metric that the GPU lacks ('n/a') is
    left out.
    """
    lines = text.splitlines()
    start = next((at for at, line in enumerate(lines) if line.startswith(_HEADER)), None)
    if start is None:
        return []
    rows = csv.DictReader(line for line in lines[start:] if line.startswith('"'))
    launches: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        try:
            value = float((row["Metric Value"] or "").replace(",", ""))
        except ValueError:
            continue
        launches[row["ID"]][row["Metric Name"]] = value
    return list(launches.values())


def counters_of(launches: Sequence[dict[str, float]]) -> dict[str, float]:
    """A rung's counters by our names: sums over its launches; occupancy, in percent of the warps
    that fit, is averaged over their time."""
    found: dict[str, float] = {}
    for name, metric in METRICS.items():
        known = [launch for launch in launches if metric in launch]
        if not known:
            continue
        if name != OCCUPANCY:
            found[name] = round(sum(launch[metric] for launch in known))
            continue
        weights = [launch.get(DURATION, 1.0) for launch in known]
        total = sum(launch[metric] * weight for launch, weight in zip(known, weights, strict=True))
        found[name] = round(total / sum(weights), 2)
    return found


def read_counters(path: str, status: int, text: str) -> dict[str, float]:
    """The counters in ncu's output; raises NoTool where it may not read them."""
    refused = _NO_ACCESS.search(text)
    if refused:
        raise NoTool(f"ncu reads no counters here: {refused[1].strip()}")
    found = counters_of(read_launches(text))
    if status or not found:
        error = _ERROR.search(text)
        raise UserError(f"ncu on {path}: {error[1].strip() if error else last_line(text)}")
    return found


def per(counters: dict[str, float], part: str, whole: str) -> float | None:
    """A ratio of two counters; None where one is missing or nothing was counted."""
    if part not in counters or not counters.get(whole):
        return None
    return round(counters[part] / counters[whole], 3)


# What a schedule is judged by -> its value from the counters.
RATIOS: dict[str, Callable[[dict[str, float]], float | None]] = {
    "wavefronts/shared load": lambda c: per(c, "shared_load_wavefronts", "shared_load_requests"),
    "conflicts/shared load": lambda c: per(c, "shared_load_conflicts", "shared_load_requests"),
    "wavefronts/shared store": lambda c: per(c, "shared_store_wavefronts", "shared_store_requests"),
    "conflicts/shared store": lambda c: per(c, "shared_store_conflicts", "shared_store_requests"),
    "sectors/global load": lambda c: per(c, "global_load_sectors", "global_load_requests"),
    "sectors/global store": lambda c: per(c, "global_store_sectors", "global_store_requests"),
    "DRAM MB": lambda c: round(c["dram_bytes"] / 1e6, 2) if "dram_bytes" in c else None,
    "occupancy %": lambda c: c.get(OCCUPANCY),
}


def ratios(counters: dict[str, float]) -> dict[str, float | str]:
    """Each of RATIOS, '-' where it is not to be had."""
    values = {name: of(counters) for name, of in RATIOS.items()}
    return {name: "-" if value is None else value for name, value in values.items()}


def count(kernel: LoneKernel, cubins: StoredCubins) -> dict[str, float]:
    """Profile one rung. Raises NoTool where ncu is missing or has no permission."""
    command = ncu_command(find_tool(NCU), kernel, cubins)
    return read_counters(kernel.rung.path, *run_tool(command, TIMEOUT_S))
