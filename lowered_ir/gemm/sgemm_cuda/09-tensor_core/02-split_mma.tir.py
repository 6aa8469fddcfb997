# gemm/sgemm_cuda:tensor_core:split_mma
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32, multiplied as float16
# why: blocks, warps, and 16 x 16 x 16: the GEMM of one tensor-core intrinsic
# since the previous step:
#   b2 = sch.get_sblock(name="C", func_name="main")
#   l3, l4, l5 = sch.get_loops(block=b2)
#   l6, l7, l8, l9 = sch.split(loop=l3, factors=[None, 2, 2, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   l10, l11, l12, l13 = sch.split(loop=l4, factors=[None, 2, 2, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   l14, l15, l16 = sch.split(loop=l5, factors=[None, 2, 16], preserve_unit_iters=True,
#     disable_predication=False)
#   sch.reorder(l6, l10, l7, l11, l14, l15, l8, l12, l9, l13, l16)
#   b17 = sch.blockize(target=l9, preserve_unit_iters=True)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_local = T.sblock_alloc_buffer((1024, 1024), scope="local")
        for i_0, j_0, i_1, j_1, k_0, k_1, i_2, j_2 in T.grid(16, 16, 2, 2, 32, 2, 2, 2):
            with T.sblock("C_o"):
                v_i_o = T.axis.spatial(64, i_0 * 4 + i_1 * 2 + i_2)
                v_j_o = T.axis.spatial(64, j_0 * 4 + j_1 * 2 + j_2)
                v_k_o = T.axis.reduce(64, k_0 * 2 + k_1)
                T.reads(A[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B[v_k_o * 16:v_k_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                T.writes(C_local[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                with T.init():
                    for i_3, j_3 in T.grid(16, 16):
                        with T.sblock("C_init"):
                            v_i_i_init, v_j_i_init = T.axis.remap("SS", [i_3, j_3])
                            T.reads()
                            T.writes(C_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init])
                            C_local[v_i_o * 16 + v_i_i_init, v_j_o * 16 + v_j_i_init] = T.float32(0.0)
                for i_3, j_3, k_2 in T.grid(16, 16, 16):
                    with T.sblock("C"):
                        v_i_i, v_j_i, v_k_i = T.axis.remap("SSR", [i_3, j_3, k_2])
                        T.reads(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i], A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i], B[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i])
                        T.writes(C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i])
                        C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] = C_local[v_i_o * 16 + v_i_i, v_j_o * 16 + v_j_i] + A[v_i_o * 16 + v_i_i, v_k_o * 16 + v_k_i] * B[v_k_o * 16 + v_k_i, v_j_o * 16 + v_j_i]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("C_local"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_local[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_local[v0, v1]
