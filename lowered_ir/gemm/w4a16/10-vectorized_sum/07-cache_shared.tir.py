# gemm/w4a16:vectorized_sum:cache_shared
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 16 bytes per thread; 64 bytes of padding avoid A's bank conflicts
# since the previous step:
#   b74 = sch.blockize(target=l60, preserve_unit_iters=True)
#   b75 = sch.cache_read(block=b74, read_buffer_index=0, storage_scope="shared.dyn")
#   b76 = sch.cache_read(block=b74, read_buffer_index=1, storage_scope="shared.dyn")
#   b77 = sch.cache_read(block=b74, read_buffer_index=2, storage_scope="shared.dyn")
#   sch.compute_at(block=b75, loop=l64, preserve_unit_loops=True, index=-1)
#   l78, l79, l80, l81, l82, l83, l84, l85 = sch.get_loops(block=b75)
#   l86 = sch.fuse(l84, l85, preserve_unit_iters=True)
#   l87, l88, l89, l90, l91 = sch.split(loop=l86, factors=[None, 1, 4, 32, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l88, thread_axis="threadIdx.z")
#   sch.bind(loop=l89, thread_axis="threadIdx.y")
#   sch.bind(loop=l90, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l91)
#   sch.compute_at(block=b76, loop=l64, preserve_unit_loops=True, index=-1)
#   l92, l93, l94, l95, l96, l97, l98, l99, l100, l101 = sch.get_loops(block=b76)
#   l102 = sch.fuse(l98, l99, l100, l101, preserve_unit_iters=True)
#   l103, l104, l105, l106, l107 = sch.split(loop=l102, factors=[None, 1, 4, 32, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l104, thread_axis="threadIdx.z")
#   sch.bind(loop=l105, thread_axis="threadIdx.y")
#   sch.bind(loop=l106, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l107)
#   sch.compute_at(block=b77, loop=l64, preserve_unit_loops=True, index=-1)
#   l108, l109, l110, l111, l112, l113, l114, l115, l116 = sch.get_loops(block=b77)
#   l117 = sch.fuse(l114, l115, l116, preserve_unit_iters=True)
#   l118, l119, l120, l121, l122 = sch.split(loop=l117, factors=[None, 1, 4, 32, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l119, thread_axis="threadIdx.z")
#   sch.bind(loop=l120, thread_axis="threadIdx.y")
#   sch.bind(loop=l121, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l122)
#   sch.storage_align(block=b75, buffer_index=0, axis=0, factor=128, offset=32)

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
        C_sum_rf_reindex_local = T.sblock_alloc_buffer((4, 256, 8, 4, 2, 2, 2, 2), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16, 8192), "float16", scope="shared.dyn")
        W_shared_dyn = T.sblock_alloc_buffer((512, 128, 32, 4), "int32", scope="shared.dyn")
        scale_zero_shared_dyn = T.sblock_alloc_buffer((64, 8192, 2), "float16", scope="shared.dyn")
        for ax1 in T.thread_binding(1, thread="blockIdx.y"):
            for ax2_0 in T.thread_binding(64, thread="blockIdx.x"):
                for ax0 in T.thread_binding(4, thread="blockIdx.z"):
                    for ax2_1 in T.thread_binding(4, thread="threadIdx.y"):
                        for ax3_ax4_fused in T.thread_binding(32, thread="threadIdx.x"):
                            for ax9 in range(16):
                                for ax0_ax1_fused_0 in range(2):
                                    for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(16, (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 128)
                                                        v1 = T.axis.spatial(8192, ax0 * 2048 + ax9 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 128)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 128, 32]]})
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_ax2_ax3_fused_0 in range(4):
                                    for ax0_ax1_ax2_ax3_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_ax2_ax3_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_ax2_ax3_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_ax2_ax3_fused_4 in T.vectorized(4):
                                                    with T.sblock("W_shared.dyn"):
                                                        v0 = T.axis.spatial(512, ax2_0 * 8 + (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) // 256)
                                                        v1 = T.axis.spatial(128, ax0 * 32 + ax9 * 2 + (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 256 // 128)
                                                        v2 = T.axis.spatial(32, (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 128 // 4)
                                                        v3 = T.axis.spatial(4, (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 4)
                                                        T.reads(W[v0, v1, v2, v3])
                                                        T.writes(W_shared_dyn[v0, v1, v2, v3])
                                                        W_shared_dyn[v0, v1, v2, v3] = W[v0, v1, v2, v3]
                                for ax0_ax1_ax2_fused_0 in range(1):
                                    for ax0_ax1_ax2_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                        for ax0_ax1_ax2_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_ax2_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_ax2_fused_4 in T.vectorized(8):
                                                    with T.sblock("scale_zero_shared.dyn"):
                                                        v0 = T.axis.spatial(64, ax0 * 16 + ax9)
                                                        v1 = T.axis.spatial(8192, ax2_0 * 128 + (ax0_ax1_ax2_fused_0 * 1024 + ax0_ax1_ax2_fused_1 * 1024 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) // 2)
                                                        v2 = T.axis.spatial(2, (ax0_ax1_ax2_fused_0 * 1024 + ax0_ax1_ax2_fused_1 * 1024 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) % 2)
                                                        T.where((((ax0_ax1_ax2_fused_0 + ax0_ax1_ax2_fused_1) * 4 + ax0_ax1_ax2_fused_2) * 32 + ax0_ax1_ax2_fused_3) * 8 + ax0_ax1_ax2_fused_4 < 256)
                                                        T.reads(scale_zero[v0, v1, v2])
                                                        T.writes(scale_zero_shared_dyn[v0, v1, v2])
                                                        scale_zero_shared_dyn[v0, v1, v2] = scale_zero[v0, v1, v2]
                                with T.sblock("C_sum_rf_o"):
                                    v0_o, v1_o = T.axis.remap("SS", [ax0, ax1])
                                    v2_o = T.axis.spatial(256, ax2_0 * 4 + ax2_1)
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
                                    T.reads(A_shared_dyn[v4_o * 2:v4_o * 2 + 10, v0_o * 2048 + v9_o * 128:v0_o * 2048 + v9_o * 128 + 128], W_shared_dyn[v2_o * 2:v2_o * 2 + 2, v0_o * 32 + v9_o * 2:v0_o * 32 + v9_o * 2 + 2, v3_o * 4:v3_o * 4 + 4, 0:4], scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 32 + v3_o:v2_o * 32 + v3_o + 25, 0:2])
                                    T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, 0:2, 0:2, 0:2, 0:2])
                                    with T.init():
                                        for ax5, ax6, ax7, ax8 in T.grid(2, 2, 2, 2):
                                            with T.sblock("C_sum_rf_init"):
                                                v5_i_init, v6_i_init, v7_i_init, v8_i_init = T.axis.remap("SSSS", [ax5, ax6, ax7, ax8])
                                                T.reads()
                                                T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init, v8_i_init])
                                                C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i_init, v6_i_init, v7_i_init, v8_i_init] = T.float32(0.0)
                                    for ax5, ax6, ax7, ax8, ax10, ax11, ax12, ax13, ax14, ax15 in T.grid(2, 2, 2, 2, 2, 2, 4, 2, 2, 2):
                                        with T.sblock("C_sum_rf"):
                                            v5_i, v6_i, v7_i, v8_i, v10_i, v11_i, v12_i, v13_i, v14_i, v15_i = T.axis.remap("SSSSRRRRRR", [ax5, ax6, ax7, ax8, ax10, ax11, ax12, ax13, ax14, ax15])
                                            T.reads(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i, v8_i], A_shared_dyn[v6_i * 8 + v4_o * 2 + v8_i, v0_o * 2048 + v9_o * 128 + v10_i * 64 + v11_i * 32 + v12_i * 8 + v13_i * 4 + v14_i * 2 + v15_i], W_shared_dyn[v2_o * 2 + v5_i, v0_o * 32 + v9_o * 2 + v10_i, v3_o * 4 + v12_i, v11_i * 2 + v13_i], scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 32 + v5_i * 16 + v7_i * 8 + v3_o, 0:2])
                                            T.writes(C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i, v8_i])
                                            C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i, v8_i] = C_sum_rf_reindex_local[v0_o, v2_o, v3_o, v4_o, v5_i, v6_i, v7_i, v8_i] + T.Cast("float32", A_shared_dyn[v6_i * 8 + v4_o * 2 + v8_i, v0_o * 2048 + v9_o * 128 + v10_i * 64 + v11_i * 32 + v12_i * 8 + v13_i * 4 + v14_i * 2 + v15_i]) * T.Cast("float32", (T.Cast("float16", W_shared_dyn[v2_o * 2 + v5_i, v0_o * 32 + v9_o * 2 + v10_i, v3_o * 4 + v12_i, v11_i * 2 + v13_i] >> v15_i * 16 + v14_i * 8 + v7_i * 4 & 15) - scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 32 + v5_i * 16 + v7_i * 8 + v3_o, 1]) * scale_zero_shared_dyn[v0_o * 16 + v9_o, v2_o * 32 + v5_i * 16 + v7_i * 8 + v3_o, 0])
                            for ax0_1, ax1_1, ax2, ax3, ax4, ax5, ax6, ax7 in T.grid(1, 1, 1, 1, 2, 2, 2, 2):
                                with T.sblock("C_sum.rf_reindex"):
                                    v0 = T.axis.spatial(4, ax0 + ax0_1)
                                    v1 = T.axis.spatial(256, ax2_0 * 4 + ax2_1 + ax1_1)
                                    v2 = T.axis.spatial(8, ax3_ax4_fused // 4 + ax2)
                                    v3 = T.axis.spatial(4, ax3_ax4_fused % 4 + ax3)
                                    v4, v5, v6, v7 = T.axis.remap("SSSS", [ax4, ax5, ax6, ax7])
                                    T.reads(C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7])
                                    T.writes(C_sum_rf[v0, v5 * 8 + v3 * 2 + v7, v1 * 2 + v4, v6, v2])
                                    C_sum_rf[v0, v5 * 8 + v3 * 2 + v7, v1 * 2 + v4, v6, v2] = C_sum_rf_reindex_local[v0, v1, v2, v3, v4, v5, v6, v7]
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
