# gemv/qgemv_cpu:dot_instruction:tensorize
# y[n] = x_scale sum_k scale[n] (code[n,k] - 128) x[k], N,K = 16384,16384, int8 and int8 -> int32 -> float32
# why: one instruction multiplies 64 codes and adds by fours to the lanes
# since the previous step:
#   sch.tensorize(block_or_loop=l13, tensor_intrin="dot_int8_16_vpdpbusd", preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(W: T.Buffer((16384, 16384), "uint8"), x: T.Buffer((16384,), "int8"), scale: T.Buffer((16384,), "float32"), x_scale: T.Buffer((1,), "float32"), y: T.Buffer((16384,), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        y_sum = T.sblock_alloc_buffer((16384,), "int32")
        x_sum = T.sblock_alloc_buffer((1,), "int32")
        y_sum_rf = T.sblock_alloc_buffer((16384, 16), "int32")
        for _ in range(1):
            with T.sblock("x_sum_init"):
                v__ = T.axis.spatial(1, _)
                T.reads()
                T.writes(x_sum[v__])
                x_sum[v__] = 0
            for k in range(16384):
                with T.sblock("x_sum_update"):
                    v__, v_k = T.axis.remap("SR", [_, k])
                    T.reads(x_sum[v__], x[v_k])
                    T.writes(x_sum[v__])
                    x_sum[v__] = x_sum[v__] + T.Cast("int32", x[v_k])
        for i_0 in range(16384):
            for ax1_init in T.unroll(1):
                for ax0_init in T.vectorized(16):
                    with T.sblock("y_sum_rf_init"):
                        vk_1 = T.axis.spatial(16, ax0_init)
                        v_i = T.axis.spatial(16384, i_0 + ax1_init)
                        T.reads()
                        T.writes(y_sum_rf[v_i, vk_1])
                        y_sum_rf[v_i, vk_1] = 0
            for ax2 in range(256):
                for ax1 in T.unroll(1):
                    with T.sblock("y_sum_rf_update_o"):
                        vk_1_o = T.axis.spatial(1, 0)
                        v_i_o = T.axis.spatial(16384, i_0 + ax1)
                        vk_0_o = T.axis.reduce(256, ax2)
                        vk_2_o = T.axis.reduce(1, 0)
                        T.reads(y_sum_rf[v_i_o, 0:16], W[v_i_o, vk_0_o * 64:vk_0_o * 64 + 64], x[vk_0_o * 64:vk_0_o * 64 + 64])
                        T.writes(y_sum_rf[v_i_o, 0:16])
                        C = T.match_buffer(y_sum_rf[v_i_o, 0:16], (1, 16), "int32", offset_factor=1)
                        W_1 = T.match_buffer(W[v_i_o, vk_0_o * 64:vk_0_o * 64 + 64], (1, 64), "uint8", offset_factor=1)
                        X = T.match_buffer(x[vk_0_o * 64:vk_0_o * 64 + 64], (64,), "int8", offset_factor=1)
                        C[0, 0:16] = T.call_llvm_pure_intrin("int32x16", "llvm.x86.avx512.vpdpbusd.512", C[0, T.Ramp(0, 1, 16)], T.reinterpret("int8x64", W_1[0, T.Ramp(0, 1, 64)]), X[T.Ramp(0, 1, 64)])
            for ax0, ax1 in T.grid(16, 1):
                with T.sblock("y_sum"):
                    vk_1 = T.axis.reduce(16, ax0)
                    v_i = T.axis.spatial(16384, i_0 + ax1)
                    T.reads(y_sum_rf[v_i, vk_1])
                    T.writes(y_sum[v_i])
                    with T.init():
                        y_sum[v_i] = 0
                    y_sum[v_i] = y_sum[v_i] + y_sum_rf[v_i, vk_1]
            for i_1 in range(1):
                with T.sblock("y"):
                    v_i = T.axis.spatial(16384, i_0 + i_1)
                    T.reads(y_sum[v_i], x_sum[0], scale[v_i], x_scale[0])
                    T.writes(y[v_i])
                    y[v_i] = T.Cast("float32", y_sum[v_i] - x_sum[0] * 128) * (scale[v_i] * x_scale[0])
