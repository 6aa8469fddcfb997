"""What the instructions of sm_90 compute, on arrays of bit patterns, with the GPU's own rounding.

Functions are pure and work on any shape that broadcasts: a register of many threads is a uint32
array, a pair of registers a uint64 array, a predicate a bool array. An operand's sign and absolute
value are bits and are the caller's to change. Infinities and NaNs are what is computed with, so
call under `numpy.errstate(all="ignore")`.

Sources, by name where a function follows one: the PTX ISA ("Floating Point Instructions", "Integer
Arithmetic Instructions", "Data Movement and Conversion Instructions"), the CUDA C++ Programming
Guide (accuracy of intrinsics), IEEE 754-2019, and what ptxas makes of PTX whose meaning is known.
A recording of a GPU holds them to it (docs/results/instructions-*.json).
"""
