// SPDX-License-Identifier: Apache-2.0
// Numbers, texts and violations as bytes, for our own files (checkpoints). A number takes one byte
// for each seven bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/ensure.hpp"
#include "core/varint.hpp"
#include "core/violation.hpp"

namespace skein::bytes {

// The input may be damaged: a UserError says so.
[[noreturn]] inline void refuse(const char* why) {
  throw UserError(std::string("the checkpoint is damaged: ") + why);
}

inline void put_number(std::string& out, std::uint64_t number) { append_varint(out, number); }

inline std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  std::size_t size = 0;
  switch (read_varint(bytes, size, number)) {
    case Varint::Good: break;
    case Varint::EndsTooEarly: refuse("it ends too early");
    case Varint::TooLong: refuse("a number has too many digits");
  }
  bytes.remove_prefix(size);
  return number;
}

// The number of entries in a list; each takes at least a byte.
inline std::size_t take_count(std::string_view& bytes) {
  const std::uint64_t count = take_number(bytes);
  if (count > bytes.size()) refuse("a list is longer than the file");
  return static_cast<std::size_t>(count);
}

inline void put_text(std::string& out, std::string_view text) {
  put_number(out, text.size());
  out += text;
}

inline std::string take_text(std::string_view& bytes) {
  const std::size_t size = take_count(bytes);
  std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
}

inline void put_texts(std::string& out, const std::vector<std::string>& texts) {
  put_number(out, texts.size());
  for (const std::string& text : texts) put_text(out, text);
}

inline std::vector<std::string> take_texts(std::string_view& bytes) {
  std::vector<std::string> texts;
  for (std::size_t left = take_count(bytes); left > 0; --left) texts.push_back(take_text(bytes));
  return texts;
}

inline void put_facts(std::string& out, const ViolationFacts& facts) {
  put_number(out, static_cast<std::uint64_t>(facts.code));
  put_texts(out, facts.subjects);
  put_number(out, facts.places.size());
  for (const FactPlace& place : facts.places) {
    put_text(out, place.file);
    put_number(out, place.line);
  }
  put_number(out, facts.values.size());
  for (const std::int64_t value : facts.values) put_number(out, static_cast<std::uint64_t>(value));
}

inline ViolationFacts take_facts(std::string_view& bytes) {
  const std::uint64_t code = take_number(bytes);
  if (code >= kViolationCodes) refuse("a violation is unknown");
  ViolationFacts facts(static_cast<ViolationCode>(code));
  facts.subjects = take_texts(bytes);
  for (std::size_t left = take_count(bytes); left > 0; --left) {
    FactPlace& place = facts.places.emplace_back();
    place.file = take_text(bytes);
    place.line = static_cast<std::uint32_t>(take_number(bytes));
  }
  for (std::size_t left = take_count(bytes); left > 0; --left) {
    facts.values.push_back(static_cast<std::int64_t>(take_number(bytes)));
  }
  return facts;
}

}  // namespace skein::bytes
