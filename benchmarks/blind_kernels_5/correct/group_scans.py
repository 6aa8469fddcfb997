import numpy as np


def reference(before, largest, product, x):
    tiles = x.reshape(8, 16)
    before = np.cumsum(tiles, axis=1, dtype="int32") - tiles
    factors = tiles.view("uint32") | np.uint32(1)
    products = np.repeat(np.multiply.reduce(factors, axis=1, dtype="uint32"), 16)
    return before.ravel(), np.maximum.accumulate(tiles, axis=1).ravel(), products
