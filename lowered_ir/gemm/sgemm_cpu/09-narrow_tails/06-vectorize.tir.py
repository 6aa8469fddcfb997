# gemm/sgemm_cpu:narrow_tails:vectorize
# C[i,j] = sum_k A[i,k] B[k,j], M,N,K = 1024,1024,1024, float32
# why: 8 adjacent columns fill a vector register
# since the previous step:
#   sch.vectorize(loop=l22)
#   l23, l24, l25, l26, l27, l28 = sch.get_loops(block=b3)
#   l29, l30 = sch.split(loop=l28, factors=[None, 8], preserve_unit_iters=True, disable_predication=False)
#   sch.vectorize(loop=l30)

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
        for i_0 in T.serial(5, annotations={"pragma_loop_partition_hint": 1}):
            for j_0 in T.serial(4, annotations={"pragma_loop_partition_hint": 1}):
                for j_1 in T.serial(16, annotations={"pragma_loop_partition_hint": 1}):
                    for i_1 in T.serial(42, annotations={"pragma_loop_partition_hint": 1}):
                        for k, i_2, j_2 in T.grid(1024, 6, 2):
                            for j_3 in T.vectorized(8):
                                with T.sblock("C"):
                                    v_i = T.axis.spatial(1024, i_0 * 252 + i_1 * 6 + i_2)
                                    v_j = T.axis.spatial(1024, j_0 * 256 + j_1 * 16 + j_2 * 8 + j_3)
                                    v_k = T.axis.reduce(1024, k)
                                    T.where((i_0 * 42 + i_1) * 6 + i_2 < 1024)
                                    T.reads(A[v_i, v_k], B_global[v_j // 8, v_k, v_j % 8])
                                    T.writes(C_global[v_i, v_j])
                                    with T.init():
                                        C_global[v_i, v_j] = T.float32(0.0)
                                    C_global[v_i, v_j] = C_global[v_i, v_j] + A[v_i, v_k] * B_global[v_j // 8, v_k, v_j % 8]
                        for ax0, ax1_0 in T.grid(6, 2):
                            for ax1_1 in T.vectorized(8):
                                with T.sblock("C_global"):
                                    v0 = T.axis.spatial(1024, i_0 * 252 + i_1 * 6 + ax0)
                                    v1 = T.axis.spatial(1024, j_0 * 256 + j_1 * 16 + ax1_0 * 8 + ax1_1)
                                    T.where(i_0 * 252 + i_1 * 6 + ax0 < 1024)
                                    T.reads(C_global[v0, v1])
                                    T.writes(C[v0, v1])
                                    C[v0, v1] = C_global[v0, v1]
