# gemm/epilogue:tma_store:unroll_epilogue
# C[i,j] = gelu(sum_k A[i,k] B[j,k] + bias[j]) + residual[i,j], M,N,K = 4096,4096,4096, float16 -> float32 ->
#     float16
# why: nvcc does not unroll a body this long, and accumulators that a loop indexes go to local memory
# since the previous step:
#   b107 = sch.get_sblock(name="C_sum_local_reindex", func_name="main")
#   l108, l109, l110, l111, l112, l113, l114, l115, l116, l117, l118, l119, l120 = sch.get_loops(block=b107)
#   sch.annotate(block_or_loop=l118, ann_key="pragma_auto_unroll_max_step", ann_val=8192)
#   sch.annotate(block_or_loop=l118, ann_key="pragma_unroll_explicit", ann_val=0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), bias: T.Buffer((4096,), "float16"), residual: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_reindex = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), "float16", scope="local")
        C_sum_local_reindex_local = T.sblock_alloc_buffer((64, 16, 4, 8, 4, 32, 2, 2), scope="local")
        C_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        for ax0_0_1 in T.thread_binding(16, thread="blockIdx.y"):
            for ax1_1 in T.thread_binding(8, thread="blockIdx.x"):
                for ax1_0_ax0_0_0_fused in T.serial(4, annotations={"schedules.rounds": 1}):
                    for ax0_1 in T.thread_binding(2, thread="threadIdx.y"):
                        for ax2_ax3_ax4_fused in T.thread_binding(128, thread="threadIdx.x"):
                            with T.sblock("C_sum_o_init"):
                                v0_o = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1)
                                v1_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
                                v2_o = T.axis.spatial(4, ax2_ax3_ax4_fused // 32)
                                v3_o = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4)
                                v4_o = T.axis.spatial(4, ax2_ax3_ax4_fused % 4)
                                v5_o = T.axis.spatial(1, 0)
                                v6_o = T.axis.spatial(1, 0)
                                v7_o = T.axis.spatial(1, 0)
                                T.reads()
                                T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                with T.sblock("C_sum_init_o"):
                                    v5_i_init_o = T.axis.spatial(1, 0)
                                    v6_i_init_o = T.axis.spatial(1, 0)
                                    v7_i_init_o = T.axis.spatial(1, 0)
                                    T.reads()
                                    T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    C_1 = T.match_buffer(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2], (32, 2, 2), scope="local", offset_factor=1)
                                    T.evaluate(0)
                            for ax8_0 in T.serial(64, annotations={"schedules.producer": 1, "software_pipeline_order": [1, 2, 0], "software_pipeline_stage": [0, 0, 2]}):
                                with T.sblock("A_shared.dyn_o"):
                                    v0_o = T.axis.spatial(32, ax1_0_ax0_0_0_fused % 2 * 16 + ax0_0_1)
                                    v1_o = T.axis.spatial(64, ax8_0)
                                    T.reads(A[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64])
                                    T.writes(A_shared_dyn[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64])
                                    A_1 = T.match_buffer(A[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64], (128, 64), "float16", strides=("outer", "inner"), offset_factor=1)
                                    B_1 = T.match_buffer(A_shared_dyn[v0_o * 128:v0_o * 128 + 128, v1_o * 64:v1_o * 64 + 64], (128, 64), "float16", scope="shared.dyn", offset_factor=1)
                                    T.call_extern("void", "tma_load", T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, 8192, 2), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 128, 1), A_1.strides[0], 16384, T.call_extern("int32", "schedules.stage"))
                                with T.sblock("B_shared.dyn_o"):
                                    v0_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
                                    v1_o = T.axis.spatial(64, ax8_0)
                                    T.reads(B[v0_o * 256:v0_o * 256 + 256, v1_o * 64:v1_o * 64 + 64])
                                    T.writes(B_shared_dyn[v0_o * 256:v0_o * 256 + 256, v1_o * 64:v1_o * 64 + 64])
                                    A_1 = T.match_buffer(B[v0_o * 256:v0_o * 256 + 256, v1_o * 64:v1_o * 64 + 64], (256, 64), "float16", strides=("outer", "inner"), offset_factor=1)
                                    B_1 = T.match_buffer(B_shared_dyn[v0_o * 256:v0_o * 256 + 256, v1_o * 64:v1_o * 64 + 64], (256, 64), "float16", scope="shared.dyn", offset_factor=1)
                                    T.call_extern("void", "tma_load", T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, 16384, 2), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 256, 1), A_1.strides[0], 32768, T.call_extern("int32", "schedules.stage"))
                                with T.sblock("C_sum_o_update"):
                                    v0_o = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1)
                                    v1_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
                                    v2_o = T.axis.spatial(4, ax2_ax3_ax4_fused // 32)
                                    v3_o = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4)
                                    v4_o = T.axis.spatial(4, ax2_ax3_ax4_fused % 4)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    v8_o = T.axis.reduce(64, ax8_0)
                                    T.reads(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2], A_shared_dyn[v0_o * 64 + v2_o * 16 + v3_o:v0_o * 64 + v2_o * 16 + v3_o + 9, v8_o * 64:v8_o * 64 + 64], B_shared_dyn[v1_o * 256 + v4_o * 2:v1_o * 256 + v4_o * 2 + 250, v8_o * 64:v8_o * 64 + 64])
                                    T.writes(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    A_1 = T.match_buffer(A_shared_dyn[v0_o * 64 + v2_o * 16 + v3_o:v0_o * 64 + v2_o * 16 + v3_o + 9, v8_o * 64:v8_o * 64 + 64], (9, 64), "float16", scope="shared.dyn", offset_factor=1)
                                    B_1 = T.match_buffer(B_shared_dyn[v1_o * 256 + v4_o * 2:v1_o * 256 + v4_o * 2 + 250, v8_o * 64:v8_o * 64 + 64], (250, 64), "float16", scope="shared.dyn", offset_factor=1)
                                    C_1 = T.match_buffer(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2], (32, 2, 2), scope="local", offset_factor=1)
                                    T.call_extern("void", "wgmma_slice_tma", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 128, 3), T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, 576, 1), T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, 16000, 1), T.call_extern("int32", "schedules.later"), T.call_extern("int32", "schedules.stage"), T.call_extern("int32", "schedules.phase"))
                            for ax0, ax1, ax2, ax3, ax4 in T.grid(1, 1, 1, 1, 1):
                                with T.sblock("C_sum_local_reindex_local_o"):
                                    v0_o = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1 + ax0)
                                    v1_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1 + ax1)
                                    v2_o = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                    v3_o = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                    v4_o = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    T.reads(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    T.writes(C_sum_local_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    C_1 = T.match_buffer(C_sum_local_reindex[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2], (32, 2, 2), scope="local", offset_factor=1)
                                    D = T.match_buffer(C_sum_local_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2], (32, 2, 2), scope="local", offset_factor=1)
                                    T.call_extern("void", "wgmma_wait", T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, 128, 3))
                                    for j, i, p in T.grid(32, 2, 2):
                                        D[j, i, p] = C_1[j, i, p]
                            for ax0, ax1, ax2, ax3, ax4 in T.grid(1, 1, 1, 1, 1):
                                for ax5 in T.serial(32, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0}):
                                    for ax6 in range(2):
                                        for ax7 in T.vectorized(2):
                                            with T.sblock("C_sum_local_reindex"):
                                                v0 = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1 + ax0)
                                                v1 = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1 + ax1)
                                                v2 = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                                v3 = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                                v4 = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                                v5, v6, v7 = T.axis.remap("SSS", [ax5, ax6, ax7])
                                                T.reads(C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7], bias[v1 * 256 + v5 * 8 + v4 * 2 + v7], residual[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7])
                                                T.writes(C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                                C_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] = T.Cast("float16", (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * T.float32(0.5) * (T.float32(1.0) + T.tanh((C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7]) + (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * (C_sum_local_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7] + T.Cast("float32", bias[v1 * 256 + v5 * 8 + v4 * 2 + v7])) * T.float32(0.044714998453855515)) * T.float32(0.79788458347320557))) + T.Cast("float32", residual[v0 * 64 + v2 * 16 + v6 * 8 + v3, v1 * 256 + v5 * 8 + v4 * 2 + v7]))
                            for ax0, ax1, ax2, ax3, ax4 in T.grid(1, 1, 1, 1, 1):
                                with T.sblock("C_reindex_o"):
                                    v0_o = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_1 + ax0)
                                    v1_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1 + ax1)
                                    v2_o = T.axis.spatial(4, ax2_ax3_ax4_fused // 32 + ax2)
                                    v3_o = T.axis.spatial(8, ax2_ax3_ax4_fused % 32 // 4 + ax3)
                                    v4_o = T.axis.spatial(4, ax2_ax3_ax4_fused % 4 + ax4)
                                    v5_o = T.axis.spatial(1, 0)
                                    v6_o = T.axis.spatial(1, 0)
                                    v7_o = T.axis.spatial(1, 0)
                                    T.reads(C_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2])
                                    T.writes(C_shared_dyn[v0_o * 64 + v2_o * 16 + v3_o:v0_o * 64 + v2_o * 16 + v3_o + 9, v1_o * 256 + v4_o * 2:v1_o * 256 + v4_o * 2 + 250])
                                    C_1 = T.match_buffer(C_reindex_local[v0_o, v1_o, v2_o, v3_o, v4_o, 0:32, 0:2, 0:2], (32, 2, 2), "float16", scope="local", offset_factor=1)
                                    D = T.match_buffer(C_shared_dyn[v0_o * 64 + v2_o * 16 + v3_o:v0_o * 64 + v2_o * 16 + v3_o + 9, v1_o * 256 + v4_o * 2:v1_o * 256 + v4_o * 2 + 250], (9, 250), "float16", strides=("stride", 1), scope="shared.dyn", offset_factor=1)
                                    T.call_extern("void", "tile_write_rounded", T.tvm_access_ptr(T.type_annotation("float16"), C_1.data, C_1.elem_offset, 128, 1), T.tvm_access_ptr(T.type_annotation("float16"), D.data, D.elem_offset, D.strides[0] * 9, 2))
                    for ax0_0 in T.thread_binding(2, thread="threadIdx.y"):
                        with T.sblock("C_shared.dyn_o"):
                            v0_o = T.axis.spatial(64, ax1_0_ax0_0_0_fused % 2 * 32 + ax0_0_1 * 2 + ax0_0)
                            v1_o = T.axis.spatial(16, ax1_0_ax0_0_0_fused // 2 * 8 + ax1_1)
                            T.reads(C_shared_dyn[v0_o * 64:v0_o * 64 + 64, v1_o * 256:v1_o * 256 + 256])
                            T.writes(C[v0_o * 64:v0_o * 64 + 64, v1_o * 256:v1_o * 256 + 256])
                            A_1 = T.match_buffer(C_shared_dyn[v0_o * 64:v0_o * 64 + 64, v1_o * 256:v1_o * 256 + 256], (64, 256), "float16", scope="shared.dyn", offset_factor=1)
                            B_1 = T.match_buffer(C[v0_o * 64:v0_o * 64 + 64, v1_o * 256:v1_o * 256 + 256], (64, 256), "float16", strides=("outer", "inner"), offset_factor=1)
                            T.call_extern("void", "tile_store", T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, 16384, 1), T.tvm_access_ptr(T.type_annotation("float16"), B_1.data, B_1.elem_offset, B_1.strides[0] * 64, 2), B_1.strides[0])
