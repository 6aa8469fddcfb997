import numpy as np


def orders(rng, shape, dtype):
    return rng.permuted(np.broadcast_to(np.arange(32), shape), axis=2).astype(dtype)


def reference(partner, choice, rank):
    out = np.zeros((2, 32), "int32")
    for b in range(2):
        held, at, free = {}, [0] * 32, list(range(32))
        while free:
            m = free.pop()
            w = int(choice[b, m, at[m]])
            at[m] += 1
            if w not in held or rank[b, w, m] < rank[b, w, held[w]]:
                if w in held:
                    free.append(held[w])
                held[w] = m
            else:
                free.append(m)
        for w, m in held.items():
            out[b, m] = w
    return out
