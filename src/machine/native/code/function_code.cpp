// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/function_code.hpp"

#include <algorithm>

namespace skein::code {

namespace {

constexpr std::size_t kMostInstructions = 20'000;
constexpr std::size_t kMostHandlerEdges = 400'000;

std::string callee_of(const ProgramImage& image, const Instruction& instruction) {
  if (instruction.target) return image.imported_function(*instruction.target);
  const auto& memory = instruction.memory;
  if (memory && memory->address) return image.imported_slot(*memory->address);
  return {};
}

// Returns false if a call returns a second time.
bool read_calls(const ProgramImage& image, FunctionCode& function) {
  bool is_plain = true;
  function.calls.resize(function.instructions.size());
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    if (instruction.kind != Kind::Call) continue;
    const std::string name = callee_of(image, instruction);
    const bool is_local = name.empty() && instruction.target.has_value();
    function.calls[i] = Call{.known = known_call(name), .is_local = is_local, .may_keep = is_local};
    if (returns_twice(name)) is_plain = false;
  }
  return is_plain;
}

// The index of the instruction at this address, or the number of instructions.
std::size_t find(const FunctionCode& function, std::uint64_t address) {
  const auto& all = function.instructions;
  const auto at = std::lower_bound(
      all.begin(), all.end(), address,
      [](const Instruction& i, std::uint64_t wanted) { return i.address < wanted; });
  if (at == all.end() || at->address != address) return all.size();
  return static_cast<std::size_t>(at - all.begin());
}

// Returns false if a jump leads to where no instruction begins, or if its target is unknown.
bool connect(FunctionCode& function) {
  const std::size_t count = function.instructions.size();
  function.successors.resize(count);
  function.leaves.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Instruction& instruction = function.instructions[i];
    bool goes_on = true;
    switch (instruction.kind) {
      case Kind::IndirectJump: return false;
      case Kind::Jump:
      case Kind::Branch: {
        goes_on = instruction.kind == Kind::Branch;
        const std::uint64_t target = instruction.known_target();
        if (target < function.range.begin || target >= function.range.end) {
          function.leaves[i] = true;
          break;
        }
        const std::size_t to = find(function, target);
        if (to == count) return false;
        function.successors[i].push_back(static_cast<std::uint32_t>(to));
        break;
      }
      case Kind::Return:
      case Kind::Stop: goes_on = false; break;
      case Kind::Call: {
        const auto& known = function.call_at(i).known;
        goes_on = !known || known->returns;
        break;
      }
      default: break;
    }
    if (goes_on && i + 1 < count) {
      function.successors[i].push_back(static_cast<std::uint32_t>(i + 1));
    } else if (goes_on && instruction.kind != Kind::Call) {
      function.leaves[i] = true;
    }
  }
  return true;
}

std::vector<bool> reached_from_entry(const FunctionCode& function) {
  std::vector<bool> is_reached(function.instructions.size());
  std::vector<std::uint32_t> todo{0};
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    if (is_reached[at]) continue;
    is_reached[at] = true;
    for (const std::uint32_t next : function.successors[at]) todo.push_back(next);
  }
  return is_reached;
}

// Returns false if there are too many handlers, or no call that could lead there.
bool connect_handlers(FunctionCode& function) {
  const std::vector<bool> is_reached = reached_from_entry(function);
  std::vector<std::uint32_t> handlers;
  std::vector<std::size_t> calls;
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    const Instruction& instruction = function.instructions[i];
    if (!is_reached[i] && !instruction.is_padding) {
      handlers.push_back(static_cast<std::uint32_t>(i));
    }
    if (instruction.kind == Kind::Call) calls.push_back(i);
  }
  if (handlers.empty()) return true;
  if (calls.empty() || calls.size() * handlers.size() > kMostHandlerEdges) return false;
  for (const std::size_t call : calls) {
    auto& successors = function.successors[call];
    successors.insert(successors.end(), handlers.begin(), handlers.end());
  }
  return true;
}

}  // namespace

bool FunctionCode::calls_library() const {
  return std::any_of(calls.begin(), calls.end(),
                     [](const std::optional<Call>& call) { return call && !call->is_local; });
}

FunctionCode read_function(const ProgramImage& image, const ProgramFunction& info) {
  FunctionCode function;
  function.range = info.range;
  function.is_start_code = info.is_start_code;
  auto instructions = decode(image.code(info.range), info.range.begin);
  if (!instructions) return function;
  function.is_decodable = true;
  function.instructions = std::move(*instructions);
  const bool is_plain = read_calls(image, function);
  const std::size_t count = function.instructions.size();
  function.is_followable = is_plain && info.is_whole && count > 0 && count <= kMostInstructions &&
                           connect(function) && connect_handlers(function);
  return function;
}

}  // namespace skein::code
