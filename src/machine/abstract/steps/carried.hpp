// SPDX-License-Identifier: Apache-2.0
// Shared memory that is carried along causality.
//
// In a program without data races, any two accesses to a plain variable of which one is a write are
// ordered by synchronisation. So plain variables need not be objects of the model: whatever
// happens before an operation has already ordered all writes that it can see, and the last of them
// is its value. A record says, for each variable, which write that is; the record of a history is
// the join of the records of its last events.
//
// Which frees have happened for certain is recorded too, so that names of blocks can be given again
// (block_reuse.hpp).
//
// If two writes that are joined are not ordered, they race.
//
// A record also has facts about the differences of variables (zone.hpp), which its events have
// found out. A fact is about the values that two writes have given, so it holds as long as these
// are the last writes of both variables, in every history that has the event.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "core/skip_tree.hpp"
#include "core/states.hpp"
#include "machine/abstract/values/zone.hpp"

namespace skein::abstract {

class CarriedMemory {
 public:
  CarriedMemory() { records_.emplace_back(); }

  // What a record says about a cell; nothing if it was never written.
  [[nodiscard]] const ValueId* value(CarriedId record, ObjectId object) const;

  [[nodiscard]] CarriedId join(std::span<const CarriedId> records);
  // The agent that wrote the cell last; none if it was never written.
  [[nodiscard]] AgentId writer(CarriedId record, ObjectId object) const;
  // Whether the cell was freed, and the freeing agent has had another event since. Then whatever
  // comes after the record comes after the free: the code of an agent's last event may still run.
  [[nodiscard]] bool has_completed_free(CarriedId record, ObjectId object) const;
  // The record after these writes by an agent, with facts about the cells afterwards.
  [[nodiscard]] CarriedId write(CarriedId before, AgentId agent,
                                std::span<const std::pair<ObjectId, ValueId>> writes,
                                const Zone& facts);
  [[nodiscard]] const Zone& facts(CarriedId record) const { return records_[record.index()].facts; }

  // Calls look(object, value) for each cell that was written.
  template <class Look>
  void for_each(CarriedId record, const Look& look) const {
    const std::vector<WriteId>& last = records_[record.index()].last;
    for (std::size_t i = 0; i < last.size(); ++i) {
      if (!last[i].is_none()) look(objects_[i], writes_.extra(last[i]).value);
    }
  }

  void clear();

 private:
  using WriteId = Id<struct WriteTag>;

  struct Write {
    ValueId value;
    AgentId agent;
  };

  struct Record {
    std::vector<WriteId> last;             // by cell
    Zone facts;                            // about cells alone
    std::vector<WriteId> completed_frees;  // frees, of those in `last`; sorted

    friend bool operator==(const Record&, const Record&) = default;
  };

  [[nodiscard]] std::size_t index_of(ObjectId object);
  // The last write of the object; none if it was never written.
  [[nodiscard]] WriteId last_id(const std::vector<WriteId>& last, ObjectId object) const;
  [[nodiscard]] const Write* last_write(CarriedId record, ObjectId object) const;
  // The agent has another event: its earlier frees are over.
  void complete_frees(Record& record, AgentId agent) const;
  static void keep_last(Record& record);

  std::vector<ObjectId> objects_;
  std::unordered_map<ObjectId, std::size_t> indices_;
  SkipTree<WriteId, Write> writes_;  // of each cell, in their order
  std::vector<Record> records_;      // record 0 has no writes
  bool has_frees_ = false;           // some cell was freed
};

}  // namespace skein::abstract
