import numpy as np


def reference(visited, sum, keys):
    counts, totals = [], []
    for t in range(64):
        stack, count, total = [0], 0, 0
        while stack:
            node = stack.pop()
            key = int(keys[node])
            count += 1
            total += key * count
            left = 2 * node + 1
            if left < 63:
                if (key ^ (t >> (node & 3))) & 1:
                    stack.append(left + 1)
                if (t + node) % 3:
                    stack.append(left)
        counts.append(count)
        totals.append(((total + 2**31) % 2**32) - 2**31)
    return np.array(counts, "int32"), np.array(totals, "int32")
