# gemm/w4a16:dequantized:pipeline_async
# C[i,j] = sum_k A[i,k] scale[k/128,j] (code[j,k] - zero[k/128,j]), M,N,K = 16,8192,8192, float16 and int4 ->
#     float32 -> float16
# why: copies to shared memory without registers, two slices ahead
# target: cuda sm_90
# build: cp.async on
# launch main_kernel: grid 64 x 512 x 1, block 16 x 16 x 1, shared 0 B static + 0 B dynamic
# launch main_kernel_1: grid 128 x 1 x 1, block 32 x 4 x 1, shared 0 B static + 30720 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("int32", "global"), W_value_ptr: T.handle("float16", "global"), scale_zero_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.y", "blockIdx.x", "threadIdx.y", "threadIdx.x"], "tirx.noalias": True})
        W_value = T.decl_buffer((67108864,), "float16", data=W_value_ptr)
        scale_zero = T.decl_buffer((1048576,), "float16", data=scale_zero_ptr)
        W = T.decl_buffer((8388608,), "int32", data=W_ptr)
        with T.launch_thread("blockIdx.y", 512) as blockIdx_y:
            W_value_local = T.alloc_local((8,), "float16")
            with T.launch_thread("blockIdx.x", 64) as blockIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 16)
                threadIdx_x = T.launch_thread("threadIdx.x", 16)
                for ax1 in range(8):
                    cse_v29: T.let[T.int32] = blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2
                    W_value_local[ax1] = (T.Cast("float16", W[blockIdx_y * 16384 + threadIdx_y * 1024 + blockIdx_x * 16 + threadIdx_x] >> ax1 * 4 & 15) - scale_zero[blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2 + 1]) * scale_zero[blockIdx_x * 16384 + blockIdx_y * 32 + threadIdx_y * 2]
                for ax1_2 in range(2):
                    cse_v1: T.let[T.int32] = ax1_2 * 4
                    W_value[blockIdx_y * 131072 + threadIdx_y * 8192 + blockIdx_x * 128 + threadIdx_x * 8 + ax1_2 * 4:blockIdx_y * 131072 + threadIdx_y * 8192 + blockIdx_x * 128 + threadIdx_x * 8 + ax1_2 * 4 + 4] = W_value_local[T.Ramp(ax1_2 * 4, 1, 4)]

    @T.prim_func(s_tir=True)
    def main_kernel_1(A_ptr: T.handle("float16", "global"), C_ptr: T.handle("float16", "global"), W_value_ptr: T.handle("float16", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.z", "blockIdx.y", "blockIdx.x", "threadIdx.z", "threadIdx.x", "threadIdx.y", "tirx.use_dyn_shared_memory"], "tirx.noalias": True})
        C = T.decl_buffer((131072,), "float16", data=C_ptr)
        W_value = T.decl_buffer((67108864,), "float16", data=W_value_ptr)
        A = T.decl_buffer((131072,), "float16", data=A_ptr)
        with T.launch_thread("blockIdx.z", 1) as blockIdx_z:
            buf_dyn_shmem = T.alloc_buffer((30720,), "uint8", scope="shared.dyn")
            W_value_shared_dyn = T.decl_buffer((12288,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            A_shared_dyn = T.decl_buffer((3072,), "float16", data=buf_dyn_shmem.data, scope="shared.dyn")
            C_sum_local_warp = T.alloc_local((8,))
            A_shared_dyn_local_warp = T.alloc_local((16,), "float16")
            W_value_shared_dyn_local_warp = T.alloc_local((16,), "float16")
            C_sum_local_local = T.alloc_local((8,))
            with T.launch_thread("blockIdx.y", 1) as blockIdx_y:
                blockIdx_x = T.launch_thread("blockIdx.x", 128)
                threadIdx_z = T.launch_thread("threadIdx.z", 1)
                threadIdx_x = T.launch_thread("threadIdx.x", 32)
                threadIdx_y = T.launch_thread("threadIdx.y", 4)
                T.cuda.mma_fill_legacy(8, C_sum_local_warp.data, 0)
                cse_v2: T.let[T.int32] = threadIdx_y * 32768
                cse_v3: T.let[T.int32] = threadIdx_x >> 3
                cse_v4: T.let[T.int32] = threadIdx_x & 7
                cse_v5: T.let[T.int32] = threadIdx_y * 256
                cse_v6: T.let[T.int32] = blockIdx_x * 524288
                cse_v16: T.let[T.int32] = (threadIdx_x >> 3) * 8192
                cse_v17: T.let[T.int32] = (threadIdx_x & 7) * 8
                cse_v18: T.let[T.int32] = (threadIdx_x >> 3) * 64
                cse_v30: T.let[T.int32] = threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192
                cse_v35: T.let[T.int32] = threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + (threadIdx_x & 7) * 8
                cse_v42: T.let[T.int32] = (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8
                cse_v44: T.let[T.int32] = threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8
                with T.attr({"async_commit_queue_scope": 0}):
                    T.s_tir.cp_async_raw("float16", A_shared_dyn.data, threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8, A.data, threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + (threadIdx_x & 7) * 8, 16)
                    for ax0_ax1_fused_0 in range(4):
                        T.s_tir.cp_async_raw("float16", W_value_shared_dyn.data, ax0_ax1_fused_0 * 1024 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8 + 3072, W_value.data, blockIdx_x * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + (threadIdx_x & 7) * 8, 16)
                with T.attr({"async_commit_queue_scope": 0}):
                    T.s_tir.cp_async_raw("float16", A_shared_dyn.data, threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8 + 1024, A.data, threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + (threadIdx_x & 7) * 8 + 64, 16)
                    for ax0_ax1_fused_0 in range(4):
                        T.s_tir.cp_async_raw("float16", W_value_shared_dyn.data, ax0_ax1_fused_0 * 1024 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8 + 7168, W_value.data, blockIdx_x * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + (threadIdx_x & 7) * 8 + 64, 16)
                cse_v7: T.let[T.int32] = threadIdx_x * 8
                cse_v8: T.let[T.int32] = threadIdx_x & 15
                cse_v9: T.let[T.int32] = threadIdx_x >> 4
                cse_v10: T.let[T.int32] = threadIdx_y * 1024
                cse_v19: T.let[T.int32] = (threadIdx_x & 15) * 64
                cse_v20: T.let[T.int32] = (threadIdx_x >> 4) * 512
                cse_v21: T.let[T.int32] = (threadIdx_x & 7) * 64
                cse_v22: T.let[T.int32] = (threadIdx_x & 15) >> 3
                cse_v31: T.let[T.int32] = (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8
                cse_v36: T.let[T.int32] = (threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8
                cse_v37: T.let[T.int32] = threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64
                cse_v38: T.let[T.int32] = ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8
                cse_v43: T.let[T.int32] = threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                    T.tvm_storage_sync("shared")
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, 0, T.address_of(A_shared_dyn[(threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8]), 0)
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, 0, T.address_of(W_value_shared_dyn[threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8 + 3072]), 0)
                cse_v24: T.let[T.int32] = threadIdx_x * 8 + 4
                cse_v26: T.let[T.int32] = threadIdx_x * 8 + 256
                cse_v27: T.let[T.int32] = threadIdx_x * 8 + 260
                for k_0 in range(126):
                    with T.attr({"async_commit_queue_scope": 0}):
                        cse_v11: T.let[T.int32] = k_0 * 64
                        cse_v23: T.let[T.int32] = T.truncmod(k_0 + 2, 3)
                        T.tvm_storage_sync("shared.dyn")
                        T.s_tir.cp_async_raw("float16", A_shared_dyn.data, T.truncmod(k_0 + 2, 3) * 1024 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8, A.data, threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + k_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                        for ax0_ax1_fused_0 in range(4):
                            T.s_tir.cp_async_raw("float16", W_value_shared_dyn.data, T.truncmod(k_0 + 2, 3) * 4096 + ax0_ax1_fused_0 * 1024 + threadIdx_y * 256 + (threadIdx_x >> 3) * 64 + (threadIdx_x & 7 ^ (threadIdx_y & 1) * 4 + (threadIdx_x >> 3)) * 8 + 3072, W_value.data, blockIdx_x * 524288 + ax0_ax1_fused_0 * 131072 + threadIdx_y * 32768 + (threadIdx_x >> 3) * 8192 + k_0 * 64 + (threadIdx_x & 7) * 8 + 128, 16)
                    with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 1}):
                        T.tvm_storage_sync("shared")
                        for k_1 in range(3):
                            cse_v12: T.let[T.int32] = T.truncmod(k_0, 3)
                            cse_v13: T.let[T.int32] = k_1 * 2
                            cse_v39: T.let[T.int32] = (k_1 + 1 & 1) * 256 + threadIdx_x * 8
                            T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 8, T.address_of(A_shared_dyn[T.truncmod(k_0, 3) * 1024 + (threadIdx_x & 15) * 64 + (k_1 * 2 + (threadIdx_x >> 4) + 2 ^ threadIdx_x & 7) * 8]), 0)
                            T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 8, T.address_of(W_value_shared_dyn[T.truncmod(k_0, 3) * 4096 + threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + (k_1 * 2 + ((threadIdx_x & 15) >> 3) + 2 ^ threadIdx_x & 7) * 8 + 3072]), 0)
                            cse_v32: T.let[T.int32] = (k_1 & 1) * 256 + threadIdx_x * 8
                            T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 8, W_value_shared_dyn_local_warp.data, (k_1 & 1) * 8, C_sum_local_warp.data, 0, T.bool(False))
                            T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 8, W_value_shared_dyn_local_warp.data, (k_1 & 1) * 8 + 4, C_sum_local_warp.data, 4, T.bool(False))
                    cse_v25: T.let[T.int32] = T.truncmod(k_0 + 1, 3)
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, 0, T.address_of(A_shared_dyn[T.truncmod(k_0 + 1, 3) * 1024 + (threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8]), 0)
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, 0, T.address_of(W_value_shared_dyn[T.truncmod(k_0 + 1, 3) * 4096 + threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8 + 3072]), 0)
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, 8, W_value_shared_dyn_local_warp.data, 8, C_sum_local_warp.data, 0, T.bool(False))
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, 8, W_value_shared_dyn_local_warp.data, 12, C_sum_local_warp.data, 4, T.bool(False))
                with T.attr({"async_wait_queue_scope": 0, "async_wait_inflight_count": 0}):
                    T.tvm_storage_sync("shared")
                    for k_1 in range(3):
                        cse_v14: T.let[T.int32] = k_1 * 2
                        cse_v40: T.let[T.int32] = (k_1 + 1 & 1) * 256 + threadIdx_x * 8
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 8, T.address_of(A_shared_dyn[(threadIdx_x & 15) * 64 + (k_1 * 2 + (threadIdx_x >> 4) + 2 ^ threadIdx_x & 7) * 8]), 0)
                        T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 8, T.address_of(W_value_shared_dyn[threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + (k_1 * 2 + ((threadIdx_x & 15) >> 3) + 2 ^ threadIdx_x & 7) * 8 + 3072]), 0)
                        cse_v33: T.let[T.int32] = (k_1 & 1) * 256 + threadIdx_x * 8
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 8, W_value_shared_dyn_local_warp.data, (k_1 & 1) * 8, C_sum_local_warp.data, 0, T.bool(False))
                        T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 8, W_value_shared_dyn_local_warp.data, (k_1 & 1) * 8 + 4, C_sum_local_warp.data, 4, T.bool(False))
                T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, 0, T.address_of(A_shared_dyn[(threadIdx_x & 15) * 64 + (threadIdx_x >> 4 ^ threadIdx_x & 7) * 8 + 1024]), 0)
                T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, 0, T.address_of(W_value_shared_dyn[threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + ((threadIdx_x & 15) >> 3 ^ threadIdx_x & 7) * 8 + 7168]), 0)
                T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, 8, W_value_shared_dyn_local_warp.data, 8, C_sum_local_warp.data, 0, T.bool(False))
                T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, 8, W_value_shared_dyn_local_warp.data, 12, C_sum_local_warp.data, 4, T.bool(False))
                for k_1 in range(3):
                    cse_v15: T.let[T.int32] = k_1 * 2
                    cse_v41: T.let[T.int32] = (k_1 + 1 & 1) * 256 + threadIdx_x * 8
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", A_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 8, T.address_of(A_shared_dyn[(threadIdx_x & 15) * 64 + (k_1 * 2 + (threadIdx_x >> 4) + 2 ^ threadIdx_x & 7) * 8 + 1024]), 0)
                    T.ptx_legacy.ldmatrix(T.bool(False), 4, ".b16", W_value_shared_dyn_local_warp.data, (k_1 + 1 & 1) * 8, T.address_of(W_value_shared_dyn[threadIdx_y * 1024 + (threadIdx_x >> 4) * 512 + (threadIdx_x & 7) * 64 + (k_1 * 2 + ((threadIdx_x & 15) >> 3) + 2 ^ threadIdx_x & 7) * 8 + 7168]), 0)
                    cse_v34: T.let[T.int32] = (k_1 & 1) * 256 + threadIdx_x * 8
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 8, W_value_shared_dyn_local_warp.data, (k_1 & 1) * 8, C_sum_local_warp.data, 0, T.bool(False))
                    T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, (k_1 & 1) * 8, W_value_shared_dyn_local_warp.data, (k_1 & 1) * 8 + 4, C_sum_local_warp.data, 4, T.bool(False))
                T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, 8, W_value_shared_dyn_local_warp.data, 8, C_sum_local_warp.data, 0, T.bool(False))
                T.ptx_legacy.mma("m16n8k16", "row", "col", "fp16", "fp16", "fp32", A_shared_dyn_local_warp.data, 8, W_value_shared_dyn_local_warp.data, 12, C_sum_local_warp.data, 4, T.bool(False))
                for ax0_1, ax1_1 in T.grid(2, 2):
                    cse_v28: T.let[T.int32] = (threadIdx_x & 3) * 2
                    for ax3 in range(2):
                        C_sum_local_local[(threadIdx_x & 3) * 2 + ax3] = C_sum_local_warp[ax1_1 * 4 + ax0_1 * 2 + ax3]
                    C[ax0_1 * 65536 + (threadIdx_x >> 2) * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1_1 * 8 + (threadIdx_x & 3) * 2:ax0_1 * 65536 + (threadIdx_x >> 2) * 8192 + blockIdx_x * 64 + threadIdx_y * 16 + ax1_1 * 8 + (threadIdx_x & 3) * 2 + 2] = T.Cast("float16x2", C_sum_local_local[T.Ramp((threadIdx_x & 3) * 2, 1, 2)])
