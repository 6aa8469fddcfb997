# gemm/w4a16:mma:bind_warp
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: 2 fragments that a warp loads per step of k feed 1 MMAs
# since the previous step:
#   sch.bind(loop=l10, thread_axis="threadIdx.z")
#   sch.bind(loop=l14, thread_axis="threadIdx.y")
#   b23 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_at(block=b23, loop=l14, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((8192, 1024), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        W_value = T.sblock_alloc_buffer((8192, 8192), "float16")
        C_sum_local = T.sblock_alloc_buffer((16, 8192), scope="local")
        for i0, i1 in T.grid(8192, 8192):
            with T.sblock("W_value"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(W[v_i0, v_i1 // 8], scale_zero[v_i1 // 128, v_i0, 0:2])
                T.writes(W_value[v_i0, v_i1])
                W_value[v_i0, v_i1] = (T.Cast("float16", W[v_i0, v_i1 // 8] >> v_i1 % 8 * 4 & 15) - scale_zero[v_i1 // 128, v_i0, 1]) * scale_zero[v_i1 // 128, v_i0, 0]
        for i0_0_0 in T.thread_binding(1, thread="blockIdx.z"):
            for i_0 in T.thread_binding(1, thread="blockIdx.y"):
                for i0_0_1 in T.thread_binding(128, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(1, thread="threadIdx.z"):
                        for i0_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for k_0, k_1, i_2, i0_2 in T.grid(32, 16, 1, 1):
                                with T.sblock("C_sum_o"):
                                    v_i_o = T.axis.spatial(1, i_0 + i_1 + i_2)
                                    v_i0_o = T.axis.spatial(512, i0_0_0 * 512 + i0_0_1 * 4 + i0_1 + i0_2)
                                    v_k_o = T.axis.reduce(512, k_0 * 16 + k_1)
                                    T.reads(A[0:16, v_k_o * 16:v_k_o * 16 + 16], W_value[v_i0_o * 16:v_i0_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                                    T.writes(C_sum_local[0:16, v_i0_o * 16:v_i0_o * 16 + 16])
                                    with T.init():
                                        for i_3, i0_3 in T.grid(16, 16):
                                            with T.sblock("C_sum_init"):
                                                v_i_i_init, v_i0_i_init = T.axis.remap("SS", [i_3, i0_3])
                                                T.reads()
                                                T.writes(C_sum_local[v_i_i_init, v_i0_o * 16 + v_i0_i_init])
                                                C_sum_local[v_i_i_init, v_i0_o * 16 + v_i0_i_init] = T.float32(0.0)
                                    for i_3, i0_3, k_2 in T.grid(16, 16, 16):
                                        with T.sblock("C_sum"):
                                            v_i_i, v_i0_i, v_k_i = T.axis.remap("SSR", [i_3, i0_3, k_2])
                                            T.reads(C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i], A[v_i_i, v_k_o * 16 + v_k_i], W_value[v_i0_o * 16 + v_i0_i, v_k_o * 16 + v_k_i])
                                            T.writes(C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i])
                                            C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i] = C_sum_local[v_i_i, v_i0_o * 16 + v_i0_i] + T.Cast("float32", A[v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", W_value[v_i0_o * 16 + v_i0_i, v_k_o * 16 + v_k_i])
                            for ax0, ax1 in T.grid(16, 16):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(16, ax0)
                                    v_j = T.axis.spatial(8192, i0_0_1 * 64 + i0_1 * 16 + ax1)
                                    T.reads(C_sum_local[v_i, v_j])
                                    T.writes(C[v_i, v_j])
                                    C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
