def reference(largest, factors, x):
    for t, v in enumerate(x.tolist()):
        found, d = [1], 2
        while v > 1:
            while v % d == 0:
                found.append(d)
                v //= d
            d += 1
        largest[t], factors[t] = found[-1], len(found) - 1
    return largest, factors
