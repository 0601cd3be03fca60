// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/descriptors/private_files.hpp"

#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/fixed_table.hpp"
#include "protocol/file_journal.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/message_text.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::private_files {

namespace {

using channel::FileRecord;
using Kind = FileRecord::Kind;
using syscalls::as_long;

// Larger than any stack should hold; one agent at a time is here.
struct KernelCall {
  template <class... Arguments>
  long operator()(Arguments... arguments) const {
    return syscalls::call(arguments...);
  }
};
using Undoing = channel::FileUndoing<KernelCall>;
Undoing::Room room;
char resolved[channel::kLongestPath];
char second[channel::kLongestPath];

// Paths that this run has noted, as hashes. If it is full, later paths are noted each time.
struct KnownPath {
  std::uint64_t hash;
  [[nodiscard]] bool is_free() const { return hash == 0; }
};
constexpr std::uint32_t kKnownSlots = 1024;
FixedTable<KnownPath, kKnownSlots> known;
std::uint32_t known_count = 0;

// What all files of a run together may have, since their contents are kept in memory.
constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20U;

bool is_on() { return is_running() && g.channel->settings.file_journal >= 0; }

int journal() { return g.channel->settings.file_journal; }

void forget_known() {
  if (known_count > 0) known.clear();
  known_count = 0;
}

// Whether the path was known; it is from now on.
bool is_known(const char* path) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (; *path != '\0'; ++path) {
    hash = (hash ^ static_cast<unsigned char>(*path)) * 0x100000001b3ULL;
  }
  hash |= 1U;
  KnownPath& slot = known.seek(hash >> 40U, [&](KnownPath other) { return other.hash == hash; });
  if (!slot.is_free()) return true;
  if (2 * known_count < kKnownSlots) {
    slot.hash = hash;
    ++known_count;
  }
  return false;
}

bool write_at(std::uint64_t at, const void* from, std::uint64_t size) {
  return syscalls::call(SYS_pwrite64, journal(), as_long(from), static_cast<long>(size),
                        static_cast<long>(at)) == static_cast<long>(size);
}

// Appends the contents of the file at `resolved`. Returns their size.
std::uint64_t write_contents(std::uint64_t at) {
  const long file =
      syscalls::call(SYS_openat, AT_FDCWD, as_long(resolved), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return 0;
  std::uint64_t done = 0;
  long size = 0;
  while ((size = syscalls::call(SYS_read, file, as_long(room.piece), sizeof(room.piece))) > 0) {
    if (at + done > kMostBytes ||
        !write_at(at + done, room.piece, static_cast<std::uint64_t>(size))) {
      syscalls::call(SYS_close, file);
      refuse(
          "a change of files of more than 256 MB, which the next run could not find as they were",
          nullptr);
    }
    done += static_cast<std::uint64_t>(size);
  }
  syscalls::call(SYS_close, file);
  return done;
}

std::uint32_t size_with_zero(const char* text) {
  return static_cast<std::uint32_t>(std::strlen(text) + 1);
}

// Writes down what is at `resolved` (and `second`).
void add(FileRecord& record, bool has_second) {
  channel::FileJournal& changes = g.channel->files;
  const std::uint64_t begin = changes.end;
  record.previous = changes.last.load(std::memory_order_relaxed);
  record.path_size = size_with_zero(resolved);
  record.second_size = has_second ? size_with_zero(second) : 0;
  std::uint64_t at = begin + sizeof(record);
  bool is_written = write_at(at, resolved, record.path_size);
  at += record.path_size;
  if (has_second) is_written = write_at(at, second, record.second_size) && is_written;
  at += record.second_size;
  if (record.kind == Kind::File) record.size = write_contents(at);
  at += record.size;
  if (!is_written || !write_at(begin, &record, sizeof(record))) {
    give_up("no memory for the files that the program changes");
  }
  changes.end = at;
  changes.was_used.store(true, std::memory_order_relaxed);
  changes.last.store(begin + 1, std::memory_order_release);
}

// Notes what is at `resolved` now.
void note() {
  // Files that are no files.
  if (std::strncmp(resolved, "/proc/", 6) == 0 || std::strncmp(resolved, "/sys/", 5) == 0) return;
  if (is_known(resolved)) return;
  FileRecord record;
  struct stat status {};
  if (syscalls::call(SYS_newfstatat, AT_FDCWD, as_long(resolved), as_long(&status),
                     AT_SYMLINK_NOFOLLOW) == 0) {
    record.mode = status.st_mode & 07777U;
    record.owner = status.st_uid;
    record.group = status.st_gid;
    record.device = status.st_dev;
    record.inode = status.st_ino;
    record.times[0] = status.st_atim;
    record.times[1] = status.st_mtim;
    if (S_ISREG(status.st_mode)) {
      record.kind = Kind::File;
    } else if (S_ISDIR(status.st_mode)) {
      record.kind = Kind::Folder;
    } else if (S_ISLNK(status.st_mode)) {
      record.kind = Kind::Link;
      const long size = syscalls::call(SYS_readlinkat, AT_FDCWD, as_long(resolved), as_long(second),
                                       sizeof(second) - 1);
      if (size < 0) return;
      second[size] = '\0';
    } else {
      return;  // a device, a pipe
    }
  }
  add(record, record.kind == Kind::Link);
}

// The path of what a descriptor refers to. Returns its length; 0 if it has none.
std::size_t path_of(long descriptor, char* to) {
  Text<64> name;
  name << "/proc/self/fd/" << static_cast<std::uint64_t>(descriptor);
  const long size = syscalls::call(SYS_readlink, as_long(name.c_str()), as_long(to),
                                   static_cast<long>(channel::kLongestPath - 1));
  if (size <= 0 || to[0] != '/') return 0;
  to[size] = '\0';
  return static_cast<std::size_t>(size);
}

// Opens as a place only, puts its path in `to` and returns the path's length.
std::size_t resolve_existing(long folder, const char* path, int flags, char* to) {
  const long place = syscalls::call(SYS_openat, folder, as_long(path), O_PATH | O_CLOEXEC | flags);
  if (place < 0) return 0;
  const std::size_t size = path_of(place, to);
  syscalls::call(SYS_close, place);
  return size;
}

// The path of a name, which need not exist: that of its folder, and the last part.
bool resolve_name(long folder, const char* path, char* to) {
  std::size_t size = std::strlen(path);
  while (size > 1 && path[size - 1] == '/') --size;
  if (size == 0 || size >= channel::kLongestPath) return false;
  std::size_t last = size;
  while (last > 0 && path[last - 1] != '/') --last;
  // `to` holds the folder's name until its path is known.
  std::memcpy(to, path, last);
  to[last] = '\0';
  std::size_t length = resolve_existing(folder, last == 0 ? "." : to, O_DIRECTORY, to);
  if (length == 0 || length + 1 + (size - last) >= channel::kLongestPath) return false;
  if (to[length - 1] != '/') to[length++] = '/';
  std::memcpy(to + length, path + last, size - last);
  to[length + (size - last)] = '\0';
  return true;
}

}  // namespace

void begin_run() { forget_known(); }

void before_change(int folder, const char* path) {
  if (!is_on() || path == nullptr) return;
  if (resolve_existing(folder, path, 0, resolved) > 0 || resolve_name(folder, path, resolved)) {
    note();
  }
}

void before_open(int folder, const char* path, int flags) {
  const bool may_change = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
  if (may_change && (flags & O_TMPFILE) != O_TMPFILE) before_change(folder, path);
}

void before_open(const char* path, const char* mode) {
  if (mode[0] != 'r' || std::strchr(mode, '+') != nullptr) before_change(AT_FDCWD, path);
}

void before_change(int descriptor) {
  if (!is_on()) return;
  struct stat status {};
  // A file without a name goes away by itself.
  if (syscalls::call(SYS_fstat, descriptor, as_long(&status)) != 0 || status.st_nlink == 0) return;
  if (path_of(descriptor, resolved) > 0) note();
}

void before_name(int folder, const char* path) {
  if (is_on() && path != nullptr && resolve_name(folder, path, resolved)) note();
}

bool before_rename(int from_folder, const char* from, int to_folder, const char* to) {
  if (!is_on() || from == nullptr || to == nullptr) return false;
  before_name(to_folder, to);
  if (!resolve_name(from_folder, from, resolved)) return false;
  struct stat status {};
  if (syscalls::call(SYS_newfstatat, AT_FDCWD, as_long(resolved), as_long(&status),
                     AT_SYMLINK_NOFOLLOW) == 0 &&
      S_ISDIR(status.st_mode)) {
    return resolve_name(to_folder, to, second);
  }
  note();
  return false;
}

void folder_was_renamed(unsigned flags) {
  FileRecord record;
  record.kind = Kind::Renamed;
  record.flags = flags;
  add(record, true);
  // The files in it have other paths from now on.
  forget_known();
}

void was_made(const char* path) {
  if (!is_on() || !resolve_name(AT_FDCWD, path, resolved)) return;
  FileRecord record;
  if (!is_known(resolved)) add(record, false);
}

void undo() {
  channel::FileJournal& changes = g.channel->files;
  if (changes.last.load(std::memory_order_relaxed) == 0 || journal() < 0) return;
  Undoing(KernelCall{}, room, journal()).undo_all(changes);
}

}  // namespace skein::runtime::private_files
