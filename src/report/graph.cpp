// SPDX-License-Identifier: Apache-2.0
#include "report/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/ensure.hpp"
#include "report/words/step_text.hpp"
#include "report/words/text.hpp"

namespace skein {

namespace {

using Number = EventTable::Number;

// A set of events as bits.
class EventBits {
 public:
  explicit EventBits(std::size_t events) : words_((events + 63) / 64) {}
  void insert(std::size_t e) { words_[e / 64] |= 1ULL << (e % 64); }
  [[nodiscard]] bool contains(std::size_t e) const {
    return ((words_[e / 64] >> (e % 64)) & 1ULL) != 0;
  }
  void insert_all(const EventBits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }

 private:
  std::vector<std::uint64_t> words_;
};

bool are_dependent(const EventTable::Event& a, const EventTable::Event& b) {
  return a.agent == b.agent || depends(a.op, b.op);
}

std::string dot_quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

// A light colour for each agent, unlike those of its neighbours (golden-ratio hues).
std::string colour_of(AgentId agent) {
  const double turns = 0.58 + agent.value * 0.618033988749895;
  return fmt::format("{:.3f} 0.25 1.000", turns - static_cast<double>(static_cast<int>(turns)));
}

}  // namespace

EventRelations relations_of(const EventTable& table) {
  const std::vector<EventTable::Event>& events = table.events();
  const std::size_t count = events.size();
  std::vector<EventBits> past(count, EventBits(count));       // [e): causes, e excluded
  std::vector<EventBits> conflicts(count, EventBits(count));  // with all events, of smaller and
                                                              // larger number
  EventRelations relations;
  for (std::size_t e = 0; e < count; ++e) {
    const std::vector<Number>& causes = events[e].causes;
    for (const Number cause : causes) {
      past[e].insert_all(past[cause]);
      past[e].insert(cause);
      conflicts[e].insert_all(conflicts[cause]);  // conflict is inherited
    }
    for (const Number cause : causes) {
      const bool is_immediate = std::none_of(
          causes.begin(), causes.end(), [&](Number other) { return past[other].contains(cause); });
      if (is_immediate) relations.immediate_causes.emplace_back(cause, static_cast<Number>(e));
    }
    // Compare with every event of a smaller number; causes have smaller numbers, so the conflicts
    // of d with the past of e are known.
    for (std::size_t d = 0; d < e; ++d) {
      if (past[e].contains(d)) continue;
      const bool is_inherited_by_e = conflicts[e].contains(d);
      const std::vector<Number>& causes_of_d = events[d].causes;
      const bool is_inherited_by_d =
          std::any_of(causes_of_d.begin(), causes_of_d.end(),
                      [&](Number cause) { return conflicts[e].contains(cause); });
      // Dependent and unordered, so never in one run: a direct conflict.
      const bool is_direct = are_dependent(events[d], events[e]);
      if (is_direct && !is_inherited_by_e && !is_inherited_by_d) {
        relations.immediate_conflicts.emplace_back(static_cast<Number>(d), static_cast<Number>(e));
      }
      if (is_direct || is_inherited_by_e || is_inherited_by_d) {
        conflicts[e].insert(d);
        conflicts[d].insert(e);
      }
    }
  }
  return relations;
}

void UnfoldingGraph::add(const Run& run) {
  const auto sequence = table_.add(run.steps);
  if (events() > most_events_) {
    throw UserError(
        fmt::format("the unfolding has more than {} events, too many for a picture; "
                    "make the program smaller (-D) or raise --max-events",
                    with_commas(most_events_)));
  }
  if (run.is_complete()) maximal_.insert(class_of(sequence));
  marks_.resize(events(), Mark::None);
  if (run.end == End::Cut && !sequence.empty()) {
    Mark& mark = marks_[sequence.back()];
    if (mark == Mark::None) mark = Mark::Cut;
  }
  for (const Violation& violation : run.violations) {
    if (violation.step.index() < sequence.size()) {
      marks_[sequence[violation.step.index()]] = Mark::Violation;
    }
  }
}

std::string UnfoldingGraph::label_of(std::size_t e, const Names& names) const {
  const EventTable::Event& event = table_.events()[e];
  std::string label =
      printable(names.agent_name(event.agent)) + ": " + operation_text(event.op, names);
  if (event.choices > 1) label += fmt::format(" [{} of {}]", event.choice, event.choices);
  return label;
}

UnfoldingPicture UnfoldingGraph::picture(const Names& names) const {
  UnfoldingPicture picture;
  for (std::size_t e = 0; e < events(); ++e) {
    const EventTable::Event& event = table_.events()[e];
    picture.events.push_back(
        {event.agent.value, label_of(e, names),
         event.site.is_none() ? std::string() : printable(names.site_text(event.site)),
         marks_[e] == Mark::Violation ? "violation"
         : marks_[e] == Mark::Cut     ? "cut"
                                      : ""});
  }
  picture.relations = relations_of(table_);
  picture.configurations = configurations();
  return picture;
}

std::string UnfoldingGraph::to_dot(const Names& names, const std::string& title) const {
  const EventRelations relations = relations_of(table_);
  std::string dot = fmt::format(
      "// Events are boxes, arrows immediate causality, dashed red lines immediate conflict.\n"
      "digraph unfolding {{\n"
      "  rankdir=TB;\n"
      "  label={};\n"
      "  fontname=\"Helvetica\";\n"
      "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, "
      "margin=\"0.08,0.04\", height=0.3];\n"
      "  edge [arrowsize=0.6];\n",
      dot_quoted(printable(title)));
  for (std::size_t e = 0; e < events(); ++e) {
    const EventTable::Event& event = table_.events()[e];
    std::string label = printable(names.agent_name(event.agent)) + ": " +
                        printable(operation_text(event.op, names));
    if (event.choices > 1) label += fmt::format(" [{} of {}]", event.choice, event.choices);
    std::string extra;
    if (marks_[e] == Mark::Cut) extra = ", style=\"rounded,filled,dashed\"";
    if (marks_[e] == Mark::Violation) extra = ", color=red, penwidth=3";
    dot += fmt::format(
        "  e{} [label={}, tooltip={}, fillcolor=\"{}\"{}];\n", e, dot_quoted(label),
        dot_quoted(event.site.is_none() ? label : printable(names.site_text(event.site))),
        colour_of(event.agent), extra);
  }
  for (const auto& [cause, effect] : relations.immediate_causes) {
    dot += fmt::format("  e{} -> e{};\n", cause, effect);
  }
  for (const auto& [one, other] : relations.immediate_conflicts) {
    dot += fmt::format("  e{} -> e{} [dir=none, style=dashed, color=red, constraint=false];\n", one,
                       other);
  }
  return dot + "}\n";
}

}  // namespace skein
