"""The HTML of an exploration in a notebook."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from markupsafe import Markup

from gpusim.errors import UserError

from ..core.levels import LEVELS
from ..views import html

if TYPE_CHECKING:
    from .exploration import Exploration

# Pygments' lexers, where their names differ from the level's language or are missing.
LEXERS = {"ptx": "text", "wgsl": "text", "cuda": "cuda"}
# Levels in a language other than the kernel's own are shown only on request.
ASIDE = ("opencl", "metal", "wgsl")


def exploration_html(of: Exploration) -> str:
    """Tabs: steps, code at every level, diff with the previous step, memory accesses."""
    own = of.kernel.source_level
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
