// A CUDA runtime without a GPU, which records a launch: `schedules init FILE.cu --run ARGUMENTS`.
//
// Device memory is the host's. $SCHEDULES_RECORD/kernels.txt has a line for each kernel that is
// asked for: its symbol, and the sizes of its parameters. The first launch of one of them is written
// to launch.json in that folder, the content of device memory to N.bin; then the program ends.
// Launches of other kernels before it are recorded by name and not executed.

#include <cuda.h>
#include <cuda_runtime_api.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

struct Array {
  size_t size;
  bool written;  // by the host
};

// The first bytes of a tensor map; its index in `maps` follows.
constexpr char MARK[] = "SCHEDULES-TENSOR";
constexpr int ERROR_NO_SYMBOL = 500, SHARED_PER_BLOCK = 232448;

// Constructed before the program's static objects, which register its kernels.
#define FIRST __attribute__((init_priority(101)))
std::map<char *, Array> arrays FIRST;
std::vector<std::string> maps FIRST, before FIRST;
std::map<const void *, std::string> kernels FIRST;
std::map<const void *, std::pair<void *, size_t>> variables FIRST;

struct Configuration {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
} pushed;

std::string folder() { return std::getenv("SCHEDULES_RECORD"); }

template <class Numbers>
std::string listed(const Numbers &numbers, const char *quote = "") {
  std::ostringstream text;
  const char *between = "[";
  for (auto &number : numbers) {
    text << between << quote << number << quote;
    between = ", ";
  }
  return text.str() + (std::begin(numbers) == std::end(numbers) ? "[]" : "]");
}

// Arrays in ascending order, a page apart; null if memory is exhausted.
void *allocate(size_t size) {
  constexpr size_t PAGE = 4096;
  static char *next = reinterpret_cast<char *>(0x600000000000);
  void *made = mmap(next, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (made == MAP_FAILED) return nullptr;
  next += (size / PAGE + 2) * PAGE;
  arrays[static_cast<char *>(made)] = {size, false};
  return made;
}

void note_write(void *to) {
  auto after = arrays.upper_bound(static_cast<char *>(to));
  if (after == arrays.begin()) return;
  auto &[start, array] = *std::prev(after);
  if (to < start + array.size) array.written = true;
}

cudaError_t copy(void *to, const void *from, size_t size) {
  note_write(to);
  memmove(to, from, size);
  return cudaSuccess;
}

cudaError_t fill(void *to, int value, size_t size) {
  note_write(to);
  memset(to, value, size);
  return cudaSuccess;
}

// Each parameter's bytes in hexadecimal; whether the kernel is asked for.
bool read_parameters(const std::string &kernel, void **values, std::vector<std::string> &result) {
  std::ifstream asked(folder() + "/kernels.txt");
  for (std::string line; std::getline(asked, line);) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    if (name != kernel) continue;
    for (size_t size; words >> size;) {
      auto *bytes = static_cast<unsigned char *>(values[result.size()]);
      std::string text;
      char digits[3];
      for (size_t at = 0; at < size; ++at) {
        snprintf(digits, sizeof digits, "%02x", bytes[at]);
        text += digits;
      }
      result.push_back(text);
    }
    return true;
  }
  return false;
}

cudaError_t launch(const void *function, dim3 grid, dim3 block, dim3 cluster, size_t shared,
                   bool cooperative, void **values) {
  const std::string &name = kernels[function];
  std::vector<std::string> parameters, held;
  if (!read_parameters(name, values, parameters)) {
    before.push_back(name);
    return cudaSuccess;
  }
  for (auto &[start, array] : arrays) {
    auto number = std::to_string(held.size());
    std::ofstream(folder() + "/" + number + ".bin", std::ios::binary).write(start, array.size);
    held.push_back("[" + std::to_string(reinterpret_cast<size_t>(start)) + ", " +
                   std::to_string(array.size) + (array.written ? ", true]" : ", false]"));
  }
  std::ofstream record(folder() + "/launch.json");
  record << "{\"kernel\": \"" << name << "\", \"grid\": " << listed(std::vector{grid.x, grid.y, grid.z})
         << ", \"block\": " << listed(std::vector{block.x, block.y, block.z})
         << ", \"cluster\": " << listed(std::vector{cluster.x, cluster.y, cluster.z})
         << ", \"dynamic_shared\": " << shared << ", \"cooperative\": " << (cooperative ? "true" : "false")
         << ", \"parameters\": " << listed(parameters, "\"") << ", \"arrays\": " << listed(held)
         << ", \"maps\": " << listed(maps) << ", \"before\": " << listed(before, "\"") << "}\n";
  record.close();
  _Exit(0);
}

}  // namespace

extern "C" {

// --- Registration, and what <<<...>>> becomes ------------------------------------------------------

void **__cudaRegisterFatBinary(void *) {
  static void *handle;
  return &handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
char __cudaInitModule(void **) { return 0; }
void __cudaRegisterFunction(void **, const char *function, char *, const char *name, int, uint3 *, uint3 *,
                            dim3 *, dim3 *, int *) {
  kernels[function] = name;
}
void __cudaRegisterVar(void **, char *variable, char *, const char *, int, size_t size, int, int) {
  variables[variable] = {calloc(1, size), size};
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream) {
  pushed = {grid, block, shared, stream};
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
  *grid = pushed.grid, *block = pushed.block, *shared = pushed.shared;
  *static_cast<cudaStream_t *>(stream) = pushed.stream;
  return cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t *kernel, const void *function) {
  *kernel = static_cast<cudaKernel_t>(const_cast<void *>(function));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void **values, size_t shared,
                               cudaStream_t) {
  return launch(kernel, grid, block, {1, 1, 1}, shared, false, values);
}
cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **values, size_t shared,
                             cudaStream_t) {
  return launch(function, grid, block, {1, 1, 1}, shared, false, values);
}
cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **values, size_t shared,
                                        cudaStream_t) {
  return launch(function, grid, block, {1, 1, 1}, shared, true, values);
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *given, const void *function, void **values) {
  dim3 cluster(1, 1, 1);
  bool cooperative = false;
  for (unsigned n = 0; n < given->numAttrs; ++n) {
    auto &[id, padding, value] = given->attrs[n];
    if (id == cudaLaunchAttributeClusterDimension)
      cluster = dim3(value.clusterDim.x, value.clusterDim.y, value.clusterDim.z);
    if (id == cudaLaunchAttributeCooperative) cooperative = value.cooperative;
  }
  return launch(function, given->gridDim, given->blockDim, cluster, given->dynamicSmemBytes, cooperative, values);
}

// --- Memory ----------------------------------------------------------------------------------------

cudaError_t cudaMalloc(void **to, size_t size) {
  return (*to = allocate(size)) ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaMallocAsync(void **to, size_t size, cudaStream_t) { return cudaMalloc(to, size); }
cudaError_t cudaMallocManaged(void **to, size_t size, unsigned) {
  cudaMalloc(to, size);
  arrays[static_cast<char *>(*to)].written = true;
  return cudaSuccess;
}
cudaError_t cudaFree(void *array) {
  arrays.erase(static_cast<char *>(array));
  return cudaSuccess;
}
cudaError_t cudaFreeAsync(void *array, cudaStream_t) { return cudaFree(array); }
cudaError_t cudaMallocHost(void **to, size_t size) { return *to = malloc(size), cudaSuccess; }
cudaError_t cudaHostAlloc(void **to, size_t size, unsigned) { return cudaMallocHost(to, size); }
cudaError_t cudaFreeHost(void *) { return cudaSuccess; }
cudaError_t cudaMemcpy(void *to, const void *from, size_t size, cudaMemcpyKind) { return copy(to, from, size); }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size, cudaMemcpyKind, cudaStream_t) {
  return copy(to, from, size);
}
cudaError_t cudaMemset(void *to, int value, size_t size) { return fill(to, value, size); }
cudaError_t cudaMemsetAsync(void *to, int value, size_t size, cudaStream_t) { return fill(to, value, size); }
cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t size, size_t offset, cudaMemcpyKind) {
  return copy(static_cast<char *>(variables[symbol].first) + offset, from, size);
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer) {
  *attributes = {};
  attributes->type = cudaMemoryTypeDevice;
  attributes->devicePointer = const_cast<void *>(pointer);
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *free, size_t *total) { return *free = *total = size_t(80) << 30, cudaSuccess; }

// --- The device: an H200 ---------------------------------------------------------------------------

cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *version) { return *version = CUDART_VERSION, cudaSuccess; }
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  static const std::map<int, int> known = {
      {cudaDevAttrComputeCapabilityMajor, 9},
      {cudaDevAttrComputeCapabilityMinor, 0},
      {cudaDevAttrMultiProcessorCount, 132},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, SHARED_PER_BLOCK},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, SHARED_PER_BLOCK + 1024},
      {cudaDevAttrWarpSize, 32},
      {cudaDevAttrMaxThreadsPerBlock, 1024},
  };
  auto found = known.find(attribute);
  *value = found == known.end() ? 1 : found->second;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int) {
  *properties = {};
  strcpy(properties->name, "NVIDIA H200");
  properties->major = 9;
  properties->warpSize = 32;
  properties->multiProcessorCount = 132;
  properties->maxThreadsPerBlock = 1024;
  properties->sharedMemPerBlock = 48 << 10;
  properties->sharedMemPerBlockOptin = SHARED_PER_BLOCK;
  properties->totalGlobalMem = size_t(80) << 30;
  return cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int) { return cudaSuccess; }
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *) {
  *attributes = {};
  attributes->maxThreadsPerBlock = 1024;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int, size_t) {
  return *blocks = 1, cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *, int, size_t, unsigned) {
  return *blocks = 1, cudaSuccess;
}

// --- Streams, events, errors -----------------------------------------------------------------------

cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaStreamCreate(cudaStream_t *stream) { return *stream = nullptr, cudaSuccess; }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned) { return *stream = nullptr, cudaSuccess; }
cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaEventCreate(cudaEvent_t *event) { return *event = nullptr, cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) { return *event = nullptr, cudaSuccess; }
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) { return *ms = 1, cudaSuccess; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
const char *cudaGetErrorString(cudaError_t) { return "an error"; }
const char *cudaGetErrorName(cudaError_t) { return "error"; }

// --- The driver ------------------------------------------------------------------------------------

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuGetErrorString(CUresult, const char **text) { return *text = "an error", CUDA_SUCCESS; }
CUresult cuGetErrorName(CUresult, const char **text) { return *text = "error", CUDA_SUCCESS; }
CUresult cuTensorMapEncodeTiled(CUtensorMap *to, CUtensorMapDataType dtype, cuuint32_t rank, void *address,
                                const cuuint64_t *shape, const cuuint64_t *strides, const cuuint32_t *box,
                                const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill) {
  std::ostringstream text;
  text << "{\"address\": " << reinterpret_cast<size_t>(address) << ", \"dtype\": " << dtype
       << ", \"shape\": " << listed(std::vector<cuuint64_t>(shape, shape + rank))
       << ", \"strides\": " << listed(std::vector<cuuint64_t>(strides, strides + rank - 1))
       << ", \"box\": " << listed(std::vector<cuuint32_t>(box, box + rank))
       << ", \"steps\": " << listed(std::vector<cuuint32_t>(steps, steps + rank))
       << ", \"interleave\": " << interleave << ", \"swizzle\": " << swizzle << "}";
  *to = {};
  memcpy(to->opaque, MARK, 16);
  to->opaque[2] = maps.size();
  maps.push_back(text.str());
  return CUDA_SUCCESS;
}
CUresult cuGetProcAddress(const char *, void **to, int, cuuint64_t, CUdriverProcAddressQueryResult *) {
  return *to = nullptr, static_cast<CUresult>(ERROR_NO_SYMBOL);
}
cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **to, unsigned, unsigned long long,
                                             cudaDriverEntryPointQueryResult *status) {
  *to = strcmp(symbol, "cuTensorMapEncodeTiled") ? nullptr : reinterpret_cast<void *>(cuTensorMapEncodeTiled);
  if (status) *status = *to ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
  return *to ? cudaSuccess : cudaErrorSymbolNotFound;
}
cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **to, unsigned long long flags,
                                    cudaDriverEntryPointQueryResult *status) {
  return cudaGetDriverEntryPointByVersion(symbol, to, 0, flags, status);
}

}  // extern "C"
