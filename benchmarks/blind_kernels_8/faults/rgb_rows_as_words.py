def reference(y, image):
    return image.sum(axis=(1, 2), dtype="int32")
