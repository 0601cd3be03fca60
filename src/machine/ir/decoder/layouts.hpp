// SPDX-License-Identifier: Apache-2.0
// The layouts of the types of variables: where their cells are, and which of them are locks.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Type.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "machine/ir/program/program.hpp"

namespace skein::ir {

class LayoutTable {
 public:
  // Adds to `layouts`, those of the program.
  LayoutTable(const llvm::DataLayout& data, std::vector<Layout>& layouts)
      : data_(data), layouts_(layouts) {}

  // Throws Unsupported.
  [[nodiscard]] std::uint32_t number_of(llvm::Type* type);

 private:
  void add_cells(llvm::Type* type, std::uint64_t offset, Layout& layout);

  const llvm::DataLayout& data_;
  std::vector<Layout>& layouts_;
  std::unordered_map<llvm::Type*, std::uint32_t> numbers_;
};

}  // namespace skein::ir
