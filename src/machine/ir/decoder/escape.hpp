// SPDX-License-Identifier: Apache-2.0
// Finds the local variables that other threads can reach: those whose address is stored somewhere,
// passed to a thread or to a function that keeps it, or turned into a number. All others are
// private to their frame, and accesses to them are invisible.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <functional>
#include <set>
#include <string>

#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

class EscapeSearch {
 public:
  struct Knowledge {
    const std::set<std::string>& library;  // functions of the machine's own C library
    std::function<Builtin(const llvm::Function&)> builtin_of;
    bool follows_returns = false;  // search the callers for a returned pointer
  };
  explicit EscapeSearch(Knowledge known)
      : library_(known.library),
        builtin_of_(std::move(known.builtin_of)),
        follows_returns_(known.follows_returns) {}

  // Whether the pointer is kept by anything that it reaches. Ask once.
  [[nodiscard]] bool is_kept(const llvm::Value* pointer);

 private:
  [[nodiscard]] bool call_keeps(const llvm::CallBase& call, const llvm::Use& use);

  const std::set<std::string>& library_;
  std::function<Builtin(const llvm::Function&)> builtin_of_;
  bool follows_returns_;
  std::set<const llvm::Value*> visited_;
};

}  // namespace skein::ir
