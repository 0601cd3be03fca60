// SPDX-License-Identifier: Apache-2.0
#include "machine/native/names/native_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "machine/native/names/value_text.hpp"
#include "machine/own_code.hpp"

namespace skein {

namespace {

// State that threads share through libc and the kernel (runtime/intercept/state/shared_state.hpp).
std::string name_of_state(std::uint32_t state) {
  using channel::SharedState;
  switch (state) {
    case SharedState::kAllNames: return "file names";
    case SharedState::kWorkingFolder: return "the working folder";
    case SharedState::kFileMask: return "the umask";
    case SharedState::kLocale: return "the locale";
    case SharedState::kExitHandlers: return "the exit handlers";
    case SharedState::kHashTable: return "the table of hsearch";
    case SharedState::kOptions: return "the state of getopt";
    case SharedState::kSignalActions: return "the signal handlers";
    case SharedState::kSignals: return "the pending signals";
    case SharedState::kAccounts: return "the entry of getpwnam";
    case SharedState::kPolled: return "the polled descriptors";
    default: break;
  }
  if (state >= SharedState::kFirstName) return "a file name";
  if (state >= SharedState::kFirstContents) return "file contents";
  if (state >= SharedState::kFirstPosition) return "position in a file";
  // Eight of each agent have numbers of their own.
  struct Family {
    std::uint32_t first;
    const char* name;
  };
  Family family{SharedState::kFirstPipe, "pipe"};
  if (state >= SharedState::kFirstEventFd) {
    family = {SharedState::kFirstEventFd, "eventfd"};
  }
  if (state >= SharedState::kFirstTimer) family = {SharedState::kFirstTimer, "timer"};
  if (state >= SharedState::kFirstSocket) family = {SharedState::kFirstSocket, "socket"};
  const std::uint32_t hash = state - family.first;
  const char* const what = family.name;
  return hash < 8 ? fmt::format("{} {}", what, hash + 1)
                  : fmt::format("{} {} of agent {}", what, hash % 8 + 1, hash / 8);
}

}  // namespace

std::string NativeNames::start_name(AgentId agent) const {
  const channel::AgentRecord& record = channel_.agents.records[agent.index()];
  if (channel::is_openmp(record.start)) return "omp";
  std::string start = symbols_.function_name(record.start);
  // The C++ library starts threads with a function of its own.
  if (start.empty() || is_of_library(symbols_.places_of(record.start + 1).back())) {
    if (std::string function = run_.agent_function(agent); !function.empty()) start = function;
  }
  return start.empty() ? "thread" : start;
}

std::string NativeNames::agent_name(AgentId agent) const {
  if (agent == kMainAgent) return "main";
  if (agent.index() >= channel_.agents.count.load()) return fmt::format("agent {}", agent.value);
  return fmt::format("{}({})", start_name(agent), agent_path(agent));
}

std::string NativeNames::agent_path(AgentId agent) const {
  const channel::AgentRecord& record = channel_.agents.records[agent.index()];
  const AgentId creator = record.creator;
  // A creator has the lower number, unless the program has overwritten our tables.
  if (creator == kMainAgent || creator >= agent) return fmt::format("{}", record.ordinal + 1);
  return fmt::format("{}.{}", agent_path(creator), record.ordinal + 1);
}

DataName NativeNames::data_at(std::uint64_t address, StepIndex step) const {
  const auto agent = [this](AgentId one) { return agent_name(one); };
  DataName name = run_.describe(address, step, agent);
  return name.text.empty() ? symbols_.data_at(address) : name;
}

std::string NativeNames::data_name(std::uint64_t address, StepIndex step) const {
  return data_at(address, step).text;
}

std::string NativeNames::value_at(std::uint64_t address, std::uint64_t bits, std::uint32_t size,
                                  StepIndex step) const {
  const auto agent = [this](AgentId one) { return agent_name(one); };
  DataName place = run_.describe(address, step, agent);
  if (place.text.empty()) place = symbols_.describe(address);
  return value_of(place.type, bits, size, step);
}

std::string NativeNames::value_of(const ValueType& type, std::uint64_t bits, std::uint32_t size,
                                  StepIndex step) const {
  const auto agent = [this](AgentId one) { return agent_name(one); };
  return value_text(type, bits, size, [&](std::uint64_t at) {
    std::string name = run_.describe(at, step, agent, true).text;
    if (name.empty()) name = symbols_.describe(at).text;
    return name.empty() ? symbols_.function_name(at) : name;
  });
}

std::string NativeNames::object_name(ObjectId object) const {
  return object_name_at(object, StepIndex{});
}

std::string NativeNames::object_name_at(ObjectId object, StepIndex step) const {
  const channel::Channel& c = channel_;
  if (object.index() >= c.objects.count.load()) return fmt::format("object {}", object.value);
  const channel::ObjectRecord& record = c.objects.records[object.index()];
  using channel::ObjectClass;
  if (record.kind == ObjectClass::Life) return agent_name(AgentId{record.address});
  if (record.kind == ObjectClass::Library && channel::is_state(record.address)) {
    return name_of_state(static_cast<std::uint32_t>(record.address / 8));
  }
  if (record.kind == ObjectClass::Library) return symbols_.function_name(record.address);
  if (record.kind == ObjectClass::Handler) return handler_name(record.address);
  if (record.kind == ObjectClass::Mailbox) return "mailbox of " + handler_name(record.address);
  if (record.kind == ObjectClass::Turn) {
    return fmt::format("turn {} of {}", record.address & 0xffffU,
                       handler_name(record.address >> 16U));
  }
  if (record.kind == ObjectClass::Region) {
    return fmt::format("{} ({})", object_name_at(ObjectId{record.size}, step),
                       data_name(record.address, step));
  }
  if (channel::is_openmp(record.address)) {
    return openmp_name(channel::openmp_object(record.address));
  }
  return data_name(record.address, step);
}

std::string NativeNames::openmp_name(const channel::OpenMpObject& object) const {
  using Kind = channel::OpenMpObject::Kind;
  const std::string agent = agent_name(object.agent);
  switch (object.kind) {
    case Kind::Barrier: return fmt::format("the barrier of {}'s team", agent);
    case Kind::Dock: return fmt::format("the next parallel region of {}'s team", agent);
    case Kind::Construct:
      return fmt::format("construct {} of {}'s parallel region", object.number, agent);
    case Kind::Tasks: return fmt::format("the tasks of {}'s team", agent);
    case Kind::Task: return fmt::format("task {} of {}", object.number, agent);
    case Kind::TaskEnd: return fmt::format("the end of task {} of {}", object.number, agent);
    case Kind::Critical: return "the critical section without a name";
    case Kind::Atomic: return "the lock of atomic updates";
    case Kind::Worker: break;
  }
  return "";
}

Whole NativeNames::whole_of(ObjectId object) const {
  const channel::Channel& c = channel_;
  if (object.index() >= c.objects.count.load()) return {};
  const channel::ObjectRecord& record = c.objects.records[object.index()];
  using channel::ObjectClass;
  if (channel::is_openmp(record.address)) return {Whole::Kind::Variable, object_name(object)};
  switch (record.kind) {
    case ObjectClass::Life: {
      const AgentId agent{record.address};
      if (agent.index() >= c.agents.count.load()) return {};
      return {Whole::Kind::Variable, agent == kMainAgent ? "main" : start_name(agent)};
    }
    case ObjectClass::Library:
    case ObjectClass::Handler:
    case ObjectClass::Mailbox:
    case ObjectClass::Turn: return {Whole::Kind::Variable, object_name(object)};
    case ObjectClass::Region: return whole_of(ObjectId{record.size});
    default: return data_at(record.address, StepIndex{}).whole;
  }
}

std::vector<Whole> NativeNames::wholes_of(const Operation& op) const {
  std::vector<Whole> wholes;
  for (const ObjectId object : {op.first, op.second}) {
    if (!object.is_none()) wholes.push_back(whole_of(object));
  }
  return wholes;
}

std::string NativeNames::linker_name(ObjectId object) const {
  const channel::Channel& c = channel_;
  if (object.index() >= c.objects.count.load()) return "";
  const channel::ObjectRecord& record = c.objects.records[object.index()];
  using channel::ObjectClass;
  switch (record.kind) {
    case ObjectClass::Life:
    case ObjectClass::Library:
    case ObjectClass::Handler:
    case ObjectClass::Mailbox:
    case ObjectClass::Turn: return "";
    default: return symbols_.linker_name(record.address);
  }
}

std::uint64_t NativeNames::lock_address(ObjectId object) const {
  if (object.index() >= channel_.objects.count.load()) return 0;
  const channel::ObjectRecord& record = channel_.objects.records[object.index()];
  return record.kind == channel::ObjectClass::Lock ? record.address : 0;
}

// Handlers are counted in the order in which they were interned.
std::string NativeNames::handler_name(std::uint64_t address) const {
  const channel::Channel& c = channel_;
  using channel::ObjectClass;
  std::vector<std::uint64_t> known;
  for (std::uint32_t i = 0; i < c.objects.count.load(); ++i) {
    const channel::ObjectRecord& record = c.objects.records[i];
    if (record.kind != ObjectClass::Handler && record.kind != ObjectClass::Mailbox) continue;
    if (std::find(known.begin(), known.end(), record.address) != known.end()) continue;
    if (record.address == address) break;
    known.push_back(record.address);
  }
  return fmt::format("handler {}", known.size() + 1);
}

std::string NativeNames::site_text(SiteId site) const {
  const channel::Channel& c = channel_;
  if (site.is_none() || site.index() >= c.sites.count.load()) return "?";
  return symbols_.line_of(c.sites.records[site.index()]);
}

SourceLine NativeNames::site_line(SiteId site) const {
  const channel::Channel& c = channel_;
  if (site.is_none() || site.index() >= c.sites.count.load()) return {"", 0, "?"};
  return symbols_.source_line(c.sites.records[site.index()]);
}

bool NativeNames::has_own_name(ObjectId object) const {
  const channel::Channel& c = channel_;
  if (object.index() >= c.objects.count.load()) return true;
  const channel::ObjectRecord& record = c.objects.records[object.index()];
  using channel::ObjectClass;
  using channel::SharedState;
  const bool is_waited_for =
      record.kind == ObjectClass::Library &&
      (record.address == channel::word_of_state(SharedState::kSignals) ||
       (record.address >= channel::word_of_state(SharedState::kPolled) &&
        record.address < channel::word_of_state(SharedState::kFirstPosition)));
  return record.kind != ObjectClass::Handler && !is_waited_for &&
         !channel::is_openmp(record.address);
}

}  // namespace skein
