"""Running an old script unmodified: its `import tvm` gives the stand-ins, nobody else's does."""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType

from gpusim.errors import UserError

from . import modules
from .calls import MissingImport, MissingName
from .last_build import Enough, until_last_build
from .session import Session, new_session


def stand_in(name: str, fromlist: Sequence[str]):
    """What `import name` or `from name import ...` gives a script; name begins with "tvm"."""
    parts = name.split(".")
    module = modules.tvm
    for at, part in enumerate(parts[1:], 2):
        known = module.__dict__.get(part)
        if known is None:
            real = f"tvm.{'.'.join(parts[1:at])}"
            with contextlib.suppress(ImportError):
                importlib.import_module(real)
            known = getattr(module, part)
        module = known
    for wanted in fromlist:
        try:
            getattr(module, wanted)
        except MissingName as error:
            # As an AttributeError it would become Python's own, which gives no reason.
            raise MissingImport(str(error)) from None
    return module if fromlist else modules.tvm


class ScriptImports:
    """`__import__` of a script: `tvm` and what is below it are the stand-ins.

    Modules in the script's own folder are the script's too: they are loaded here, apart from
    `sys.modules`, with the same imports.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.builtins = dict(vars(builtins))
        self.builtins["__import__"] = self
        self._loaded: dict[str, ModuleType] = {}

    def __call__(self, name, globals=None, locals=None, fromlist=(), level=0):
        first, _, _ = name.partition(".")
        if level == 0 and first == "tvm":
            return stand_in(name, fromlist or ())
        if level == 0 and first == "topi" and name not in sys.modules:
            # A package of its own before 0.7.
            topi = stand_in(f"tvm.{name}", fromlist or ())
            return topi if fromlist else modules.tvm.topi
        if level == 0 and name not in sys.modules and (self.folder / f"{name}.py").is_file():
            return self._load(name)
        return builtins.__import__(name, globals, locals, fromlist, level)

    def _load(self, name: str) -> ModuleType:
        if name not in self._loaded:
            file = self.folder / f"{name}.py"
            module = self._loaded[name] = ModuleType(name)
            module.__dict__.update(__file__=str(file), __builtins__=self.builtins)
            exec(compiled(file), module.__dict__)
        return self._loaded[name]


def compiled(file: Path, folder: Path | None = None) -> CodeType:
    """A script's code; with its folder, as far as its last build."""
    if not file.is_file():
        raise UserError(f"no such file: {file}")
    tree = compile(file.read_bytes(), str(file), "exec", ast.PyCF_ONLY_AST)
    return compile(tree if folder is None else until_last_build(tree, folder), str(file), "exec")


def own_traceback(error: Exception, file: Path) -> str:
    """An error as Python prints it, from a script's first frame on and without this package's.

    Whole where no frame is the script's, which is no mistake of its own.
    """
    here = str(Path(__file__).parent)
    shown = part = traceback.TracebackException.from_exception(error)
    while part is not None:
        at = next((at for at, f in enumerate(part.stack) if f.filename == str(file)), None)
        if at is not None or isinstance(error, SyntaxError):
            own = [] if at is None else part.stack[at:]
            part.stack = traceback.StackSummary.from_list(
                [f for f in own if not f.filename.startswith(here)]
            )
        part = part.__cause__ or part.__context__
    return "".join(shown.format())


def run_script(file: Path, arguments: Sequence[str] = (), **options) -> Session:
    """Run a script as `__main__` with these command line arguments; gives what it scheduled.

    Parameters
    ----------
    options
        Of `Session`.

    Raises
    ------
    OldCallError, NoGpu
        What the stand-ins refuse. Anything else the script raises is its own.
    """
    folder = file.resolve().parent
    code = compiled(file, folder if options.get("only_lower") else None)
    imports = ScriptImports(folder)
    enough = imports.builtins["__enough__"] = Enough()
    space = {
        "__name__": "__main__",
        "__file__": str(file),
        "__builtins__": imports.builtins,
        "__doc__": None,
        "__package__": None,
    }
    argv, path = sys.argv, list(sys.path)
    sys.argv = [str(file), *arguments]
    sys.path.insert(0, str(file.resolve().parent))
    try:
        with new_session(**options) as session:
            try:
                exec(code, space)
            except AssertionError:
                if not session.skipped:
                    raise
            except Enough as error:
                if error is not enough:
                    raise
            return session
    finally:
        sys.argv, sys.path[:] = argv, path
