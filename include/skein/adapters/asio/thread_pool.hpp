// SPDX-License-Identifier: Apache-2.0
// thread_pool: a context with threads of its own.
#pragma once

#include <cstddef>
#include <thread>
#include <vector>

#include "io_context.hpp"

namespace asio {

class thread_pool : public execution_context {
 public:
  using executor_type = detail::context_executor<thread_pool>;

  thread_pool() : thread_pool(2) {}  // asio: twice the number of cores
  explicit thread_pool(std::size_t threads) {
    skein_scheduler().start_work();
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { attach(); });
  }
  ~thread_pool() {
    stop();
    join();
  }

  executor_type get_executor() { return executor_type(*this); }
  executor_type executor() { return get_executor(); }

  // This thread runs handlers too, until no work is left.
  void attach() { skein_scheduler().run(detail::scheduler::kNoLimit); }
  void stop() { skein_scheduler().stop(); }
  // Returns when everything that was posted has run.
  void join() {
    if (is_joined_) return;
    is_joined_ = true;
    skein_scheduler().finish_work();
    for (std::thread& thread : threads_) thread.join();
  }
  void wait() { join(); }

 private:
  std::vector<std::thread> threads_;
  bool is_joined_ = false;
};

}  // namespace asio
