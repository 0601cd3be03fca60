// SPDX-License-Identifier: Apache-2.0
#include "report/formats/json.hpp"

#include <cmath>

#include "report/formats/counterexample_json.hpp"
#include "report/words/remark_text.hpp"

namespace skein {

namespace {

using Json = nlohmann::ordered_json;

// The number of steps written out in full, over all findings; further findings have their schedule
// only.
constexpr std::size_t kMostSteps = 200'000;

Json or_null(std::uint64_t value, std::uint64_t no_limit) {
  return value == no_limit ? Json(nullptr) : Json(value);
}

Json bounds_json(const Request& request) {
  const Bounds none;
  const Budget never;
  Json json;
  json["steps"] = or_null(request.bounds.steps, none.steps);
  json["switches"] = or_null(request.bounds.switches, none.switches);
  json["preemptions"] = or_null(request.bounds.preemptions, none.preemptions);
  json["runs"] = or_null(request.budget.runs, never.runs);
  json["seconds"] =
      std::isinf(request.budget.seconds) ? Json(nullptr) : Json(request.budget.seconds);
  json["memory_mb"] =
      request.budget.is_memory_given ? Json(request.budget.memory_kb / 1024) : Json(nullptr);
  return json;
}

Json estimate_json(const Estimate& estimate) {
  Json json;
  json["executions"] = estimate.executions;
  json["low"] = estimate.low;
  json["high"] = estimate.high;
  json["share_done"] = estimate.share();
  json["seconds_left"] = estimate.seconds_left;
  json["bunches"] = estimate.bunches;
  return json;
}

// The texts alone, by list; then all of them with their facts.
void add_remarks(Json& json, const Report& report) {
  Json remarks = Json::array();
  const auto add = [&](const char* list, const char* one, const std::vector<Remark>& all) {
    json[list] = Json::array();
    for (const Remark& remark : all) {
      const std::string text = remark_text(remark);
      json[list].push_back(text);
      remarks.push_back({{"what", one},
                         {"code", name(remark.code)},
                         {"text", text},
                         {"subjects", remark.subjects},
                         {"values", remark.values}});
      const ViolationFacts& violation = remark.violation;
      if (!violation.is_none()) remarks.back()["violation"] = name(violation.code);
    }
  };
  add("warnings", "warning", report.warnings);
  add("reservations", "reservation", report.reservations);
  add("gaps", "gap", report.gaps);
  json["remarks"] = std::move(remarks);
}

}  // namespace

Json to_json(const Report& report) {
  const Request& request = report.request;
  const Statistics& f = report.statistics;
  const auto runs_cut_by = [&](BoundHit hit) { return f.cut_by[static_cast<std::size_t>(hit)]; };
  Json json;
  json["skein"] = report.version;
  json["verdict"] = name(verdict_of(report));
  json["summary"] = verdict_sentence(report);
  if (!report.error.empty()) json["error"] = report.error;
  if (!report.compiler_messages.empty()) json["compiler_messages"] = report.compiler_messages;
  json["file"] = request.file;
  Json params = Json::object();
  for (const auto& [param, value] : request.params) params[param] = value;
  json["params"] = std::move(params);
  json["arguments"] = request.arguments;
  if (!request.command.empty()) json["command"] = request.command;
  json["explorer"] = request.explorer;
  json["variant"] = request.variant;
  json["bounds"] = bounds_json(request);
  if (!request.fail_on.empty()) json["fail_on"] = request.fail_on;
  if (!request.baseline.empty()) json["baseline"] = request.baseline;
  json["executions"] = f.executions();
  json["completed"] = f.completed;
  json["deadlocks"] = f.deadlocks;
  json["violations"] = f.violations;
  json["blocked"] = f.blocked;
  json["redundant"] = f.redundant;
  json["cut"] = f.cut();
  json["cut_by"] = {{"steps", runs_cut_by(BoundHit::Steps)},
                    {"switches", runs_cut_by(BoundHit::Switches)},
                    {"preemptions", runs_cut_by(BoundHit::Preemptions)},
                    {"spins", runs_cut_by(BoundHit::Spins)},
                    {"polling", runs_cut_by(BoundHit::Polling)},
                    {"lost", runs_cut_by(BoundHit::Lost)}};
  json["events"] = f.events;
  if (!report.counted.empty()) {
    Json counted = Json::object();
    for (const ExplorerCount& count : report.counted) counted[count.name] = count.value;
    json["counted"] = std::move(counted);
  }
  json["steps"] = f.steps;
  json["longest_run"] = f.longest;
  json["seconds"] = f.seconds;
  json["executions_per_second"] =
      f.seconds > 0 ? static_cast<double>(f.executions()) / f.seconds : 0.0;
  json["peak_rss_kb"] = f.peak_memory_kb;
  json["stopped_by"] = f.stop == Stop::Exhausted ? Json(nullptr) : Json(name(f.stop));
  json["estimate"] = report.estimate ? estimate_json(*report.estimate) : Json(nullptr);
  json["advice"] = report.advice ? advice_json(*report.advice) : Json(nullptr);
  std::size_t steps_left = kMostSteps;
  const auto listed = [&](const std::vector<Counterexample>& all) {
    Json list = Json::array();
    for (const Counterexample& counterexample : all) {
      const bool has_steps = counterexample.steps.size() <= steps_left &&
                             counterexample.steps.size() == counterexample.length;
      if (has_steps) steps_left -= counterexample.steps.size();
      list.push_back(counterexample_json(counterexample, has_steps));
    }
    return list;
  };
  json["findings"] = listed(report.counterexamples);
  json["accepted"] = listed(report.accepted);
  if (!report.unproved.empty()) json["unproved"] = listed(report.unproved);
  json["findings_not_kept"] = report.findings.not_kept();
  json["unused_suppressions"] = report.unused_suppressions;
  add_remarks(json, report);
  Json unseen = Json::array();
  for (const Unseen& u : report.unseen) {
    unseen.push_back({{"library", u.library}, {"function", u.function}, {"count", u.count}});
  }
  json["unseen"] = std::move(unseen);
  return json;
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace skein
