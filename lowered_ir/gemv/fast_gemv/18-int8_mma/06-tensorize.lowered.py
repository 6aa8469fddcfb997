# gemv/fast_gemv:int8_mma:tensorize
# y[n] = scale sum_k (W[n,k] - zero) x[k], N,K = 8192,8192, int8 and float16 -> float32 -> float16
# why: one operation converts two codes to float16; tensor cores multiply and add
# target: cuda sm_90
# launch main_kernel: grid 1024 x 1 x 1, block 64 x 2 x 1, shared 24 B static + 0 B dynamic

# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.tirx.layout import Axis

@I.ir_module
class Module:
    @T.prim_func(s_tir=True)
    def main_kernel(W_ptr: T.handle("int8", "global"), scale_ptr: T.handle("float16", "global"), x_ptr: T.handle("float16", "global"), y_ptr: T.handle("float16", "global"), zero_ptr: T.handle("int32", "global")):
        T.func_attr({"calling_conv": 2, "target": T.target({"arch": "sm_90", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}), "tirx.is_global_func": True, "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "threadIdx.y"], "tirx.noalias": True})
        scale = T.decl_buffer((1,), "float16", data=scale_ptr)
        y = T.decl_buffer((8192,), "float16", data=y_ptr)
        zero = T.decl_buffer((1,), "int32", data=zero_ptr)
        W = T.decl_buffer((67108864,), "int8", data=W_ptr)
        x = T.decl_buffer((8192,), "float16", data=x_ptr)
        with T.launch_thread("blockIdx.x", 1024) as blockIdx_x:
            y_sum_rf_local = T.alloc_local((4,))
            x_local = T.alloc_local((16,), "float16")
            W_local = T.alloc_local((32,), "int8")
            y_sum_local = T.alloc_local((4,))
            red_result = T.alloc_shared((2,), annotations={"tirx.volatile": True})
            with T.launch_thread("threadIdx.x", 64) as threadIdx_x:
                threadIdx_y = T.launch_thread("threadIdx.y", 2)
                for i_2_init in range(4):
                    y_sum_rf_local[i_2_init] = T.float32(0.0)
                for k_0_0_0 in range(4):
                    for k_0_0_1 in T.unroll(2):
                        cse_v1: T.let[T.int32] = k_0_0_0 * 2048
                        cse_v2: T.let[T.int32] = k_0_0_1 * 1024
                        cse_v3: T.let[T.int32] = threadIdx_x * 16
                        for ax0_0 in T.unroll(2):
                            cse_v4: T.let[T.int32] = ax0_0 * 8
                            x_local[ax0_0 * 8:ax0_0 * 8 + 8] = x[T.Ramp(k_0_0_0 * 2048 + k_0_0_1 * 1024 + threadIdx_x * 16 + ax0_0 * 8, 1, 8)]
                        for i_2_0 in T.unroll(2):
                            for ax0 in T.unroll(2):
                                W_local[ax0 * 16:ax0 * 16 + 16] = W[T.Ramp(blockIdx_x * 65536 + threadIdx_y * 32768 + i_2_0 * 16384 + ax0 * 8192 + k_0_0_0 * 2048 + k_0_0_1 * 1024 + threadIdx_x * 16, 1, 16)]
                            T.cuda.func_call("mma_dot_int8<4>", T.address_of(y_sum_rf_local[i_2_0 * 2]), T.address_of(W_local[0]), T.address_of(x_local[0]), zero[0], source_code="\n__device__ __forceinline__ unsigned mma_dot_bits(half2 pair) { return *(unsigned*)&pair; }\n__device__ __forceinline__ half2 mma_dot_pair(unsigned bits) { return *(half2*)&bits; }\n__device__ __forceinline__ void mma_dot_step(float* d, const unsigned* row, const unsigned* next,\n                                             unsigned x0, unsigned x1) {\n  asm(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \"\n      \"{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\"\n      : \"+f\"(d[0]), \"+f\"(d[1]), \"+f\"(d[2]), \"+f\"(d[3])\n      : \"r\"(row[0]), \"r\"(next[0]), \"r\"(row[1]), \"r\"(next[1]), \"r\"(x0), \"r\"(x1));\n}\n__device__ __forceinline__ void mma_dot_add(float* sums, const float* d) {\n  int lane = threadIdx.x & 31;\n  bool diagonal = lane >> 3 == (lane & 3);\n  float first = lane & 4 ? d[1] : d[0], second = lane & 4 ? d[3] : d[2];\n  sums[0] += diagonal ? first : 0.0f;\n  sums[1] += diagonal ? second : 0.0f;\n}\n\n__device__ __forceinline__ void mma_dot_values(unsigned word, int zero, unsigned* out) {\n  half2 known = __half2half2(__int2half_rn(1024 + 128 + zero));\n  word ^= 0x80808080;\n  out[0] = mma_dot_bits(__hsub2(mma_dot_pair(__byte_perm(word, 0x64646464, 0x4140)), known));\n  out[1] = mma_dot_bits(__hsub2(mma_dot_pair(__byte_perm(word, 0x64646464, 0x4342)), known));\n}\ntemplate <int words>\n__device__ __forceinline__ void mma_dot_int8(float* sums, const void* codes, const void* x,\n                                             int zero) {\n  const unsigned* word = (const unsigned*)codes;\n  const unsigned* pair = (const unsigned*)x;\n  float d[4] = {0.0f, 0.0f, 0.0f, 0.0f};\n#pragma unroll\n  for (int j = 0; j < words; ++j, pair += 2) {\n    unsigned row[2], next[2];\n    mma_dot_values(word[j], zero, row);\n    mma_dot_values(word[words + j], zero, next);\n    mma_dot_step(d, row, next, pair[0], pair[1]);\n  }\n  mma_dot_add(sums, d);\n}\n")
                for ax1 in range(4):
                    with T.attr(T.comm_reducer(lambda x0, y0: x0 + y0, [T.float32(0.0)]), "reduce_scope", 0):
                        red_buf_staging = T.alloc_shared((4,))
                        t0 = T.alloc_local((1,))
                        mask = T.alloc_local((1,), "uint32")
                        red_buf0 = T.alloc_local((1,))
                        t0_1 = T.alloc_local((1,))
                        mask_1 = T.alloc_local((1,), "uint32")
                        red_buf0_1 = T.alloc_local((1,))
                        red_buf0[0] = y_sum_rf_local[ax1]
                        mask[0] = T.cuda.__activemask()
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 16, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 8, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 4, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 2, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        t0[0] = T.cuda.__shfl_down_sync(mask[0], red_buf0[0], 1, 32)
                        red_buf0[0] = red_buf0[0] + t0[0]
                        if T.truncmod(threadIdx_x, 32) == 0:
                            red_buf_staging[threadIdx_y * 2 + (threadIdx_x >> 5)] = red_buf0[0]
                        T.tvm_storage_sync("shared")
                        if threadIdx_x < 2:
                            red_buf0_1[0] = red_buf_staging[threadIdx_y * 2 + threadIdx_x]
                        mask_1[0] = T.cuda.__activemask()
                        t0_1[0] = T.cuda.__shfl_down_sync(mask_1[0], red_buf0_1[0], 1, 32)
                        red_buf0_1[0] = red_buf0_1[0] + t0_1[0]
                        if threadIdx_x == 0:
                            red_result[threadIdx_y] = red_buf0_1[0]
                        T.tvm_storage_sync("shared")
                    y_sum_local[ax1] = red_result[threadIdx_y]
                for ax0 in range(4):
                    if threadIdx_x == 0:
                        y[blockIdx_x * 8 + threadIdx_y * 4 + ax0] = T.Cast("float16", y_sum_local[ax0] * T.Cast("float32", scale[0]))
