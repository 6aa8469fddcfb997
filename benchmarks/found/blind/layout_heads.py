"""layout: tokens x heads to heads x tokens; the innermost axis stays."""

from tvm import te


def workload():
    a = te.placeholder((16, 1024, 12, 64), "float16", name="A")
    return [a, te.compute((16, 12, 1024, 64), lambda b, h, s, d: a[b, s, h, d], name="B")]


def eager(a):
    return a.permute(0, 2, 1, 3).contiguous()
