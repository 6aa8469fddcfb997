def reference(y, count, weights):
    for t, row in enumerate(weights.tolist()):
        bits = 1
        for w in row:
            bits |= bits << w & (1 << 128) - 1
        y[t] = bits & (1 << 64) - 1, bits >> 64
        count[t] = bits.bit_count()
    return y, count
