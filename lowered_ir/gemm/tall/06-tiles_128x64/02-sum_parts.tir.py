# gemm/tall:tiles_128x64:sum_parts
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: a result per thread, added in the order of the parts: reproducible bits
# since the previous step:
#   b12 = sch.get_sblock(name="C_sum", func_name="main")
#   l13, l14, l15 = sch.get_loops(block=b12)
#   sch.reorder(l14, l15, l13)
#   l16 = sch.fuse(l14, l15, preserve_unit_iters=True)
#   l17, l18 = sch.split(loop=l16, factors=[None, 128], preserve_unit_iters=True, disable_predication=False)
#   sch.bind(loop=l17, thread_axis="blockIdx.x")
#   sch.bind(loop=l18, thread_axis="threadIdx.x")
#   b19 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b19, buffer_index=0, storage_scope="local")
#   b20 = sch.get_sblock(name="C", func_name="main")
#   sch.reverse_compute_at(block=b20, loop=l18, preserve_unit_loops=True, index=-1)
#   sch.annotate(block_or_loop=l13, ann_key="pragma_auto_unroll_max_step", ann_val=8192)
#   sch.annotate(block_or_loop=l13, ann_key="pragma_unroll_explicit", ann_val=0)
#   b21 = sch.get_sblock(name="C_sum", func_name="main")
#   b22 = sch.decompose_reduction(block=b21, loop=l13)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((256, 256), scope="local")
        C_sum_rf = T.sblock_alloc_buffer((16, 256, 256))
        for k_0, i, j, k_1 in T.grid(16, 256, 256, 1024):
            with T.sblock("C_sum_rf"):
                vk_0, v_i, v_j, vk_1 = T.axis.remap("SSSR", [k_0, i, j, k_1])
                T.reads(A[v_i, vk_0 * 1024 + vk_1], B[v_j, vk_0 * 1024 + vk_1])
                T.writes(C_sum_rf[vk_0, v_i, v_j])
                with T.init():
                    C_sum_rf[vk_0, v_i, v_j] = T.float32(0.0)
                C_sum_rf[vk_0, v_i, v_j] = C_sum_rf[vk_0, v_i, v_j] + T.Cast("float32", A[v_i, vk_0 * 1024 + vk_1]) * T.Cast("float32", B[v_j, vk_0 * 1024 + vk_1])
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
