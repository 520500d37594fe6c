// Threads that work through numbered items together, again and again, for as long as a call lasts.
// They sleep between rounds: waiting by spinning is ruinous on shared cores.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace symplex {

class Team {
 public:
  explicit Team(std::size_t threads) {
    for (std::size_t t = 1; t < threads; ++t) others_.emplace_back([this, t] { serve(t); });
  }
  ~Team() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      leaving_ = true;
    }
    begun_.notify_all();
    for (auto& other : others_) other.join();
  }
  Team(const Team&) = delete;

  // Calls work(member, item) for every item below `count`; `work` must not throw.
  void each(std::size_t count, const std::function<void(std::size_t, std::size_t)>& work) {
    next_ = 0;
    count_ = count;
    work_ = &work;
    bool together = count > 1 && !others_.empty();
    if (together) {
      std::lock_guard<std::mutex> lock(mutex_);
      busy_ = others_.size();
      ++round_;
    }
    if (together) begun_.notify_all();
    help(0);
    if (!together) return;
    std::unique_lock<std::mutex> lock(mutex_);
    ended_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable begun_, ended_;
  std::size_t round_ = 0, busy_ = 0, count_ = 0;
  bool leaving_ = false;
  std::atomic<std::size_t> next_{0};
  const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;

  void help(std::size_t member) {
    for (std::size_t item; (item = next_.fetch_add(1)) < count_;) (*work_)(member, item);
  }

  void serve(std::size_t member) {
    std::size_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      begun_.wait(lock, [&] { return leaving_ || round_ != seen; });
      if (leaving_) return;
      seen = round_;
      lock.unlock();
      help(member);
      lock.lock();
      if (--busy_ == 0) ended_.notify_one();
    }
  }
};

}  // namespace symplex
