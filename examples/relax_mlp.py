"""Tune the matmuls of a Relax model by MetaSchedule, with candidates that are verified.

    python examples/relax_mlp.py                  # on this machine's CPU, about two minutes
    python examples/relax_mlp.py --target cuda    # on its GPU

It extracts the tasks of a small MLP, tunes its two matmuls, applies the database, runs the model,
compares it with NumPy, and prints how much faster it is than without tuning.
"""

import argparse
import sys
import tempfile
import time

import numpy as np
import tvm
from tvm import relax
from tvm.s_tir import meta_schedule as ms

from gpusim.errors import UserError
from tune import metaschedule

ROWS, WIDTH, HIDDEN = 64, 256, 512


def mlp():
    """relu(x W1 + b1) W2 in float32, and its inputs."""
    shapes = {"x": (ROWS, WIDTH), "w1": (WIDTH, HIDDEN), "b1": (HIDDEN,), "w2": (HIDDEN, WIDTH)}
    x, w1, b1, w2 = (
        relax.Var(name, relax.TensorType(shape, "float32")) for name, shape in shapes.items()
    )
    builder = relax.BlockBuilder()
    with builder.function("main", [x, w1, b1, w2]):
        with builder.dataflow():
            hidden = builder.emit(relax.op.add(relax.op.matmul(x, w1), b1))
            hidden = builder.emit(relax.op.nn.relu(hidden))
            output = builder.emit_output(relax.op.matmul(hidden, w2))
        builder.emit_func_output(output)
    numbers = np.random.default_rng(0)
    return builder.finalize(), [
        numbers.uniform(-1, 1, shape).astype("float32") for shape in shapes.values()
    ]


def numpy_mlp(x, w1, b1, w2):
    return np.maximum(x @ w1 + b1, 0) @ w2


def device_of(target):
    return tvm.cuda() if target.kind.name == "cuda" else tvm.cpu()


def run(module, target, inputs):
    """A module's output, and its time in microseconds: the median of several calls."""
    device = device_of(target)
    machine = relax.VirtualMachine(relax.build(module, target), device)
    arrays = [tvm.runtime.tensor(array, device) for array in inputs]
    times = []
    for _ in range(11):
        start = time.perf_counter()
        output = machine["main"](*arrays)
        device.sync()
        times.append(time.perf_counter() - start)
    return output.numpy(), 1e6 * sorted(times)[len(times) // 2]


def tuned(module, target, tasks, trials):
    """The module after tuning those of its tasks whose names contain one of `tasks`."""
    search = ms.search_strategy.EvolutionarySearch(
        population_size=64, init_min_unmeasured=16, genetic_num_iters=2
    )
    with (
        tempfile.TemporaryDirectory() as folder,
        metaschedule.measuring(module, target) as (builder, runner),
    ):
        ms.relax_integration.tune_relax(
            module,
            {},
            target,
            folder,
            max_trials_global=trials,
            num_trials_per_iter=max(4, trials // 4),
            op_names=tasks,
            strategy=search,
            builder=builder,
            runner=runner,
        )
        with target:
            return relax.transform.MetaScheduleApplyDatabase(folder)(module)


def compare(made, tasks, reference):
    """Tune a model, check it, and print the speedup; `made` is a module and its inputs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--target", default="llvm", choices=["llvm", "cuda"])
    parser.add_argument("--trials", type=int, default=32, help="candidates in all")
    options = parser.parse_args()
    module, inputs = made
    try:
        target = metaschedule.search_target(metaschedule.as_target(options.target))
    except UserError as error:
        sys.exit(f"--target {options.target}: {error}")
    # Tasks are the functions that remain after operators have been fused.
    module = relax.get_pipeline("zero")(module)
    before, before_us = run(module, target, inputs)
    after, after_us = run(tuned(module, target, tasks, options.trials), target, inputs)
    expected = reference(*inputs)
    for output in (before, after):
        np.testing.assert_allclose(output, expected, rtol=1e-3, atol=1e-3)
    print(
        f"{before_us:.0f} us before, {after_us:.0f} us after tuning: {before_us / after_us:.1f} x"
    )


if __name__ == "__main__":
    compare(mlp(), ["matmul"], numpy_mlp)
