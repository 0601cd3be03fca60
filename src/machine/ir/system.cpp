// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/system.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "core/check.hpp"
#include "core/random.hpp"
#include "machine/ir/arithmetic.hpp"

namespace skein::ir {

IrSystem::IrSystem(Program program, SystemOptions options)
    : program_(std::move(program)), options_(std::move(options)), threads_(program_) {
  if (program_.layouts.size() > kMostLayouts) throw UserError("the program has too many types");
  // argv: a block of pointers and one of text, behind the program's own globals.
  Global text;
  Global vector;
  text.name = "the program's arguments";
  vector.name = "argv";
  vector.is_constant = text.is_constant = true;
  const auto text_block = static_cast<std::uint32_t>(program_.globals.size()) + 1;
  const auto put = [&](std::uint64_t pointer) {
    for (unsigned i = 0; i < 8; ++i) {
      vector.bytes.push_back(static_cast<std::uint8_t>(pointer >> (8 * i)));
    }
  };
  for (const std::string& argument : options_.arguments) {
    put(pointer_to(text_block, static_cast<std::uint32_t>(text.bytes.size())));
    text.bytes.insert(text.bytes.end(), argument.begin(), argument.end());
    text.bytes.push_back(0);
  }
  put(0);
  for (Global* global : {&text, &vector}) {
    global->layout = static_cast<std::uint32_t>(program_.layouts.size());
    program_.layouts.push_back(Layout{static_cast<std::uint32_t>(global->bytes.size()), {}});
    program_.globals.push_back(std::move(*global));
  }
  find_live_slots(program_);
  find_clock_uses();
  agents_.push_back(AgentName{0, 0, program_.main});
}

ValueId IrSystem::initial_local() {
  Thread main;
  main.own = program_.thread_image;
  const std::uint64_t arguments[] = {
      options_.arguments.size(), pointer_to(static_cast<std::uint32_t>(program_.globals.size()), 0),
      0};
  const std::uint32_t count = std::min(program_.functions[program_.main].parameters, 3U);
  call(main, program_.main, std::span(arguments, count));
  return threads_.intern(main);
}

bool IrSystem::is_assumed_away(ValueId local) const {
  return local != 0 && threads_.status(local) == Status::Assumed;
}

const Intent* IrSystem::intent(ValueId local) {
  if (local == 0) return nullptr;
  const Status status = threads_.status(local);
  if (status == Status::Halted || status == Status::Assumed || status == Status::Over) {
    return nullptr;
  }
  if (intents_.size() <= local) intents_.resize(threads_.size());  // moves none of them
  std::optional<Intent>& known = intents_[local];
  if (!known) describe(threads_.unpack(local), known.emplace());
  return &*known;
}

IrSystem::Known& IrSystem::known(ValueId local, std::span<const ValueId> values,
                                 std::uint32_t choice, bool& is_new) {
  std::uint64_t key = mix64((static_cast<std::uint64_t>(local) << 32U) + choice);
  for (const ValueId value : values) key = mix64(key + value + 1);
  while (true) {
    const auto [it, is_free] = by_key_.try_emplace(key, static_cast<std::uint32_t>(known_.size()));
    is_new = is_free;
    if (is_free) {
      return known_.emplace_back(
          Known{local, choice, {values.begin(), values.end()}, 0, Outcome{}});
    }
    Known& there = known_[it->second];
    if (there.local == local && there.choice == choice &&
        std::equal(values.begin(), values.end(), there.values.begin(), there.values.end())) {
      return there;
    }
    key = mix64(key + 1);
  }
}

const Outcome& IrSystem::fire(ValueId local, std::span<const ValueId> values,
                              std::uint32_t choice) {
  bool is_new = false;
  Outcome& outcome = known(local, values, choice, is_new).outcome;
  if (!is_new) return outcome;
  Thread thread = threads_.unpack(local);
  // That nobody is in an atomic section is no matter of the operation itself.
  Intent what = *intent(local);
  const bool is_behind_sections = is_guarded(what);
  std::span<const ValueId> own = values;
  if (is_behind_sections) {
    what.touches.pop_back();
    own = values.first(values.size() - 1);
  }
  outcome.values.assign(own.begin(), own.end());
  Step step{thread, own, choice, outcome};
  const bool is_gone = execute(step, what);
  if (is_behind_sections) outcome.values.push_back(values.back());
  if (thread.status == Status::Running && !outcome.fault) run_local(thread, outcome);
  if (has_clocks_ && !clock_matters(thread)) thread.clock = 0;
  outcome.local = is_gone ? 0 : threads_.intern(thread);
  return outcome;
}

// ---- Local code ----------------------------------------------------------------------------

SiteId IrSystem::site_of(const Thread& t) const {
  if (t.frames.empty()) return SiteId{0U};
  for (const Frame& frame : t.frames | std::views::reverse) {
    const std::uint32_t site = program_.functions[frame.function].code[frame.pc].site;
    if (program_.sites[site].line != 0) return SiteId{site};
  }
  return SiteId{here(t).site};
}

void IrSystem::fault(Thread& t, Outcome& outcome, ViolationFacts facts) {
  outcome.fault = Fault{std::move(facts), site_of(t)};
  t.status = Status::Halted;
}

void IrSystem::refuse(const Thread& t, const std::string& what) const {
  throw UserError(site_text(site_of(t)) + ": " + what);
}

// Up to the next visible operation.
void IrSystem::run_local(Thread& t, Outcome& outcome) {
  for (std::uint64_t steps = 0; t.status == Status::Running; ++steps) {
    const Instruction& in = here(t);
    if (is_visible(t, in)) {
      if (ViolationFacts trouble = trouble_before(t, in); !trouble.is_none()) {
        fault(t, outcome, std::move(trouble));
      }
      return;
    }
    if (steps == options_.most_local_steps) {
      return fault(t, outcome,
                   {ViolationCode::ComputesWithoutEnd,
                    {},
                    {},
                    {static_cast<std::int64_t>(options_.most_local_steps)}});
    }
    if (!step_local(t, in, outcome)) return;
  }
}

void IrSystem::follow(Frame& f, std::uint32_t number) {
  const Edge& edge = program_.edges[number];
  std::vector<std::uint64_t> values;
  values.reserve(edge.copies.size());
  for (const Copy& copy : edge.copies) values.push_back(get(f, copy.src));
  for (std::size_t i = 0; i < values.size(); ++i) {
    f.slots[static_cast<std::size_t>(edge.copies[i].dst)] = values[i];
  }
  f.pc = edge.target;
}

void IrSystem::call(Thread& t, std::uint32_t number, std::span<const std::uint64_t> arguments) {
  const Function& function = program_.functions[number];
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

// The result of an operation or call, and on to the next instruction.
void IrSystem::finish(Frame& f, const Instruction& in, std::uint64_t result) {
  if (in.slots > 0 && in.dst >= 0 && !f.slots.empty()) {
    const bool has_result = in.code != Code::Store;
    if (has_result) f.slots[static_cast<std::size_t>(in.dst)] = cut_to(result, in.bits);
  }
  f.phase = 0;
  ++f.pc;
}

void IrSystem::leave_call(Thread& t, std::span<const std::uint64_t> result) {
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

// False if the thread is done.
bool IrSystem::return_from(Thread& t, const Instruction& in) {
  std::vector<std::uint64_t> result;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) result.push_back(argument(t, in, i));
  if (t.frames.size() > 1) {
    leave_call(t, result);
    return true;
  }
  if (t.section_depth > 0 && t.agent != 0) {
    refuse(t, "a thread that ends in the middle of an atomic section is not supported");
  }
  if (t.leaving == Leaving::Not) {
    const std::uint64_t value = result.empty() ? 0 : result.front();
    if (leave(t, t.agent == 0 ? Leaving::Program : Leaving::Thread, value)) return true;
  }
  t.status = t.leaving == Leaving::Exit ? Status::Over : Status::Exiting;
  t.ends_program = t.leaving == Leaving::Program;
  return false;
}

bool IrSystem::leave(Thread& t, Leaving why, std::uint64_t result) {
  const std::uint32_t next =
      why == Leaving::Thread ? program_.at_thread_exit : program_.at_program_exit;
  t.leaving = why;
  t.result = result;
  if (next == kNone) return false;
  t.frames.clear();
  call(t, next, {});
  return true;
}

// One invisible instruction. False if the thread stops here.
bool IrSystem::step_local(Thread& t, const Instruction& in, Outcome& outcome) {
  Frame& f = t.frames.back();
  const auto set = [&](std::uint64_t value) { return set_result(f, in, value); };
  switch (in.code) {
    case Code::Jump: follow(f, static_cast<std::uint32_t>(in.imm)); return true;
    case Code::Branch:
      follow(f, static_cast<std::uint32_t>(in.imm) + ((get(f, in.a) & 1U) != 0 ? 0 : 1));
      return true;
    case Code::Switch: {
      const SwitchTable& table = program_.switches[static_cast<std::size_t>(in.imm)];
      const auto found = std::find(table.values.begin(), table.values.end(), get(f, in.a));
      follow(f, found == table.values.end()
                    ? table.otherwise
                    : table.edges[static_cast<std::size_t>(found - table.values.begin())]);
      return true;
    }
    case Code::Select: return set((get(f, in.a) & 1U) != 0 ? get(f, in.b) : get(f, in.c));
    case Code::Alloca:
      return set(pointer_to(kFrameBase + static_cast<std::uint32_t>(t.frames.size()) - 1,
                            static_cast<std::uint32_t>(in.imm)));
    case Code::Grow: {
      constexpr std::uint64_t kMostBytes = 1U << 20U;
      const std::uint64_t count = get(f, in.b);
      const std::uint64_t base = (f.memory.size() + 7U) & ~std::uint64_t{7};
      if (count > kMostBytes || base + count * static_cast<std::uint64_t>(in.imm) > kMostBytes) {
        fault(t, outcome, ViolationCode::ArrayTooLarge);
        return false;
      }
      f.memory.resize(base + count * static_cast<std::uint64_t>(in.imm));
      return set(pointer_to(kFrameBase + static_cast<std::uint32_t>(t.frames.size()) - 1,
                            static_cast<std::uint32_t>(base)));
    }
    case Code::Load: {
      const std::uint64_t pointer = get(f, in.a);
      const std::size_t bytes = (in.bits + 7U) / 8U;
      if (ViolationFacts trouble = trouble_with(t, pointer, bytes, false); !trouble.is_none()) {
        fault(t, outcome, std::move(trouble));
        return false;
      }
      std::uint64_t value = 0;
      read_private(t, pointer, reinterpret_cast<std::uint8_t*>(&value), bytes);
      return set(cut_to(value, in.bits));
    }
    case Code::Store: {
      const std::uint64_t pointer = get(f, in.a);
      const std::size_t bytes = (in.bits + 7U) / 8U;
      if (ViolationFacts trouble = trouble_with(t, pointer, bytes, true); !trouble.is_none()) {
        fault(t, outcome, std::move(trouble));
        return false;
      }
      const std::uint64_t value = get(f, in.b);
      write_private(t, pointer, reinterpret_cast<const std::uint8_t*>(&value), bytes);
      ++f.pc;
      return true;
    }
    case Code::Rmw:
    case Code::CmpXchg: {
      // Of private memory: an atomic operation that nobody else can see.
      const std::uint64_t pointer = get(f, in.a);
      const std::size_t bytes = (in.bits + 7U) / 8U;
      std::uint64_t old = 0;
      if (ViolationFacts trouble = trouble_with(t, pointer, bytes, true); !trouble.is_none()) {
        fault(t, outcome, std::move(trouble));
        return false;
      }
      read_private(t, pointer, reinterpret_cast<std::uint8_t*>(&old), bytes);
      std::uint64_t now = old;
      if (in.code == Code::Rmw) {
        now = modify(static_cast<RmwKind>(in.sub), in.bits, old, get(f, in.b));
      } else {
        const bool is_equal = old == get(f, in.b);
        if (is_equal) now = get(f, in.c);
        f.slots[static_cast<std::size_t>(in.dst) + 1] = is_equal ? 1 : 0;
      }
      write_private(t, pointer, reinterpret_cast<const std::uint8_t*>(&now), bytes);
      return set(old);
    }
    case Code::Fence: ++f.pc; return true;
    case Code::Call:
    case Code::CallPointer: {
      auto number = static_cast<std::uint32_t>(in.imm);
      if (in.code == Code::CallPointer) {
        const std::uint64_t pointer = get(f, in.a);
        number = block_of(pointer) - kFunctionBase;
        if (block_of(pointer) < kFunctionBase || number >= program_.functions.size() ||
            offset_of(pointer) != 0) {
          fault(t, outcome,
                pointer == 0 ? ViolationCode::CallsNull : ViolationCode::CallsNoFunction);
          return false;
        }
      }
      if (!program_.functions[number].is_defined) {
        refuse(t, "a call of '" + program_.functions[number].name +
                      "' through a pointer is not supported");
      }
      if (t.frames.size() > 10000) {
        fault(t, outcome, ViolationCode::TooManyCalls);
        return false;
      }
      std::vector<std::uint64_t> arguments;
      for (std::uint32_t i = 0; i < in.argument_count; ++i) {
        arguments.push_back(argument(t, in, i));
      }
      for (std::uint32_t i = 0; i < in.slots; ++i) {
        f.slots[static_cast<std::size_t>(in.dst) + i] = 0;  // no old value stays in the state
      }
      call(t, number, arguments);
      return true;
    }
    case Code::Return: return return_from(t, in);
    case Code::Unreachable: fault(t, outcome, ViolationCode::ReachesUnreachable); return false;
    case Code::Builtin: break;
    default: {
      Trouble trouble = Trouble::None;
      const std::uint64_t result = compute(in, get(f, in.a), get(f, in.b), trouble);
      if (trouble == Trouble::SignedOverflow && !options_.signed_overflow_is_a_bug) {
        trouble = Trouble::None;
      }
      if (trouble == Trouble::None) return set(result);
      fault(t, outcome,
            trouble == Trouble::DivisionByZero     ? ViolationCode::DivisionByZero
            : trouble == Trouble::DivisionOverflow ? ViolationCode::DivisionOverflows
                                                   : ViolationCode::SignedOverflow);
      return false;
    }
  }
  return step_builtin(t, in, outcome);
}

}  // namespace skein::ir
