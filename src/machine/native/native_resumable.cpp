// SPDX-License-Identifier: Apache-2.0
// NativeMachine as a Resumable. Its numbers are in the tables of the channel, which outlive
// executors. The tables name places by their addresses, which are the same in every process.
#include <cstring>
#include <type_traits>

#include "machine/bytes.hpp"
#include "machine/native/native_machine.hpp"

namespace skein {

namespace {

template <class Record, std::uint32_t capacity>
void put_table(std::string& out, const channel::Table<Record, capacity>& table) {
  static_assert(std::is_trivially_copyable_v<Record>);
  const std::uint32_t count = table.count.load(std::memory_order_acquire);
  bytes::put_text(out, {reinterpret_cast<const char*>(table.records), count * sizeof(Record)});
  std::string slots;
  std::uint64_t used = 0;
  for (std::uint32_t i = 0; i < 2 * capacity && used < count; ++i) {
    const IndexSlot slot = table.index.slots[i];
    if (slot.is_free()) continue;
    bytes::put_number(slots, i);
    bytes::put_number(slots, slot.plus_one);
    ++used;
  }
  bytes::put_number(out, used);
  out += slots;
}

template <class Record, std::uint32_t capacity>
void take_table(std::string_view& in, channel::Table<Record, capacity>& table) {
  const std::string records = bytes::take_text(in);
  const std::size_t count = records.size() / sizeof(Record);
  if (count > capacity || records.size() % sizeof(Record) != 0) bytes::refuse("a table of names");
  // An empty list of bytes has no address to copy from.
  if (!records.empty())
    std::memcpy(static_cast<void*>(table.records), records.data(), records.size());
  for (std::size_t left = bytes::take_count(in); left > 0; --left) {
    const std::uint64_t slot = bytes::take_number(in);
    const std::uint64_t plus_one = bytes::take_number(in);
    if (slot >= std::uint64_t{2} * capacity || plus_one > count) bytes::refuse("an index of names");
    table.index.slots[slot] = IndexSlot{static_cast<std::uint32_t>(plus_one)};
  }
  table.count.store(static_cast<std::uint32_t>(count), std::memory_order_release);
}

}  // namespace

std::string NativeMachine::save_names() const {
  const channel::Channel& c = executor_.channel();
  std::string out;
  put_table(out, c.agents);
  put_table(out, c.sites);
  put_table(out, c.objects);
  put_table(out, c.watched);
  bytes::put_number(out, c.clean_stack);
  bytes::put_number(out, c.has_weak_order ? 1 : 0);
  bytes::put_number(out, c.has_condition_wait ? 1 : 0);
  bytes::put_number(out, c.has_signal_handler ? 1 : 0);
  bytes::put_number(out, mentions_.handles_faults ? 1 : 0);
  bytes::put_number(out, mentions_.begins_threads ? 1 : 0);
  bytes::put_number(out, c.openmp_threads);
  bytes::put_number(out, c.has_unwatched_races ? 1 : 0);
  bytes::put_number(out, c.has_unwatched_sections ? 1 : 0);
  bytes::put_number(out, races_.size());
  for (const auto& [sides, facts] : races_) {
    bytes::put_text(out, sides);
    bytes::put_facts(out, facts);
  }
  bytes::put_number(out, leaks_.size());
  for (const auto& [agent, mutex] : leaks_) {
    bytes::put_number(out, agent.value);
    bytes::put_number(out, mutex.value);
  }
  bytes::put_number(out, unseen_.addresses().size());
  for (const std::uint64_t address : unseen_.addresses()) bytes::put_number(out, address);
  bytes::put_number(out, unseen_.unwatched().size());
  for (const Unwatched& why : unseen_.unwatched()) {
    bytes::put_number(out, static_cast<std::uint64_t>(why.cause));
    bytes::put_text(out, why.library);
  }
  return out;
}

void NativeMachine::restore_names(std::string_view in) {
  channel::Channel& c = executor_.channel();
  take_table(in, c.agents);
  take_table(in, c.sites);
  take_table(in, c.objects);
  take_table(in, c.watched);
  c.clean_stack = static_cast<std::uint32_t>(bytes::take_number(in));
  c.has_weak_order = bytes::take_number(in) != 0;
  c.has_condition_wait = bytes::take_number(in) != 0;
  c.has_signal_handler = bytes::take_number(in) != 0;
  mentions_.handles_faults = bytes::take_number(in) != 0;
  mentions_.begins_threads = bytes::take_number(in) != 0;
  c.openmp_threads = static_cast<std::uint32_t>(bytes::take_number(in));
  c.has_unwatched_races = bytes::take_number(in) != 0;
  c.has_unwatched_sections = bytes::take_number(in) != 0;
  for (std::size_t left = bytes::take_count(in); left > 0; --left) {
    std::string sides = bytes::take_text(in);
    races_.emplace(std::move(sides), bytes::take_facts(in));
  }
  for (std::size_t left = bytes::take_count(in); left > 0; --left) {
    const AgentId agent{static_cast<std::uint32_t>(bytes::take_number(in))};
    leaks_.emplace(agent, ObjectId{static_cast<std::uint32_t>(bytes::take_number(in))});
  }
  for (std::size_t left = bytes::take_count(in); left > 0; --left) {
    unseen_.add(bytes::take_number(in));
  }
  for (std::size_t left = bytes::take_count(in); left > 0; --left) {
    const std::uint64_t cause = bytes::take_number(in);
    if (cause > static_cast<std::uint64_t>(Unwatched::Cause::TooManyInstructions)) {
      bytes::refuse("a cause of what is not watched");
    }
    unseen_.add_unwatched({static_cast<Unwatched::Cause>(cause), bytes::take_text(in)});
  }
  if (!in.empty()) bytes::refuse("too many names");
}

}  // namespace skein
