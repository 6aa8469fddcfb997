"""Fixed latencies: least cycles between an instruction's issue and a read of its result.

Published measurements: 4 cycles for FFMA, IADD3 and LOP3, 8 for DFMA, which Hopper kept from Volta
(Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking", 2018; Luo et al.,
"Dissecting the NVIDIA Hopper Architecture through Microbenchmarking", 2024, who measure 32 for an
HMMA end to end). One more cycle if the result goes to another pipe, and more if it is a guard
predicate (Huerta et al., "Analyzing Modern NVIDIA GPU Cores", 2025; notes of CuAssembler).
The values here are the smallest distances that ptxas leaves in the kernels of all ladders and
tests. For pairs that occur too rarely, the smallest distance of their class is used.
"""

from __future__ import annotations

from .dependences import Register
from .operands import Code

LONGEST = 24
# Instructions of the memory pipe that read their sources as early as arithmetic ones.
_READ_EARLY = ("CREDUX", "MATCH", "REDUX", "SYNCS")


def latency(producer: Code, consumer: Code, register: Register, *, guards: bool) -> int:
    """Least cycles from the issue of `producer` to that of `consumer`, which reads its result.

    `guards`: `register` is the guard predicate of `consumer`. 0 if unknown, and for wgmma, whose
    completion is awaited explicitly.
    """
    if producer.row.pipe == "wgmma":
        return 0
    file, index = register
    if file in ("P", "UP"):
        return _of_predicate(producer, consumer, file, guards=guards)
    if file == "UR":
        return _of_uniform(producer, consumer)
    return max(0, _of_register(producer, consumer) - _half_way(producer, consumer, index))


def _of_register(producer: Code, consumer: Code) -> int:
    made, used = producer.row.latency, consumer.row.latency
    if made == "matrix":
        # Half the depth takes about two thirds of the time; stores read their sources one cycle
        # later.
        deep = producer.has("16816", "16832")
        cycles = producer.architecture.matrix_latency if deep else 16
        return cycles - (used == "memory")
    if made == "double":
        return 8 if used == "double" else 6
    if producer.base == "CS2R":
        if producer.operands[1].text != "SRZ":
            return 6
        return producer.architecture.clear_latency
    if producer.base == "HFMA2" and producer.has("MMA"):
        return 7 if used != "half" else 5
    return 4 if used in (made, "special") or consumer.base in _READ_EARLY else 5


def _half_way(producer: Code, consumer: Code, index: int) -> int:
    """IMAD reads and writes the words of a pair two cycles apart, lower word first."""
    sooner = 0
    if producer.base == "IMAD" and producer.has("WIDE") and index == producer.operands[0].index:
        sooner += 2
    if consumer.base == "IMAD" and consumer.has("WIDE", "HI"):
        addend = next(
            operand for operand in reversed(consumer.operands) if operand.kind not in ("P", "UP")
        )
        if addend.kind == "R" and index == addend.index + 1:
            sooner += 2
    return sooner


def _of_predicate(producer: Code, consumer: Code, file: str, *, guards: bool) -> int:
    if file == "UP":
        return 4
    if guards or consumer.base in ("VOTE", "VOTEU"):
        return consumer.architecture.guard_latency
    if consumer.base == "R2UR":
        return 2
    return 4 if producer.row.latency == consumer.row.latency else 5


def _of_uniform(producer: Code, consumer: Code) -> int:
    if "early" in producer.row.roles:
        return 2
    if producer.base == "R2UR" or consumer.base == "UTMALDG":
        return 13
    if consumer.base.startswith("U"):
        return 4
    return 9 if consumer.row.latency == "memory" or consumer.row.pipe == "wgmma" else 6
