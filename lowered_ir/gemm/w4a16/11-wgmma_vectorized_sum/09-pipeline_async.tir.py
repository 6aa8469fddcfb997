# gemm/w4a16:wgmma_vectorized_sum:pipeline_async
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane, K in order
# why: 3 slices are in flight while one is multiplied
# since the previous step:
#   sch.annotate(block_or_loop=l58, ann_key="software_pipeline_async_stages", ann_val=[0])
#   sch.annotate(block_or_loop=l58, ann_key="software_pipeline_stage", ann_val=[0, 0, 0, 3])
#   sch.annotate(block_or_loop=l58, ann_key="software_pipeline_order", ann_val=[0, 1, 2, 3])

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_rf = T.sblock_alloc_buffer((4, 16, 512, 2, 8))
        C_sum_local = T.sblock_alloc_buffer((16, 512, 2, 8), scope="local")
        C_sum_rf_reindex_local = T.sblock_alloc_buffer((4, 512, 8, 4, 2, 2, 2), scope="local")
        C_sum_rf_reindex_local_local = T.sblock_alloc_buffer((4, 512, 8, 4, 2, 2, 2), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((128, 16, 64), "float16", scope="shared.dyn")
        W_shared_dyn = T.sblock_alloc_buffer((512, 128, 32, 4), "int32", scope="shared.dyn")
        scale_zero_shared_dyn = T.sblock_alloc_buffer((64, 8192, 2), "float16", scope="shared.dyn")
        for ax1 in T.thread_binding(1, thread="blockIdx.y"):
            for ax2_0 in T.thread_binding(64, thread="blockIdx.x"):
                for ax0 in T.thread_binding(4, thread="blockIdx.z"):
                    for ax2_1 in T.thread_binding(8, thread="threadIdx.y"):
                        for ax3_ax4_fused in T.thread_binding(32, thread="threadIdx.x"):
                            with T.sblock("C_sum_rf_o_init"):
                                v0_o, v1_o = T.axis.remap("SS", [ax0, ax1])
                                v2_o = T.axis.spatial(512, ax2_0 * 8 + ax2_1)
                                v3_o = T.axis.spatial(8, ax3_ax4_fused // 4)
                                v4_o = T.axis.spatial(4, ax3_ax4_fused % 4)
                                v5_o = T.axis.spatial(1, 0)
                                v6_o = T.axis.spatial(1, 0)
                                v7_o = T.axis.spatial(1, 0)
                                v8_o = T.axis.spatial(1, 0)
                                T.reads()
                                T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2])
                                for ax6 in T.serial(2, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                                    for ax7, ax8 in T.grid(2, 2):
                                        with T.sblock("C_sum_rf_init"):
                                            v6_i_init, v7_i_init, v8_i_init = T.axis.remap("SSS", [ax6, ax7, ax8])
                                            T.reads()
                                            T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v6_i_init, v7_i_init, v8_i_init])
                                            C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v6_i_init, v7_i_init, v8_i_init] = T.float32(0.0)
                            for ax9 in T.serial(16, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 1, 2, 3], "software_pipeline_stage": [0, 0, 0, 3]}):
                                for ax1_0 in T.unroll(2):
                                    with T.sblock("A_shared.dyn_o"):
                                        v0_o = T.axis.spatial(1, 0)
                                        v1_o = T.axis.spatial(128, ax0 * 32 + ax9 * 2 + ax1_0)
                                        T.reads(A[0:16, v1_o * 64:v1_o * 64 + 64])
                                        T.writes(A_shared_dyn[v1_o, 0:16, 0:64])
                                        A_1 = T.match_buffer(A[0:16, v1_o * 64:v1_o * 64 + 64], (16, 64), "float16", strides=("outer", "inner"), offset_factor=1)
                                        B = T.match_buffer(A_shared_dyn[v1_o, 0:16, 0:64], (16, 64), "float16", scope="shared.dyn", offset_factor=1)
                                        T.call_extern("void", "tma_load", T.tvm_access_ptr(T.type_annotation("float16"), B.data, B.elem_offset, 1024, 2), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], 2048, T.call_extern("int32", "schedules.stage"))
                                for ax0_ax1_ax2_ax3_fused_0 in range(2):
                                    for ax0_ax1_ax2_ax3_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_ax2_ax3_fused_2 in T.thread_binding(8, thread="threadIdx.y"):
                                            for ax0_ax1_ax2_ax3_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_ax2_ax3_fused_4 in T.vectorized(4):
                                                    with T.sblock("W_shared.dyn"):
                                                        v0 = T.axis.spatial(512, ax2_0 * 8 + (ax0_ax1_ax2_ax3_fused_0 * 1024 + ax0_ax1_ax2_ax3_fused_1 * 1024 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) // 256)
                                                        v1 = T.axis.spatial(128, ax0 * 32 + ax9 * 2 + (ax0_ax1_ax2_ax3_fused_0 * 1024 + ax0_ax1_ax2_ax3_fused_1 * 1024 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 256 // 128)
                                                        v2 = T.axis.spatial(32, (ax0_ax1_ax2_ax3_fused_0 * 1024 + ax0_ax1_ax2_ax3_fused_1 * 1024 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 128 // 4)
                                                        v3 = T.axis.spatial(4, (ax0_ax1_ax2_ax3_fused_0 * 1024 + ax0_ax1_ax2_ax3_fused_1 * 1024 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 4)
                                                        T.reads(W[v0, v1, v2, v3])
                                                        T.writes(W_shared_dyn[v0, v1, v2, v3])
                                                        W_shared_dyn[v0, v1, v2, v3] = W[v0, v1, v2, v3]
                                for ax0_ax1_ax2_fused_0 in range(1):
                                    for ax0_ax1_ax2_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_ax2_fused_2 in T.thread_binding(8, thread="threadIdx.y"):
                                            for ax0_ax1_ax2_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_ax2_fused_4 in T.vectorized(8):
                                                    with T.sblock("scale_zero_shared.dyn"):
                                                        v0 = T.axis.spatial(64, ax0 * 16 + ax9)
                                                        v1 = T.axis.spatial(8192, ax2_0 * 128 + (ax0_ax1_ax2_fused_0 * 2048 + ax0_ax1_ax2_fused_1 * 2048 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) // 2)
                                                        v2 = T.axis.spatial(2, (ax0_ax1_ax2_fused_0 * 2048 + ax0_ax1_ax2_fused_1 * 2048 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) % 2)
                                                        T.where((((ax0_ax1_ax2_fused_0 + ax0_ax1_ax2_fused_1) * 8 + ax0_ax1_ax2_fused_2) * 32 + ax0_ax1_ax2_fused_3) * 8 + ax0_ax1_ax2_fused_4 < 256)
                                                        T.reads(scale_zero[v0, v1, v2])
                                                        T.writes(scale_zero_shared_dyn[v0, v1, v2])
                                                        scale_zero_shared_dyn[v0, v1, v2] = scale_zero[v0, v1, v2]
                                with T.sblock("C_sum_rf_o_update"):
                                    v0_o, v1_o = T.axis.remap("SS", [ax0, ax1])
                                    v2_o = T.axis.spatial(512, ax2_0 * 8 + ax2_1)
                                    v3_o = T.axis.spatial(8, ax3_ax4_fused // 4)
                                    v4_o = T.axis.spatial(4, ax3_ax4_fused % 4)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    v8_o = T.axis.spatial(1, 0)
                                    v9_o = T.axis.reduce(16, ax9)
                                    v10_o = T.axis.reduce(1, 0)
                                    v11_o = T.axis.reduce(1, 0)
                                    v12_o = T.axis.reduce(1, 0)
                                    v13_o = T.axis.reduce(1, 0)
                                    v14_o = T.axis.reduce(1, 0)
                                    v15_o = T.axis.reduce(1, 0)
                                    T.reads(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2], A_shared_dyn[v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v4_o * 2:v4_o * 2 + 10, 0:64], W_shared_dyn[v2_o, v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v3_o * 4:v3_o * 4 + 4, 0:4], scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 16 + v3_o:v2_o * 16 + v3_o + 9, 0:2])
                                    T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2])
                                    A_1 = T.match_buffer(A_shared_dyn[v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v4_o * 2:v4_o * 2 + 10, 0:64], (2, 10, 64), "float16", strides=("a_half", "a_row", "a_one"), scope="shared.dyn", offset_factor=1)
                                    W_1 = T.match_buffer(W_shared_dyn[v2_o, v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v3_o * 4:v3_o * 4 + 4, 0:4], (1, 2, 4, 4), "int32", strides=("w_fragment", "w_part", "w_lane", "w_one"), scope="shared.dyn", offset_factor=1)
                                    S = T.match_buffer(scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 16 + v3_o:v2_o * 16 + v3_o + 9, 0:2], (9, 2), "float16", scope="shared.dyn", offset_factor=1)
                                    C_1 = T.match_buffer(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2], (2, 2, 2), scope="local", offset_factor=1)
                                    T.call_extern("void", "int4_group_wgmma<1>", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 8, 3), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 2, 1), T.tvm_access_ptr(T.type_annotation("int32"), W_1.data, W_1.elem_offset, W_1.strides[0], 1), T.tvm_access_ptr(T.type_annotation("float16"), S.data, S.elem_offset, 18, 1), W_1.strides[0], T.call_extern("int32", "schedules.stage"), T.call_extern("int32", "schedules.phase"))
                            for ax0_1, ax1_1, ax2, ax3 in T.grid(1, 1, 1, 1):
                                with T.sblock("C_sum.rf_reindex_local_local_o"):
                                    v0_o = T.axis.spatial(4, ax0 + ax0_1)
                                    v1_o = T.axis.spatial(512, ax2_0 * 8 + ax2_1 + ax1_1)
                                    v2_o = T.axis.spatial(8, ax3_ax4_fused // 4 + ax2)
                                    v3_o = T.axis.spatial(4, ax3_ax4_fused % 4 + ax3)
                                    v4_o = T.axis.spatial(1, 0)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    T.reads(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, 0:2, 0:2, 0:2])
                                    T.writes(C_sum_rf_reindex_local_local[v0_o, v1_o, v2_o, v3_o, 0:2, 0:2, 0:2])
                                    C_1 = T.match_buffer(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, 0:2, 0:2, 0:2], (2, 2, 2), scope="local", offset_factor=1)
                                    D = T.match_buffer(C_sum_rf_reindex_local_local[v0_o, v1_o, v2_o, v3_o, 0:2, 0:2, 0:2], (2, 2, 2), scope="local", offset_factor=1)
                                    T.call_extern("void", "wgmma_wait", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 8, 3), "float16", 16)
                                    for j, i, p in T.grid(2, 2, 2):
                                        D[j, i, p] = C_1[j, i, p]
                            for ax0_1, ax1_1, ax2, ax3, ax4, ax5, ax6 in T.grid(1, 1, 1, 1, 2, 2, 2):
                                with T.sblock("C_sum.rf_reindex"):
                                    v0 = T.axis.spatial(4, ax0 + ax0_1)
                                    v1 = T.axis.spatial(512, ax2_0 * 8 + ax2_1 + ax1_1)
                                    v2 = T.axis.spatial(8, ax3_ax4_fused // 4 + ax2)
                                    v3 = T.axis.spatial(4, ax3_ax4_fused % 4 + ax3)
                                    v4, v5, v6 = T.axis.remap("SSS", [ax4, ax5, ax6])
                                    T.reads(C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6])
                                    T.writes(C_sum_rf[v0, v4 * 8 + v3 * 2 + v6, v1, v5, v2])
                                    C_sum_rf[v0, v4 * 8 + v3 * 2 + v6, v1, v5, v2] = C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6]
        for ax0_ax1_ax2_ax3_0_fused_0 in T.thread_binding(256, thread="blockIdx.x"):
            for ax0_ax1_ax2_ax3_0_fused_1 in T.thread_binding(128, thread="threadIdx.x"):
                for ax1_init, ax2_init, ax3_init in T.grid(1, 1, 1):
                    for ax4_init in T.vectorized(4):
                        with T.sblock("C_sum_init"):
                            v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_0_fused_0 // 16 + ax1_init)
                            v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_0_fused_0 % 16 * 32 + ax0_ax1_ax2_ax3_0_fused_1 // 4 + ax2_init)
                            v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_0_fused_1 % 4 // 2 + ax3_init)
                            v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_0_fused_1 % 2 * 4 + ax4_init)
                            T.reads()
                            T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                            C_sum_local[v_i, v_i0, v_i1, v_i2] = T.float32(0.0)
                for ax0 in T.serial(4, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                    for ax1, ax2, ax3 in T.grid(1, 1, 1):
                        for ax4 in T.vectorized(4):
                            with T.sblock("C_sum_update"):
                                vk_0 = T.axis.reduce(4, ax0)
                                v_i = T.axis.spatial(16, ax0_ax1_ax2_ax3_0_fused_0 // 16 + ax1)
                                v_i0 = T.axis.spatial(512, ax0_ax1_ax2_ax3_0_fused_0 % 16 * 32 + ax0_ax1_ax2_ax3_0_fused_1 // 4 + ax2)
                                v_i1 = T.axis.spatial(2, ax0_ax1_ax2_ax3_0_fused_1 % 4 // 2 + ax3)
                                v_i2 = T.axis.spatial(8, ax0_ax1_ax2_ax3_0_fused_1 % 2 * 4 + ax4)
                                T.reads(C_sum_local[v_i, v_i0, v_i1, v_i2], C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2])
                                T.writes(C_sum_local[v_i, v_i0, v_i1, v_i2])
                                C_sum_local[v_i, v_i0, v_i1, v_i2] = C_sum_local[v_i, v_i0, v_i1, v_i2] + C_sum_rf[vk_0, v_i, v_i0, v_i1, v_i2]
                for ax3_1 in T.vectorized(4):
                    with T.sblock("C_sum_local"):
                        v0 = T.axis.spatial(16, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) // 2048)
                        v1 = T.axis.spatial(512, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 2048 // 4)
                        v2 = T.axis.spatial(2, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 4 // 2)
                        v3 = T.axis.spatial(8, (ax0_ax1_ax2_ax3_0_fused_0 * 128 + ax0_ax1_ax2_ax3_0_fused_1) % 2 * 4 + ax3_1)
                        T.reads(C_sum_local[v0, v1, v2, v3])
                        T.writes(C[v0, v3 + v2 * 8 + v1 * 16])
                        C[v0, v3 + v2 * 8 + v1 * 16] = T.Cast("float16", C_sum_local[v0, v1, v2, v3])
