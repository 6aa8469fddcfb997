"""An exploration as a notebook shows it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from markupsafe import Markup

from gpusim.errors import UserError

from ..core.levels import LEVELS, source_level
from ..views import html

if TYPE_CHECKING:
    from .exploration import Exploration

# What Pygments knows by another name, or not at all.
LEXERS = {"ptx": "text", "wgsl": "text", "cuda": "cuda"}
# Levels in other languages than the kernel's own are asked for by name.
ASIDE = ("opencl", "metal", "wgsl")


def exploration_html(of: Exploration) -> str:
    """Its steps, texts, the difference from the previous step and its accesses, in tabs."""
    own = source_level(of.kernel.target.kind)
    panes = {"steps": of.steps.html()}
    for level in of.levels:
        if level not in ASIDE:
            with contextlib.suppress(UserError):
                language = LEVELS[level].language
                panes[level] = html.code(of.text(level), LEXERS.get(language, language))
    with contextlib.suppress(UserError):
        panes["diff"] = of.diff().html()
    if not of.kernel.target.on_cpu:
        with contextlib.suppress(UserError):
            panes["accesses"] = of.accesses.html()
    about = of.kernel.launch or of.problem
    shape = f" at {','.join(map(str, of.shape))}" if of.shape else ""
    title = Markup("").join([html.head(of.name, f"{shape} on {of.arch}{about and ': '}{about}")])
    return html.whole(title, html.tabs(panes, own if own in panes else "tir"))
