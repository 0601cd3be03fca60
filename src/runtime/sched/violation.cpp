// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/violation.hpp"

#include <cstring>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/observe/telling.hpp"
#include "runtime/sched/message_text.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

void note_violation(ViolationKind kind, const char* text, const void* site) {
  g.has_violation = true;
  channel::RunOut& run = g.channel->run;
  if (run.violation_count >= channel::kMaxViolations) return;
  channel::ViolationOut& out = g.channel->violations[run.violation_count];
  out.kind = kind;
  out.agent = g.current->id;
  out.step = g.position > 0 ? current_step() : StepIndex{};
  out.site = site != nullptr ? g.names.site(site) : SiteId{};
  out.text = run.text_used;
  const std::size_t room = channel::kTextSize - run.text_used - 1;
  const std::size_t size = syscalls::length(text) < room ? syscalls::length(text) : room;
  std::memcpy(g.channel->text + run.text_used, text, size);
  g.channel->text[run.text_used + size] = '\0';
  run.text_used += static_cast<std::uint32_t>(size < room ? size + 1 : size);
  ++run.violation_count;
  if (telling::is_on) telling::on_violation();
}

void violate(ViolationKind kind, const char* text, const void* site) {
  switch (g.mode) {
    case Mode::Running: note_violation(kind, text, site); halt_current();
    case Mode::Solo: note_violation(kind, text, site); end_run(End::Violation);
    default: {
      Text<512> message;
      message << "the program failed before main: " << text;
      give_up(message.c_str());
    }
  }
}

}  // namespace skein::runtime
