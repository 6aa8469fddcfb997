# gemm/sgemm_cuda:tensor_core:pad
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: 16 bytes of padding per row: rows of an 8 x 8 matrix use different banks
# since the previous step:
#   b51 = sch.get_sblock(name="A_shared.dyn", func_name="main")
#   b52 = sch.get_sblock(name="B_shared.dyn", func_name="main")
#   sch.storage_align(block=b51, buffer_index=0, axis=0, factor=32, offset=8)
#   sch.storage_align(block=b52, buffer_index=0, axis=0, factor=64, offset=8)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((1024, 1024), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((1024, 1024), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((1024, 1024), "float16", scope="shared.dyn")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(16, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(8, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(2, thread="threadIdx.y"):
                            for k_0 in range(32):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(4):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(1024, i_0 * 64 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) // 32)
                                                        v1 = T.axis.spatial(1024, k_0 * 32 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) % 32)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 32, 8]]})
                                                        A_shared_dyn[v0, v1] = T.Cast("float16", A[v0, v1])
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(4):
                                                    with T.sblock("B_shared.dyn"):
                                                        v0 = T.axis.spatial(1024, k_0 * 32 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(1024, j_0_0 * 512 + j_0_1 * 64 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 256 + ax0_ax1_fused_2 * 128 + ax0_ax1_fused_3 * 4 + ax0_ax1_fused_4) % 64)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 64, 8]]})
                                                        B_shared_dyn[v0, v1] = T.Cast("float16", B[v0, v1])
                                for k_1, i_2, j_2 in T.grid(2, 2, 2):
                                    with T.sblock("C_o"):
                                        v_i_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + i_2)
                                        v_j_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + j_2)
                                        v_k_o = T.axis.reduce(64, k_0 * 2 + k_1)
                                        T.reads(A_shared_dyn[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B_shared_dyn[v_k_o * 16:v_k_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                        T.writes(C_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                        with T.init():
                                            for i_3, j_3 in T.grid(16, 16):
                                                with T.sblock("C_init"):
                                                    v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                                                    T.reads()
                                                    T.writes(C_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                                                    C_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                                        for i_3, j_3, k_2 in T.grid(16, 16, 16):
                                            with T.sblock("C"):
                                                v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                                                T.reads(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A_shared_dyn[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B_shared_dyn[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i])
                                                T.writes(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                                                C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + T.Cast("float32", A_shared_dyn[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", B_shared_dyn[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i])
                            for ax0, ax1 in T.grid(32, 32):
                                with T.sblock("C_local"):
                                    v0 = T.axis.spatial(1024, i_0 * 64 + i_1 * 32 + ax0)
                                    v1 = T.axis.spatial(1024, j_0_0 * 512 + j_0_1 * 64 + j_1 * 32 + ax1)
                                    T.reads(C_local[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_local[v0, v1]
