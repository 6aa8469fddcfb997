"""`PassContext` and `build_config` with the names that options had."""

from __future__ import annotations

import tvm

from .calls import refuse

_UNROLL = {
    "auto_unroll_max_step": "auto_max_step",
    "auto_unroll_max_depth": "auto_max_depth",
    "auto_unroll_max_extent": "auto_max_extent",
    "unroll_explicit": "explicit_unroll",
}
# Options of passes that run here and read them.
CONFIG = {
    "tir.UnrollLoop": "tirx.UnrollLoop",
    "tir.LoopPartition": "s_tir.LoopPartition",
    "tir.HoistIfThenElse": "s_tir.HoistIfThenElse",
    "tir.Simplify": "tirx.StmtSimplify",
    "tir.RemoveNoOp": "tirx.RemoveNoOp",
}


def pass_context(opt_level: int = 2, *_args, config=None, **_options):
    """`tvm.transform.PassContext`, with the names that options had; others are refused."""
    options = {}
    for name, value in dict(config or {}).items():
        known = CONFIG.get(name, name)
        if known not in CONFIG.values():
            raise refuse(
                f"nothing here acts on the option {name}; leave it out, or use one of "
                f"{', '.join(CONFIG)}",
                "PassContext",
            )
        options[known] = value
    return tvm.transform.PassContext(opt_level=opt_level, config=options)


def build_config(**options):
    """`tvm.build_config` of 0.6."""
    # Of buffers that te.decl_tensor_intrin declares by itself, where it is this.
    if options.get("offset_factor") == 1:
        del options["offset_factor"]
    unknown = [name for name in options if name not in _UNROLL]
    if unknown:
        raise refuse(
            f"nothing here acts on the option {unknown[0]}; leave it out, or use one of "
            f"{', '.join(_UNROLL)}"
        )
    unroll = {_UNROLL[name]: value for name, value in options.items()}
    return pass_context(config={"tir.UnrollLoop": unroll} if unroll else {})
