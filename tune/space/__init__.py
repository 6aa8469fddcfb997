"""Search spaces of the numbers of a rung's tile, in AutoTVM's terms.

A space is a function in its own file in tune/spaces. It defines knobs, and returns the function
that makes a tile of the rung from their values:

    @template("gemm/sgemm_cpu:parallel")
    def sgemm_cpu(cfg, workload):
        cfg.define_split("tile_i", axis="M", num_outputs=3, max_factor=16)
        cfg.define_knob("columns", [8, 16, 32])
        cfg.restrict(sums_in_registers)
        return lambda tile_i, columns: PanelTile(...)

A candidate's decisions are sampled with MetaSchedule's own instructions, sample_perfect_tile and
sample_categorical. Then the rung's own function is walked with the resulting tile; its primitives
follow the decisions in the trace, after `enter_postproc`. MetaSchedule's mutators change a decision
and drop what follows, and `Walk` walks the rung again. A rung can therefore use the numbers of its
tile as Python values, and the schedule that is built is the one that was sampled.
"""

from .knobs import Config
from .template import template

__all__ = ["Config", "template"]
