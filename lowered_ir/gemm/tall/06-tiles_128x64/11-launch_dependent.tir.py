# gemm/tall:tiles_128x64:launch_dependent
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: programmatic dependent launch: wait in the kernel, not before it
# since the previous step:
#   b99 = sch.get_sblock(name="root", func_name="main")
#   sch.annotate(block_or_loop=b99, ann_key="schedules.dependent_launch", ann_val=1)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.noalias": True})
        with T.sblock("root"):
            T.reads()
            T.writes()
            T.sblock_attr({"schedules.dependent_launch": 1})
            C_sum_local = T.sblock_alloc_buffer((256, 256), scope="local")
            C_sum_rf = T.sblock_alloc_buffer((16, 256, 256))
            C_sum_rf_reindex_local = T.sblock_alloc_buffer((16, 4, 4, 4, 8, 4, 8, 2, 2), scope="local")
            C_sum_rf_reindex_local_local = T.sblock_alloc_buffer((16, 4, 4, 4, 8, 4, 8, 2, 2), scope="local")
            A_shared_dyn = T.sblock_alloc_buffer((256, 16384), "float16", scope="shared.dyn")
            B_shared_dyn = T.sblock_alloc_buffer((256, 16384), "float16", scope="shared.dyn")
            for ax0_ax2_0_fused in T.thread_binding(16, thread="blockIdx.z"):
                for ax1_0 in T.thread_binding(2, thread="blockIdx.y"):
                    for ax2_1 in T.thread_binding(4, thread="blockIdx.x"):
                        for ax1_1 in T.thread_binding(2, thread="threadIdx.y"):
                            for ax3_ax4_ax5_fused in T.thread_binding(128, thread="threadIdx.x"):
                                with T.sblock("C_sum_rf_o_init"):
                                    v0_o = T.axis.spatial(16, ax0_ax2_0_fused)
                                    v1_o = T.axis.spatial(4, ax1_0 * 2 + ax1_1)
                                    v2_o = T.axis.spatial(4, ax2_1)
                                    v3_o = T.axis.spatial(4, ax3_ax4_ax5_fused // 32)
                                    v4_o = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4)
                                    v5_o = T.axis.spatial(4, ax3_ax4_ax5_fused % 4)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    v8_o = T.axis.spatial(1, 0)
                                    T.reads()
                                    T.writes(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2])
                                    with T.sblock("C_sum_rf_init_o"):
                                        v6_i_init_o = T.axis.spatial(1, 0)
                                        v7_i_init_o = T.axis.spatial(1, 0)
                                        v8_i_init_o = T.axis.spatial(1, 0)
                                        T.reads()
                                        T.writes(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2])
                                        C_1 = T.match_buffer(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2], (8, 2, 2), scope="local", offset_factor=1)
                                        T.evaluate(0)
                                for ax9_0 in T.serial(16, annotations={"software_pipeline_order": [1, 2, 0], "software_pipeline_stage": [0, 0, 7]}):
                                    with T.sblock("A_shared.dyn_o"):
                                        v0_o = T.axis.spatial(2, ax1_0)
                                        v1_o = T.axis.spatial(256, ax0_ax2_0_fused * 16 + ax9_0)
                                        T.reads(A[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64])
                                        T.writes(A_shared_dyn[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64])
                                        A_1 = T.match_buffer(A[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64], (128, 64), "float16", strides=("outer", "inner"), offset_factor=1)
                                        B_1 = T.match_buffer(A_shared_dyn[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64], (128, 64), "float16", scope="shared.dyn", offset_factor=1)
                                        T.call_extern("void", "tma_load", T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, 8192, 2), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 128, 1), A_1.strides[0], 16384, T.call_extern("int32", "schedules.stage"))
                                    with T.sblock("B_shared.dyn_o"):
                                        v0_o = T.axis.spatial(4, ax2_1)
                                        v1_o = T.axis.spatial(256, ax0_ax2_0_fused * 16 + ax9_0)
                                        T.reads(B[v0_o * 64:v0_o * 64 + 64, v1_o * 64:v1_o * 64 + 64])
                                        T.writes(B_shared_dyn[v0_o * 64:v0_o * 64 + 64, v1_o * 64:v1_o * 64 + 64])
                                        A_1 = T.match_buffer(B[v0_o * 64:v0_o * 64 + 64, v1_o * 64:v1_o * 64 + 64], (64, 64), "float16", strides=("outer", "inner"), offset_factor=1)
                                        B_1 = T.match_buffer(B_shared_dyn[v0_o * 64:v0_o * 64 + 64, v1_o * 64:v1_o * 64 + 64], (64, 64), "float16", scope="shared.dyn", offset_factor=1)
                                        T.call_extern("void", "tma_load", T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, 4096, 2), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 64, 1), A_1.strides[0], 8192, T.call_extern("int32", "schedules.stage"))
                                    with T.sblock("C_sum_rf_o_update"):
                                        v0_o = T.axis.spatial(16, ax0_ax2_0_fused)
                                        v1_o = T.axis.spatial(4, ax1_0 * 2 + ax1_1)
                                        v2_o = T.axis.spatial(4, ax2_1)
                                        v3_o = T.axis.spatial(4, ax3_ax4_ax5_fused // 32)
                                        v4_o = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4)
                                        v5_o = T.axis.spatial(4, ax3_ax4_ax5_fused % 4)
                                        v6_o = T.axis.spatial(1, 0)
                                        v7_o = T.axis.spatial(1, 0)
                                        v8_o = T.axis.spatial(1, 0)
                                        v9_o = T.axis.reduce(16, ax9_0)
                                        T.reads(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2], A_shared_dyn[v1_o * 64 + v3_o * 16 + v4_o:v1_o * 64 + v3_o * 16 + v4_o + 9, v0_o * 1024 + v9_o * 64:v0_o * 1024 + v9_o * 64 + 64], B_shared_dyn[v2_o * 64 + v5_o * 2:v2_o * 64 + v5_o * 2 + 58, v0_o * 1024 + v9_o * 64:v0_o * 1024 + v9_o * 64 + 64])
                                        T.writes(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2])
                                        A_1 = T.match_buffer(A_shared_dyn[v1_o * 64 + v3_o * 16 + v4_o:v1_o * 64 + v3_o * 16 + v4_o + 9, v0_o * 1024 + v9_o * 64:v0_o * 1024 + v9_o * 64 + 64], (9, 64), "float16", scope="shared.dyn", offset_factor=1)
                                        B_1 = T.match_buffer(B_shared_dyn[v2_o * 64 + v5_o * 2:v2_o * 64 + v5_o * 2 + 58, v0_o * 1024 + v9_o * 64:v0_o * 1024 + v9_o * 64 + 64], (58, 64), "float16", scope="shared.dyn", offset_factor=1)
                                        C_1 = T.match_buffer(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2], (8, 2, 2), scope="local", offset_factor=1)
                                        T.call_extern("void", "wgmma_slice_tma", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 32, 3), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, 576, 1), T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, 3712, 1), T.call_extern("int32", "schedules.later"), T.call_extern("int32", "schedules.stage"), T.call_extern("int32", "schedules.phase"))
                                for ax0, ax1, ax2, ax3, ax4, ax5 in T.grid(1, 1, 1, 1, 1, 1):
                                    with T.sblock("C_sum.rf_reindex_local_local_o"):
                                        v0_o = T.axis.spatial(16, ax0_ax2_0_fused + ax0)
                                        v1_o = T.axis.spatial(4, ax1_0 * 2 + ax1_1 + ax1)
                                        v2_o = T.axis.spatial(4, ax2_1 + ax2)
                                        v3_o = T.axis.spatial(4, ax3_ax4_ax5_fused // 32 + ax3)
                                        v4_o = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4 + ax4)
                                        v5_o = T.axis.spatial(4, ax3_ax4_ax5_fused % 4 + ax5)
                                        v6_o = T.axis.spatial(1, 0)
                                        v7_o = T.axis.spatial(1, 0)
                                        v8_o = T.axis.spatial(1, 0)
                                        T.reads(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2])
                                        T.writes(C_sum_rf_reindex_local_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2])
                                        C_1 = T.match_buffer(C_sum_rf_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2], (8, 2, 2), scope="local", offset_factor=1)
                                        D = T.match_buffer(C_sum_rf_reindex_local_local[v0_o, v1_o, v2_o, v3_o, v4_o, v5_o, 0:8, 0:2, 0:2], (8, 2, 2), scope="local", offset_factor=1)
                                        T.call_extern("void", "wgmma_wait", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 32, 3), "float16", 64)
                                        for j, i, p in T.grid(8, 2, 2):
                                            D[j, i, p] = C_1[j, i, p]
                                for ax0, ax1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 1, 1, 8, 2):
                                    for ax8 in T.vectorized(2):
                                        with T.sblock("C_sum.rf_reindex"):
                                            v0 = T.axis.spatial(16, ax0_ax2_0_fused + ax0)
                                            v1 = T.axis.spatial(4, ax1_0 * 2 + ax1_1 + ax1)
                                            v2 = T.axis.spatial(4, ax2_1 + ax2)
                                            v3 = T.axis.spatial(4, ax3_ax4_ax5_fused // 32 + ax3)
                                            v4 = T.axis.spatial(8, ax3_ax4_ax5_fused % 32 // 4 + ax4)
                                            v5 = T.axis.spatial(4, ax3_ax4_ax5_fused % 4 + ax5)
                                            v6, v7, v8 = T.axis.remap("SSS", [ax6, ax7, ax8])
                                            T.reads(C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6, v7, v8])
                                            T.writes(C_sum_rf[v0, v1 * 64 + v3 * 16 + v7 * 8 + v4, v2 * 64 + v6 * 8 + v5 * 2 + v8])
                                            C_sum_rf[v0, v1 * 64 + v3 * 16 + v7 * 8 + v4, v2 * 64 + v6 * 8 + v5 * 2 + v8] = C_sum_rf_reindex_local_local[v0, v1, v2, v3, v4, v5, v6, v7, v8]
            for i_j_fused_0 in T.thread_binding(512, thread="blockIdx.x"):
                for i_j_fused_1 in T.thread_binding(128, thread="threadIdx.x"):
                    with T.sblock("C_sum_init"):
                        v_i = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) // 256)
                        v_j = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) % 256)
                        T.reads()
                        T.writes(C_sum_local[v_i, v_j])
                        C_sum_local[v_i, v_j] = T.float32(0.0)
                    for k_0 in T.serial(16, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                        with T.sblock("C_sum_update"):
                            vk_0 = T.axis.reduce(16, k_0)
                            v_i = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) // 256)
                            v_j = T.axis.spatial(256, (i_j_fused_0 * 128 + i_j_fused_1) % 256)
                            T.reads(C_sum_local[v_i, v_j], C_sum_rf[vk_0, v_i, v_j])
                            T.writes(C_sum_local[v_i, v_j])
                            C_sum_local[v_i, v_j] = C_sum_local[v_i, v_j] + C_sum_rf[vk_0, v_i, v_j]
                    for ax0, ax1 in T.grid(1, 1):
                        with T.sblock("C"):
                            v_i = T.axis.spatial(256, i_j_fused_0 // 2 + ax0)
                            v_j = T.axis.spatial(256, i_j_fused_0 % 2 * 128 + i_j_fused_1 + ax1)
                            T.reads(C_sum_local[v_i, v_j])
                            T.writes(C[v_i, v_j])
                            C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
