# gemm/tall:tiles_128x64:rfactor
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 256,256,16384, float16 -> float32
# why: partial sums over 16 parts of K, added at the end
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   l4, l5 = sch.split(loop=l3, factors=[16, None], preserve_unit_iters=True, disable_predication=False)
#   b6 = sch.get_sblock(name="C_sum", func_name="main")
#   l7, l8, l9, l10 = sch.get_loops(block=b6)
#   sch.reorder(l4, l7, l8)
#   b11 = sch.rfactor(loop=l4, factor_axis=0)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((256, 16384), "float16"), B: T.Buffer((256, 16384), "float16"), C: T.Buffer((256, 256), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum = T.sblock_alloc_buffer((256, 256))
        C_sum_rf = T.sblock_alloc_buffer((16, 256, 256))
        for k_0, i, j, k_1 in T.grid(16, 256, 256, 1024):
            with T.sblock("C_sum_rf"):
                vk_0, v_i, v_j, vk_1 = T.axis.remap("SSSR", [k_0, i, j, k_1])
                T.reads(A[v_i, vk_0 * 1024 + vk_1], B[v_j, vk_0 * 1024 + vk_1])
                T.writes(C_sum_rf[vk_0, v_i, v_j])
                with T.init():
                    C_sum_rf[vk_0, v_i, v_j] = T.float32(0.0)
                C_sum_rf[vk_0, v_i, v_j] = C_sum_rf[vk_0, v_i, v_j] + T.Cast("float32", A[v_i, vk_0 * 1024 + vk_1]) * T.Cast("float32", B[v_j, vk_0 * 1024 + vk_1])
        for k_0, i, j in T.grid(16, 256, 256):
            with T.sblock("C_sum"):
                vk_0, v_i, v_j = T.axis.remap("RSS", [k_0, i, j])
                T.reads(C_sum_rf[vk_0, v_i, v_j])
                T.writes(C_sum[v_i, v_j])
                with T.init():
                    C_sum[v_i, v_j] = T.float32(0.0)
                C_sum[v_i, v_j] = C_sum[v_i, v_j] + C_sum_rf[vk_0, v_i, v_j]
        for i, j in T.grid(256, 256):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum[v_i, v_j])
