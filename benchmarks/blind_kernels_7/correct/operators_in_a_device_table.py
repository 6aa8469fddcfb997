import numpy as np


def programs(rng, shape, dtype):
    out = np.zeros(shape, dtype)
    for row in out:
        k = n = used = 0
        while k < 9:
            if used < 5 and (n < 2 or rng.random() < 0.5):
                row[k], used, n = ~used, used + 1, n + 1
            else:
                row[k], n = rng.integers(0, 4), n - 1
            k += 1
    return out


def reference(y, program, x):
    ops = [lambda a, b: a + b, lambda a, b: a - b, max, lambda a, b: a ^ b]
    out = []
    for row, values in zip(program.tolist(), x.tolist(), strict=True):
        stack = []
        for op in row:
            if op < 0:
                stack.append(values[~op])
            else:
                b, a = stack.pop(), stack.pop()
                v = ops[op](a, b) & 0xFFFFFFFF
                stack.append(v - (v >> 31 << 32))
        out.append(stack[0])
    return np.array(out, "int32")
