# gemm/hgemm:wmma:split_mma
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic
# since the previous step:
#   b0 = sch.get_sblock(name="C_sum", func_name="main")
#   sch.set_scope(block=b0, buffer_index=0, storage_scope="local")
#   b1 = sch.get_sblock(name="C_sum", func_name="main")
#   l2, l3, l4 = sch.get_loops(block=b1)
#   l5, l6, l7, l8 = sch.split(loop=l2, factors=[None, 2, 4, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   l9, l10, l11, l12 = sch.split(loop=l3, factors=[None, 4, 4, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   l13, l14, l15 = sch.split(loop=l4, factors=[None, 4, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l5, l9, l6, l10, l13, l14, l7, l11, l8, l12, l15)
#   b16 = sch.blockize(target=l8, preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local = T.sblock_alloc_buffer((4096, 4096), scope="local")
        for i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2 in T.grid(32, 16, 2, 4, 64, 4, 4, 4):
            with T.sblock("C_sum_o"):
                v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                v_j_o = T.axis.spatial(256, j_0 * 16 + j_1 * 4 + j_2)
                v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                T.reads(A[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B[v_j_o * 16:v_j_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                T.writes(C_sum_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                with T.init():
                    for i_3, j_3 in T.grid(16, 16):
                        with T.sblock("C_sum_init"):
                            v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                            T.reads()
                            T.writes(C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                            C_sum_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                for i_3, j_3, k_2 in T.grid(16, 16, 16):
                    with T.sblock("C_sum"):
                        v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                        T.reads(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
                        T.writes(C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                        C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_sum_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + T.Cast("float32", A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i]) * T.Cast("float32", B[v_j_o * 16 + v_j_i, v_k_o * 16 + v_k_i])
        for i, j in T.grid(4096, 4096):
            with T.sblock("C"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                T.reads(C_sum_local[v_i, v_j])
                T.writes(C[v_i, v_j])
                C[v_i, v_j] = T.Cast("float16", C_sum_local[v_i, v_j])
