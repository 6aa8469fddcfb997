def reference(y, seed, skip):
    for t in range(64):
        state = int(seed[t])
        for k in range(-int(skip[t]), 4):
            if k >= 0:
                x, r = ((state >> 18 ^ state) >> 27) % 2**32, state >> 59
                y[t, k] = (x >> r | x << (32 - r)) % 2**32
            state = (state * 6364136223846793005 + 2 * t + 1) % 2**64
    return y
