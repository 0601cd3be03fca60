// SPDX-License-Identifier: Apache-2.0
#include "findings/finding.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace skein {

namespace {

void append_number(std::string& key, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    key.push_back(static_cast<char>((number >> shift) & 0xffU));
  }
}

void make_key(std::string& key, std::span<const Pending> pending, const Violation* violation) {
  key.clear();
  if (violation != nullptr) {
    append_key(key, violation->facts);
    append_number(key, violation->site.value);
    return;
  }
  key.push_back('\xff');              // no code of a violation has this number
  for (const Pending& p : pending) {  // by agent, as Run promises
    append_number(key, p.agent.value);
    key.push_back(static_cast<char>(p.op.kind));
    append_number(key, p.op.first.value);
    append_number(key, p.op.second.value);
  }
}

}  // namespace

std::size_t count_switches(std::span<const Step> steps) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (steps[i].agent != steps[i - 1].agent) ++switches;
  }
  return switches;
}

bool is_same_bug(const Finding& a, const Finding& b) {
  std::string keys[2];
  make_key(keys[0], a.pending, a.is_deadlock ? nullptr : &a.violation);
  make_key(keys[1], b.pending, b.is_deadlock ? nullptr : &b.violation);
  return keys[0] == keys[1];
}

const Violation* same_violation(const Run& run, const Finding& finding) {
  const auto found =
      std::find_if(run.violations.begin(), run.violations.end(),
                   [&](const Violation& v) { return v.facts == finding.violation.facts; });
  return found == run.violations.end() ? nullptr : &*found;
}

void FindingSet::add_violations(const Run& run) {
  for (const Violation& violation : run.violations) add_one(run, &violation);
}

void FindingSet::add(const Run& run) {
  add_violations(run);
  if (run.end == End::Deadlock) add_one(run, nullptr);
}

void FindingSet::set_watched(std::size_t words) {
  for (Finding& finding : findings_) finding.watched = words;
}

void FindingSet::adopt(const FindingSet& others) {
  for (std::size_t i = 0; i < others.findings_.size() && findings_.size() < kMostKept; ++i) {
    if (!by_key_.emplace(others.keys_[i], findings_.size()).second) continue;
    keys_.push_back(others.keys_[i]);
    findings_.push_back(others.findings_[i]);
  }
}

std::vector<Finding> FindingSet::take_out(const std::function<bool(const Finding&)>& is_out) {
  std::vector<Finding> out;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    if (is_out(findings_[i])) {
      out.push_back(std::move(findings_[i]));
    } else {
      kept.push_back(i);
    }
  }
  keep(kept);
  return out;
}

void FindingSet::keep(const std::vector<std::size_t>& order) {
  std::vector<Finding> findings;
  std::vector<std::string> keys;
  by_key_.clear();
  for (const std::size_t i : order) {
    by_key_.emplace(keys_.at(i), findings.size());
    keys.push_back(std::move(keys_.at(i)));
    findings.push_back(std::move(findings_.at(i)));
  }
  findings_ = std::move(findings);
  keys_ = std::move(keys);
}

void FindingSet::add_one(const Run& run, const Violation* violation) {
  make_key(key_, run.pending, violation);
  const auto found = by_key_.find(key_);
  if (found == by_key_.end() && findings_.size() >= kMostKept) {
    ++not_kept_;
    return;
  }
  const std::size_t index = found == by_key_.end() ? findings_.size() : found->second;
  if (found == by_key_.end()) {
    by_key_.emplace(key_, index);
    keys_.push_back(key_);
    findings_.emplace_back();
  }
  Finding& finding = findings_[index];
  ++finding.times;
  // The steps after the violation are not needed if the run did not end anyway.
  const bool is_cut =
      run.end == End::Cut && (run.bound == BoundHit::Steps || run.bound == BoundHit::Polling);
  std::span<const Step> steps = run.steps;
  if (is_cut && violation != nullptr && violation->step.index() < steps.size()) {
    steps = steps.first(violation->step.index() + 1);
  }
  const std::size_t switches = count_switches(steps);
  const auto cost = std::pair(switches, steps.size());
  if (finding.times > 1 && cost >= std::pair(finding.switches, finding.steps.size())) return;
  finding.is_deadlock = violation == nullptr;
  if (violation != nullptr) finding.violation = *violation;
  finding.steps.assign(steps.begin(), steps.end());
  finding.pending = steps.size() == run.steps.size() ? run.pending : std::vector<Pending>();
  finding.is_cut = is_cut;
  finding.switches = switches;
}

}  // namespace skein
