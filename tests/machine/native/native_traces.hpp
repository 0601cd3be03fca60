// SPDX-License-Identifier: Apache-2.0
// The traces of a program, independent of the machine: classes of runs, by the names of agents and
// objects, so that numbers do not matter, each with its end and its violations.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/agent_paths.hpp"
#include "explore/oracle/classes.hpp"
#include "explore/registry.hpp"
#include "machine/machine.hpp"
#include "machine/native/native_machine.hpp"

namespace skein::test {

// Numbers that mean the same on both machines.
class Dictionary {
 public:
  std::uint32_t operator[](const std::string& name) {
    return numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

struct Traces {
  std::map<std::string, std::string> ends;       // by class: how it ended
  std::map<std::string, std::string> schedules;  // by class: for people
  std::set<std::string> variables;               // whose plain accesses were steps
  std::uint64_t runs = 0;
  bool is_exhausted = true;
};

// Whether a step is to be kept, given its kind and the name of what it touches.
using StepFilter = std::function<bool(OpKind, const std::string&)>;

inline bool is_plain(OpKind kind) {
  return kind == OpKind::PlainLoad || kind == OpKind::PlainStore;
}

class Translator {
 public:
  Translator(const Machine& machine, Dictionary& names, StepFilter keeps,
             Equivalence equivalence = Equivalence::Plain)
      : machine_(machine), names_(names), keeps_(std::move(keeps)), canonicalizer_(equivalence) {}

  void add(const Run& run, Traces& traces) {
    paths_.clear();
    std::vector<Step> steps;
    std::string text;
    for (Step s : run.steps) {
      paths_.follow(s);
      // A wait for a handler that has no messages: the model machine knows no such thing.
      if (s.op.kind == OpKind::LibraryCall && object_text(s.op.first).starts_with("mailbox")) {
        continue;
      }
      if (is_plain(s.op.kind)) {
        const std::string variable = object_text(s.op.first);
        if (keeps_ && !keeps_(s.op.kind, variable)) continue;
        traces.variables.insert(variable);
      }
      text += "  " + paths_.of(s.agent) + ": " + std::string(name(s.op.kind)) + " " +
              object_text(s.op.first) + " " + object_text(s.op.second) +
              (s.choices > 1 ? " [" + std::to_string(s.choice) + "]\n" : "\n");
      s.op.first = translate(s.op.first);
      s.op.second = translate(s.op.second);
      s.agent = AgentId{names_["agent " + paths_.of(s.agent)]};
      steps.push_back(s);
    }
    const std::string form = canonicalizer_.form(steps);
    traces.ends[form] = end_text(run);
    traces.schedules[form] = text + "  " + std::string(name(run.end)) + "\n";
  }

 private:
  std::string object_text(ObjectId object) {
    if (object.is_none()) return "";
    if (const std::string* life = paths_.of_life(object)) return "life of " + *life;
    // Natively "handler 1", in the order of their first use; in the models "h0".
    std::string name = machine_.names().object_name(object);
    const std::size_t at = name.find("handler ");
    if (at == std::string::npos) return name;
    const unsigned long number = std::stoul(name.substr(at + 8));
    return name.substr(0, at) + "h" + std::to_string(number - 1);
  }

  ObjectId translate(ObjectId object) {
    return object.is_none() ? object : ObjectId{names_["object " + object_text(object)]};
  }

  std::string end_text(const Run& run) {
    std::set<std::string> violations;
    for (const Violation& v : run.violations) {
      if (v.kind() == ViolationKind::Race)
        continue;  // the model machine looks for none, and the end does not show it
      violations.insert(paths_.of(v.agent) + ": " + std::string(name(v.kind())));
    }
    std::string text(name(run.end));
    for (const std::string& v : violations) text += "; " + v;
    return text;
  }

  const Machine& machine_;
  Dictionary& names_;
  StepFilter keeps_;
  Canonicalizer canonicalizer_;
  AgentPaths paths_;
};

// The explorer, and what makes two runs one trace.
struct Exploring {
  const char* explorer = "qpor";
  Equivalence equivalence = Equivalence::Plain;
};

inline Traces traces_once(Machine& machine, Dictionary& names, std::uint64_t limit,
                          const StepFilter& keeps, const Exploring& how) {
  Traces traces;
  Translator translator(machine, names, keeps, how.equivalence);
  const std::unique_ptr<Explorer> explorer = find_explorer(how.explorer)->make(ExplorerOptions{});
  while (const Plan* plan = explorer->next()) {
    if (traces.runs == limit) {
      traces.is_exhausted = false;
      break;
    }
    ++traces.runs;
    const Run& run = machine.run(*plan);
    if (run.is_complete()) translator.add(run, traces);
    explorer->observe(run);
  }
  return traces;
}

// All traces, unless there are more than `limit` runs; those of the last attempt, where the machine
// finds on the way that more is visible.
inline Traces traces_of(Machine& machine, Dictionary& names, std::uint64_t limit,
                        const StepFilter& keeps = {}, const Exploring& how = {}) {
  while (true) {
    try {
      return traces_once(machine, names, limit, keeps, how);
    } catch (const ExplorationRestart&) {
    }
  }
}

// Empty if there is none.
inline std::string difference(Traces& model, Traces& native) {
  for (const auto& [form, end] : model.ends) {
    if (!native.ends.contains(form)) return "only on the model machine:\n" + model.schedules[form];
    if (native.ends[form] != end) {
      return "ends " + end + " on the model machine, natively " + native.ends[form] + ":\n" +
             model.schedules[form];
    }
  }
  for (const auto& [form, end] : native.ends) {
    if (!model.ends.contains(form)) {
      return "only natively:\n" + native.schedules[form] + "  (" + end + ")\n";
    }
  }
  if (model.runs != native.runs) {
    return std::to_string(model.runs) + " runs on the model machine, natively " +
           std::to_string(native.runs);
  }
  return {};
}

}  // namespace skein::test
