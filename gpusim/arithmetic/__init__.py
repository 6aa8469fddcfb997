"""Arithmetic of sm_90's instructions on arrays of bit patterns, with the GPU's rounding.

Functions are pure and broadcast: a register is a uint32 array, a register pair a uint64 array, a
predicate a bool array. Callers apply an operand's sign and absolute value to its bits. Infinities
and NaNs are ordinary inputs, so call under `numpy.errstate(all="ignore")`.

Sources: PTX ISA ("Floating Point Instructions", "Integer Arithmetic Instructions", "Data Movement
and Conversion Instructions"), CUDA C++ Programming Guide (accuracy of intrinsics), IEEE 754-2019,
and the code that ptxas generates from PTX of known meaning. Results are compared with recordings of
GPUs (docs/results/instructions-*).
"""
