// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/decoder/layouts.hpp"

#include <llvm/IR/DerivedTypes.h>

#include <utility>

#include "machine/ir/decoder/unsupported.hpp"

namespace skein::ir {

std::uint32_t LayoutTable::number_of(llvm::Type* type) {
  const auto [it, is_new] = numbers_.emplace(type, layouts_.size());
  if (!is_new) return it->second;
  Layout layout;
  const std::uint64_t size = data_.getTypeAllocSize(type);
  if (size > (1U << 24U)) throw Unsupported("a variable of more than 16 MiB");
  layout.size = static_cast<std::uint32_t>(size);
  add_cells(type, 0, layout);
  layouts_.push_back(std::move(layout));
  return it->second;
}

void LayoutTable::add_cells(llvm::Type* type, std::uint64_t offset, Layout& layout) {
  const auto add = [&](CellKind kind) {
    layout.cells.push_back(CellShape{static_cast<std::uint32_t>(offset),
                                     static_cast<std::uint32_t>(data_.getTypeStoreSize(type)),
                                     kind});
  };
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t size = data_.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      add_cells(array->getElementType(), offset + i * size, layout);
    }
    return;
  }
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    if (structure->hasName()) {
      const llvm::StringRef name = structure->getName();
      if (name.starts_with("union.pthread_mutex_t")) return add(CellKind::Mutex);
      if (name.starts_with("union.mtx_t")) return add(CellKind::Mutex);
      if (name.starts_with("union.cnd_t")) return add(CellKind::Cond);
      if (name.starts_with("union.pthread_cond_t")) return add(CellKind::Cond);
      if (name.starts_with("union.pthread_rwlock_t")) return add(CellKind::RwLock);
      if (name.starts_with("union.pthread_barrier_t")) return add(CellKind::Barrier);
      if (name.starts_with("union.sem_t")) return add(CellKind::Semaphore);
    }
    const llvm::StructLayout* parts = data_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      add_cells(structure->getElementType(i), offset + parts->getElementOffset(i), layout);
    }
    return;
  }
  if (data_.getTypeStoreSize(type) > 8) {
    throw Unsupported("a type of more than 64 bits (long double, vectors, __int128)");
  }
  add(CellKind::Bytes);
}

}  // namespace skein::ir
