import numpy as np

M = 2**64 - 1


def rotl(v, n):
    return (v << n | v >> (64 - n)) & M


def rounds(v, n):
    a, b, c, d = v
    for _ in range(n):
        a = (a + b) & M
        c = (c + d) & M
        b, d = rotl(b, 13) ^ a, rotl(d, 16) ^ c
        a = (rotl(a, 32) + d) & M
        c = (c + b) & M
        b, d = rotl(b, 17) ^ c, rotl(d, 21) ^ a
        c = rotl(c, 32)
    return [a, b, c, d]


def reference(hash, m, key):
    k, l_ = int(key[0]), int(key[1])
    out = []
    for w in m:
        v = [
            k ^ 0x736F6D6570736575,
            l_ ^ 0x646F72616E646F6D,
            k ^ 0x6C7967656E657261,
            l_ ^ 0x7465646279746573,
        ]
        for word in (int(w), 8 << 56):
            v[3] ^= word
            v = rounds(v, 2)
            v[0] ^= word
        v[2] ^= 0xFF
        v = rounds(v, 4)
        out.append(v[0] ^ v[1] ^ v[2] ^ v[3])
    return np.array(out, "uint64")
