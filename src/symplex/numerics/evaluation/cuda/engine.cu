// The GPU engine: batches go to the device, are read and sorted there, and are fitted by as many
// kernels as there are numbers of constants, each with a queue and a stream of its own.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

#include "device_memory.cuh"
#include "objective.hpp"
#include "kernels.cuh"

namespace symplex::gpu {

template <>
FitKernel fit_kernel<1>(int);
template <>
FitKernel fit_kernel<2>(int);
template <>
FitKernel fit_kernel<3>(int);
template <>
FitKernel fit_kernel<4>(int);
static_assert(MAX_ORDER == 4);

namespace {

constexpr std::uint32_t MAX_BATCH = 1u << 20;  // candidates that are on the device at a time
constexpr int LAUNCHES = 2 * (MAX_TANGENTS + 1);  // by constants, long code apart
constexpr std::uint32_t FEW_STEPS = 128;  // what is longer is launched apart, with more memory
constexpr std::uint32_t MANY_STEPS = 4096;  // what is longer yet is left to the core
constexpr int STATIC_BYTES = 8192;  // of a block's shared memory, at most
constexpr int READERS = 128;                   // threads of a block that reads

__global__ void read_candidates(Plan plan, Method method, Work work) {
  std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= work.size) return;
  const std::int64_t begin = work.offsets[i];
  const std::size_t n = static_cast<std::size_t>(work.offsets[i + 1] - begin);
  Reading reading =
      read(plan, work.tokens + begin, n, method.moves_constants(), work.code + 3 * begin);
  if (reading.status == Status::FITTED && (tangents_of(method, reading) > MAX_TANGENTS ||
                                           steps_for(plan, reading.length) > MANY_STEPS))
    reading.status = ELSEWHERE;
  work.readings[i] = reading;
  work.losses[i] = INFINITE;
  work.statuses[i] = static_cast<std::uint8_t>(reading.status);
  std::uint32_t bin = bin_of(method, reading);
  if (bin != NOWHERE) atomicAdd(work.bins + bin, 1u);
}

__global__ void sort_candidates(Method method, Work work) {
  std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= work.size) return;
  std::uint32_t bin = bin_of(method, work.readings[i]);
  if (bin != NOWHERE) work.order[atomicAdd(work.places + bin, 1u)] = i;
}

FitKernel kernel_of(std::uint32_t order, int constants) {
  FitKernel (*const of[])(int) = {fit_kernel<1>, fit_kernel<2>, fit_kernel<3>, fit_kernel<4>};
  return of[order - 1](constants);
}

// What all objectives of a process share: memory for batches, and streams.
struct Workshop {
  std::mutex busy;
  DeviceArray<std::uint8_t> tokens, statuses;
  DeviceArray<std::int64_t> offsets, slots;
  DeviceArray<double> constants, losses, cache[LAUNCHES], far_slots[LAUNCHES];
  DeviceArray<Reading> readings;
  DeviceArray<Instruction> code;
  DeviceArray<std::uint32_t> bins, places, order, queues;
  Stream main, stream[LAUNCHES];
  Event begun, sorted, fitted, done[LAUNCHES];
  int processors = 1, most_near = 0;  // and bytes of shared memory for a block

  Workshop() {
    int device = 0;
    need(cudaGetDevice(&device), "the GPU");
    need(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device), "the GPU");
    need(cudaDeviceGetAttribute(&most_near, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
         "the GPU");
    most_near -= STATIC_BYTES;
  }
};

// Never destroyed: the driver may be gone before the last destructor runs.
Workshop& workshop() {
  static Workshop& made = *new Workshop;
  return made;
}

}  // namespace

class Device {
 public:
  static const char* name() {
    static cudaDeviceProp properties;
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return nullptr;
    return cudaGetDeviceProperties(&properties, 0) == cudaSuccess ? properties.name : nullptr;
  }

  explicit Device(const Objective& objective) {
    Bytes room{nullptr, 0, nullptr};
    objective.plan([&](const auto& values) { return room.place(values); });
    room.base = bytes_.reserve(room.used);
    std::vector<std::uint8_t> staged(room.used);
    room.used = 0;
    room.staged = staged.data();
    plan_ = objective.plan([&](const auto& values) { return room.place(values); });
    const Plan here = objective.plan([](const auto& values) { return values.data(); });
    for (std::uint32_t g = 0; g < here.groups; ++g)
      most_chunks_ = std::max(most_chunks_, here.group[g].chunks);
    need(cudaMemcpy(room.base, staged.data(), staged.size(), cudaMemcpyHostToDevice),
         "a copy to the GPU");
  }

  void fit(const SymplexBatch& batch, const Method& method, std::uint32_t warps, double* seconds) {
    auto begin = std::chrono::steady_clock::now();
    seconds[0] = seconds[1] = 0;
    Workshop& shop = workshop();
    std::lock_guard<std::mutex> lock(shop.busy);
    for (std::int64_t at = 0; at < batch.size; at += MAX_BATCH)
      fit_some(shop, batch, at, std::min<std::int64_t>(batch.size, at + MAX_BATCH), method, warps,
               seconds);
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    seconds[2] = passed.count();
  }

 private:
  // Arrays of several types in one piece of memory.
  struct Bytes {
    std::uint8_t* base;
    std::size_t used;
    std::uint8_t* staged;
    template <class T>
    const T* place(const std::vector<T>& values) {
      std::size_t at = used, size = values.size() * sizeof(T);
      used += (size + 255) / 256 * 256;
      if (staged && size) std::memcpy(staged + at, values.data(), size);
      return reinterpret_cast<const T*>(base + at);
    }
  };

  DeviceArray<std::uint8_t> bytes_;
  Plan plan_{};
  std::uint32_t most_chunks_ = 1;

  void fit_some(Workshop& shop, const SymplexBatch& batch, std::int64_t from, std::int64_t to,
                const Method& method, std::uint32_t warps, double* seconds) {
    std::vector<std::int64_t> offsets(batch.offsets + from, batch.offsets + to + 1);
    std::vector<std::int64_t> slots(batch.slots + from, batch.slots + to + 1);
    const std::int64_t first_token = offsets.front(), first_slot = slots.front();
    for (auto& offset : offsets) offset -= first_token;
    for (auto& slot : slots) slot -= first_slot;
    Work work = loaded(shop, batch, offsets, slots, first_token, first_slot);
    shop.begun.record(shop.main);
    const std::vector<Part> parts = sorted(shop, work, method);
    shop.sorted.record(shop.main);
    fit_sorted(shop, work, method, warps, parts);
    shop.fitted.record(shop.main);
    shop.losses.to(batch.losses + from, work.size, shop.main);
    shop.statuses.to(batch.statuses + from, work.size, shop.main);
    shop.constants.to(batch.constants + first_slot, static_cast<std::size_t>(slots.back()),
                      shop.main);
    need(cudaStreamSynchronize(shop.main), "fitting on the GPU");
    seconds[0] += shop.sorted.seconds_since(shop.begun);
    seconds[1] += shop.fitted.seconds_since(shop.sorted);
  }

  Work loaded(Workshop& shop, const SymplexBatch& batch, const std::vector<std::int64_t>& offsets,
              const std::vector<std::int64_t>& slots, std::int64_t first_token,
              std::int64_t first_slot) {
    const std::size_t size = offsets.size() - 1;
    const std::size_t tokens = static_cast<std::size_t>(offsets.back());
    const std::size_t constants = static_cast<std::size_t>(slots.back());
    Work work{};
    work.size = static_cast<std::uint32_t>(size);
    work.tokens = shop.tokens.from(batch.tokens + first_token, tokens, shop.main);
    work.offsets = shop.offsets.from(offsets.data(), offsets.size(), shop.main);
    work.slots = shop.slots.from(slots.data(), slots.size(), shop.main);
    work.constants = shop.constants.from(batch.constants + first_slot, constants, shop.main);
    work.losses = shop.losses.reserve(size);
    work.statuses = shop.statuses.reserve(size);
    work.readings = shop.readings.reserve(size);
    work.code = shop.code.reserve(3 * tokens);
    work.bins = shop.bins.reserve(BINS);
    work.places = shop.places.reserve(BINS);
    work.order = shop.order.reserve(size);
    work.queues = shop.queues.reserve(LAUNCHES);
    need(cudaMemsetAsync(work.bins, 0, BINS * sizeof(std::uint32_t), shop.main), "the GPU");
    need(cudaMemsetAsync(work.queues, 0, LAUNCHES * sizeof(std::uint32_t), shop.main),
         "the GPU");
    return work;
  }

  // Candidates of one launch, `begin` to `end` of the order; none has more than `steps`.
  struct Part {
    int constants;
    std::uint32_t begin, end, steps;
  };

  // Sorts candidates by constants, and those with long code from the others.
  std::vector<Part> sorted(Workshop& shop, const Work& work, const Method& method) {
    const std::uint32_t blocks = (work.size + READERS - 1) / READERS;
    read_candidates<<<blocks, READERS, 0, shop.main>>>(plan_, method, work);
    need(cudaGetLastError(), "reading candidates");
    std::vector<std::uint32_t> counts(BINS);
    shop.bins.to(counts.data(), BINS, shop.main);
    need(cudaStreamSynchronize(shop.main), "reading candidates");
    std::vector<Part> parts = parts_of(counts);
    shop.places.from(counts.data(), BINS, shop.main);
    sort_candidates<<<blocks, READERS, 0, shop.main>>>(method, work);
    need(cudaGetLastError(), "sorting candidates");
    need(cudaStreamSynchronize(shop.main), "sorting candidates");  // `counts` ends here
    return parts;
  }

  // Turns counts into places in the order.
  std::vector<Part> parts_of(std::vector<std::uint32_t>& counts) const {
    std::vector<Part> parts;
    std::uint32_t before = 0;
    for (int m = 0; m <= MAX_TANGENTS; ++m) {
      Part few{m, before, before, FEW_STEPS}, many{m, before, before, 0};
      for (int length = LENGTHS - 1; length >= 0; --length) {  // as bin_of() has them
        std::uint32_t& bin = counts[m * LENGTHS + LENGTHS - 1 - length];
        const std::uint32_t count = bin, steps = steps_for(plan_, length);
        bin = before;
        before += count;
        if (steps > FEW_STEPS) {
          many.end = few.begin = before;
          if (count) many.steps = std::max(many.steps, steps);
        }
        few.end = before;
      }
      parts.push_back(few);
      parts.push_back(many);
    }
    return parts;
  }

  void fit_sorted(Workshop& shop, const Work& work, const Method& method, std::uint32_t warps,
                  const std::vector<Part>& parts) {
    for (int i = LAUNCHES - 1; i >= 0; --i) {  // the costly ones first
      const Part& part = parts[i];
      if (part.begin == part.end) continue;
      const FitKernel kernel = kernel_of(plan_.order, part.constants);
      const int near = static_cast<int>(kernel.near(plan_, part.steps));
      const std::uint32_t room = static_cast<std::uint32_t>(shop.most_near / near);
      if (room == 0) throw std::runtime_error("a formula is too long for the GPU");
      need(cudaFuncSetAttribute(kernel.run, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                shop.most_near),
           "the GPU's shared memory");
      const std::uint32_t crew =
          std::min(room, warps ? warps : warps_for(shop, kernel, near, part.end - part.begin));
      const std::uint32_t most = resident(shop, kernel, near, crew);
      const std::uint32_t blocks = std::min(most, part.end - part.begin);
      Share share{part.begin, part.end, nullptr, part.constants ? cache_size(plan_) : 0,
                  nullptr,    part.steps, work.queues + i};
      share.far_slots = shop.far_slots[i].reserve(blocks * crew * kernel.far);
      if (share.cache_size) share.cache = shop.cache[i].reserve(blocks * share.cache_size);
      kernel.run<<<blocks, crew * LANES, crew * near, shop.stream[i]>>>(plan_, method, work, share);
      need(cudaGetLastError(), "fitting candidates");
      shop.done[i].record(shop.stream[i]);
      need(cudaStreamWaitEvent(shop.main, shop.done[i], 0), "fitting candidates");
    }
  }

  // How many blocks of so many warps, of `near` bytes each, the GPU holds at a time.
  static std::uint32_t resident(const Workshop& shop, const FitKernel& kernel, std::size_t near,
                                std::uint32_t warps) {
    int blocks = 0;
    need(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
             &blocks, kernel.run, static_cast<int>(warps * LANES), warps * near),
         "the GPU");
    return static_cast<std::uint32_t>(std::max(blocks, 1) * shop.processors);
  }

  // Few candidates share the GPU by taking several warps each, as many as have points to evaluate:
  // the fewer there are, the longer the GPU would wait for the last of them.
  std::uint32_t warps_for(const Workshop& shop, const FitKernel& kernel, std::size_t near,
                          std::uint32_t candidates) const {
    constexpr std::uint32_t ROUNDS = 8;
    const std::uint32_t room = resident(shop, kernel, near, 1);
    std::uint32_t warps = 1;
    while (warps < MAX_WARPS && warps < most_chunks_ &&
           std::uint64_t{candidates} * warps * warps < ROUNDS * room)
      warps *= 2;
    return warps;
  }
};

}  // namespace symplex::gpu

#include "entry.inl"
