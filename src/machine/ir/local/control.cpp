// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/local/control.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>

#include "core/ensure.hpp"
#include "machine/ir/program/arithmetic.hpp"

namespace skein::ir {

std::uint32_t Control::edge_of(const Frame& f, const Instruction& in) const {
  const auto first = static_cast<std::uint32_t>(in.imm);
  if (in.code == Code::Jump) return first;
  if (in.code == Code::Branch) return first + ((get(f, in.a) & 1U) != 0 ? 0 : 1);
  const SwitchTable& table = program_.switches[first];
  const auto found = std::find(table.values.begin(), table.values.end(), get(f, in.a));
  return found == table.values.end()
             ? table.otherwise
             : table.edges[static_cast<std::size_t>(found - table.values.begin())];
}

void Control::follow(Frame& f, std::uint32_t number) const {
  const Edge& edge = program_.edges[number];
  std::vector<std::uint64_t> values;
  values.reserve(edge.copies.size());
  for (const Copy& copy : edge.copies) values.push_back(get(f, copy.src));
  for (std::size_t i = 0; i < values.size(); ++i) {
    f.slots[static_cast<std::size_t>(edge.copies[i].dst)] = values[i];
  }
  f.pc = edge.target;
}

void Control::call(Thread& t, FunctionId number, std::span<const std::uint64_t> arguments) const {
  const Function& function = program_.function(number);
  Frame frame;
  frame.function = number;
  frame.slots.assign(function.slots, 0);
  frame.memory.assign(function.frame_bytes, 0);
  const std::size_t count = std::min<std::size_t>(arguments.size(), function.parameters);
  std::copy_n(arguments.begin(), count, frame.slots.begin());
  if (function.is_variadic) {
    const std::size_t base = (function.frame_bytes + 7U) & ~7U;
    frame.memory.resize(base + 8 * (arguments.size() - count));
    if (arguments.size() > count) {
      std::memcpy(frame.memory.data() + base, &arguments[count], 8 * (arguments.size() - count));
    }
  }
  t.frames.push_back(std::move(frame));
}

void Control::finish(Frame& f, const Instruction& in, std::uint64_t result) {
  if (in.slots > 0 && in.dst >= 0 && !f.slots.empty()) {
    const bool has_result = in.code != Code::Store;
    if (has_result) f.slots[static_cast<std::size_t>(in.dst)] = cut_to(result, in.bits);
  }
  f.phase = 0;
  ++f.pc;
}

void Control::leave_call(Thread& t, std::span<const std::uint64_t> result) const {
  t.frames.pop_back();
  Frame& f = t.frames.back();
  const Instruction& in = here(t);
  if (in.code == Code::Builtin) {  // the function that pthread_once calls
    f.phase = 2;
    return;
  }
  for (std::uint32_t i = 0; i < in.slots && i < result.size(); ++i) {
    f.slots[static_cast<std::size_t>(in.dst) + i] = result[i];
  }
  ++f.pc;
}

bool Control::return_from(Thread& t, const Instruction& in) const {
  std::vector<std::uint64_t> result;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) result.push_back(argument(t, in, i));
  if (t.frames.size() > 1) {
    leave_call(t, result);
    return true;
  }
  if (t.section_depth > 0 && t.agent != kMainAgent) {
    refuse(t, "a thread that ends in the middle of an atomic section is not supported");
  }
  if (t.leaving == Leaving::Not) {
    const std::uint64_t value = result.empty() ? 0 : result.front();
    if (leave(t, t.agent == kMainAgent ? Leaving::Program : Leaving::Thread, value)) return true;
  }
  t.status = t.leaving == Leaving::Exit ? Status::Over : Status::Exiting;
  t.ends_program = t.leaving == Leaving::Program;
  return false;
}

bool Control::leave(Thread& t, Leaving why, std::uint64_t result) const {
  const FunctionId next =
      why == Leaving::Thread ? program_.at_thread_exit : program_.at_program_exit;
  t.leaving = why;
  t.result = result;
  if (next.is_none()) return false;
  t.frames.clear();
  call(t, next, {});
  return true;
}

SiteId Control::site_of(const Thread& t) const {
  if (t.frames.empty()) return SiteId{0U};
  for (const Frame& frame : t.frames | std::views::reverse) {
    const SiteId site = program_.function(frame.function).code[frame.pc].site;
    if (program_.site(site).line != 0) return site;
  }
  return here(t).site;
}

void Control::fault(Thread& t, Outcome& outcome, ViolationFacts facts) const {
  outcome.fault = Fault{std::move(facts), site_of(t)};
  t.status = Status::Halted;
}

void Control::refuse(const Thread& t, const std::string& what) const {
  throw UserError(site_text(program_, site_of(t)) + ": " + what);
}

std::string site_text(const Program& program, SiteId site) {
  if (site.is_none() || site.index() >= program.sites.size()) return "";
  const Site& s = program.sites[site.index()];
  if (s.line == 0) return s.function;
  return file_name(s) + ":" + std::to_string(s.line) + ": " + s.function;
}

SourceLine site_line(const Program& program, SiteId site) {
  if (site.is_none() || site.index() >= program.sites.size()) return {};
  const Site& s = program.sites[site.index()];
  return s.line == 0 ? SourceLine{"", 0, s.function} : SourceLine{file_name(s), s.line, s.function};
}

}  // namespace skein::ir
