"""A learner's progress: which exercises passed, and how many hints were given.

A small JSON file in the user's state folder: $XDG_STATE_HOME, by default ~/.local/state.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from gpusim.errors import UserError

from ..core.files import write_text


@dataclass
class State:
    """The state of one exercise; `tries` counts gradings until it passed."""

    done: bool = False
    tries: int = 0
    hints: int = 0
    solution: bool = False


def progress_file() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "schedules/exercises.json"


def load() -> dict[str, State]:
    """The states by exercise; raises UserError for a file with other content."""
    file = progress_file()
    try:
        kept: Any = json.loads(file.read_text(encoding="utf-8"))
        return {name: State(**state) for name, state in kept.items()}
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise UserError(f"cannot read {file}: {error.strerror or error}") from error
    except (ValueError, TypeError, AttributeError):
        raise UserError(
            f"{file} is not a progress file of exercises: remove it to start again"
        ) from None


@contextmanager
def changed(name: str) -> Iterator[State]:
    """The state of an exercise, to be changed; saved at the end."""
    known = load()
    state = known.setdefault(name, State())
    yield state
    kept = {exercise: asdict(state_of) for exercise, state_of in known.items()}
    write_text(progress_file(), json.dumps(kept, indent=1) + "\n")


def tried(name: str, *, passed: bool) -> State:
    """Record that an exercise was graded."""
    with changed(name) as state:
        state.tries += not state.done
        state.done |= passed
    return state
