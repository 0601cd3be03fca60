// SPDX-License-Identifier: Apache-2.0
#include "report/prefix_graph.hpp"

#include <fmt/format.h>

#include <array>
#include <set>

#include "report/words/text.hpp"
#include "report/words/violation_text.hpp"

namespace skein {

namespace {

constexpr std::array<const char*, 8> kColours{"#dbe9f6", "#fde2cf", "#dff0d8", "#eadcf4",
                                              "#fff3c4", "#d7f0ef", "#f8d7e3", "#e6e6e6"};

std::string dot_printable(const std::string& text) {
  std::string result = "\"";
  for (const char c : printable(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string label_of(const Prefix& prefix, const Prefix::Event& event) {
  std::string text = prefix.system().agent_name(event.agent) + ": " + std::string(name(event.kind));
  for (const Prefix::Touched& t : event.touched) {
    const ObjectId object = prefix.object_of(t.component);
    if (!object.is_none()) text += " " + prefix.system().object_name(object);
  }
  // An abstract machine has no single value to show.
  if (!prefix.system().has_order()) text += fmt::format(" = {}", event.value);
  if (event.fault) text += ": " + brief_violation_text(event.fault->facts, {});
  return text;
}

std::set<PrefixEventId> causes_of(const Prefix& prefix, const Prefix::Event& event) {
  std::set<PrefixEventId> all(event.seen_reads.begin(), event.seen_reads.end());
  for (const Prefix::Touched& t : event.touched) {
    const PrefixEventId cause = prefix.chains()[t.saw].event;
    if (!cause.is_none()) all.insert(cause);
  }
  std::set<PrefixEventId> immediate;
  for (const PrefixEventId a : all) {
    bool is_implied = false;
    for (const PrefixEventId b : all) {
      is_implied = is_implied || (a != b && prefix.contains(prefix[b].view, a));
    }
    if (!is_implied) immediate.insert(a);
  }
  return immediate;
}

// Whether both saw the same write of some object, one of them writes it, and both could be next.
bool are_in_immediate_conflict(const Prefix& prefix, PrefixEventId a, PrefixEventId b) {
  for (const Prefix::Touched& s : prefix[a].touched) {
    for (const Prefix::Touched& t : prefix[b].touched) {
      if (s.component != t.component || s.saw != t.saw || !clash(s.access, t.access)) continue;
      const View past = prefix.past(a);
      const View other = prefix.past(b);
      if (!prefix.fit(past, other)) return false;
      // A write that has seen the read comes after it.
      View both = past;
      prefix.merge(both, other);
      const auto is_in = [&](PrefixEventId e) {
        return !prefix[e].is_cutoff && prefix.contains(both, e);
      };
      return !is_in(a) && !is_in(b);
    }
  }
  return false;
}

}  // namespace

std::string prefix_to_dot(const Prefix& prefix, const std::string& title) {
  std::string dot = "digraph prefix {\n  label=" + dot_printable(title) +
                    ";\n  labelloc=t;\n  node [shape=box, style=filled, fontname=Helvetica];\n";
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    dot += fmt::format("  e{} [label={}, fillcolor=\"{}\"{}{}];\n", e.value,
                       dot_printable(label_of(prefix, event)),
                       kColours[event.agent.index() % kColours.size()],
                       event.is_cutoff ? ", style=\"filled,dashed\"" : "",
                       event.fault ? ", color=red, penwidth=3" : "");
    for (const PrefixEventId cause : causes_of(prefix, event)) {
      dot += fmt::format("  e{} -> e{};\n", cause.value, e.value);
    }
    if (!event.is_cutoff) continue;
    if (event.corresponding.is_none()) {
      dot += fmt::format("  e{} -> beginning [style=dotted, constraint=false];\n", e.value);
    } else {
      dot += fmt::format("  e{} -> e{} [style=dotted, constraint=false];\n", e.value,
                         event.corresponding.value);
    }
  }
  const auto events = prefix.events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!are_in_immediate_conflict(prefix, events[i], events[j])) continue;
      dot +=
          fmt::format("  e{} -> e{} [style=dashed, color=red, arrowhead=none, constraint=false];\n",
                      events[j].value, events[i].value);
    }
  }
  return dot + "}\n";
}

}  // namespace skein
