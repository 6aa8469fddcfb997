# gemm/sgemm_cpu:narrow_tails:pack_b
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: panels of 8 columns, row after row
# since the previous step:
#   b7 = sch.get_sblock(name="C", func_name="main")
#   sch.transform_layout(block=b7, buffer=("read", 1), index_map=lambda k, j: (j // 8, k, j % 8,),
#     pad_value=None, assume_injective_transform=False)
#   l8, l9 = sch.get_loops(block=b2)
#   l10, l11 = sch.split(loop=l9, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l10, l8, l11)
#   sch.vectorize(loop=l11)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        B_global = T.sblock_alloc_buffer((128, 1024, 8))
        C_global = T.sblock_alloc_buffer((1024, 1024))
        for ax1_0, ax0 in T.grid(128, 1024):
            for ax1_1 in T.vectorized(8):
                with T.sblock("B_global"):
                    v0 = T.axis.spatial(1024, ax0)
                    v1 = T.axis.spatial(1024, ax1_0 * 8 + ax1_1)
                    T.reads(B[v0, v1])
                    T.writes(B_global[v1 // 8, v0, v1 % 8])
                    B_global[v1 // 8, v0, v1 % 8] = B[v0, v1]
        for i, j, k in T.grid(1024, 1024, 1024):
            with T.sblock("C"):
                v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                T.reads(A[v_i, v_k], B_global[v_j // 8, v_k, v_j % 8])
                T.writes(C_global[v_i, v_j])
                with T.init():
                    C_global[v_i, v_j] = T.float32(0.0)
                C_global[v_i, v_j] = C_global[v_i, v_j] + A[v_i, v_k] * B_global[v_j // 8, v_k, v_j % 8]
        for ax0, ax1 in T.grid(1024, 1024):
            with T.sblock("C_global"):
                v0, v1 = T.axis.remap("SS", [ax0, ax1])
                T.reads(C_global[v0, v1])
                T.writes(C[v0, v1])
                C[v0, v1] = C_global[v0, v1]
