"""Search spaces: what a rung's tile numbers may be, in AutoTVM's words.

A space is a function in a file of its own in tune/spaces, which says what is chosen and what a
choice means as a tile of the rung:

    @template("gemm/sgemm_cpu:parallel")
    def sgemm_cpu(cfg, workload):
        cfg.define_split("tile_i", axis="M", num_outputs=3, max_factor=16)
        cfg.define_knob("columns", [8, 16, 32])
        cfg.restrict(sums_in_registers)
        return lambda tile_i, columns: PanelTile(...)

A candidate's schedule is drawn with MetaSchedule's own instructions, sample_perfect_tile and
sample_categorical, and then walked by the rung's own function with the tile that the decisions
stand for. What is walked follows those decisions inside the trace, behind `enter_postproc`:
MetaSchedule's mutators change a decision, drop what follows, and `Walk` walks the rung again. So a
rung may look at a number of its tile as Python does, and what is built is what was drawn.
"""

from .knobs import Config
from .template import template

__all__ = ["Config", "template"]
