"""How an access is made."""

LOAD, STORE = "load", "store"
# How an access is made: plain load or store, cp.async (global to shared), ldmatrix, wmma.
PLAIN, ASYNC, MATRIX, WMMA = "", "cp.async", "ldmatrix", "wmma"
WMMA_SHAPE = (16, 16, 16)
# How Hopper's asynchronous units access memory: not by lanes, so counters of the lanes' accesses
# omit them. On an H200, kernels with wgmma and TMA count only the loads and stores of their lanes.
TENSOR_CORES, TMA, TMA_STORE, BARRIER = "wgmma", "TMA", "TMA store", "mbarrier"
PAST_LANES = {
    TENSOR_CORES: "the tensor cores read it, no lane does",
    TMA: "the tensor memory accelerator writes it, no lane does",
    TMA_STORE: "the tensor memory accelerator reads it, no lane does",
    BARRIER: "a barrier's own instructions, no load or store",
}
