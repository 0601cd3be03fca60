// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/library_faults.hpp"

#include <string>

#include "machine/native/names/plain_names.hpp"
#include "machine/own_code.hpp"

namespace skein {

namespace {

// The value of the location at the end of the run.
std::optional<std::int64_t> last_value(const DetailedRun& run, ObjectId location) {
  for (std::size_t i = run.steps.size(); i-- > 0;) {
    if (run.run.steps[i].op.first == location && run.steps[i].after) return run.steps[i].after;
  }
  return std::nullopt;
}

bool could_return(const std::string& function, std::int64_t count) {
  if (function == "std::counting_semaphore::acquire") return count > 0;
  if (function == "std::latch::wait" || function == "std::latch::arrive_and_wait") {
    return count == 0;
  }
  return false;
}

}  // namespace

std::optional<LibraryFault> library_fault(const DetailedRun& run, std::size_t pending,
                                          const Stack& stack) {
  const Operation& op = run.run.pending[pending].op;
  if (op.kind != OpKind::FutexResume) return std::nullopt;
  const Place* const called = called_by_own(stack);
  const std::optional<std::int64_t> count = last_value(run, op.first);
  if (called == nullptr || !count) return std::nullopt;
  std::string function = function_in_signature(called->function);
  if (!could_return(function, *count)) return std::nullopt;
  return LibraryFault{std::move(function), *count};
}

}  // namespace skein
