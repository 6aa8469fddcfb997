# gemm/hgemm:wmma:tensorize
# C[i,j] = sum_k A[i,k] B[j,k], M,N,K = 4096,4096,4096, float16 -> float32
# why: 32 lanes together compute a GEMM of 16 x 16 x 16: 4096 FMAs
# since the previous step:
#   l96, l97, l98, l99, l100, l101, l102 = sch.get_loops(block=b83)
#   l103, l104 = sch.split(loop=l101, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   l105, l106 = sch.split(loop=l102, factors=[None, 16], preserve_unit_iters=True, disable_predication=False)
#   sch.reorder(l103, l105, l104, l106)
#   b107 = sch.blockize(target=l104, preserve_unit_iters=True)
#   sch.set_scope(block=b67, buffer_index=0, storage_scope="wmma.matrix_a")
#   sch.set_scope(block=b81, buffer_index=0, storage_scope="wmma.matrix_b")
#   sch.set_scope(block=b16, buffer_index=0, storage_scope="wmma.accumulator")
#   b108 = sch.decompose_reduction(block=b16, loop=l13)
#   b109, = sch.get_child_blocks(b108)
#   l110, l111 = sch.get_loops(block=b109)
#   sch.tensorize(block_or_loop=l110, tensor_intrin="wmma_fill_16x16x16_f32", preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b67, tensor_intrin="wmma_load_16x16x16_f16_a_shared_dyn",
#     preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b81, tensor_intrin="wmma_load_16x16x16_f16_b_trans_shared_dyn",
#     preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b16, tensor_intrin="wmma_sync_16x16x16_f16f16f32_trans",
#     preserve_unit_iters=True)
#   sch.tensorize(block_or_loop=b107, tensor_intrin="wmma_store_16x16x16_f32_shared_dyn",
#     preserve_unit_iters=True)
#   sch.storage_align(block=b107, buffer_index=0, axis=0, factor=256, offset=8)

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main(A: T.Buffer((4096, 4096), "float16"), B: T.Buffer((4096, 4096), "float16"), C: T.Buffer((4096, 4096), "float16")):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        C_sum_local_wmma_accumulator = T.sblock_alloc_buffer((4096, 4096), scope="wmma.accumulator")
        A_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        B_shared_dyn = T.sblock_alloc_buffer((4096, 4096), "float16", scope="shared.dyn")
        A_shared_dyn_local_wmma_matrix_a = T.sblock_alloc_buffer((4096, 4096), "float16", scope="wmma.matrix_a")
        B_shared_dyn_local_wmma_matrix_b = T.sblock_alloc_buffer((4096, 4096), "float16", scope="wmma.matrix_b")
        C_sum_local_shared_dyn = T.sblock_alloc_buffer((4096, 4096), scope="shared.dyn")
        for j_0_0 in T.thread_binding(2, thread="blockIdx.z"):
            for i_0 in T.thread_binding(32, thread="blockIdx.y"):
                for j_0_1 in T.thread_binding(8, thread="blockIdx.x"):
                    for i_1 in T.thread_binding(2, thread="threadIdx.z"):
                        for j_1 in T.thread_binding(4, thread="threadIdx.y"):
                            for i_2_init, j_2_init in T.grid(4, 4):
                                with T.sblock("C_sum_o_init"):
                                    v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2_init)
                                    v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 16 + j_1 * 4 + j_2_init)
                                    T.reads()
                                    T.writes(C_sum_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                    with T.sblock("C_sum_init_o"):
                                        v_i_i_init_o = T.axis.spatial(1, 0)
                                        v_j_i_init_o = T.axis.spatial(1, 0)
                                        T.reads()
                                        T.writes(C_sum_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                        C_1 = T.match_buffer(C_sum_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], (16, 16), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                        T.tvm_fill_fragment(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.float32(0.0))
                            for k_0 in range(64):
                                for ax0_ax1_fused_0 in range(4):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("A_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, i_0 * 128 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(A[v0, v1])
                                                        T.writes(A_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 64, 8]]})
                                                        A_shared_dyn[v0, v1] = A[v0, v1]
                                for ax0_ax1_fused_0 in range(8):
                                    for ax0_ax1_fused_1 in T.thread_binding(2, thread="threadIdx.z"):
                                        for ax0_ax1_fused_2 in T.thread_binding(4, thread="threadIdx.y"):
                                            for ax0_ax1_fused_3 in T.thread_binding(32, thread="threadIdx.x"):
                                                for ax0_ax1_fused_4 in T.vectorized(8):
                                                    with T.sblock("B_shared.dyn"):
                                                        v0 = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 256 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) // 64)
                                                        v1 = T.axis.spatial(4096, k_0 * 64 + (ax0_ax1_fused_0 * 2048 + ax0_ax1_fused_1 * 1024 + ax0_ax1_fused_2 * 256 + ax0_ax1_fused_3 * 8 + ax0_ax1_fused_4) % 64)
                                                        T.reads(B[v0, v1])
                                                        T.writes(B_shared_dyn[v0, v1])
                                                        T.sblock_attr({"buffer_dim_align": [[0, 0, 64, 8]]})
                                                        B_shared_dyn[v0, v1] = B[v0, v1]
                                for k_1 in range(4):
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("A_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(A_shared_dyn_local_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            A_1 = T.match_buffer(A_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C_1 = T.match_buffer(A_shared_dyn_local_wmma_matrix_a[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("d1", "d0"), scope="wmma.matrix_a", offset_factor=16)
                                            T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "row_major")
                                    for ax0_0, ax1_0 in T.grid(4, 1):
                                        with T.sblock("B_shared.dyn_local_o"):
                                            v0_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 16 + j_1 * 4 + ax0_0)
                                            v1_o = T.axis.spatial(256, k_0 * 4 + k_1 + ax1_0)
                                            T.reads(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            T.writes(B_shared_dyn_local_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                            A_1 = T.match_buffer(B_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                            C_1 = T.match_buffer(B_shared_dyn_local_wmma_matrix_b[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), "float16", strides=("d1", "d0"), scope="wmma.matrix_b", offset_factor=16)
                                            T.tvm_load_matrix_sync(C_1.data, 16, 16, 16, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float16"), A_1.data, A_1.elem_offset, A_1.strides[0] * 16, 1), A_1.strides[0], "col_major")
                                    for i_2, j_2 in T.grid(4, 4):
                                        with T.sblock("C_sum_o_update"):
                                            v_i_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + i_2)
                                            v_j_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 16 + j_1 * 4 + j_2)
                                            v_k_o = T.axis.reduce(256, k_0 * 4 + k_1)
                                            T.reads(C_sum_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], A_shared_dyn_local_wmma_matrix_a[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], B_shared_dyn_local_wmma_matrix_b[v_j_o * 16:v_j_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16])
                                            T.writes(C_sum_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16])
                                            A_1 = T.match_buffer(A_shared_dyn_local_wmma_matrix_a[v_i_o * 16:v_i_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], (16, 16), "float16", strides=("a1", "a0"), scope="wmma.matrix_a", offset_factor=16)
                                            B_1 = T.match_buffer(B_shared_dyn_local_wmma_matrix_b[v_j_o * 16:v_j_o * 16 + 16, v_k_o * 16:v_k_o * 16 + 16], (16, 16), "float16", strides=("b1", "b0"), scope="wmma.matrix_b", offset_factor=16)
                                            C_1 = T.match_buffer(C_sum_local_wmma_accumulator[v_i_o * 16:v_i_o * 16 + 16, v_j_o * 16:v_j_o * 16 + 16], (16, 16), strides=("c1", "c0"), scope="wmma.accumulator", offset_factor=16)
                                            T.tvm_mma_sync(C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16, A_1.data, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, B_1.data, B_1.elem_offset // B_1.strides[0] // 16 * (B_1.strides[0] // 16) + B_1.elem_offset % B_1.strides[0] // 16, C_1.data, C_1.elem_offset // C_1.strides[0] // 16 * (C_1.strides[0] // 16) + C_1.elem_offset % C_1.strides[0] // 16)
                            for ax0_0, ax1_0 in T.grid(4, 4):
                                with T.sblock("C_sum_local_shared.dyn_o"):
                                    v0_o = T.axis.spatial(256, i_0 * 8 + i_1 * 4 + ax0_0)
                                    v1_o = T.axis.spatial(256, j_0_0 * 128 + j_0_1 * 16 + j_1 * 4 + ax1_0)
                                    T.reads(C_sum_local_wmma_accumulator[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    T.writes(C_sum_local_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16])
                                    T.sblock_attr({"buffer_dim_align": [[0, 0, 256, 8]]})
                                    A_1 = T.match_buffer(C_sum_local_wmma_accumulator[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), strides=("d1", "d0"), scope="wmma.accumulator", offset_factor=16)
                                    C_1 = T.match_buffer(C_sum_local_shared_dyn[v0_o * 16:v0_o * 16 + 16, v1_o * 16:v1_o * 16 + 16], (16, 16), strides=("s1", "s0"), scope="shared.dyn", offset_factor=16)
                                    T.tvm_store_matrix_sync(A_1.data, 16, 16, 16, A_1.elem_offset // A_1.strides[0] // 16 * (A_1.strides[0] // 16) + A_1.elem_offset % A_1.strides[0] // 16, T.tvm_access_ptr(T.type_annotation("float32"), C_1.data, C_1.elem_offset, C_1.strides[0] * 16, 2), C_1.strides[0], "row_major")
                            for ax0_ax1_fused_0 in range(32):
                                for ax0_ax1_fused_1 in T.thread_binding(32, thread="threadIdx.x"):
                                    for ax0_ax1_fused_2 in T.vectorized(4):
                                        with T.sblock("C"):
                                            v_i = T.axis.spatial(4096, i_0 * 128 + i_1 * 64 + (ax0_ax1_fused_0 * 128 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) // 64)
                                            v_j = T.axis.spatial(4096, j_0_0 * 2048 + j_0_1 * 256 + j_1 * 64 + (ax0_ax1_fused_0 * 128 + ax0_ax1_fused_1 * 4 + ax0_ax1_fused_2) % 64)
                                            T.reads(C_sum_local_shared_dyn[v_i, v_j])
                                            T.writes(C[v_i, v_j])
                                            C[v_i, v_j] = T.Cast("float16", C_sum_local_shared_dyn[v_i, v_j])
