// SPDX-License-Identifier: Apache-2.0
// Any executor. Copies share nothing: a reference count would be a step.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "detail/executor.hpp"

namespace asio {

class any_io_executor : public detail::executor_functions<any_io_executor> {
 public:
  any_io_executor() = default;
  template <class Executor, class = std::enable_if_t<detail::is_executor<Executor>::value &&
                                                     !std::is_base_of_v<any_io_executor, Executor>>>
  any_io_executor(const Executor& executor) : it_(std::make_unique<model<Executor>>(executor)) {}
  any_io_executor(const any_io_executor& other) : it_(other.it_ ? other.it_->clone() : nullptr) {}
  any_io_executor(any_io_executor&&) = default;
  any_io_executor& operator=(const any_io_executor& other) {
    it_ = other.it_ ? other.it_->clone() : nullptr;
    return *this;
  }
  any_io_executor& operator=(any_io_executor&&) = default;

  explicit operator bool() const { return it_ != nullptr; }
  execution_context& context() const { return it_->context(); }
  bool running_in_this_thread() const { return it_->is_inside(); }
  void on_work_started() const { it_->start_work(); }
  void on_work_finished() const { it_->finish_work(); }

  bool skein_is_inside() const { return it_->is_inside(); }
  void skein_post(detail::op_ptr task) const { it_->post(std::move(task)); }
  void skein_dispatch(detail::op_ptr task) const { it_->dispatch(std::move(task)); }

  friend bool operator==(const any_io_executor& a, const any_io_executor& b) {
    return a.it_ == nullptr || b.it_ == nullptr ? a.it_ == b.it_ : a.it_->equals(*b.it_);
  }
  friend bool operator!=(const any_io_executor& a, const any_io_executor& b) { return !(a == b); }

 private:
  struct concept_type {
    virtual ~concept_type() = default;
    virtual std::unique_ptr<concept_type> clone() const = 0;
    virtual execution_context& context() const = 0;
    virtual bool is_inside() const = 0;
    virtual bool equals(const concept_type& other) const = 0;
    virtual void start_work() const = 0;
    virtual void finish_work() const = 0;
    virtual void post(detail::op_ptr task) const = 0;
    virtual void dispatch(detail::op_ptr task) const = 0;
  };
  template <class Executor>
  struct model final : concept_type {
    explicit model(const Executor& e) : executor(e) {}
    std::unique_ptr<concept_type> clone() const override {
      return std::make_unique<model>(executor);
    }
    execution_context& context() const override { return executor.context(); }
    bool is_inside() const override { return executor.skein_is_inside(); }
    bool equals(const concept_type& other) const override {
      const auto* same = dynamic_cast<const model*>(&other);
      return same != nullptr && same->executor == executor;
    }
    void start_work() const override { executor.on_work_started(); }
    void finish_work() const override { executor.on_work_finished(); }
    void post(detail::op_ptr task) const override { executor.skein_post(std::move(task)); }
    void dispatch(detail::op_ptr task) const override { executor.skein_dispatch(std::move(task)); }

    Executor executor;
  };

  std::unique_ptr<concept_type> it_;
};

}  // namespace asio
