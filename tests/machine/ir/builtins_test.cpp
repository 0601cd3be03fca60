// SPDX-License-Identifier: Apache-2.0
// THE TABLE of builtins: rows that contradict each other, and names without a row.
#include "machine/ir/program/builtins.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "machine/ir/program/builtin_names.hpp"

namespace skein::ir {
namespace {

TEST(Builtins, EachNameIsListedOnceAndHasARow) {
  std::set<std::string_view> names;
  for (const BuiltinName& entry : kBuiltinNames) {
    EXPECT_NE(entry.what, Builtin::Unknown) << entry.name;
    EXPECT_EQ(traits(entry.what).what, entry.what) << entry.name;
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is listed twice";
  }
}

TEST(Builtins, WhatIsNeverVisibleHasOnlyALocalEffect) {
  for (const BuiltinTraits& row : builtin_table::kRows) {
    const auto number = static_cast<int>(row.what);
    if (row.visible != Visible::Never) {
      EXPECT_NE(row.effect, EffectFamily::Local) << number;
      EXPECT_FALSE(row.stops) << number;
      continue;
    }
    EXPECT_EQ(row.effect, EffectFamily::Local) << number;
    EXPECT_EQ(row.footprint, Footprint::None) << number;
  }
}

// A builtin that touches the object of an argument reads that argument.
TEST(Builtins, FootprintsNeedTheirArguments) {
  const auto least = [](Footprint footprint) {
    switch (footprint) {
      case Footprint::Create: return 4;
      case Footprint::Copy: return 3;
      case Footprint::Join:
      case Footprint::TwoLocks:
      case Footprint::LockAndInt:
      case Footprint::Realloc: return 2;
      case Footprint::Detach:
      case Footprint::Exit:
      case Footprint::Lock:
      case Footprint::NewBlock:
      case Footprint::Free: return 1;
      default: return 0;
    }
  };
  for (const BuiltinTraits& row : builtin_table::kRows) {
    EXPECT_GE(row.arity, least(row.footprint)) << static_cast<int>(row.what);
  }
}

// A lock of 4 bytes may share its cell, so only families that know of that may use one.
TEST(Builtins, SmallLocksAreMutexesAndOnce) {
  for (const BuiltinTraits& row : builtin_table::kRows) {
    if (!row.is_small_lock) continue;
    EXPECT_TRUE(row.effect == EffectFamily::Mutex || row.effect == EffectFamily::Once);
    EXPECT_EQ(row.footprint, Footprint::Lock);
  }
}

}  // namespace
}  // namespace skein::ir
