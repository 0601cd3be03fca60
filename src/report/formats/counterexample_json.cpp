// SPDX-License-Identifier: Apache-2.0
#include "report/formats/counterexample_json.hpp"

#include "report/formats/schedule_rows.hpp"
#include "report/formats/schedule_table.hpp"

namespace skein {

namespace {

using Json = nlohmann::ordered_json;

Json place_json(const Place& place) {
  Json json;
  json["file"] = place.file;
  if (!place.path.empty()) json["path"] = place.path;
  json["line"] = place.line;
  if (!place.function.empty()) json["function"] = place.function;
  if (!place.text.empty()) json["text"] = place.text;
  return json;
}

bool is_known(const Place& place) { return place.line != 0 || !place.file.empty(); }

Json stack_json(const Stack& stack) {
  Json json = Json::array();
  for (const Place& place : stack) json.push_back(place_json(place));
  return json;
}

void add_place(Json& json, const std::string& site, const Place& place, const Stack& stack) {
  if (!site.empty()) json["site"] = site;
  if (is_known(place)) json["place"] = place_json(place);
  if (!stack.empty()) json["stack"] = stack_json(stack);
}

Json step_json(const CounterexampleStep& step, std::size_t index,
               const Counterexample& counterexample) {
  Json json;
  json["step"] = index + 1;
  json["agent"] = counterexample.agents[step.agent];
  json["operation"] = name(step.kind);
  json["text"] = step.operation;
  json["action"] = action_text(step);
  json["objects"] = step.objects;
  if (step.choices > 1) {
    json["choice"] = step.choice;
    json["choices"] = step.choices;
  }
  json["value"] = step.value;
  if (step.read) json["read"] = *step.read;
  if (step.written) json["written"] = *step.written;
  if (!step.read_text.empty()) json["read_text"] = step.read_text;
  if (!step.written_text.empty()) json["written_text"] = step.written_text;
  if (!step.outcome.empty()) json["outcome"] = step.outcome;
  json["switch"] = step.is_switch;
  json["preemption"] = step.is_preemption;
  Json after = Json::array();
  for (const std::size_t cause : step.after) after.push_back(cause + 1);
  json["after"] = std::move(after);
  if (!step.locks_held.empty()) json["locks_held"] = step.locks_held;
  add_place(json, step.site, step.place, step.stack);
  return json;
}

Json access_json(const CounterexampleAccess& access, const Counterexample& counterexample) {
  Json json;
  json["agent"] = counterexample.agents[access.agent];
  json["what"] = access.what;
  json["write"] = access.is_write;
  json["atomic"] = access.is_atomic;
  json["size"] = access.size;
  if (access.step) {
    json["step"] = *access.step + 1;
    if (is_step_itself(counterexample, access)) json["is_step"] = true;
  }
  if (access.value) json["value"] = *access.value;
  if (!access.value_text.empty()) json["value_text"] = access.value_text;
  json["locks_held"] = access.locks_held;
  json["stack"] = stack_json(access.stack);
  return json;
}

// The schedule in the room of a screen, as the terminal tells it; rows that are left out and stand
// next to each other are one.
Json rows_json(const Counterexample& counterexample) {
  constexpr std::size_t kMostRows = 24;
  Json json = Json::array();
  for (const ScheduleRow& row : schedule_rows(counterexample, kMostRows,
                                              [](const ScheduleRow&) { return std::size_t{1}; })) {
    if (row.is_left_out && !json.empty() && json.back().contains("left_out")) {
      json.back()["last"] = row.last + 1;
      continue;
    }
    Json entry = {{"first", row.first + 1}, {"last", row.last + 1}};
    if (row.access) entry["access"] = *row.access + 1;
    if (row.is_left_out) entry["left_out"] = true;
    json.push_back(std::move(entry));
  }
  return json;
}

void add_deadlock(Json& json, const Counterexample& counterexample) {
  Json list = Json::array();
  for (const CounterexampleWait& wait : counterexample.waits) {
    Json entry;
    entry["agent"] = counterexample.agents[wait.agent];
    entry["waits_for"] = wait.text;
    Json agents = Json::array();
    for (const std::size_t agent : wait.for_agents) agents.push_back(counterexample.agents[agent]);
    entry["for_agents"] = std::move(agents);
    entry["locks_held"] = wait.locks_held;
    if (wait.fault) {
      entry["library_fault"] = {{"function", wait.fault->function}, {"count", wait.fault->count}};
    }
    add_place(entry, wait.site, wait.place, wait.stack);
    list.push_back(std::move(entry));
  }
  json["waits"] = std::move(list);
  Json cycle = Json::array();
  for (const std::size_t agent : counterexample.cycle)
    cycle.push_back(counterexample.agents[agent]);
  json["cycle"] = std::move(cycle);
}

void add_violation(Json& json, const Counterexample& counterexample) {
  if (counterexample.agent) json["agent"] = counterexample.agents[*counterexample.agent];
  if (counterexample.fatal) json["step"] = *counterexample.fatal + 1;
  add_place(json, counterexample.site, counterexample.place, counterexample.stack);
  if (!counterexample.compared.empty()) {
    Json values = Json::array();
    for (const CounterexampleValue& value : counterexample.compared) {
      values.push_back({{"name", value.name}, {"value", value.value}});
      if (!value.text.empty()) values.back()["text"] = value.text;
    }
    json["compared"] = std::move(values);
  }
  if (!counterexample.known.empty()) {
    Json values = Json::array();
    for (const KnownValue& value : counterexample.known) {
      values.push_back({{"name", value.name}, {"values", value.values}});
    }
    json["known"] = std::move(values);
  }
  if (!counterexample.object.empty()) json["object"] = counterexample.object;
  if (!counterexample.accesses.empty()) {
    Json accesses = Json::array();
    for (const CounterexampleAccess& access : counterexample.accesses) {
      accesses.push_back(access_json(access, counterexample));
    }
    json["accesses"] = std::move(accesses);
  }
  if (counterexample.block) {
    Json block;
    block["size"] = counterexample.block->size;
    block["allocated_by"] = counterexample.block->allocated_by;
    block["allocated"] = stack_json(counterexample.block->allocated);
    block["freed_by"] = counterexample.block->freed_by;
    block["freed"] = stack_json(counterexample.block->freed);
    json["block"] = std::move(block);
  }
}

}  // namespace

Json counterexample_json(const Counterexample& counterexample, bool has_steps) {
  Json json;
  json["kind"] = name(counterexample.kind);
  json["headline"] = counterexample.headline;
  json["brief"] = counterexample.brief;
  json["message"] = counterexample.message;
  json["times"] = counterexample.times;
  if (!counterexample.variants.empty()) json["variants"] = counterexample.variants;
  json["standing"] = name(counterexample.standing);
  if (!counterexample.accepted_by.empty()) json["accepted_by"] = counterexample.accepted_by;
  json["identities"] = counterexample.identities;
  if (counterexample.kind == FindingKind::Deadlock) {
    add_deadlock(json, counterexample);
  } else {
    add_violation(json, counterexample);
  }
  json["lost_at"] = counterexample.lost_at ? Json(*counterexample.lost_at + 1) : Json(nullptr);
  json["switches"] = counterexample.switches;
  json["schedule"] = counterexample.schedule;
  if (!counterexample.replay.empty()) json["replay"] = counterexample.replay;
  json["repeated"] = counterexample.is_repeated ? Json(*counterexample.is_repeated) : Json(nullptr);
  json["agents"] = counterexample.agents;
  if (!has_steps) {
    json["steps"] = nullptr;
    return json;
  }
  Json steps = Json::array();
  for (std::size_t i = 0; i < counterexample.steps.size(); ++i) {
    steps.push_back(step_json(counterexample.steps[i], i, counterexample));
  }
  json["steps"] = std::move(steps);
  json["rows"] = rows_json(counterexample);
  return json;
}

}  // namespace skein
