#include "report/json.hpp"

#include <cmath>

#include "findings/schedule.hpp"
#include "findings/wait_for.hpp"
#include "report/step_text.hpp"

namespace skein {

namespace {

using Json = nlohmann::ordered_json;

// So many steps are written out in full, over all findings; the others have their schedule only.
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
  json["memory_mb"] = request.budget.memory_kb == never.memory_kb
                          ? Json(nullptr)
                          : Json(request.budget.memory_kb / 1024);
  return json;
}

Json step_json(const Step& step, std::size_t index, const Machine& machine) {
  Json json;
  json["step"] = index + 1;
  json["agent"] = machine.agent_name(step.agent);
  json["operation"] = name(step.op.kind);
  Json objects = Json::array();
  for (const ObjectId object : {step.op.first, step.op.second}) {
    if (!object.is_none()) objects.push_back(machine.object_name(object));
  }
  json["objects"] = std::move(objects);
  if (step.choices > 1) {
    json["choice"] = step.choice;
    json["choices"] = step.choices;
  }
  json["value"] = step.value;
  if (!step.site.is_none()) json["site"] = machine.site_text(step.site);
  return json;
}

Json finding_json(const Finding& finding, const Machine& machine, std::size_t& steps_left) {
  Json json;
  json["kind"] = finding.kind();
  json["message"] = message_of(finding, machine);
  json["times"] = finding.times;
  if (finding.is_deadlock) {
    const std::vector<Wait> waits = waits_of(finding, machine);
    Json list = Json::array();
    for (const Wait& wait : waits) {
      Json entry;
      entry["agent"] = machine.agent_name(wait.agent);
      entry["waits_for"] = wait.text;
      if (!wait.site.is_none()) entry["site"] = machine.site_text(wait.site);
      list.push_back(std::move(entry));
    }
    json["waits"] = std::move(list);
    Json cycle = Json::array();
    for (const AgentId agent : wait_cycle(waits)) cycle.push_back(machine.agent_name(agent));
    json["cycle"] = std::move(cycle);
  } else {
    json["agent"] = machine.agent_name(finding.violation.agent);
    if (!finding.violation.step.is_none()) json["step"] = finding.violation.step.value + 1;
    if (!finding.violation.site.is_none()) {
      json["site"] = machine.site_text(finding.violation.site);
    }
  }
  json["switches"] = finding.switches;
  json["schedule"] = schedule_to_string(portable_moves(finding.steps, finding.pending));
  json["repeated"] = finding.is_repeated ? Json(*finding.is_repeated) : Json(nullptr);
  if (finding.steps.size() > steps_left) {
    json["steps"] = nullptr;
    return json;
  }
  steps_left -= finding.steps.size();
  Json steps = Json::array();
  for (std::size_t i = 0; i < finding.steps.size(); ++i) {
    steps.push_back(step_json(finding.steps[i], i, machine));
  }
  json["steps"] = std::move(steps);
  return json;
}

}  // namespace

Json to_json(const Report& report, const Machine* machine) {
  const Request& request = report.request;
  const Figures& f = report.figures;
  const auto runs_cut_by = [&](BoundHit hit) { return f.cut_by[static_cast<std::size_t>(hit)]; };
  Json json;
  json["skein"] = report.version;
  json["verdict"] = name(verdict_of(report));
  json["summary"] = verdict_sentence(report);
  if (!report.error.empty()) json["error"] = report.error;
  json["file"] = request.file;
  Json params = Json::object();
  for (const auto& [param, value] : request.params) params[param] = value;
  json["params"] = std::move(params);
  json["arguments"] = request.arguments;
  json["explorer"] = request.explorer;
  json["variant"] = request.variant;
  json["bounds"] = bounds_json(request);
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
                    {"spins", runs_cut_by(BoundHit::Spins)}};
  json["events"] = f.events;
  json["steps"] = f.steps;
  json["longest_run"] = f.longest;
  json["seconds"] = f.seconds;
  json["executions_per_second"] =
      f.seconds > 0 ? static_cast<double>(f.executions()) / f.seconds : 0.0;
  json["peak_rss_kb"] = f.peak_memory_kb;
  json["stopped_by"] = f.stop == Stop::Exhausted ? Json(nullptr) : Json(name(f.stop));
  Json findings = Json::array();
  std::size_t steps_left = kMostSteps;
  if (machine != nullptr) {
    for (const Finding& finding : report.findings.all()) {
      findings.push_back(finding_json(finding, *machine, steps_left));
    }
  }
  json["findings"] = std::move(findings);
  json["findings_not_kept"] = report.findings.not_kept();
  json["warnings"] = report.warnings;
  return json;
}

std::string json_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace skein
