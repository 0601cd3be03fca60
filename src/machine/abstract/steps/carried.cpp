// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/steps/carried.hpp"

#include <algorithm>
#include <set>

namespace skein::abstract {

std::size_t CarriedMemory::index_of(ObjectId object) {
  const auto [it, is_new] = indices_.emplace(object, objects_.size());
  if (is_new) objects_.push_back(object);
  return it->second;
}

const CarriedMemory::Write* CarriedMemory::last_write(CarriedId record, ObjectId object) const {
  const auto found = indices_.find(object);
  if (found == indices_.end()) return nullptr;
  const std::vector<WriteId>& last = records_[record.index()].last;
  if (found->second >= last.size() || last[found->second].is_none()) return nullptr;
  return &writes_.extra(last[found->second]);
}

const ValueId* CarriedMemory::value(CarriedId record, ObjectId object) const {
  const Write* const write = last_write(record, object);
  return write == nullptr ? nullptr : &write->value;
}

AgentId CarriedMemory::writer(CarriedId record, ObjectId object) const {
  const Write* const write = last_write(record, object);
  return write == nullptr ? AgentId{} : write->agent;
}

bool CarriedMemory::has_completed_free(CarriedId record, ObjectId object) const {
  const Record& here = records_[record.index()];
  const WriteId last = last_id(here.last, object);
  return !last.is_none() &&
         std::binary_search(here.completed_frees.begin(), here.completed_frees.end(), last);
}

void CarriedMemory::complete_frees(Record& record, AgentId agent) const {
  for (const WriteId write : record.last) {
    if (write.is_none()) continue;
    const Write& what = writes_.extra(write);
    if (what.value.is_absent() && what.agent == agent) record.completed_frees.push_back(write);
  }
  std::sort(record.completed_frees.begin(), record.completed_frees.end());
  const auto end = std::unique(record.completed_frees.begin(), record.completed_frees.end());
  record.completed_frees.erase(end, record.completed_frees.end());
}

void CarriedMemory::keep_last(Record& record) {
  if (record.completed_frees.empty()) return;
  const std::set<WriteId> last(record.last.begin(), record.last.end());
  std::erase_if(record.completed_frees, [&](WriteId write) { return !last.contains(write); });
  std::sort(record.completed_frees.begin(), record.completed_frees.end());
  const auto end = std::unique(record.completed_frees.begin(), record.completed_frees.end());
  record.completed_frees.erase(end, record.completed_frees.end());
}

CarriedId CarriedMemory::join(std::span<const CarriedId> records) {
  CarriedId one{std::uint32_t{0}};
  bool is_one = true;
  for (const CarriedId record : records) {
    if (record.index() == 0 || record == one) continue;
    is_one = one.index() == 0;
    if (!is_one) break;
    one = record;
  }
  if (is_one) return one;
  std::vector<WriteId> joined;
  for (const CarriedId record : records) {
    const std::vector<WriteId>& last = records_[record.index()].last;
    if (joined.size() < last.size()) joined.resize(last.size());
    for (std::size_t i = 0; i < last.size(); ++i) {
      if (last[i].is_none() || last[i] == joined[i]) continue;
      // Of writes that are not ordered, any will do: they race, which is reported.
      if (joined[i].is_none() || writes_.depth(last[i]) > writes_.depth(joined[i])) {
        joined[i] = last[i];
      }
    }
  }
  Record both{std::move(joined), {}, {}};
  for (const CarriedId record : records) {
    const Record& given = records_[record.index()];
    const auto is_last = [&](ObjectId object) {
      return last_id(given.last, object) == last_id(both.last, object);
    };
    Zone still = given.facts;
    still.keep([&](const Difference& fact) {
      return is_last(fact.x.object()) && is_last(fact.y.object());
    });
    both.facts.add_facts(still.bounds());
    both.completed_frees.insert(both.completed_frees.end(), given.completed_frees.begin(),
                                given.completed_frees.end());
  }
  keep_last(both);
  for (const CarriedId record : records) {
    if (records_[record.index()] == both) return record;
  }
  records_.push_back(std::move(both));
  return CarriedId{records_.size() - 1};
}

CarriedMemory::WriteId CarriedMemory::last_id(const std::vector<WriteId>& last,
                                              ObjectId object) const {
  const auto found = indices_.find(object);
  return found == indices_.end() || found->second >= last.size() ? WriteId{} : last[found->second];
}

CarriedId CarriedMemory::write(CarriedId before, AgentId agent,
                               std::span<const std::pair<ObjectId, ValueId>> writes,
                               const Zone& facts) {
  Record after = records_[before.index()];
  if (has_frees_) complete_frees(after, agent);
  if (writes.empty() && after.completed_frees == records_[before.index()].completed_frees)
    return before;
  std::vector<WriteId>& last = after.last;
  for (const auto& [object, value] : writes) {
    const std::size_t i = index_of(object);
    if (last.size() <= i) last.resize(i + 1);
    last[i] = writes_.add(last[i], Write{value, agent});
    if (value.is_absent()) has_frees_ = true;
    after.facts.forget(ZoneVariable::cell(object));
  }
  after.facts.add_facts(facts.bounds());
  if (!after.completed_frees.empty()) keep_last(after);
  records_.push_back(std::move(after));
  return CarriedId{records_.size() - 1};
}

void CarriedMemory::clear() {
  writes_ = {};
  records_.resize(1);
  records_.front() = {};
  has_frees_ = false;
}

}  // namespace skein::abstract
