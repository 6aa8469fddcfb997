"""The Python API: `schedules.explore`, and what it returns. docs/python.md tells it by example."""

from ..timing.alone import Timing
from .exploration import Exploration
from .exploring import explore
from .file_exploration import FileExploration
from .measured import Advised, Predicted, Timed
from .results import (
    Accesses,
    Diff,
    InstructionCounts,
    ResourceUse,
    Result,
    StepInfo,
    Steps,
    Verification,
)

__all__ = [
    "Accesses",
    "Advised",
    "Diff",
    "Exploration",
    "FileExploration",
    "InstructionCounts",
    "Predicted",
    "ResourceUse",
    "Result",
    "StepInfo",
    "Steps",
    "Timed",
    "Timing",
    "Verification",
    "explore",
]
