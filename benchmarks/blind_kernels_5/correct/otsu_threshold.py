import numpy as np


def reference(threshold, image):
    result = []
    for pixels in image.astype("int64"):
        variance = []
        for v in range(256):
            low = pixels[pixels <= v]
            d = float(pixels.sum() * len(low) - 1024 * low.sum())
            w = float(len(low) * (1024 - len(low)))
            variance.append(d * d / w if w > 0 else 0.0)
        result.append(int(np.argmax(variance)))
    return np.array(result, dtype="int32")
