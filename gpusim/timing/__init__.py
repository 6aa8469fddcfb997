"""How long a kernel takes: the resident warps of one multiprocessor, from machine code."""
