"""The distinct address patterns of a kernel's warps at one access, and how often each occurs.

A launch executes an access blocks x iterations times, too often to evaluate each. But the cost of a
warp's addresses depends little on what all lanes have in common: of a common base, only the
remainder modulo 32 bytes matters. So the index is split:

- terms over the threads alone are evaluated once for every thread of the block,
- terms over loops and blocks alone matter only modulo 32 bytes,
- for terms over both, such as (k ^ threadIdx.x % 8) * 8, the parts over loops and blocks alone are
  kept by value; a bound such as blockIdx.x * 32 + threadIdx.x < 1000 is kept only as far as it
  distinguishes threads.

Loops and blocks that share no part are enumerated separately and their outcomes combined, with
counts, so that totals are exact for any grid and any trip count.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from gpusim.chips import WARP

from .expressions import COMPARISONS, LANE, THREAD_KEYS, Tree, evaluate, free, linear

# Limits: assignments of a cluster of variables, and warps, that are evaluated.
MOST_ASSIGNMENTS = 1 << 20
MOST_WARPS = 1 << 16
# Addresses are exact up to a multiple of this many bytes, common to the lanes of a warp.
MODULUS = 32

_RESIDUE = "residue"


@dataclass(frozen=True)
class Patterns:
    """Addresses of warps relative to a base common to the warp, active lanes, and number of
    occurrences.

    `address` and `active` have shape (warps, 32), `weight` (warps,). Weights add up to blocks x
    warps x iterations.
    """

    address: np.ndarray
    active: np.ndarray
    weight: np.ndarray

    def total(self, each: np.ndarray) -> int:
        """A quantity of each warp, summed over the launch."""
        return int(each.astype(np.int64) @ self.weight)


@dataclass
class _Parts:
    """The parts of an access's expressions that depend on loops and blocks alone."""

    uniform: frozenset[str]
    threads: Mapping[str, np.ndarray]
    # Tree -> name of its placeholder, and the range outside which all values are equivalent.
    held: dict[tuple[Tree, int | None, int | None], str] = field(default_factory=dict)

    def hold(self, part: Tree, low: int | None = None, high: int | None = None) -> Tree:
        name = self.held.setdefault((part, low, high), f"@{len(self.held)}")
        return ("var", name)

    def split(self, expr: Tree) -> Tree:
        """The expression with placeholders for its parts over loops and blocks."""
        needs = free(expr)
        if expr[0] == "int" or not needs & self.uniform:
            return expr
        if needs <= self.uniform:
            return self.hold(expr)
        if expr[0] in COMPARISONS:
            return self._split_comparison(expr)
        return (expr[0], *(self.split(operand) for operand in expr[1:]))

    def _split_comparison(self, expr: Tree) -> Tree:
        """threads + uniform < bound, with the uniform part reduced to the values that distinguish
        threads."""
        constant, terms = linear(("-", expr[1], expr[2]))
        over_threads = [(t, f) for t, f in terms if not free(t) & self.uniform]
        over_uniform = [(t, f) for t, f in terms if free(t) <= self.uniform]
        if len(over_threads) + len(over_uniform) < len(terms):
            return (expr[0], *(self.split(operand) for operand in expr[1:]))
        varying = _sum(over_threads, constant)
        if not over_uniform:
            # The loops and blocks in the condition cancel out.
            return (expr[0], varying, ("int", 0))
        values = np.asarray(evaluate(varying, self.threads))
        part = _sum(over_uniform, 0)
        bound = self.hold(part, -int(values.max()) - 1, -int(values.min()) + 1)
        return (expr[0], ("+", varying, bound), ("int", 0))


def _sum(terms: Iterable[tuple[Tree, int]], constant: int) -> Tree:
    total: Tree = ("int", constant)
    for term, factor in terms:
        total = ("+", total, ("*", term, ("int", factor)))
    return total


def threads_of(block: Sequence[int]) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Thread indices and lanes of all threads, in warps, and a mask of the threads that exist."""
    count = math.prod(block)
    linear_index = np.arange(-(-count // WARP) * WARP, dtype=np.int64)
    present = linear_index < count
    clamped = np.minimum(linear_index, count - 1)
    x, y, _ = block
    axes = (clamped % x, clamped // x % y, clamped // (x * y))
    values = dict(zip(THREAD_KEYS, axes, strict=True))
    return values | {LANE: linear_index % WARP}, present


def patterns(
    index: Tree,
    conditions: Sequence[Tree],
    extents: Mapping[str, int],
    block: Sequence[int],
) -> Patterns | None:
    """All address patterns of an access; None if there are too many.

    `index` is in bytes; `conditions` must all hold in an active lane; `extents` are those of the
    loops and the grid around the access. No expression may have an unknown leaf.
    """
    threads, present = threads_of(block)
    parts = _Parts(frozenset(extents), threads)
    constant, terms = linear(index)
    over_threads = [(t, f) for t, f in terms if not free(t) & parts.uniform]
    residues = [(t, f) for t, f in terms if free(t) and free(t) <= parts.uniform]
    mixed = [(t, f) for t, f in terms if free(t) & parts.uniform and not free(t) <= parts.uniform]
    address = _sum([*over_threads, *((parts.split(t), f) for t, f in mixed)], constant)
    masks = [parts.split(condition) for condition in conditions]

    outcomes_and_weights = _outcomes(parts, residues, extents)
    warps = len(present) // WARP
    if outcomes_and_weights is None or len(outcomes_and_weights[1]) * warps > MOST_WARPS:
        return None
    outcomes, weights = outcomes_and_weights
    # One row per outcome, one column per thread.
    values = {name: column[:, None] for name, column in outcomes.items()} | threads
    shape = (len(weights), len(present))
    where = evaluate(address, values) + values[_RESIDUE]
    active = present
    for mask in masks:
        active = active & (evaluate(mask, values) != 0)
    return Patterns(
        np.broadcast_to(where, shape).reshape(-1, WARP),
        np.broadcast_to(active, shape).reshape(-1, WARP),
        np.repeat(weights, warps),
    )


def iterations(conditions: Iterable[Tree], extents: Mapping[str, int]) -> int | None:
    """Iterations of the loops for which the conditions over loops alone hold; None if there are
    too many."""
    decided = [c for c in conditions if free(c) <= extents.keys()]
    needed = sorted(frozenset().union(*(free(c) for c in decided)))
    size = math.prod(extents[key] for key in needed)
    if size > MOST_ASSIGNMENTS:
        return None
    grid = _grid(needed, extents)
    held = np.ones(size, dtype=bool)
    for condition in decided:
        held = held & (evaluate(condition, grid) != 0)
    return int(held.sum()) * (math.prod(extents.values()) // size)


def _grid(keys: Sequence[str], extents: Mapping[str, int]) -> dict[str, np.ndarray]:
    """Every assignment of some variables, as flat columns."""
    sizes = [extents[key] for key in keys]
    columns = np.indices(sizes, dtype=np.int64).reshape(len(sizes), -1) if sizes else []
    return dict(zip(keys, columns, strict=True))


def _outcomes(
    parts: _Parts, residues: list[tuple[Tree, int]], extents: Mapping[str, int]
) -> tuple[dict[str, np.ndarray], np.ndarray] | None:
    """Distinct values of the placeholders and of the residue, with the number of their occurrences.

    None if there are too many assignments to enumerate.
    """
    columns: dict[str, np.ndarray] = {_RESIDUE: np.zeros(1, dtype=np.int64)}
    needs = [free(part) for part, _, _ in parts.held] + [free(term) for term, _ in residues]
    unused = extents.keys() - frozenset().union(*needs)
    weights = np.array([math.prod(extents[key] for key in unused)], dtype=np.int64)
    for keys in _clusters(needs):
        size = math.prod(extents[key] for key in keys)
        if size > MOST_ASSIGNMENTS:
            return None
        grid = _grid(sorted(keys), extents)
        rows = {}
        for (part, low, high), name in parts.held.items():
            if free(part) <= keys:
                values = evaluate(part, grid).astype(np.int64)
                rows[name] = values if low is None else np.clip(values, low, high)
        own = [(term, factor) for term, factor in residues if free(term) <= keys]
        rows[_RESIDUE] = np.broadcast_to(evaluate(_sum(own, 0), grid) % MODULUS, size)
        columns, weights = _combined(columns, weights, *_grouped(rows, np.ones(size, np.int64)))
    return columns, weights


def _clusters(needs: Sequence[frozenset[str]]) -> list[frozenset[str]]:
    """Groups of variables that are used together."""
    clusters: list[frozenset[str]] = []
    for need in filter(None, needs):
        meeting = [cluster for cluster in clusters if cluster & need]
        clusters = [cluster for cluster in clusters if not cluster & need]
        clusters.append(need.union(*meeting))
    return clusters


def _grouped(
    rows: Mapping[str, np.ndarray], weights: np.ndarray
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Distinct rows, and the sum of the weights of each."""
    code = np.zeros(len(weights), dtype=np.int64)
    for column in rows.values():
        low, high = column.min(), column.max()
        # Renumbered after each column, so that codes stay small.
        _, code = np.unique(code * (high - low + 1) + (column - low), return_inverse=True)
    _, first, group = np.unique(code, return_index=True, return_inverse=True)
    total = np.zeros(len(first), dtype=weights.dtype)
    np.add.at(total, group, weights)
    return {name: column[first] for name, column in rows.items()}, total


def _combined(
    rows: Mapping[str, np.ndarray],
    weights: np.ndarray,
    others: Mapping[str, np.ndarray],
    other_weights: np.ndarray,
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Every outcome of one cluster combined with every outcome of another; residues add up."""
    left, right = (index.ravel() for index in np.indices((len(weights), len(other_weights))))
    joint = {name: column[left] for name, column in rows.items()}
    joint |= {name: column[right] for name, column in others.items() if name != _RESIDUE}
    joint[_RESIDUE] = (rows[_RESIDUE][left] + others[_RESIDUE][right]) % MODULUS
    return _grouped(joint, weights[left] * other_weights[right])
