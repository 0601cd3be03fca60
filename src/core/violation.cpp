// SPDX-License-Identifier: Apache-2.0
#include "core/violation.hpp"

#include <algorithm>

#include "core/enumerator_names.hpp"

namespace skein {

namespace {

constexpr const auto& kCodeNames = kEnumeratorNames<ViolationCode, kViolationCodes>;
static_assert(kCodeNames[static_cast<std::size_t>(ViolationCode::Leak)] == "Leak");

void append_number(std::string& key, std::uint64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) {
    key.push_back(static_cast<char>((number >> shift) & 0xffU));
  }
}

void append_text(std::string& key, const std::string& text) {
  append_number(key, text.size());
  key += text;
}

}  // namespace

std::string_view name(ViolationCode code) { return kCodeNames.at(static_cast<std::size_t>(code)); }

std::optional<ViolationCode> violation_code_named(std::string_view name) {
  const auto* const found = std::find(kCodeNames.begin(), kCodeNames.end(), name);
  if (found == kCodeNames.end()) return std::nullopt;
  return static_cast<ViolationCode>(found - kCodeNames.begin());
}

std::string text_of(const FactPlace& place) {
  return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

void append_key(std::string& key, const ViolationFacts& facts) {
  key.push_back(static_cast<char>(facts.code));
  append_number(key, facts.subjects.size());
  for (const std::string& subject : facts.subjects) append_text(key, subject);
  append_number(key, facts.places.size());
  for (const FactPlace& place : facts.places) {
    append_text(key, place.file);
    append_number(key, place.line);
  }
  append_number(key, facts.values.size());
  for (const std::int64_t value : facts.values) {
    append_number(key, static_cast<std::uint64_t>(value));
  }
}

std::string key_of(const ViolationFacts& facts) {
  std::string key;
  append_key(key, facts);
  return key;
}

}  // namespace skein
