// SPDX-License-Identifier: Apache-2.0
// The common part of io_context and thread_pool: a scheduler, its strands, and its timers. Strands
// and timers live as long as the context. References to them are not counted, since every count
// would be a step on which other steps depend.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "detail/scheduler.hpp"

namespace asio {

namespace detail {

// An object that a context keeps until its end.
struct kept {
  kept() = default;
  kept(const kept&) = delete;
  kept& operator=(const kept&) = delete;
  virtual ~kept() = default;
};

}  // namespace detail

class execution_context {
 public:
  execution_context() = default;
  execution_context(const execution_context&) = delete;
  execution_context& operator=(const execution_context&) = delete;
  ~execution_context() {
    while (!kept_.empty()) kept_.pop_back();
  }

  detail::scheduler& skein_scheduler() { return scheduler_; }

  // For strands and timers.
  template <class Thing>
  Thing& skein_keep(std::unique_ptr<Thing> thing) {
    Thing& it = *thing;
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.push_back(std::move(thing));
    return it;
  }

 private:
  detail::scheduler scheduler_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<detail::kept>> kept_;  // destroyed before the scheduler
};

}  // namespace asio
