// SPDX-License-Identifier: Apache-2.0
// Mutation testing: breaks one cell of the dependence table at start-up, to check that some test
// fails. Compiled only with SKEIN_MUTANTS, where the table is a variable; tools/mutants drives it.
//
//   SKEIN_MUTANT=lock.first=R   the row named "lock": its first access becomes Read
//   SKEIN_MUTANT=list           prints every mutant and whether the table's own check, which a
//                               normal build makes at compile time, refuses it; then exits
#ifdef SKEIN_MUTANTS

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/operation.hpp"

// The linker must look for this name (-u); otherwise it would leave this file out of programs.
extern "C" const int skein_mutants_hook = 1;

namespace skein {
namespace {

struct Cell {
  std::string_view name;
  std::array<std::string_view, 4> values;  // by enumerator; empty: no further value
};

constexpr std::array<Cell, 5> kCells = {{
    {"first", {"N", "R", "W", ""}},
    {"second", {"N", "R", "W", ""}},
    {"enabling", {"always", "gate", "enabler", "both"}},
    {"gate", {"none", "first", "second", ""}},
    {"idle", {"N", "R", "W", ""}},
}};

std::size_t value_of(const OpTraits& row, std::size_t cell) {
  switch (cell) {
    case 0: return static_cast<std::size_t>(row.first);
    case 1: return static_cast<std::size_t>(row.second);
    case 2: return static_cast<std::size_t>(row.enabling);
    case 3: return static_cast<std::size_t>(row.gate);
    default: return static_cast<std::size_t>(row.idle);
  }
}

void set(OpTraits& row, std::size_t cell, std::size_t value) {
  switch (cell) {
    case 0: row.first = static_cast<Access>(value); break;
    case 1: row.second = static_cast<Access>(value); break;
    case 2: row.enabling = static_cast<Enabling>(value); break;
    case 3: row.gate = static_cast<Gate>(value); break;
    default: row.idle = static_cast<Access>(value); break;
  }
}

// Calls visit(name, row, cell, value) for each way to change one cell.
template <class Visit>
void for_each_mutant(Visit visit) {
  for (OpTraits& row : kOperations) {
    for (std::size_t cell = 0; cell < kCells.size(); ++cell) {
      for (std::size_t value = 0; value < kCells[cell].values.size(); ++value) {
        const std::string_view text = kCells[cell].values[value];
        if (text.empty() || value == value_of(row, cell)) continue;
        std::string name(row.name);
        name.append(".").append(kCells[cell].name).append("=").append(text);
        visit(name, row, cell, value);
      }
    }
  }
}

[[noreturn]] void list() {
  for_each_mutant([](const std::string& name, OpTraits& row, std::size_t cell, std::size_t value) {
    const OpTraits before = row;
    set(row, cell, value);
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
  for_each_mutant([&](const std::string& name, OpTraits& row, std::size_t cell, std::size_t value) {
    if (is_found || name != wanted) return;
    is_found = true;
    set(row, cell, value);
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
