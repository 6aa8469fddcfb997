"""Runs an old script unmodified: its `import tvm` gives the emulation, other modules' the real
TVM."""

from __future__ import annotations

import ast
import builtins
import contextlib
import importlib.machinery
import importlib.util
import re
import sys
import traceback
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType

import click

from gpusim.errors import UserError

from . import modules, moved_names, testing
from .calls import MissingImport, MissingName, refuse
from .last_build import Enough, until_last_build
from .session import Session, new_session
from .testing import numpy


def stand_in(name: str) -> ModuleType:
    """The emulation of a module; `name` begins with "tvm". Raises MissingName."""
    parts = name.split(".")
    module = modules.tvm
    for length, part in enumerate(parts[1:], 2):
        known = module.__dict__.get(part)
        if known is None:
            real = f"tvm.{'.'.join(parts[1:length])}"
            with contextlib.suppress(ImportError):
                importlib.import_module(real)
            known = getattr(module, part)
            if isinstance(known, FunctionType):
                # topi.nn.pad is a function, and a module of that name.
                known = modules.topi_stand_in(importlib.import_module(real))
        module = known
    return module


class Missing:
    """A name that TVM no longer has, imported and not used so far; any use of it is refused."""

    def __init__(self, error: MissingName) -> None:
        self._error = error

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(name)
        raise refuse(self._error.reason, f"{self._error.method}.{name}", MissingName)

    def __call__(self, *_arguments, **_options):
        raise refuse(self._error.reason, self._error.method)

    def __mro_entries__(self, _bases) -> tuple[type]:
        """A class may derive from it; instantiating that class is a use."""
        return (type("Missing", (), {"__new__": self.__call__}),)


def imported(name: str, fromlist: Sequence[str], caller: FrameType) -> ModuleType:
    """The module that an import statement gives a script, with the imported names.

    A name that TVM no longer has is refused when it is used, since many scripts import `relay` or
    `auto_scheduler` and never use them. Inside a `try` of the script, it is an ImportError.
    """

    def gone(error: MissingName) -> Missing:
        if "*" in fromlist or in_try(caller.f_code.co_filename, caller.f_lineno):
            # An AttributeError would become Python's own ImportError, without the reason.
            raise MissingImport(str(error)) from None
        return Missing(error)

    try:
        module = stand_in(name)
    except MissingName as error:
        if not fromlist:
            raise MissingImport(str(error)) from None
        missing = gone(error)
        given = ModuleType(name)
        given.__getattr__ = lambda _name: missing
        return given
    if not fromlist:
        return modules.tvm
    given = ModuleType(name)
    for wanted in fromlist:
        try:
            value = getattr(module, wanted)
        except MissingName as error:
            value = gone(error)
        setattr(given, wanted, value)
    return given


class OldSyntax(ast.NodeTransformer):
    """Syntax rewriting for imports and division.

    `import tvm.relay as relay` becomes `from tvm import relay`, which `imported` sees by name, and
    `a / b` a call of `moved_names.divided`.
    """

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div):
            return node
        called = ast.Call(ast.Name("__divided__", ast.Load()), [node.left, node.right], [])
        return ast.fix_missing_locations(ast.copy_location(called, node))

    def visit_Import(self, statement: ast.Import) -> list[ast.stmt]:
        statements: list[ast.stmt] = []
        for alias in statement.names:
            package, _, name = alias.name.rpartition(".")
            if alias.asname and package.split(".")[0] in ("tvm", "topi"):
                wanted = ast.alias(name, alias.asname)
                made: ast.stmt = ast.ImportFrom(package, [wanted], 0)
            else:
                made = ast.Import([alias])
            statements.append(ast.fix_missing_locations(ast.copy_location(made, statement)))
        return statements


def in_try(file: str, line: int) -> bool:
    """Whether an import on a script's line is inside a `try` with handlers, which may expect it to
    fail."""
    return any(
        statement.lineno == line
        for block in ast.walk(ast.parse(Path(file).read_bytes()))
        if isinstance(block, ast.Try) and block.handlers
        for part in block.body
        for statement in ast.walk(part)
        if isinstance(statement, ast.Import | ast.ImportFrom)
    )


class ScriptImports:
    """`__import__` of a script, in which `tvm` and its submodules are the emulation.

    Modules and packages in the script's folder, and any others that import `tvm`, are loaded here,
    separately from `sys.modules`, with the same imports.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.builtins = dict(vars(builtins))
        self.builtins["__import__"] = self
        self.builtins["__divided__"] = moved_names.divided
        self._loaded: dict[str, ModuleType] = {}

    def __call__(self, name, globals=None, locals=None, fromlist=(), level=0):
        first, _, _ = name.partition(".")
        caller = sys._getframe(1)
        if level == 0 and first == "tvm":
            return imported(name, fromlist or (), caller)
        if level == 0 and name in _OLDER and importlib.util.find_spec(name):
            return _OLDER[name]
        if level == 0 and first == "topi" and name not in sys.modules:
            # Before 0.7 this was a separate package.
            topi = imported(f"tvm.{name}", fromlist or (), caller)
            return topi if fromlist else modules.tvm.topi
        if level:
            name = importlib.util.resolve_name("." * level + name, globals["__package__"])
            first, _, _ = name.partition(".")
        if first not in self._loaded and (first in sys.modules or not self._is_own(first)):
            return builtins.__import__(name, globals, locals, fromlist, 0)
        module = self._load(name)
        for wanted in fromlist or ():
            if wanted != "*" and not hasattr(module, wanted) and hasattr(module, "__path__"):
                with contextlib.suppress(ModuleNotFoundError):
                    self._load(f"{name}.{wanted}")
        return module if fromlist or level else self._loaded[first]

    def _is_own(self, name: str) -> bool:
        """Whether a module of this name is in the script's folder, or imports `tvm`."""
        spec = importlib.machinery.PathFinder.find_spec(name)
        if spec is None or not str(spec.origin or "x.py").endswith(".py"):
            return False
        file = Path(spec.origin or next(iter(spec.submodule_search_locations))).resolve()
        if file.is_relative_to(self.folder):
            return True
        package = file.parent if file.name == "__init__.py" else file
        texts = package.rglob("*.py") if package.is_dir() else [file]
        return any(_IMPORTS_TVM.search(text.read_bytes()) for text in islice(texts, _MOST))

    def _load(self, name: str) -> ModuleType:
        if name in self._loaded:
            return self._loaded[name]
        package, _, last = name.rpartition(".")
        parent = self._load(package) if package else None
        path = None if parent is None else getattr(parent, "__path__", [])
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        module = self._loaded[name] = importlib.util.module_from_spec(spec)
        if spec.origin is not None and not spec.origin.endswith(".py"):
            spec.loader.exec_module(module)
        elif spec.origin is not None:
            module.__dict__["__builtins__"] = self.builtins
            before = sys.modules.get(name)
            try:
                # The module may look itself up in sys.modules.
                sys.modules[name] = module
                exec(compiled(Path(spec.origin)), module.__dict__)
            except BaseException:
                del self._loaded[name]
                raise
            finally:
                sys.modules.pop(name, None)
                if before is not None:
                    sys.modules[name] = before
        if parent is not None:
            setattr(parent, last, module)
        return module


# Replacements for modules other than TVM.
_OLDER = {"timeit": testing.timeit, "numpy": numpy, "pytest": testing.pytest}
# Maximum number of files of a package that are searched for top-level imports of tvm.
_MOST = 400
_IMPORTS_TVM = re.compile(rb"^(?:import|from)\s+(?:tvm|topi)\b", re.M)


def compiled(file: Path, folder: Path | None = None) -> CodeType:
    """A script's code; with its folder, only up to its last build."""
    if not file.is_file():
        raise UserError(f"no such file: {file}; pass the path of a script")
    tree = compile(file.read_bytes(), str(file), "exec", ast.PyCF_ONLY_AST)
    tree = tree if folder is None else until_last_build(tree, folder)
    return compile(OldSyntax().visit(tree), str(file), "exec")


def missing_of_the_script(error: Exception, file: Path) -> str:
    """The reason why a script cannot run, if it is neither the script's nor TVM's fault;
    otherwise ""."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
    where = f"{file}:{frames[-1].lineno}" if frames else str(file)
    if isinstance(error, SyntaxError):
        line = f":{error.lineno}" if error.lineno else ""
        way_out = "convert the script with 2to3" if line else "save the script as UTF-8"
        return f"{error.filename or file}{line}: this is not Python 3: {error.msg}; {way_out}"
    if isinstance(error, ModuleNotFoundError):
        return (
            f"{where}: the script needs the module {error.name}, which is not installed: install "
            "its package into this environment, or put the file beside the script"
        )
    if isinstance(error, FileNotFoundError) and error.filename is not None:
        return (
            f"{where}: the script needs the file {error.filename}, which does not exist; put it "
            "there"
        )
    return ""


def own_traceback(error: Exception, file: Path) -> str:
    """An error as Python prints it, from the script's first frame, without this package's frames.

    The whole traceback if no frame is the script's, because then it is not the script's error.
    """
    here = str(Path(__file__).parent)
    shown = part = traceback.TracebackException.from_exception(error)
    while part is not None:
        first = next(
            (number for number, f in enumerate(part.stack) if f.filename == str(file)), None
        )
        if first is not None or isinstance(error, SyntaxError):
            own = [] if first is None else part.stack[first:]
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
            except AssertionError as error:
                if not session.skipped:
                    raise
                if not session.only_lower:
                    line = traceback.extract_tb(error.__traceback__)[1].lineno
                    left = "its check needs every block: the rest of the script is skipped"
                    click.echo(f"{file}:{line}: {left}", err=True)
            except Enough as error:
                if error is not enough:
                    raise
            return session
    finally:
        sys.argv, sys.path[:] = argv, path
