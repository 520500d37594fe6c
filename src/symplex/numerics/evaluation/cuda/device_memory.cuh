// Memory on the GPU, and its errors as exceptions.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>

namespace symplex::gpu {

inline void need(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(result));
}

// Memory that only grows; what it holds is not kept when it grows.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(at_); }

  T* reserve(std::size_t size) {
    if (size <= size_ && at_) return at_;
    cudaFree(at_);
    at_ = nullptr;
    size_ = 0;
    std::size_t room = size + size / 4 + 1;
    need(cudaMalloc(reinterpret_cast<void**>(&at_), room * sizeof(T)), "memory of the GPU");
    size_ = room;
    return at_;
  }
  T* from(const T* host, std::size_t size, cudaStream_t stream) {
    T* to = reserve(size);
    need(cudaMemcpyAsync(to, host, size * sizeof(T), cudaMemcpyHostToDevice, stream),
         "a copy to the GPU");
    return to;
  }
  void to(T* host, std::size_t size, cudaStream_t stream) const {
    need(cudaMemcpyAsync(host, at_, size * sizeof(T), cudaMemcpyDeviceToHost, stream),
         "a copy from the GPU");
  }

 private:
  T* at_ = nullptr;
  std::size_t size_ = 0;
};

class Stream {
 public:
  Stream() { need(cudaStreamCreateWithFlags(&at_, cudaStreamNonBlocking), "a stream"); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { cudaStreamDestroy(at_); }
  operator cudaStream_t() const { return at_; }

 private:
  cudaStream_t at_;
};

class Event {
 public:
  Event() { need(cudaEventCreate(&at_), "an event"); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { cudaEventDestroy(at_); }
  operator cudaEvent_t() const { return at_; }
  void record(cudaStream_t stream) { need(cudaEventRecord(at_, stream), "an event"); }
  double seconds_since(const Event& before) const {
    float milliseconds = 0;
    need(cudaEventElapsedTime(&milliseconds, before.at_, at_), "an event");
    return 1e-3 * milliseconds;
  }

 private:
  cudaEvent_t at_;
};

}  // namespace symplex::gpu
