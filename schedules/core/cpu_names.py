"""LLVM's names of the CPUs that assembly is shown for, without loading TVM."""

# A fixed CPU (AVX2 and FMA), so that the assembly is the same on every machine.
DEFAULT_MCPU = "x86-64-v3"
# The CPU that the program runs on.
NATIVE = "native"
