"""Options that several verbs take."""

from __future__ import annotations

import click

from ..errors import UserError


def parse_shape(_context: click.Context, _param: click.Parameter, text: str | None):
    """'M,N,K' as a tuple of ints."""
    if text is None:
        return None
    try:
        shape = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise UserError(
            f"malformed shape {text!r}: write whole numbers, as in 512,512,64"
        ) from None
    if any(extent < 1 for extent in shape):
        raise UserError(f"malformed shape {text!r}: every extent must be at least 1")
    return shape


def parse_sizes(context: click.Context, param: click.Parameter, text: str | None) -> list[int]:
    """'512,1024' as a list of ints."""
    return list(parse_shape(context, param, text) or ())


shape_option = click.option(
    "--shape", callback=parse_shape, metavar="M,N,K", help="Problem size instead of the rung's own."
)
arch_option = click.option(
    "--arch", help="CUDA architecture (by default sm_90) or CPU (x86-64-v3) to lower for."
)
sizes_option = click.option(
    "--sizes",
    callback=parse_sizes,
    metavar="N,N,...",
    help="Problem sizes: every extent of a square shape, the first of any other.",
)
