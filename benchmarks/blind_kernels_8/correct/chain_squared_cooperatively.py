def reference(a, b):
    second = a @ a
    fourth = second @ second
    return fourth, fourth @ fourth
