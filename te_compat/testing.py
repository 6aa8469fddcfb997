"""`numpy`, `timeit` and `tvm.testing` of old scripts, and `pytest.main` of those that end with it.

NumPy has the names and arguments that 1.24 to 2.4 removed, without references that take minutes
where no result is compared with them. Benchmark loops are limited to some seconds.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import itertools
import time
import timeit as pythons
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace

import numpy as np

from .calls import here, notice, script_globals
from .devices import device, enabled_targets
from .session import session
from .tensor import whole

# Multiplications of a matrix product that is always computed.
MOST = 1e10


def _reference(function: Callable) -> Callable:
    """A product of matrices: zeros where it is large and the session compares no results."""

    def product(a, b, *args, **kwargs):
        unused = session().only_lower or session().skipped
        shapes = [getattr(operand, "shape", ()) for operand in (a, b)]
        if unused and all(len(shape) == 2 for shape in shapes):
            (m, k), (_, n) = shapes
            if float(m) * k * n > MOST:
                notice(here(function.__name__), "a large reference is not computed; zeros instead")
                return np.zeros((m, n), np.result_type(a.dtype, b.dtype))
        return function(a, b, *args, **kwargs)

    return product


def _reshape(a, shape=None, order="C", *, newshape=None, **options):
    """`numpy.reshape`, whose shape argument had another name."""
    return np.reshape(a, shape if newshape is None else newshape, order, **options)


def _filled(function: Callable) -> Callable:
    """`numpy.zeros` and the like, for a shape with `n / 2`, which was an integer in Python 2."""
    return lambda shape, *args, **kwargs: function(whole(shape), *args, **kwargs)


_NAMES = {
    **{"int": int, "float": float, "bool": bool, "object": object, "str": str, "complex": complex},
    **{"long": int, "unicode": str, "float_": np.float64, "complex_": np.complex128},
    **{"bool8": np.bool_, "int0": np.intp, "string_": np.bytes_, "unicode_": np.str_},
    **{"Inf": np.inf, "infty": np.inf, "PINF": np.inf, "NINF": -np.inf, "NaN": np.nan},
    **{"product": np.prod, "cumproduct": np.cumprod, "alltrue": np.all, "sometrue": np.any},
    **{"round_": np.round, "in1d": np.isin, "trapz": np.trapezoid, "row_stack": np.vstack},
    **{"asscalar": np.ndarray.item, "reshape": _reshape},
    **{name: _filled(getattr(np, name)) for name in ("zeros", "ones", "empty", "full")},
    **{"dot": _reference(np.dot), "matmul": _reference(np.matmul)},
}

numpy = ModuleType("numpy")
numpy.__getattr__ = lambda name: _NAMES[name] if name in _NAMES else getattr(np, name)


# --- Timing ---------------------------------------------------------------------------------------

# Limits in seconds: of one measurement, and of all of a script's, after which each gets a tenth.
SECONDS = 2.0
SECONDS_OF_A_SCRIPT = 40.0


def limit() -> float:
    """Seconds that the next measurement may take."""
    return SECONDS if session().timed < SECONDS_OF_A_SCRIPT else SECONDS / 10


def fewer(asked: int, took: float, method: str) -> int:
    """The number of runs to make if `asked` runs were requested and one takes `took` seconds: at
    least one, at most `limit()`."""
    runs = min(asked, max(1, int(limit() / max(took, 1e-9))))
    if runs < asked:
        notice(here(method), f"{runs} of {asked} runs are timed, which take about {limit():.1g} s")
    return runs


def seconds(took: float) -> SimpleNamespace:
    """The result of a time evaluator for one run."""
    return SimpleNamespace(mean=took, median=took, results=[took])


def _seconds_of(function: Callable[[], object]) -> float:
    started = time.perf_counter()
    function()
    return time.perf_counter() - started


def evaluate(function: Callable[[], object], evaluator: Callable, number: int, repeat: int):
    """Call `function` once or twice, then the evaluator that `evaluator(number, repeat)` makes.

    If there is time for one run only, it is this call.
    """
    took = _seconds_of(function)
    if took < limit() / 2:
        # The first call of a function also links it.
        took = _seconds_of(function)
    runs = fewer(number * repeat, took, "time_evaluator")
    if took > limit() / 2:
        return seconds(took)
    repeat = min(repeat, runs)
    session().timed += took * runs
    return evaluator(runs // repeat, repeat)()


class Timer(pythons.Timer):
    """`timeit.Timer`; skipped runs count with the time of the others."""

    def timeit(self, number: int = pythons.default_number) -> float:
        if session().only_lower:
            return 1.0
        done, took = 0, 0.0
        most = limit()
        while done < number and took < most:
            runs = min(number - done, max(done, 1))
            took += super().timeit(runs)
            done += runs
        session().timed += took
        if done < number:
            notice(here("timeit"), f"{done} of {number} runs are timed: the others are skipped")
        return took * number / max(done, 1)


timeit = ModuleType("timeit")
timeit.__getattr__ = lambda name: getattr(pythons, name)
timeit.Timer = Timer


def _timeit(stmt="pass", setup="pass", timer=pythons.default_timer, number=10**6, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def _repeat(
    stmt="pass", setup="pass", timer=pythons.default_timer, repeat=5, number=10**6, globals=None
):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


timeit.timeit, timeit.repeat = _timeit, _repeat


# --- Testing --------------------------------------------------------------------------------------


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7, verbose=True) -> None:
    if not session().skipped:
        actual, desired = (x.numpy() if hasattr(x, "numpy") else x for x in (actual, desired))
        np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=verbose)


def requires(*functions):
    """`tvm.testing.requires_...`, with or without a test as argument; the test always runs."""
    return functions[0] if functions else []


# --- Parameters of tests --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Parameter:
    """An argument of tests: its place in rows of values that vary together."""

    rows: Sequence[tuple]
    place: int = 0


def parameter(*values, ids=None, by_dict=None) -> Parameter:
    """`tvm.testing.parameter`."""
    return Parameter([(value,) for value in (by_dict or {}).values() or values])


def parameters(*rows, ids=None) -> list[Parameter]:
    """`tvm.testing.parameters`: arguments that vary together."""
    return [Parameter(rows, place) for place in range(len(rows[0]))]


def fixture(function: Callable | None = None, **_options):
    """`tvm.testing.fixture`: an argument that a function computes from others."""
    if function is None:
        return fixture
    function.is_fixture = True
    return function


def _for_targets(select: Callable) -> Callable:
    """A decorator for tests of (target, dev): called without arguments, they run for the targets
    that `select` gives."""

    def decorate(function: Callable) -> Callable:
        @functools.wraps(function)
        def each(*args, **kwargs):
            if args or kwargs:
                return function(*args, **kwargs)
            for target, dev in select():
                function(target, dev)

        each.targets = select
        return each

    return decorate


def parametrize_targets(*targets):
    """`tvm.testing.parametrize_targets`, of the targets that can be built for here."""
    if len(targets) == 1 and callable(targets[0]):
        return _for_targets(enabled_targets)(targets[0])

    def select() -> list:
        known = {kind for kind, _ in enabled_targets()}
        return [(t, device(str(t))) for t in targets if str(t).split()[0] in known]

    return _for_targets(select)


def exclude_targets(*targets):
    """`tvm.testing.exclude_targets`, `known_failing_targets`."""
    return _for_targets(lambda: [pair for pair in enabled_targets() if pair[0] not in targets])


def _cases(function: Callable, space: Mapping[str, object]) -> Iterator[dict]:
    """The arguments of each run of a test; raises KeyError for one that nothing defines."""
    wanted = list(inspect.signature(function).parameters)
    axes: list[list[dict]] = []
    for mark in getattr(function, "pytestmark", ()):
        if mark.name == "parametrize":
            names, rows = mark.args
            names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
            # A `pytest.param` has its values.
            rows = [getattr(row, "values", row if len(names) > 1 else (row,)) for row in rows]
            axes.append([dict(zip(names, row, strict=True)) for row in rows])
    given = {name for axis in axes for name in axis[0]}
    if {"target", "dev"} & set(wanted) - given:
        pairs = getattr(function, "targets", enabled_targets)()
        axes.append([{"target": target, "dev": dev} for target, dev in pairs])
        given |= {"target", "dev"}
    groups: dict[int, tuple[Sequence, dict[str, int]]] = {}
    made: dict[str, list[dict]] = {}
    for name in wanted:
        if name in given:
            continue
        value = space[name]
        if isinstance(value, Parameter):
            groups.setdefault(id(value.rows), (value.rows, {}))[1][name] = value.place
        elif getattr(value, "is_fixture", False):
            made[name] = [{name: value(**case)} for case in _cases(value, space)]
        else:
            raise KeyError(name)
    for rows, places in groups.values():
        axes.append([{name: row[at] for name, at in places.items()} for row in rows])
    for parts in itertools.product(*axes, *made.values()):
        case = {name: value for part in parts for name, value in part.items()}
        yield {name: case[name] for name in wanted}


def run_tests(*_arguments, **_options) -> int:
    """`tvm.testing.main`, `pytest.main`: runs the test functions of the calling script, in order;
    gives the exit status 0."""
    space = script_globals()
    for name, value in list(space.items()):
        if name.startswith("test_") and callable(value):
            _run(name, value, space)
        elif name.startswith("Test") and inspect.isclass(value):
            made = value()
            own = {part: getattr(made, part) for part in dir(made) if not part.startswith("__")}
            for part, function in own.items():
                if part.startswith("test_"):
                    _run(f"{name}.{part}", function, {**space, **own})
    return 0


def _run(name: str, function: Callable, space: Mapping[str, object]) -> None:
    try:
        cases = list(_cases(function, space))
    except KeyError:
        notice(here("main"), f"{name} uses pytest fixtures; skipped")
        return
    for case in cases:
        try:
            function(**case)
        except BaseException as error:
            # pytest.skip raises it.
            if type(error).__name__ != "Skipped":
                raise
            notice(here("main"), f"{name}: skipped: {error}")


def of_testing(name: str):
    """TVM's own module imports pytest, which a script does not need."""
    if name.startswith(("requires_", "uses_")):
        return requires
    with contextlib.suppress(ImportError):
        return getattr(importlib.import_module("tvm.testing"), name, None)


# A script's `pytest`: its own `main` would run the file with today's TVM.
pytest = ModuleType("pytest")
pytest.main = run_tests
pytest.__getattr__ = lambda name: getattr(importlib.import_module("pytest"), name)
