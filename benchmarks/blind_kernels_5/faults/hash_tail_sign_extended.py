import numpy as np

MASK = 2**32 - 1


def rotate(x, n):
    return (x << n | x >> (32 - n)) & MASK


def mix(k):
    return rotate(k * 0xCC9E2D51 & MASK, 15) * 0x1B873593 & MASK


def murmur(text):
    h = 42 ^ mix(int.from_bytes(text[:4], "little"))
    h = (rotate(h, 13) * 5 + 0xE6546B64) & MASK
    h ^= mix(int.from_bytes(text[4:], "little")) ^ 7
    h = (h ^ h >> 16) * 0x85EBCA6B & MASK
    h = (h ^ h >> 13) * 0xC2B2AE35 & MASK
    return h ^ h >> 16


def reference(y, text):
    return np.array([murmur(s.tobytes()) for s in text], dtype="uint32")
