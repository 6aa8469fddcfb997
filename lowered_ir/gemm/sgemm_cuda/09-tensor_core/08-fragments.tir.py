# gemm/sgemm_cuda:tensor_core:fragments
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: the next operands of a warp, in registers
# since the previous step:
#   b53 = sch.cache_read(block=b17, read_buffer_index=0, storage_scope="local")
#   b54 = sch.cache_read(block=b17, read_buffer_index=1, storage_scope="local")
#   sch.compute_at(block=b53, loop=l15, preserve_unit_loops=True, index=-1)
#   sch.compute_at(block=b54, loop=l15, preserve_unit_loops=True, index=-1)
#   l55, l56, l57, l58, l59, l60, l61, l62, l63 = sch.get_loops(block=b53)
#   l64, l65 = sch.split(loop=l62, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l66, l67 = sch.split(loop=l63, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l64, l66, l65, l67)
#   b68 = sch.blockize(target=l65, preserve_unit_iters=True)
#   l69, l70, l71, l72, l73, l74, l75, l76, l77 = sch.get_loops(block=b54)
#   l78, l79 = sch.split(loop=l76, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l80, l81 = sch.split(loop=l77, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l78, l80, l79, l81)
#   b82 = sch.blockize(target=l79, preserve_unit_iters=True)

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
        A_shared_dyn_local = T.sblock_alloc_buffer((1024, 1024), "float16", scope="local")
        B_shared_dyn_local = T.sblock_alloc_buffer((1024, 1024), "float16", scope="local")
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
                                for k_1 in range(2):
                                    for ax0_0, ax1_0 in T.grid(2, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + ax0_0)
                                            v1_o = T.axis.spatial(64, k_0 * 2 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("A_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(A_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(A_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    A_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i] = A_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for ax0_0, ax1_0 in T.grid(1, 2):
                                        with T.sblock("B_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(64, k_0 * 2 + k_1 + ax0_0)
                                            v1_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + ax1_0)
                                            T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(B_shared_dyn_local[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            for ax0_1, ax1_1 in T.grid(16, 16):
                                                with T.sblock("B_shared.dyn_local"):
                                                    v0_i, v1_i = T.axis.remap("SS", [ax0_1, ax1_1])
                                                    T.reads(B_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    T.writes(B_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i])
                                                    B_shared_dyn_local[v0_o * 16 + v0_i, v1_o * 16 + v1_i] = B_shared_dyn[v0_o * 16 + v0_i, v1_o * 16 + v1_i]
                                    for i_2, j_2 in T.grid(2, 2):
                                        with T.sblock("C_o"):
                                            v_i_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + i_2)
                                            v_j_o = T.axis.spatial(64, j_0_0 * 32 + j_0_1 * 4 + j_1 * 2 + j_2)
                                            v_k_o = T.axis.reduce(64, k_0 * 2 + k_1)
                                            T.reads(A_shared_dyn_local[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B_shared_dyn_local[v_k_o * 16:v_k_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
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
                                                    T.reads(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A_shared_dyn_local[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B_shared_dyn_local[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i])
                                                    T.writes(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                                                    C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + T.Cast("float32", A_shared_dyn_local[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", B_shared_dyn_local[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i])
                            for ax0, ax1 in T.grid(32, 32):
                                with T.sblock("C_local"):
                                    v0 = T.axis.spatial(1024, i_0 * 64 + i_1 * 32 + ax0)
                                    v1 = T.axis.spatial(1024, j_0_0 * 512 + j_0_1 * 64 + j_1 * 32 + ax1)
                                    T.reads(C_local[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_local[v0, v1]
