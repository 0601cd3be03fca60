// SPDX-License-Identifier: Apache-2.0
// Which synchronisation was executed unseen, by library and function; see unseen_code.hpp.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "machine/native/symbols.hpp"
#include "protocol/channel.hpp"

namespace skein {

// `count` instructions of one function.
struct UnseenCode {
  std::string library;   // file name without folders
  std::string function;  // empty: not known
  std::uint32_t count = 0;
};

class UnseenLog {
 public:
  // Writes to the channel where there is such code, once the executor has said what is loaded.
  void prepare(channel::Channel& channel, const std::string& program);

  // Takes down what has been executed since.
  void note(const channel::Channel& channel);

  [[nodiscard]] std::vector<UnseenCode> all(Symbols& symbols) const;
  // Why it is not known of everything whether it was executed; empty: it is.
  [[nodiscard]] const std::set<std::string>& unwatched() const { return unwatched_; }

  [[nodiscard]] const std::set<std::uint64_t>& addresses() const { return executed_; }
  void add(std::uint64_t address) { executed_.insert(address); }
  void add_unwatched(std::string why) { unwatched_.insert(std::move(why)); }

 private:
  bool is_prepared_ = false;
  std::uint32_t noted_ = 0;  // hits that have been taken down
  std::set<std::uint64_t> executed_;
  std::set<std::string> unwatched_;
};

}  // namespace skein
