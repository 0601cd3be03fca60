// SPDX-License-Identifier: Apache-2.0
// A unit of work: a handler with everything needed to call it. Also a stack for each thread that
// records what the thread runs, so that `dispatch` knows where it is.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace asio::detail {

struct op {
  op() = default;
  op(const op&) = delete;
  op& operator=(const op&) = delete;
  virtual ~op() = default;
  virtual void call() = 0;  // once
};

using op_ptr = std::unique_ptr<op>;

template <class Function>
struct function_op final : op {
  template <class F>
  explicit function_op(F&& f) : function(std::forward<F>(f)) {}
  void call() override { std::move(function)(); }

  Function function;
};

template <class Function>
op_ptr make_op(Function&& function) {
  return std::make_unique<function_op<std::decay_t<Function>>>(std::forward<Function>(function));
}

// While it exists, this thread is inside `owner`: a scheduler or a strand.
class frame {
 public:
  explicit frame(const void* owner) : owner_(owner), below_(top()) { top() = this; }
  frame(const frame&) = delete;
  frame& operator=(const frame&) = delete;
  ~frame() { top() = below_; }

  static bool is_inside(const void* owner) { return depth(owner) > 0; }
  static int depth(const void* owner) {
    int n = 0;
    for (const frame* f = top(); f != nullptr; f = f->below_) n += f->owner_ == owner ? 1 : 0;
    return n;
  }

 private:
  static const frame*& top() {
    static thread_local const frame* top = nullptr;
    return top;
  }

  const void* owner_;
  const frame* below_;
};

}  // namespace asio::detail
