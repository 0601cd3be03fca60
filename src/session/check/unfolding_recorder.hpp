// SPDX-License-Identifier: Apache-2.0
// Keeps the events of an exploration for a drawing, as long as there are few enough.
#pragma once

#include <cstddef>
#include <optional>

#include "core/ensure.hpp"
#include "core/run.hpp"
#include "machine/machine.hpp"
#include "report/graph.hpp"

namespace skein::session {

class UnfoldingRecorder {
 public:
  // A larger drawing is unreadable, and the page would take seconds to lay it out.
  static constexpr std::size_t kMostEvents = 300;

  void add(const Run& run) {
    if (!graph_) return;
    try {
      graph_->add(run);
    } catch (const UserError&) {
      graph_.reset();
    }
  }

  // Empty if there were too many events.
  [[nodiscard]] std::optional<UnfoldingPicture> picture(const Names& names, bool is_whole) const {
    if (!graph_) return std::nullopt;
    UnfoldingPicture picture = graph_->picture(names);
    picture.is_whole = is_whole;
    return picture;
  }

 private:
  std::optional<UnfoldingGraph> graph_{kMostEvents};
};

}  // namespace skein::session
