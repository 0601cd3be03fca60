// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/handlers.hpp"

#include <cerrno>
#include <cstdlib>
#include <new>

#include "handlers/real.h"
#include "runtime/memory/race_detector.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

constexpr std::uint64_t kMagic = 0x736b65696e206576ULL;

using channel::ObjectClass;

ObjectId handler_object(const Handler& h) { return g.interner.object(ObjectClass::Handler, &h); }
ObjectId mailbox_object(const Handler& h) { return g.interner.object(ObjectClass::Mailbox, &h); }

ObjectId turn_object(const Handler& h, std::uint32_t turn) {
  return g.interner.object(ObjectClass::Turn, (reinterpret_cast<std::uint64_t>(&h) << 16U) + turn);
}

// The object that begin and end of a message touch.
ObjectId place_of(const Handler& h, std::uint32_t turn) {
  return keeps_order(h) ? turn_object(h, turn) : handler_object(h);
}

bool can_begin(const Agent& a) {
  const Handler& h = *a.handler;
  return h.running == 0 && (!keeps_order(h) || h.ended == a.turn);
}

bool is_lock_free(const Agent& a) { return static_cast<const Handler*>(a.target)->running == 0; }

bool is_finished(const Agent& a) {
  return static_cast<const Agent*>(a.target)->life == Agent::Life::Finished;
}

// Whether its messages are threads that take the handler as a lock.
bool is_lock(const Handler& h) { return !keeps_order(h) && !races::sees_all(); }

Handler& check_handler(skein_handler* handler, const void* site) {
  auto* h = reinterpret_cast<Handler*>(handler);
  if (h == nullptr || h->magic != kMagic) {
    violate(ViolationCode::UsesNoHandler, site);
  }
  return *h;
}

// Checked inside the step: the schedule decides whether another agent has destroyed it.
void check_usable(const Handler& h, const void* site) {
  if (h.is_destroyed) violate(ViolationCode::DestroyedHandler, site);
}

skein_handler* create(int order) {
  if (order != SKEIN_ANY_ORDER && order != SKEIN_FIFO) return nullptr;
  if (!g.channel->has_handlers) {
    // From now on the race detector watches messages too, which it must do from the start of a run.
    g.channel->has_handlers = true;
    ask_for_restart(g.channel->run, RestartReason::FirstHandler);
  }
  void* memory = std::malloc(sizeof(Handler));
  if (memory == nullptr) return nullptr;
  auto* h = new (memory) Handler;
  h->magic = kMagic;
  h->order = order;
  return reinterpret_cast<skein_handler*>(h);
}

int post(skein_handler* handler, void (*function)(void*), void* argument, const void* site) {
  if (handler == nullptr || function == nullptr) return EINVAL;
  Handler& h = check_handler(handler, site);
  if (!is_running()) refuse("skein_post before main or after the last thread", site);
  Agent& me = *g.current;
  const AgentId id =
      g.interner.agent(me.id, me.children, reinterpret_cast<std::uint64_t>(function));
  if (id.value >= tls.count()) {
    // The pool has too few threads: the executor makes more and runs the plan again.
    g.wanted_agents = id.value + 1;
    end_run(End::Cut);
  }
  ++me.children;
  const OpKind kind = keeps_order(h) ? OpKind::PostFifo : OpKind::Post;
  if (is_lock(h)) {
    visit(Request{.kind = OpKind::ThreadCreate, .first = g.interner.life(id), .site = site});
  } else {
    visit(Request{
        .kind = kind, .first = g.interner.life(id), .second = mailbox_object(h), .site = site});
  }
  check_usable(h, site);
  Agent& message = add_agent(id, current_step());
  message.handler = &h;
  message.message = function;
  message.start_argument = argument;
  message.site = g.interner.site(site);
  message.clock_ns = me.clock_ns;
  message.is_detached = true;
  if (!is_lock(h)) {
    if (keeps_order(h)) message.turn = h.posted++;
    message.op = Operation{OpKind::MessageBegin, place_of(h, message.turn), g.interner.life(id)};
    message.is_ready = &can_begin;
  }
  return 0;
}

// Reads the mailbox, which depends on the posts, and joins every message found there; repeats until
// there is no new one. The joins follow the agents' numbers, an order that says nothing about this
// schedule.
void wait(Handler& h, const void* site) {
  if (!is_running()) return;  // there is no other agent
  std::uint64_t joined[channel::kMaxAgents / 64] = {};
  for (;;) {
    visit(Request{.kind = OpKind::LibraryCall, .first = mailbox_object(h), .site = site});
    check_usable(h, site);
    std::uint64_t seen[channel::kMaxAgents / 64] = {};
    bool is_empty = true;
    for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
      const std::uint32_t number = g.run_agents[i];
      if (g.agents[number].handler != &h) continue;
      const std::uint64_t bit = std::uint64_t{1} << (number % 64);
      if ((joined[number / 64] & bit) != 0) continue;
      seen[number / 64] |= bit;
      is_empty = false;
    }
    if (is_empty) return;
    for (std::uint32_t number = 0; number < channel::kMaxAgents; ++number) {
      if ((seen[number / 64] >> (number % 64) & 1U) == 0) continue;
      Agent& message = g.agents[number];
      visit(Request{.kind = OpKind::ThreadJoin,
                    .first = g.interner.life(message.id),
                    .site = site,
                    .target = &message,
                    .is_ready = &is_finished,
                    .enabled_by = &message.exit_step});
      if (g.current->clock_ns < message.clock_ns) g.current->clock_ns = message.clock_ns;
      joined[number / 64] |= seen[number / 64] & (std::uint64_t{1} << (number % 64));
    }
  }
}

// A step that depends on the posts: a post after it is an error.
void destroy(Handler& h, const void* site) {
  wait(h, site);
  if (is_running()) {
    visit(Request{.kind = OpKind::LibraryCall, .first = mailbox_object(h), .site = site});
  }
  check_usable(h, site);
  // A post that comes too late finds this: freed memory is not used again in a run.
  h.is_destroyed = true;
  std::free(&h);
}

}  // namespace

bool keeps_order(const Handler& handler) { return handler.order == SKEIN_FIFO; }

void run_message(Agent& message) {
  Handler& h = *message.handler;
  if (is_lock(h)) {
    visit(Request{.kind = OpKind::MutexLock,
                  .first = handler_object(h),
                  .target = &h,
                  .is_ready = &is_lock_free});
  } else {
    races::on_step();
  }
  set_gate(true, false);
  h.running = message.id.value + 1;
  message.message(message.start_argument);
}

void end_message(Agent& message) {
  Handler& h = *message.handler;
  const ObjectId life = g.interner.life(message.id);
  if (is_lock(h)) {
    visit(Request{.kind = OpKind::MutexUnlock, .first = handler_object(h)});
  } else {
    visit(Request{
        .kind = OpKind::MessageEnd, .first = place_of(h, message.turn + 1), .second = life});
  }
  set_gate(false, true);
  h.running = 0;
  ++h.ended;
  if (is_lock(h)) visit(Request{.kind = OpKind::ThreadExit, .first = life});
  finish_current();
}

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

skein_handler* skein_handler_create(int order) {
  return rt::is_off() ? skein_real_handler_create(order) : rt::create(order);
}

int skein_post(skein_handler* handler, void (*function)(void*), void* argument) {
  return rt::is_off() ? skein_real_post(handler, function, argument)
                      : rt::post(handler, function, argument, __builtin_return_address(0));
}

void skein_handler_wait(skein_handler* handler) {
  if (rt::is_off()) return skein_real_handler_wait(handler);
  const void* site = __builtin_return_address(0);
  rt::wait(rt::check_handler(handler, site), site);
}

void skein_handler_destroy(skein_handler* handler) {
  if (handler == nullptr) return;
  if (rt::is_off()) return skein_real_handler_destroy(handler);
  const void* site = __builtin_return_address(0);
  rt::destroy(rt::check_handler(handler, site), site);
}

skein_handler* skein_handler_self() {
  if (rt::is_off()) return skein_real_handler_self();
  return rt::g.current == nullptr ? nullptr
                                  : reinterpret_cast<skein_handler*>(rt::g.current->handler);
}

// For libskein-events, which defines the names above itself.
skein_handler* skein_runtime_handler_create(int order) { return skein_handler_create(order); }
int skein_runtime_post(skein_handler* handler, void (*function)(void*), void* argument) {
  return skein_post(handler, function, argument);
}
void skein_runtime_handler_wait(skein_handler* handler) { skein_handler_wait(handler); }
void skein_runtime_handler_destroy(skein_handler* handler) { skein_handler_destroy(handler); }
skein_handler* skein_runtime_handler_self() { return skein_handler_self(); }

}  // extern "C"
