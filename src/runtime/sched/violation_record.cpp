// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/violation_record.hpp"

#include <cstring>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// Appends it to the channel's texts, cut where there is no more room.
void put_text(const char* text) {
  std::uint32_t& used = g.channel->run.text_used;
  const std::size_t room = channel::kTextSize - used - 1;
  const std::size_t length = text == nullptr ? 0 : syscalls::length(text);
  const std::size_t size = length < room ? length : room;
  if (size > 0) std::memcpy(g.channel->text + used, text, size);
  g.channel->text[used + size] = '\0';
  used += static_cast<std::uint32_t>(size < room ? size + 1 : size);
}

void put_wrong(channel::ViolationOut& out, const Wrong& wrong) {
  out.code = wrong.code;
  out.data = wrong.data;
  out.place_count = wrong.place_count;
  out.value_count = wrong.value_count;
  std::memcpy(out.places, wrong.places, sizeof(out.places));
  std::memcpy(out.values, wrong.values, sizeof(out.values));
  out.text = g.channel->run.text_used;
  out.text_count = wrong.text_count;
  for (std::uint32_t i = 0; i < wrong.text_count; ++i) put_text(wrong.texts[i]);
}

}  // namespace

Wrong failed_assertion(const char* expression, const char* file, unsigned line,
                       const char* function) {
  return Wrong(ViolationCode::AssertionFailed)
      .with(line)
      .saying(file)
      .saying(function)
      .saying(expression);
}

void note_violation(const Wrong& wrong, const void* site) {
  g.has_violation = true;
  channel::RunOut& run = g.channel->run;
  if (run.violation_count >= channel::kMaxViolations) return;
  channel::ViolationOut& out = g.channel->violations[run.violation_count];
  out.agent = g.current->id;
  out.step = g.position > 0 ? current_step() : StepIndex{};
  out.site = site != nullptr ? g.interner.site(site) : SiteId{};
  put_wrong(out, wrong);
  ++run.violation_count;
  if (details::is_on) details::on_violation();
}

void violate(const Wrong& wrong, const void* site) {
  switch (g.mode) {
    case Mode::Running: note_violation(wrong, site); halt_current();
    case Mode::Solo: note_violation(wrong, site); end_run(End::Violation);
    default: put_wrong(g.channel->violations[0], wrong); fail_early();
  }
}

}  // namespace skein::runtime
