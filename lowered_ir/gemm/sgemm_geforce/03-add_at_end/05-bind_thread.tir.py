# gemm/sgemm_geforce:add_at_end:bind_thread
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: j along x: a warp's lanes are adjacent in B and C
# since the previous step:
#   sch.bind(loop=l9, thread_axis="threadIdx.y")
#   sch.bind(loop=l12, thread_axis="threadIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float32"), B: T.Buffer((4096, 4096), "float32"), C_in: T.Buffer((4096, 4096), "float32"), C: T.Buffer((4096, 4096), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for j_1_0, i_1_0 in T.grid(8, 16):
                    for i_1_1 in T.thread_binding(4, thread="threadIdx.y"):
                        for j_1_1 in T.thread_binding(32, thread="threadIdx.x"):
                            for k, i_1_2, j_1_2 in T.grid(4096, 1, 1):
                                with T.sblock("C_sum"):
                                    v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1 + i_1_2)
                                    v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 32 + j_1_1 + j_1_2)
                                    v_k = T.axis.reduce(4096, k)
                                    T.reads(A[v_i, v_k], B[v_k, v_j])
                                    T.writes(C_sum_local[v_i, v_j])
                                    with T.init():
                                        C_sum_local[v_i, v_j] = T.float32(0.0)
                                    C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + A[v_i, v_k] * B[v_k, v_j]
                            for ax0, ax1 in T.grid(1, 1):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 4 + i_1_1 + ax0)
                                    v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 32 + j_1_1 + ax1)
                                    T.reads(C_in[v_i, v_j], C_sum_local[v_i, v_j])
                                    T.writes(C[v_i, v_j])
                                    C[v_i, v_j] = C_in[v_i, v_j] + C_sum_local[v_i, v_j]
