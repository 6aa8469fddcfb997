# gemm/sgemm_tvm:ordered_products:unroll
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: register arrays need constant indexes: without this, local memory
# since the previous step:
#   b92 = sch.get_sblock(name="C_update", func_name="main")
#   l93, l94, l95, l96, l97, l98, l99, l100, l101 = sch.get_loops(block=b92)
#   sch.annotate(block_or_loop=l99, ann_key="pragma_auto_unroll_max_step", ann_val=8192)
#   sch.annotate(block_or_loop=l99, ann_key="pragma_unroll_explicit", ann_val=0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((16384, 16384), "float32"), B: T.Buffer((16384, 16384), "float32"), C: T.Buffer((16384, 16384), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        A_shared_dyn = T.sblock_alloc_buffer((16384, 16384), scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((16384, 16384), scope="shared.dyn")
        A_shared_dyn_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        B_shared_dyn_local = T.sblock_alloc_buffer((16384, 16384), scope="local")
        for i_0 in T.thread_binding(64, thread="blockIdx.y"):
            for j_0 in T.thread_binding(128, thread="blockIdx.x"):
                for i_2 in T.thread_binding(4, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for i_4_init, j_4_init in T.grid(4, 4):
                                with T.sblock("C_init"):
                                    v_i = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4_init)
                                    v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4_init)
                                    T.reads()
                                    T.writes(C_local[v_i, v_j])
                                    C_local[v_i, v_j] = T.float32(0.0)
                            for k_0 in T.serial(1024, annotations={"software_pipeline_async_stages": [0], "software_pipeline_order": [0, 1, 3, 2, 4], "software_pipeline_stage": [0, 0, 1, 2, 2]}):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("A_shared.dyn"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 256)
                                                v1 = T.axis.spatial(16384, i_0 * 256 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 256)
                                                T.reads(A[v0, v1])
                                                T.writes(A_shared_dyn[v0, v1])
                                                A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(2):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 128)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 128)
                                                T.reads(B[v0, v1])
                                                T.writes(B_shared_dyn[v0, v1])
                                                B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1 in T.serial(16, annotations={"pragma_auto_unroll_max_step": 8192, "pragma_unroll_explicit": 0, "software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 0, 1]}):
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("A_shared.dyn_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax1)
                                                T.reads(A_shared_dyn[v0, v1])
                                                T.writes(A_shared_dyn_local[v0, v1])
                                                A_shared_dyn_local[v0, v1] = A_shared_dyn[v0, v1]
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 16 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                                T.reads(B_shared_dyn[v0, v1])
                                                T.writes(B_shared_dyn_local[v0, v1])
                                                B_shared_dyn_local[v0, v1] = B_shared_dyn[v0, v1]
                                    for i_4, j_4 in T.grid(4, 4):
                                        with T.sblock("C_update"):
                                            v_i = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                            v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                            v_k = T.axis.reduce(16384, k_0 * 16 + k_1)
                                            T.reads(C_local[v_i, v_j], A_shared_dyn_local[v_k, v_i], B_shared_dyn_local[v_k, v_j])
                                            T.writes(C_local[v_i, v_j])
                                            C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared_dyn_local[v_k, v_i] * B_shared_dyn_local[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0 * 256 + i_1_j_1_i_3_j_3_fused // 64 * 64 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax0)
                                        v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
