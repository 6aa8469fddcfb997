# gemv/qgemv_cpu:int4_parallel:rfactor
# y[n] = x_scale sum_k scale[n,k/128] (code[n,k] - 8) x[k], N,K = 16384,16384, int4 and int8 -> int32 -> float32
# why: each lane scales its own accumulator: they are added up at the end of the row
# target: llvm cascadelake

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 128, 64), "uint8"), x: T.Buffer((128, 2, 64), "int8"), scale: T.Buffer((16384, 128), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.is_entry_func": True, "tirx.noalias": True})
        part = T.alloc_buffer((33554432,), "int32")
        x_sum = T.alloc_buffer((2048,), "int32")
        y_sum_rf = T.alloc_buffer((262144,))
        y_sum = T.alloc_buffer((16384,))
        W_1 = W.view(134217728)
        x_1 = x.view(16384)
        scale_1 = scale.view(2097152)
        x_scale_1 = T.decl_buffer((1,), data=x_scale.data)
        y_1 = T.decl_buffer((16384,), data=y.data)
        for i, g, lane, half, r in T.grid(16384, 128, 16, 2, 4):
            cse_v5: T.let[T.int32] = i * 2048 + g * 16 + lane
            if half == 0 and r == 0:
                part[cse_v5] = 0
            cse_v1: T.let[T.int32] = lane * 4
            part[cse_v5] = part[cse_v5] + (T.Cast("int32", W_1[i * 8192 + g * 64 + cse_v1 + r]) >> half * 4 & 15) * T.Cast("int32", x_1[g * 128 + half * 64 + cse_v1 + r])
        for g, lane, half, r in T.grid(128, 16, 2, 4):
            cse_v3: T.let[T.int32] = g * 16 + lane
            if half == 0 and r == 0:
                x_sum[cse_v3] = 0
            x_sum[cse_v3] = x_sum[cse_v3] + T.Cast("int32", x_1[g * 128 + half * 64 + lane * 4 + r])
        for i, g, lane_1 in T.grid(16384, 128, 16):
            cse_v4: T.let[T.int32] = i * 16 + lane_1
            if g == 0:
                y_sum_rf[cse_v4] = T.float32(0.0)
            cse_v2: T.let[T.int32] = g * 16
            y_sum_rf[cse_v4] = y_sum_rf[cse_v4] + T.Cast("float32", part[i * 2048 + cse_v2 + lane_1] - x_sum[cse_v2 + lane_1] * 8) * scale_1[i * 128 + g]
        for i, lane_1 in T.grid(16384, 16):
            if lane_1 == 0:
                y_sum[i] = T.float32(0.0)
            y_sum[i] = y_sum[i] + y_sum_rf[i * 16 + lane_1]
        for i in range(16384):
            y_1[i] = y_sum[i] * x_scale_1[0]
