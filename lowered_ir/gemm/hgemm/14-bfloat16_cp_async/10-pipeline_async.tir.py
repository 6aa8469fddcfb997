# gemm/hgemm:bfloat16_cp_async:pipeline_async
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, bfloat16 -> float32
# why: copies to shared memory without registers, two slices ahead
# since the previous step:
#   sch.annotate(block_or_loop=l13, ann_key="software_pipeline_async_stages", ann_val=[0])
#   sch.annotate(block_or_loop=l13, ann_key="software_pipeline_stage", ann_val=[0, 0, 1, 2, 2])
#   sch.annotate(block_or_loop=l13, ann_key="software_pipeline_order", ann_val=[0, 1, 3, 2, 4])

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "bfloat16"), B: T.Buffer((4096, 4096), "bfloat16"), C: T.Buffer((4096, 4096), "bfloat16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_warp = T.sblock_alloc_buffer((256, 256, 32, 8), scope="warp")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "bfloat16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "bfloat16", scope="shared.dyn")
        A_shared_dyn_local_warp = T.sblock_alloc_buffer((256, 256, 32, 8), "bfloat16", scope="warp")
        B_shared_dyn_local_warp = T.sblock_alloc_buffer((256, 256, 32, 8), "bfloat16", scope="warp")
        C_sum_local_local = T.sblock_alloc_buffer((256, 256, 32, 8), scope="local")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(32, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(16, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(2, thread="threadIdx.y"):
                            for i_2_init, j_2_init in T.grid(4, 4):
                                with T.sblock("C_sum_o_init"):
                                    v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2_init)
                                    v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + j_2_init)
                                    T.reads()
                                    T.writes(C_sum_local_warp[v_i_o, v_j_o, 0:32, 0:8])
                                    with T.sblock("C_sum_init_o"):
                                        v_i_i_init_o = T.axis.spatial(1, 0)
                                        v_j_i_init_o = T.axis.spatial(1, 0)
                                        T.reads()
                                        T.writes(C_sum_local_warp[v_i_o, v_j_o, 0:32, 0:8])
                                        C_warp = T.match_buffer(C_sum_local_warp[v_i_o, v_j_o, 0:32, 0:8], (32, 8), scope="warp", offset_factor=1)
                                        for tx in T.thread_binding(32, thread="threadIdx.x"):
                                            T.cuda.mma_fill_legacy(8, C_warp.data, C_warp.elem_offset)
                            for k_0 in T.serial(64, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 1, 3, 2, 4], "software_pipeline_stage": [0, 0, 1, 2, 2]}):
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, i_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"permuted_layout": 1})
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(2, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("B_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 512 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared_dyn[v0, v1])
                                                        T.sblock_attr({"permuted_layout": 1})
                                                        B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1 in T.serial(4, annotations={"software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 0, 1]}):
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local_warp[v0_o, v1_o, 0:32, 0:8])
                                            T.sblock_attr({"permuted_layout": 1})
                                            warp = T.match_buffer(A_shared_dyn_local_warp[v0_o, v1_o, 0:32, 0:8], (32, 8), "bfloat16", scope="warp", offset_factor=16)
                                            shared = T.match_buffer(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "bfloat16", strides=("s0", "s1"), scope="shared.dyn", offset_factor=16)
                                            for tx in T.thread_binding(32, thread="threadIdx.x"):
                                                T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", warp.data, warp.elem_offset + 8 * tx, T.tvm_access_ptr(T.type_annotation("bfloat16"), shared.data, shared.elem_offset, shared.strides[0] * 16, 1), shared.strides[0] * (tx % 16) + 8 * (tx // 16))
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("B_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(B_shared_dyn_local_warp[v0_o, v1_o, 0:32, 0:8])
                                            T.sblock_attr({"permuted_layout": 1})
                                            warp = T.match_buffer(B_shared_dyn_local_warp[v0_o, v1_o, 0:32, 0:8], (32, 8), "bfloat16", scope="warp", offset_factor=16)
                                            shared = T.match_buffer(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "bfloat16", strides=("s0", "s1"), scope="shared.dyn", offset_factor=16)
                                            for tx in T.thread_binding(32, thread="threadIdx.x"):
                                                T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", warp.data, warp.elem_offset + 8 * tx, T.tvm_access_ptr(T.type_annotation("bfloat16"), shared.data, shared.elem_offset, shared.strides[0] * 16, 1), shared.strides[0] * 8 * (tx // 16) + shared.strides[0] * (tx % 8) + 8 * (tx % 16 // 8))
                                    for i_2, j_2 in T.grid(4, 4):
                                        with T.sblock("C_sum_o_update"):
                                            v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                                            v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + j_2)
                                            v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                                            T.reads(C_sum_local_warp[v_i_o, v_j_o, 0:32, 0:8], A_shared_dyn_local_warp[v_i_o, v_k_o, 0:32, 0:8], B_shared_dyn_local_warp[v_j_o, v_k_o, 0:32, 0:8])
                                            T.writes(C_sum_local_warp[v_i_o, v_j_o, 0:32, 0:8])
                                            A_1 = T.match_buffer(A_shared_dyn_local_warp[v_i_o, v_k_o, 0:32, 0:8], (32, 8), "bfloat16", scope="warp", offset_factor=16)
                                            B_1 = T.match_buffer(B_shared_dyn_local_warp[v_j_o, v_k_o, 0:32, 0:8], (32, 8), "bfloat16", scope="warp", offset_factor=16)
                                            C_1 = T.match_buffer(C_sum_local_warp[v_i_o, v_j_o, 0:32, 0:8], (32, 8), scope="warp", offset_factor=16)
                                            for tx in T.thread_binding(32, thread="threadIdx.x"):
                                                T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_1.data, A_1.elem_offset + tx * 8, B_1.data, B_1.elem_offset + tx * 8, C_1.data, C_1.elem_offset + tx * 8, T.bool(False))
                                                T.ptx_legacy.mma("m16n8k16", "row", "col", "bf16", "bf16", "fp32", A_1.data, A_1.elem_offset + tx * 8, B_1.data, B_1.elem_offset + tx * 8 + 4, C_1.data, C_1.elem_offset + tx * 8 + 4, T.bool(False))
                            for ax0_0, ax1_0, ax0_1, ax1_1 in T.grid(4, 4, 2, 2):
                                for ax0_2_ax1_2_fused in T.thread_binding(32, thread="threadIdx.x"):
                                    for ax0, ax1, ax2, ax3 in T.grid(1, 1, 1, 2):
                                        with T.sblock("C_sum_local_local"):
                                            v0 = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0 + ax0)
                                            v1 = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 8 + j_1 * 4 + ax1_0 + ax1)
                                            v2 = T.axis.spatial(32, ax0_2_ax1_2_fused + ax2)
                                            v3 = T.axis.spatial(8, ax1_1 * 4 + ax0_1 * 2 + ax3)
                                            T.reads(C_sum_local_warp[v0, v1, v2, v3])
                                            T.writes(C_sum_local_local[v0, v1, v2, v3])
                                            C_sum_local_local[v0, v1, v2, v3] = C_sum_local_warp[v0, v1, v2, v3]
                                    for ax1_3 in T.vectorized(2):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + ax0_0 * 16 + ax0_1 * 8 + ax0_2_ax1_2_fused // 4)
                                            v_j = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 128 + j_1 * 64 + ax1_0 * 16 + ax1_1 * 8 + ax0_2_ax1_2_fused % 4 * 2 + ax1_3)
                                            T.reads(C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("bfloat16", C_sum_local_local[v_i // 16, v_j // 16, v_i % 8 * 4 + v_j % 8 // 2, v_j % 16 // 8 * 4 + v_i % 16 // 8 * 2 + v_j % 2])
