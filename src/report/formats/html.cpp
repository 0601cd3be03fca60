// SPDX-License-Identifier: Apache-2.0
#include "report/formats/html.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>
#include <set>

#include "core/ensure.hpp"
#include "report/places.hpp"
#include "report/words/finding_kinds.hpp"

namespace skein {

namespace {

using Json = nlohmann::ordered_json;

// Where the data goes, in report-page/index.html.
constexpr std::string_view kPlaceholder = "\"SKEIN-DATA-GOES-HERE\"";

// The sources of the findings' steps, as many as fit on a page.
class Sources {
 public:
  void add(const Place& place) {
    const std::string& path = place.path.empty() ? place.file : place.path;
    if (path.empty() || place.text.empty() || !tried_.insert(path).second) return;
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file || text.size() > kMostOfOne || text.size() > left_) return;
    left_ -= text.size();
    json_[path] = std::move(text);
  }

  [[nodiscard]] Json take() { return std::move(json_); }

 private:
  static constexpr std::size_t kMostOfOne = 1U << 19U;
  std::size_t left_ = 1U << 22U;
  std::set<std::string> tried_;
  Json json_ = Json::object();
};

Json sources_of(const Report& report) {
  Sources sources;
  for (const auto* list : {&report.counterexamples, &report.unproved, &report.accepted}) {
    for (const Counterexample& counterexample : *list) {
      for (const CounterexampleStep& step : counterexample.steps)
        sources.add(own_place(step.place, step.stack));
      for (const CounterexampleAccess& access : counterexample.accesses)
        sources.add(own_place({}, access.stack));
      sources.add(own_place(counterexample.place, counterexample.stack));
    }
  }
  return sources.take();
}

Json kinds_json() {
  Json json;
  for (const KindDescription& kind : finding_kinds()) {
    json[std::string(name(kind.kind))] = {
        {"title", kind.title}, {"meaning", kind.meaning}, {"advice", kind.advice}};
  }
  return json;
}

Json unfolding_json(const UnfoldingPicture& picture) {
  Json events = Json::array();
  for (const UnfoldingPicture::Event& event : picture.events) {
    events.push_back(
        {{"agent", event.agent}, {"text", event.text}, {"site", event.site}, {"mark", event.mark}});
  }
  return {{"events", std::move(events)},
          {"causes", picture.relations.immediate_causes},
          {"conflicts", picture.relations.immediate_conflicts},
          {"configurations", picture.configurations},
          {"is_whole", picture.is_whole}};
}

// JSON that is safe inside <script>: nothing in it can end the element or open a comment.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string to_html(const Report& report, const Json& json) {
  Json data;
  data["report"] = json;
  data["kinds"] = kinds_json();
  data["sources"] = sources_of(report);
  data["unfolding"] = report.unfolding ? unfolding_json(*report.unfolding) : Json(nullptr);
  const std::string_view page = report_page();
  const std::size_t place = page.find(kPlaceholder);
  ensure(place != std::string_view::npos, "the page has a place for the data");
  std::string html(page.substr(0, place));
  html += script_text(data);
  html += page.substr(place + kPlaceholder.size());
  return html;
}

}  // namespace skein
