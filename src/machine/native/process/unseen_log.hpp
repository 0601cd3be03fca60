// SPDX-License-Identifier: Apache-2.0
// The synchronisation that was executed unseen, by library and function (code/unseen_code.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machine/native/names/symbols.hpp"
#include "protocol/channel.hpp"

namespace skein {

// `count` instructions of one function.
struct UnseenCode {
  std::string library;   // file name without folders
  std::string function;  // empty: not known
  std::uint32_t count = 0;
};

// Why executed synchronisation may be missing in the log.
struct Unwatched {
  enum class Cause : std::uint8_t {
    LoadedLate,           // a library, in a run
    LibraryWords,         // on which libraries synchronise by plain accesses
    Instructions,         // some
    TooManyInstructions,  // in what is loaded
  };
  Cause cause = Cause::Instructions;
  std::string library = {};  // of LoadedLate

  friend auto operator<=>(const Unwatched&, const Unwatched&) = default;
};

class UnseenLog {
 public:
  // Writes the addresses of such code to the channel. REQUIRES: the executor has listed the loaded
  // modules there.
  void prepare(channel::Channel& channel, const std::string& program);

  // Analyses the loops that the executor has asked about.
  void analyse_loops(channel::Channel& channel, const std::string& program);

  // Records what has been executed since the last call.
  void note(const channel::Channel& channel);

  [[nodiscard]] std::vector<UnseenCode> all(Symbols& symbols) const;
  // Empty: nothing is missing.
  [[nodiscard]] const std::set<Unwatched>& unwatched() const { return unwatched_; }

  // Libraries in which data races are not looked for.
  [[nodiscard]] const std::set<std::string>& without_races() const { return without_races_; }

  [[nodiscard]] const std::set<std::uint64_t>& addresses() const { return executed_; }
  void add(std::uint64_t address) { executed_.insert(address); }
  void add_unwatched(Unwatched why) { unwatched_.insert(std::move(why)); }

 private:
  bool is_prepared_ = false;
  std::uint32_t noted_ = 0;     // hits that have been recorded
  std::uint32_t analysed_ = 0;  // watched words that have been looked at
  std::set<std::uint64_t> executed_;
  std::set<Unwatched> unwatched_;
  std::set<std::string> without_races_;
};

}  // namespace skein
