// SPDX-License-Identifier: Apache-2.0
// Which operations acquire or release a lock, or try to.
#pragma once

#include "core/operation.hpp"

namespace skein {

inline bool is_lock_operation(OpKind kind) {
  switch (kind) {
    case OpKind::MutexLock:
    case OpKind::MutexTryLock:
    case OpKind::MutexUnlock:
    case OpKind::RwReadLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwReadUnlock:
    case OpKind::RwWriteLock:
    case OpKind::RwTryWriteLock:
    case OpKind::RwWriteUnlock: return true;
    default: return false;
  }
}

}  // namespace skein
