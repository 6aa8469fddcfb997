# gemm/w4a16:naive:init
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: zero the accumulator before the loop over k, not by a test inside it
# since the previous step:
#   b11 = sch.get_sblock(name="C_sum", func_name="main")
#   b12 = sch.decompose_reduction(block=b11, loop=l4)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((16, 8192), scope="local")
        for i_0 in T.thread_binding(2, thread="blockIdx.y"):
            for i0_0 in T.thread_binding(256, thread="blockIdx.x"):
                for i_1 in T.thread_binding(8, thread="threadIdx.y"):
                    for i0_1 in T.thread_binding(32, thread="threadIdx.x"):
                        with T.sblock("C_sum_init"):
                            v_i = T.axis.spatial(16, i_0 * 8 + i_1)
                            v_i0 = T.axis.spatial(8192, i0_0 * 32 + i0_1)
                            T.reads()
                            T.writes(C_sum_local[v_i, v_i0])
                            C_sum_local[v_i, v_i0] = T.float32(0.0)
                        for k in range(8192):
                            with T.sblock("C_sum_update"):
                                v_i = T.axis.spatial(16, i_0 * 8 + i_1)
                                v_i0 = T.axis.spatial(8192, i0_0 * 32 + i0_1)
                                v_k = T.axis.reduce(8192, k)
                                T.reads(C_sum_local[v_i, v_i0], A[v_i, v_k], W[v_i0, v_k // 8], scale_zero[v_k // 128, v_i0, 0:2])
                                T.writes(C_sum_local[v_i, v_i0])
                                C_sum_local[v_i, v_i0] = C_sum_local[v_i, v_i0] + T.Cast("float32", A[v_i, v_k]) * T.Cast("float32", (T.Cast("float16", W[v_i0, v_k // 8] >> v_k % 8 * 4 & 15) - scale_zero[v_k // 128, v_i0, 1]) * scale_zero[v_k // 128, v_i0, 0])
                        for ax0, ax1 in T.grid(1, 1):
                            with T.sblock("C"):
                                v_i = T.axis.spatial(16, i_0 * 8 + i_1 + ax0)
                                v_j = T.axis.spatial(8192, i0_0 * 32 + i0_1 + ax1)
                                T.reads(C_sum_local[v_i, v_j])
                                T.writes(C[v_i, v_j])
                                C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
