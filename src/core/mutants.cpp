// SPDX-License-Identifier: Apache-2.0
// Mutation testing: breaks one cell of the dependence table at start-up, to check that some test
// fails. Compiled only with SKEIN_MUTANTS, where the table is a variable; tools/mutants drives it.
//
//   SKEIN_MUTANT=lock.first=R   the row named "lock": its first access becomes Read
//   SKEIN_MUTANT=list           prints every mutant and whether the table's own check, which a
//                               normal build makes at compile time, refuses it; then exits
#ifdef SKEIN_MUTANTS

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/operation.hpp"

// The linker must look for this name (-u); otherwise it would leave this file out of programs.
extern "C" const int skein_mutants_hook = 1;

namespace skein {
namespace {

// A column of the table whose cells can be changed.
struct Column {
  std::string_view name;
  std::vector<std::string_view> values;  // by enumerator
  std::size_t (*get)(const OpTraits&);
  void (*set)(OpTraits&, std::size_t value);
};

template <auto Member>
Column column(std::string_view name, std::vector<std::string_view> values) {
  using Value = std::remove_cvref_t<decltype(std::declval<OpTraits&>().*Member)>;
  return {name, std::move(values),
          [](const OpTraits& row) { return static_cast<std::size_t>(row.*Member); },
          [](OpTraits& row, std::size_t value) { row.*Member = static_cast<Value>(value); }};
}

const std::vector<Column>& columns() {
  static const std::vector<Column> kAll = {
      column<&OpTraits::first>("first", {"N", "R", "A", "W"}),
      column<&OpTraits::second>("second", {"N", "R", "A", "W"}),
      column<&OpTraits::enabling>("enabling", {"always", "gate", "enabler", "both", "all"}),
      column<&OpTraits::gate>("gate", {"none", "first", "second"}),
      column<&OpTraits::idle>("idle", {"N", "R", "A", "W"}),
      column<&OpTraits::blind>("blind", {"N", "R", "A", "W"}),
  };
  return kAll;
}

// Does not compile if the table has another column: it belongs above.
[[maybe_unused]] void check_that_each_column_is_listed(const OpTraits& row) {
  [[maybe_unused]] const auto& [kind, name, first, second, enabling, gate, idle, blind] = row;
}

// Calls visit(name, row, column, value) for each way to change one cell.
template <class Visit>
void for_each_mutant(Visit visit) {
  for (OpTraits& row : kOperations) {
    for (const Column& column : columns()) {
      for (std::size_t value = 0; value < column.values.size(); ++value) {
        if (value == column.get(row)) continue;
        std::string name(row.name);
        name.append(".").append(column.name).append("=").append(column.values[value]);
        visit(name, row, column, value);
      }
    }
  }
}

[[noreturn]] void list() {
  for_each_mutant([](const std::string& name, OpTraits& row, const Column& column,
                     std::size_t value) {
    const OpTraits before = row;
    column.set(row, value);
    std::printf("%s %s\n", name.c_str(), detail::is_complete(kOperations) ? "legal" : "refused");
    row = before;
  });
  std::exit(0);
}

bool apply_from_environment() {
  const char* wanted = std::getenv("SKEIN_MUTANT");
  if (wanted == nullptr) return false;
  if (std::string_view(wanted) == "list") list();
  bool is_found = false;
  for_each_mutant(
      [&](const std::string& name, OpTraits& row, const Column& column, std::size_t value) {
        if (is_found || name != wanted) return;
        is_found = true;
        column.set(row, value);
      });
  if (!is_found) {
    std::fprintf(stderr, "SKEIN_MUTANT: no mutant is called %s\n", wanted);
    std::exit(2);
  }
  return true;
}

const bool kIsMutant = apply_from_environment();

}  // namespace
}  // namespace skein

#endif
