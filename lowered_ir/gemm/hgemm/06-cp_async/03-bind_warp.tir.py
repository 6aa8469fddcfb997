# gemm/hgemm:cp_async:bind_warp
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: 8 fragments that a warp loads per step of k feed 16 MMAs
# since the previous step:
#   sch.bind(loop=l6, thread_axis="threadIdx.z")
#   sch.bind(loop=l10, thread_axis="threadIdx.y")
#   b19 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_at(block=b19, loop=l10, preserve_unit_loops=True, index=-1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(32, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(16, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(2, thread="threadIdx.y"):
                            for k_0, k_1, i_2, j_2 in T.grid(64, 4, 4, 4):
                                with T.sblock("C_sum_o"):
                                    v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                                    v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + j_2)
                                    v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                                    T.reads(A[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B[v_j_o * 16:v_j_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                                    T.writes(C_sum_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                    with T.init():
                                        for i_3, j_3 in T.grid(16, 16):
                                            with T.sblock("C_sum_init"):
                                                v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                                                T.reads()
                                                T.writes(C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                                                C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                                    for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                        with T.sblock("C_sum"):
                                            v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                                            T.reads(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
                                            T.writes(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                                            C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + T.Cast("float32", A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", B[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
                            for ax0, ax1 in T.grid(64, 64):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + ax0)
                                    v_j = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 128 + j_1 * 64 + ax1)
                                    T.reads(C_sum_local[v_i, v_j])
                                    T.writes(C[v_i, v_j])
                                    C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
