"""Importing a user's Python file."""

from __future__ import annotations

import importlib.util
import linecache
import sys
import traceback
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from gpusim.errors import UserError


class _AsItIs(SourceFileLoader):
    """Compiles a file, or the `text` that stands for it, at every import.

    Python identifies cached byte code by a time in seconds and a size, and editing a number may
    change neither.
    """

    text: str | None = None

    def get_code(self, fullname: str) -> CodeType:
        data = self.get_data(self.path) if self.text is None else self.text.encode()
        return self.source_to_code(data, self.path)


def run_file(
    file: Path,
    around: Callable[[], AbstractContextManager[None]] = nullcontext,
    text: str | None = None,
) -> ModuleType:
    """Import a file by path, with its own folder importable, within the context `around`; `text`
    is run in place of what is in the file."""
    if not file.is_file():
        raise UserError(f"no such file: {file}")
    name = f"user_{file.stem}"
    loader = _AsItIs(name, str(file.absolute())) if file.suffix == ".py" else None
    if loader:
        loader.text = text
    spec = importlib.util.spec_from_file_location(name, file, loader=loader)
    if spec is None or spec.loader is None:
        raise UserError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.resolve().parent))
    try:
        with around():
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # User code may raise anything.
        # Python makes a relative path absolute.
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == spec.origin]
        line = frames[-1].lineno if frames else getattr(error, "lineno", None)
        where = f"{file}:{line}" if line else str(file)
        source = linecache.getline(str(file), line).strip() if line else ""
        raise UserError(
            f"{where} cannot be imported: {type(error).__name__}: {error}"
            + (f" in `{source}`" if source else "")
        ) from error
    finally:
        sys.path.remove(str(file.resolve().parent))
    return module
