# gemm/sgemm_tvm:register_prefetch:pipeline_registers
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 16384,16384,16384, float32
# why: an LDS takes about 30 cycles: start it one row ahead
# since the previous step:
#   b72 = sch.get_sblock(name="C_update", func_name="main")
#   l73, l74, l75, l76, l77, l78, l79, l80, l81 = sch.get_loops(block=b72)
#   sch.annotate(block_or_loop=l79, ann_key="software_pipeline_stage", ann_val=[0, 0, 1])
#   sch.annotate(block_or_loop=l79, ann_key="software_pipeline_order", ann_val=[0, 1, 2])

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
        for i_0 in T.thread_binding(128, thread="blockIdx.y"):
            for j_0 in T.thread_binding(128, thread="blockIdx.x"):
                for i_2 in T.thread_binding(2, thread="vthread.y"):
                    for j_2 in T.thread_binding(2, thread="vthread.x"):
                        for i_1_j_1_i_3_j_3_fused in T.thread_binding(256, thread="threadIdx.x"):
                            for i_4_init, j_4_init in T.grid(4, 4):
                                with T.sblock("C_init"):
                                    v_i = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4_init)
                                    v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4_init)
                                    T.reads()
                                    T.writes(C_local[v_i, v_j])
                                    C_local[v_i, v_j] = T.float32(0.0)
                            for k_0 in range(2048):
                                for ax0_ax1_fused_0 in range(1):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("A_shared.dyn"):
                                                v0 = T.axis.spatial(16384, k_0 * 8 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 128)
                                                v1 = T.axis.spatial(16384, i_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 128)
                                                T.reads(A[v0, v1])
                                                T.writes(A_shared_dyn[v0, v1])
                                                A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(1):
                                    for ax0_ax1_fused_1 in T.thread_binding(256, thread="threadIdx.x"):
                                        for ax0_ax1_fused_2 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn"):
                                                v0 = T.axis.spatial(16384, k_0 * 8 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 128)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + (ax0_ax1_fused_0 * 1024 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 128)
                                                T.reads(B[v0, v1])
                                                T.writes(B_shared_dyn[v0, v1])
                                                B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1 in T.serial(8, annotations={"software_pipeline_order": [0, 1, 2], "software_pipeline_stage": [0, 0, 1]}):
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("A_shared.dyn_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 8 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax1)
                                                T.reads(A_shared_dyn[v0, v1])
                                                T.writes(A_shared_dyn_local[v0, v1])
                                                A_shared_dyn_local[v0, v1] = A_shared_dyn[v0, v1]
                                    for ax0 in range(1):
                                        for ax1 in T.vectorized(4):
                                            with T.sblock("B_shared.dyn_local"):
                                                v0 = T.axis.spatial(16384, k_0 * 8 + k_1 + ax0)
                                                v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                                T.reads(B_shared_dyn[v0, v1])
                                                T.writes(B_shared_dyn_local[v0, v1])
                                                B_shared_dyn_local[v0, v1] = B_shared_dyn[v0, v1]
                                    for i_4, j_4 in T.grid(4, 4):
                                        with T.sblock("C_update"):
                                            v_i = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + i_4)
                                            v_j = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + j_4)
                                            v_k = T.axis.reduce(16384, k_0 * 8 + k_1)
                                            T.reads(C_local[v_i, v_j], A_shared_dyn_local[v_k, v_i], B_shared_dyn_local[v_k, v_j])
                                            T.writes(C_local[v_i, v_j])
                                            C_local[v_i, v_j] = C_local[v_i, v_j] + A_shared_dyn_local[v_k, v_i] * B_shared_dyn_local[v_k, v_j]
                            for ax0 in range(4):
                                for ax1 in T.vectorized(4):
                                    with T.sblock("C_local"):
                                        v0 = T.axis.spatial(16384, i_0 * 128 + i_1_j_1_i_3_j_3_fused // 64 * 32 + i_2 * 16 + i_1_j_1_i_3_j_3_fused % 32 // 8 * 4 + ax0)
                                        v1 = T.axis.spatial(16384, j_0 * 128 + i_1_j_1_i_3_j_3_fused % 64 // 32 * 64 + j_2 * 32 + i_1_j_1_i_3_j_3_fused % 8 * 4 + ax1)
                                        T.reads(C_local[v0, v1])
                                        T.writes(C[v0, v1])
                                        C[v0, v1] = C_local[v0, v1]
