# gemm/sgemm_tvm:naive:bind_block
# C[i,j] = sum_k A[k,i] B[k,j], M,N,K = 1024,1024,1024, float32
# why: a block per row of C; rows are independent
# since the previous step:
#   b0 = sch.get_sblock(name="C", func_name="main")
#   l1, l2, l3 = sch.get_loops(block=b0)
#   sch.bind(loop=l1, thread_axis="blockIdx.x")

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in T.thread_binding(1024, thread="blockIdx.x"):
            for j, k in T.grid(1024, 1024):
                with T.sblock("C"):
                    v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
                    T.reads(A[v_k, v_i], B[v_k, v_j])
                    T.writes(C[v_i, v_j])
                    with T.init():
                        C[v_i, v_j] = T.float32(0.0)
                    C[v_i, v_j] = C[v_i, v_j] + A[v_k, v_i] * B[v_k, v_j]
