// A set of 64-bit fingerprints in open addressing: 8 bytes a slot, at most three quarters full.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skein {

class Fingerprints {
 public:
  // True if it was not there.
  bool insert(std::uint64_t fingerprint) {
    if (4 * (size_ + 1) > 3 * slots_.size()) grow();
    const bool is_new = place(fingerprint);
    size_ += is_new ? 1 : 0;
    return is_new;
  }

  [[nodiscard]] bool contains(std::uint64_t fingerprint) const {
    if (slots_.empty()) return false;
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t key = fingerprint == 0 ? 1 : fingerprint;
    for (std::size_t i = key & mask;; i = (i + 1) & mask) {
      if (slots_[i] == key) return true;
      if (slots_[i] == 0) return false;
    }
  }

  // Says that contains() will be asked about it soon.
  void prefetch(std::uint64_t fingerprint) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[fingerprint & (slots_.size() - 1)]);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint64_t); }

 private:
  bool place(std::uint64_t fingerprint) {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t key = fingerprint == 0 ? 1 : fingerprint;  // 0 marks a free slot
    for (std::size_t i = key & mask;; i = (i + 1) & mask) {
      if (slots_[i] == key) return false;
      if (slots_[i] == 0) {
        slots_[i] = key;
        return true;
      }
    }
  }

  void grow() {
    std::vector<std::uint64_t> old(slots_.empty() ? 1024 : 2 * slots_.size(), 0);
    old.swap(slots_);
    for (const std::uint64_t f : old) {
      if (f != 0) place(f);
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t size_ = 0;
};

}  // namespace skein
