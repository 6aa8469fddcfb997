# gemm/w4a16:cp_async:cache_shared
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16, codes by lane
# why: 16 bytes per thread; 64 bytes of padding avoid A's bank conflicts
# since the previous step:
#   b31 = sch.blockize(target=l16, preserve_unit_iters=True)
#   b32 = sch.cache_read(block=b31, read_buffer_index=0, storage_scope="shared.dyn")
#   b33 = sch.cache_read(block=b31, read_buffer_index=1, storage_scope="shared.dyn")
#   b34 = sch.cache_read(block=b31, read_buffer_index=2, storage_scope="shared.dyn")
#   sch.compute_at(block=b32, loop=l20, preserve_unit_loops=True, index=-1)
#   l35, l36, l37, l38, l39, l40, l41 = sch.get_loops(block=b32)
#   l42 = sch.fuse(l40, l41, preserve_unit_iters=True)
#   l43, l44, l45, l46, l47 = sch.split(loop=l42, factors=[None, 1, 4, 32, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l44, thread_axis="threadIdx.z")
#   sch.bind(loop=l45, thread_axis="threadIdx.y")
#   sch.bind(loop=l46, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l47)
#   sch.compute_at(block=b33, loop=l20, preserve_unit_loops=True, index=-1)
#   l48, l49, l50, l51, l52, l53, l54, l55, l56 = sch.get_loops(block=b33)
#   l57 = sch.fuse(l53, l54, l55, l56, preserve_unit_iters=True)
#   l58, l59, l60, l61, l62 = sch.split(loop=l57, factors=[None, 1, 4, 32, 4], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l59, thread_axis="threadIdx.z")
#   sch.bind(loop=l60, thread_axis="threadIdx.y")
#   sch.bind(loop=l61, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l62)
#   sch.compute_at(block=b34, loop=l20, preserve_unit_loops=True, index=-1)
#   l63, l64, l65, l66, l67, l68, l69, l70 = sch.get_loops(block=b34)
#   l71 = sch.fuse(l68, l69, l70, preserve_unit_iters=True)
#   l72, l73, l74, l75, l76 = sch.split(loop=l71, factors=[None, 1, 4, 32, 8], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.bind(loop=l73, thread_axis="threadIdx.z")
#   sch.bind(loop=l74, thread_axis="threadIdx.y")
#   sch.bind(loop=l75, thread_axis="threadIdx.x")
#   sch.vectorize(loop=l76)
#   sch.storage_align(block=b32, buffer_index=0, axis=0, factor=128, offset=32)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16, 8192), "float16"), W: T.Buffer((512, 128, 32, 4), "int32"), scale_zero: T.Buffer((64, 8192, 2), "float16"), C: T.Buffer((16, 8192), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_reindex_local = T.sblock_alloc_buffer((512, 8, 4, 2, 2, 2), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16, 8192), "float16", scope="shared.dyn")
        W_shared_dyn = T.sblock_alloc_buffer((512, 128, 32, 4), "int32", scope="shared.dyn")
        scale_zero_shared_dyn = T.sblock_alloc_buffer((64, 8192, 2), "float16", scope="shared.dyn")
        for ax0 in T.thread_binding(1, thread="blockIdx.y"):
            for ax1_0 in T.thread_binding(128, thread="blockIdx.x"):
                for ax1_1 in T.thread_binding(4, thread="threadIdx.y"):
                    for ax2_ax3_fused in T.thread_binding(32, thread="threadIdx.x"):
                        for ax8 in range(64):
                            for ax0_ax1_fused_0 in range(2):
                                for ax0_ax1_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                    for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                        for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                            for ax0_ax1_fused_4 in T.vectorized(8):
                                                with T.sblock("A_shared.dyn"):
                                                    v0 = T.axis.spatial(16, (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 128)
                                                    v1 = T.axis.spatial(8192, ax8 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 128)
                                                    T.reads(A[v0, v1])
                                                    T.writes(A_shared_dyn[v0, v1])
                                                    T.sblock_attr({"buffer_dim_align": [[0, 0, 128, 32]]})
                                                    A_shared_dyn[v0, v1] = A[v0, v1]
                            for ax0_ax1_ax2_ax3_fused_0 in range(2):
                                for ax0_ax1_ax2_ax3_fused_1 in T.thread_binding(1, thread="threadIdx.z"):
                                    for ax0_ax1_ax2_ax3_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                        for ax0_ax1_ax2_ax3_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                            for ax0_ax1_ax2_ax3_fused_4 in T.vectorized(4):
                                                with T.sblock("W_shared.dyn"):
                                                    v0 = T.axis.spatial(512, ax1_0 * 4 + (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) // 256)
                                                    v1 = T.axis.spatial(128, ax8 * 2 + (ax0_ax1_ax2_ax3_fused_0 * 512 + ax0_ax1_ax2_ax3_fused_1 * 512 + ax0_ax1_ax2_ax3_fused_2 * 128 + ax0_ax1_ax2_ax3_fused_3 * 4 + ax0_ax1_ax2_ax3_fused_4) % 256 // 128)
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
                                                    v0 = T.axis.spatial(64, ax8)
                                                    v1 = T.axis.spatial(8192, ax1_0 * 64 + (ax0_ax1_ax2_fused_0 * 1024 + ax0_ax1_ax2_fused_1 * 1024 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) // 2)
                                                    v2 = T.axis.spatial(2, (ax0_ax1_ax2_fused_0 * 1024 + ax0_ax1_ax2_fused_1 * 1024 + ax0_ax1_ax2_fused_2 * 256 + ax0_ax1_ax2_fused_3 * 8 + ax0_ax1_ax2_fused_4) % 2)
                                                    T.where((((ax0_ax1_ax2_fused_0 + ax0_ax1_ax2_fused_1) * 4 + ax0_ax1_ax2_fused_2) * 32 + ax0_ax1_ax2_fused_3) * 8 + ax0_ax1_ax2_fused_4 < 128)
                                                    T.reads(scale_zero[v0, v1, v2])
                                                    T.writes(scale_zero_shared_dyn[v0, v1, v2])
                                                    scale_zero_shared_dyn[v0, v1, v2] = scale_zero[v0, v1, v2]
                            with T.sblock("C_sum_o"):
                                v0_o = T.axis.spatial(1, ax0)
                                v1_o = T.axis.spatial(512, ax1_0 * 4 + ax1_1)
                                v2_o = T.axis.spatial(8, ax2_ax3_fused // 4)
                                v3_o = T.axis.spatial(4, ax2_ax3_fused % 4)
                                v4_o = T.axis.spatial(1, 0)
                                v5_o = T.axis.spatial(1, 0)
                                v6_o = T.axis.spatial(1, 0)
                                v7_o = T.axis.spatial(1, 0)
                                v8_o = T.axis.reduce(64, ax8)
                                v9_o = T.axis.reduce(1, 0)
                                v10_o = T.axis.reduce(1, 0)
                                v11_o = T.axis.reduce(1, 0)
                                v12_o = T.axis.reduce(1, 0)
                                v13_o = T.axis.reduce(1, 0)
                                v14_o = T.axis.reduce(1, 0)
                                T.reads(A_shared_dyn[v3_o * 2:v3_o * 2 + 10, v8_o * 128:v8_o * 128 + 128], W_shared_dyn[v1_o, v8_o * 2:v8_o * 2 + 2, v2_o * 4:v2_o * 4 + 4, 0:4], scale_zero_shared_dyn[v8_o, v1_o * 16 + v2_o:v1_o * 16 + v2_o + 9, 0:2])
                                T.writes(C_sum_reindex_local[v1_o, v2_o, v3_o, 0:2, 0:2, 0:2])
                                with T.init():
                                    for ax5, ax6, ax7 in T.grid(2, 2, 2):
                                        with T.sblock("C_sum_init"):
                                            v5_i_init, v6_i_init, v7_i_init = T.axis.remap("SSS", [ax5, ax6, ax7])
                                            T.reads()
                                            T.writes(C_sum_reindex_local[v1_o, v2_o, v3_o, v5_i_init, v6_i_init, v7_i_init])
                                            C_sum_reindex_local[v1_o, v2_o, v3_o, v5_i_init, v6_i_init, v7_i_init] = T.float32(0.0)
                                for ax4, ax5, ax6, ax7, ax9, ax10, ax11, ax12, ax13, ax14 in T.grid(1, 2, 2, 2, 2, 2, 4, 2, 2, 2):
                                    with T.sblock("C_sum"):
                                        v5_i, v6_i, v7_i, v9_i, v10_i, v11_i, v12_i, v13_i, v14_i = T.axis.remap("SSSRRRRRR", [ax5, ax6, ax7, ax9, ax10, ax11, ax12, ax13, ax14])
                                        T.reads(C_sum_reindex_local[v1_o, v2_o, v3_o, v5_i, v6_i, v7_i], A_shared_dyn[v5_i * 8 + v3_o * 2 + v7_i, v8_o * 128 + v9_i * 64 + v10_i * 32 + v11_i * 8 + v12_i * 4 + v13_i * 2 + v14_i], W_shared_dyn[v1_o, v8_o * 2 + v9_i, v2_o * 4 + v11_i, v10_i * 2 + v12_i], scale_zero_shared_dyn[v8_o, v1_o * 16 + v6_i * 8 + v2_o, 0:2])
                                        T.writes(C_sum_reindex_local[v1_o, v2_o, v3_o, v5_i, v6_i, v7_i])
                                        C_sum_reindex_local[v1_o, v2_o, v3_o, v5_i, v6_i, v7_i] = C_sum_reindex_local[v1_o, v2_o, v3_o, v5_i, v6_i, v7_i] + T.Cast("float32", A_shared_dyn[v5_i * 8 + v3_o * 2 + v7_i, v8_o * 128 + v9_i * 64 + v10_i * 32 + v11_i * 8 + v12_i * 4 + v13_i * 2 + v14_i]) * T.Cast("float32", (T.Cast("float16", W_shared_dyn[v1_o, v8_o * 2 + v9_i, v2_o * 4 + v11_i, v10_i * 2 + v12_i] >> v14_i * 16 + v13_i * 8 + v6_i * 4 & 15) - scale_zero_shared_dyn[v8_o, v1_o * 16 + v6_i * 8 + v2_o, 1]) * scale_zero_shared_dyn[v8_o, v1_o * 16 + v6_i * 8 + v2_o, 0])
                        for ax0_1, ax1, ax2, ax3, ax4, ax5 in T.grid(1, 1, 1, 2, 2, 2):
                            with T.sblock("C_sum_reindex"):
                                v0 = T.axis.spatial(512, ax1_0 * 4 + ax1_1 + ax0_1)
                                v1 = T.axis.spatial(8, ax2_ax3_fused // 4 + ax1)
                                v2 = T.axis.spatial(4, ax2_ax3_fused % 4 + ax2)
                                v3, v4, v5 = T.axis.remap("SSS", [ax3, ax4, ax5])
                                T.reads(C_sum_reindex_local[v0, v1, v2, v3, v4, v5])
                                T.writes(C[v3 * 8 + v2 * 2 + v5, v1 + v4 * 8 + v0 * 16])
                                C[v3 * 8 + v2 * 2 + v5, v1 + v4 * 8 + v0 * 16] = T.Cast("float16", C_sum_reindex_local[v0, v1, v2, v3, v4, v5])
