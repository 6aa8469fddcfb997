# gemm/sgemm_geforce:transposed_store:transposed_fetch
# C[i,j] += sum_k A[i,k] B[k,j], M,N,K = 4096,4096,4096, float32
# why: A transposed in shared memory ([k][i]): four rows are one float4
# since the previous step:
#   l31, l32, l33, l34, l35, l36, l37, l38, l39 = sch.get_loops(block=b30)
#   l40 = sch.fuse(l38, l39, preserve_unit_iters=True)
#   l41, l42, l43, l44 = sch.split(loop=l40, factors=[None, 4, 32, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l42, thread_axis="threadIdx.y")
#   sch.bind(loop=l43, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l44)
#   sch.transform_layout(block=b29, buffer=("write", 0), index_map=lambda i, k: (k, i,), pad_value=None,
#     assume_injective_transform=False)
#   b45 = sch.cache_read(block=b29, read_buffer_index=0, storage_scope="local")
#   l46, l47, l48, l49, l50, l51, l52, l53, l54 = sch.get_loops(block=b29)
#   l55, l56 = sch.split(loop=l53, factors=[None, 32], preserve_unit_iters=True, disable_predication=False)
#   l57, l58 = sch.split(loop=l54, factors=[4, None], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l55, l57, l56, l58)
#   sch.bind(loop=l57, thread_axis="threadIdx.y")
#   sch.bind(loop=l56, thread_axis="threadIdx.x")
#   sch.compute_at(block=b45, loop=l56, preserve_unit_loops=True, index=-1)
#   l59, l60, l61, l62, l63, l64, l65, l66, l67, l68, l69, l70 = sch.get_loops(block=b45)
#   sch.vectorize(loop=l70)
#   sch.annotate(block_or_loop=l58, ann_key="pragma_auto_unroll_max_step", ann_val=8192)
#   sch.annotate(block_or_loop=l58, ann_key="pragma_unroll_explicit", ann_val=0)

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
        A_shared = T.sblock_alloc_buffer((4096, 4096), scope="shared")
        B_shared = T.sblock_alloc_buffer((4096, 4096), scope="shared")
        A_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(16, thread="blockIdx.x"):
                for j_1_0 in T.thread_binding(2, thread="vthread.x"):
                    for i_1_0 in T.thread_binding(4, thread="vthread.y"):
                        for i_1_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for j_1_1 in T.thread_binding(32, thread="threadIdx.x"):
                                for k_0 in range(256):
                                    for ax0_0 in range(2):
                                        for ax1_0 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_1 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0 in range(1):
                                                    for ax1 in T.vectorized(4):
                                                        with T.sblock("A_local"):
                                                            v0 = T.axis.spatial(4096, i_0 * 64 + ax0_0 * 32 + ax0_1 + ax0)
                                                            v1 = T.axis.spatial(4096, k_0 * 16 + ax1_0 * 4 + ax1)
                                                            T.reads(A[v0, v1])
                                                            T.writes(A_local[v0, v1])
                                                            A_local[v0, v1] = A[v0, v1]
                                                for ax1_1 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                                                    with T.sblock("A_shared"):
                                                        v0 = T.axis.spatial(4096, i_0 * 64 + ax0_0 * 32 + ax0_1)
                                                        v1 = T.axis.spatial(4096, k_0 * 16 + ax1_0 * 4 + ax1_1)
                                                        T.reads(A_local[v0, v1])
                                                        T.writes(A_shared[v1, v0])
                                                        A_shared[v1, v0] = A_local[v0, v1]
                                    for ax0_ax1_fused_0 in range(8):
                                        for ax0_ax1_fused_1 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_2 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_3 in T.vectorized(4):
                                                    with T.sblock("B_shared"):
                                                        v0 = T.axis.spatial(4096, k_0 * 16 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 128 + ax0_ax1_fused_2 * 4 + ax0_ax1_fused_3) // 256)
                                                        v1 = T.axis.spatial(4096, j_0 * 256 + (ax0_ax1_fused_0 * 512 + ax0_ax1_fused_1 * 128 + ax0_ax1_fused_2 * 4 + ax0_ax1_fused_3) % 256)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared[v0, v1])
                                                        B_shared[v0, v1] = B[v0, v1]
                                    for k_1, i_1_2, j_1_2 in T.grid(16, 4, 4):
                                        with T.sblock("C_sum"):
                                            v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 16 + i_1_1 * 4 + i_1_2)
                                            v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1 * 4 + j_1_2)
                                            v_k = T.axis.reduce(4096, k_0 * 16 + k_1)
                                            T.reads(A_shared[v_k, v_i], B_shared[v_k, v_j])
                                            T.writes(C_sum_local[v_i, v_j])
                                            with T.init():
                                                C_sum_local[v_i, v_j] = T.float32(0.0)
                                            C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + A_shared[v_k, v_i] * B_shared[v_k, v_j]
                                for ax0, ax1 in T.grid(4, 4):
                                    with T.sblock("C"):
                                        v_i = T.axis.spatial(4096, i_0 * 64 + i_1_0 * 16 + i_1_1 * 4 + ax0)
                                        v_j = T.axis.spatial(4096, j_0 * 256 + j_1_0 * 128 + j_1_1 * 4 + ax1)
                                        T.reads(C_in[v_i, v_j], C_sum_local[v_i, v_j])
                                        T.writes(C[v_i, v_j])
                                        C[v_i, v_j] = C_in[v_i, v_j] + C_sum_local[v_i, v_j]
