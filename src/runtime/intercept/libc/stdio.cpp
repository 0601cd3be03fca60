// SPDX-License-Identifier: Apache-2.0
// Reads and writes of files by stdio. Data is read into memory of ours first, since its size is not
// known in advance.
//
// A file position that moves is a change that the agent or others can see: a loop that reads is not
// a loop that waits.
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/libc/scratch.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/spin/spin_loops.hpp"

extern "C" {
char* __fgets_chk(char* to, std::size_t room, int size, FILE* file);
char* __fgets_unlocked_chk(char* to, std::size_t room, int size, FILE* file);
std::size_t __fread_chk(void* to, std::size_t room, std::size_t size, std::size_t count,
                        FILE* file);
std::size_t __fread_unlocked_chk(void* to, std::size_t room, std::size_t size, std::size_t count,
                                 FILE* file);
}

namespace skein::runtime {

namespace {

// `real` reads a line into the memory that it is given. Nothing is changed beyond the zero that it
// puts at the end; the line may contain zeros too.
template <class Read>
char* read_line(char* to, int size, FILE* file, const void* pc, Read real) {
  if (!is_running() || size <= 0) return real(to);
  shared_state::read_file(file, pc);
  const auto room = static_cast<std::size_t>(size);
  const Scratch scratch(room);
  if (scratch.data() == nullptr) {
    reported::written(to, room, pc);
    return real(to);
  }
  std::memset(scratch.data(), '\n', room);
  if (real(scratch.data()) == nullptr) return nullptr;
  spins::note_change();
  const void* end = memrchr(scratch.data(), '\0', room);
  reported::copy_out(to, scratch.data(), reported::bytes_between(scratch.data(), end) + 1, pc);
  return to;
}

// `real` reads bytes. Of an incomplete object, the beginning is written too.
template <class Read>
std::size_t read_objects(void* to, std::size_t size, std::size_t count, FILE* file, const void* pc,
                         Read real) {
  shared_state::read_file(file, pc);
  const std::size_t wanted = size * count;
  const Scratch scratch(wanted);
  char* const from = scratch.data();
  if (from == nullptr) reported::written(to, wanted, pc);
  const std::size_t got = real(from == nullptr ? to : from, wanted);
  if (got > 0) spins::note_change();
  if (from != nullptr) reported::copy_out(to, from, got, pc);
  return got == wanted ? count : got / size;
}

bool is_nothing(std::size_t size, std::size_t count) { return size == 0 || count == 0; }

// Makes room in getline's buffer, as libc does: a library allocates the block. Returns false if it
// cannot.
bool reserve_line(char** line, std::size_t* room, std::size_t wanted, const void* pc) {
  constexpr std::size_t kFirstRoom = 120;
  const bool is_first = *line == nullptr || *room == 0;
  if (!is_first && *room >= wanted) return true;
  std::size_t size = is_first ? kFirstRoom : 2 * *room;
  if (size < wanted) size = wanted;
  auto* const block = static_cast<char*>(std::realloc(is_first ? nullptr : *line, size));
  if (block == nullptr) return false;
  accesses::put(line, block, pc);
  accesses::put(room, size, pc);
  return true;
}

// Reads up to the delimiter, `limit` bytes at most. Returns the number of bytes.
std::size_t take_line(char* to, std::size_t limit, int delimiter, FILE* file) {
  std::size_t length = 0;
  flockfile(file);
  while (length < limit) {
    const int c = getc_unlocked(file);
    if (c == EOF) break;
    to[length++] = static_cast<char>(c);
    if (c == delimiter) break;
  }
  funlockfile(file);
  return length;
}

constexpr std::size_t kLongestLine = std::size_t{32} << 20U;

ssize_t get_line(char** line, std::size_t* room, int delimiter, FILE* file, const void* pc) {
  if (!is_running() || line == nullptr || room == nullptr) {
    return getdelim(line, room, delimiter, file);
  }
  reported::read(line, sizeof(*line), pc);
  reported::read(room, sizeof(*room), pc);
  const Scratch scratch(kLongestLine);
  if (scratch.data() == nullptr) refuse("getline inside of that many other calls", pc);
  shared_state::read_file(file, pc);
  const int error = errno;
  const std::size_t length = take_line(scratch.data(), kLongestLine, delimiter, file);
  if (length == kLongestLine) refuse("getline for a line of more than 32 MB", pc);
  // There is a buffer even if there is no line.
  if (!reserve_line(line, room, length + 1, pc) || length == 0) return -1;
  spins::note_change();
  errno = error;
  scratch.data()[length] = '\0';
  reported::copy_out(*line, scratch.data(), length + 1, pc);
  return static_cast<ssize_t>(length);
}

// The end of a file is not a change: another thread may be about to write more.
int note_got(int result) {
  if (is_running() && result != EOF) spins::note_change();
  return result;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

char* __wrap_fgets(char* to, int size, FILE* file) {
  return rt::read_line(to, size, file, __builtin_return_address(0),
                       [&](char* where) { return std::fgets(where, size, file); });
}
char* __wrap_fgets_unlocked(char* to, int size, FILE* file) {
  return rt::read_line(to, size, file, __builtin_return_address(0),
                       [&](char* where) { return fgets_unlocked(where, size, file); });
}
char* __wrap___fgets_chk(char* to, std::size_t room, int size, FILE* file) {
  return rt::read_line(to, size, file, __builtin_return_address(0),
                       [&](char* where) { return __fgets_chk(where, room, size, file); });
}
char* __wrap___fgets_unlocked_chk(char* to, std::size_t room, int size, FILE* file) {
  return rt::read_line(to, size, file, __builtin_return_address(0),
                       [&](char* where) { return __fgets_unlocked_chk(where, room, size, file); });
}

std::size_t __wrap_fread(void* to, std::size_t size, std::size_t count, FILE* file) {
  if (!rt::is_running() || rt::is_nothing(size, count)) return std::fread(to, size, count, file);
  return rt::read_objects(
      to, size, count, file, __builtin_return_address(0),
      [&](void* where, std::size_t bytes) { return std::fread(where, 1, bytes, file); });
}
std::size_t __wrap_fread_unlocked(void* to, std::size_t size, std::size_t count, FILE* file) {
  if (!rt::is_running() || rt::is_nothing(size, count)) {
    return fread_unlocked(to, size, count, file);
  }
  return rt::read_objects(
      to, size, count, file, __builtin_return_address(0),
      [&](void* where, std::size_t bytes) { return fread_unlocked(where, 1, bytes, file); });
}
std::size_t __wrap___fread_chk(void* to, std::size_t room, std::size_t size, std::size_t count,
                               FILE* file) {
  if (!rt::is_running() || rt::is_nothing(size, count)) {
    return __fread_chk(to, room, size, count, file);
  }
  return rt::read_objects(
      to, size, count, file, __builtin_return_address(0),
      [&](void* where, std::size_t bytes) { return __fread_chk(where, room, 1, bytes, file); });
}
std::size_t __wrap___fread_unlocked_chk(void* to, std::size_t room, std::size_t size,
                                        std::size_t count, FILE* file) {
  if (!rt::is_running() || rt::is_nothing(size, count)) {
    return __fread_unlocked_chk(to, room, size, count, file);
  }
  return rt::read_objects(to, size, count, file, __builtin_return_address(0),
                          [&](void* where, std::size_t bytes) {
                            return __fread_unlocked_chk(where, room, 1, bytes, file);
                          });
}

ssize_t __wrap_getdelim(char** line, std::size_t* room, int delimiter, FILE* file) {
  return rt::get_line(line, room, delimiter, file, __builtin_return_address(0));
}
// The name of getline where it is inlined.
ssize_t __wrap___getdelim(char** line, std::size_t* room, int delimiter, FILE* file) {
  return rt::get_line(line, room, delimiter, file, __builtin_return_address(0));
}
ssize_t __wrap_getline(char** line, std::size_t* room, FILE* file) {
  return rt::get_line(line, room, '\n', file, __builtin_return_address(0));
}

int __wrap_fgetc(FILE* file) {
  rt::shared_state::read_file(file, __builtin_return_address(0));
  return rt::note_got(std::fgetc(file));
}
int __wrap_getc(FILE* file) {
  rt::shared_state::read_file(file, __builtin_return_address(0));
  return rt::note_got(getc(file));
}
int __wrap_getchar() {
  rt::shared_state::read_file(stdin, __builtin_return_address(0));
  return rt::note_got(std::getchar());
}
int __wrap_getc_unlocked(FILE* file) {
  rt::shared_state::read_file(file, __builtin_return_address(0));
  return rt::note_got(getc_unlocked(file));
}
int __wrap_getchar_unlocked() {
  rt::shared_state::read_file(stdin, __builtin_return_address(0));
  return rt::note_got(getchar_unlocked());
}
int __wrap_fgetc_unlocked(FILE* file) {
  rt::shared_state::read_file(file, __builtin_return_address(0));
  return rt::note_got(fgetc_unlocked(file));
}
int __wrap_ungetc(int letter, FILE* file) {
  rt::shared_state::move_position(file, __builtin_return_address(0));
  return rt::note_got(std::ungetc(letter, file));
}
long __wrap_ftell(FILE* file) {
  rt::shared_state::look_at_position(file, __builtin_return_address(0));
  return std::ftell(file);
}
off_t __wrap_ftello(FILE* file) {
  rt::shared_state::look_at_position(file, __builtin_return_address(0));
  return ftello(file);
}
int __wrap_fseek(FILE* file, long offset, int whence) {
  rt::shared_state::move_position(file, __builtin_return_address(0));
  return rt::note_got(std::fseek(file, offset, whence));
}
int __wrap_fseeko(FILE* file, off_t offset, int whence) {
  rt::shared_state::move_position(file, __builtin_return_address(0));
  return rt::note_got(fseeko(file, offset, whence));
}
void __wrap_rewind(FILE* file) {
  rt::shared_state::move_position(file, __builtin_return_address(0));
  rt::note_got(0);
  std::rewind(file);  // NOLINT(bugprone-unsafe-functions): the program's choice
}

int __wrap_fputs(const char* text, FILE* file) {
  reported::read_text(text, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return std::fputs(text, file);
}
int __wrap_fputs_unlocked(const char* text, FILE* file) {
  reported::read_text(text, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return fputs_unlocked(text, file);
}
int __wrap_puts(const char* text) {
  reported::read_text(text, __builtin_return_address(0));
  rt::shared_state::write_file(stdout, __builtin_return_address(0));
  return std::puts(text);
}
int __wrap_fputc(int letter, FILE* file) {
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return std::fputc(letter, file);
}
int __wrap_putc(int letter, FILE* file) {
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return putc(letter, file);
}
int __wrap_putchar(int letter) {
  rt::shared_state::write_file(stdout, __builtin_return_address(0));
  return std::putchar(letter);
}
std::size_t __wrap_fwrite(const void* from, std::size_t size, std::size_t count, FILE* file) {
  reported::read(from, size * count, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return std::fwrite(from, size, count, file);
}
std::size_t __wrap_fwrite_unlocked(const void* from, std::size_t size, std::size_t count,
                                   FILE* file) {
  reported::read(from, size * count, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return fwrite_unlocked(from, size, count, file);
}

}  // extern "C"
