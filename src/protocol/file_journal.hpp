// SPDX-License-Identifier: Apache-2.0
// What a run changes in the file system, and how it is undone.
//
// Before a run changes a file for the first time, the executor writes a record of its present state
// into the journal: memory that has a descriptor (a memfd), which explorer and executor share. When
// the run is over, the executor puts everything back, last change first; if it died, the explorer
// does. So every run finds the files as they were, and so does the user after the exploration.
//
// A record says what there was at a path: nothing, a file with its contents, a link, a folder. It
// is complete before `last` leads to it, and what it undoes can be undone twice; so it does not
// matter when a process dies.
//
// System calls only: the runtime has taken over libc's functions, and the explorer may have to undo
// inside a signal handler.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace skein::channel {

inline constexpr std::size_t kLongestPath = 4096;

// In the channel.
struct FileJournal {
  std::atomic<std::uint64_t> last;  // where the last record begins, plus 1; 0: none
  std::uint64_t end;                // of the last record
  std::atomic<bool> was_used;       // some run has changed files
};

struct FileRecord {
  enum class Kind : std::uint32_t { Nothing, File, Link, Folder, Renamed };

  static constexpr std::uint64_t kMagic = 0x736b66696c657331ULL;

  std::uint64_t magic = kMagic;
  std::uint64_t previous = 0;  // the value of `last` before it
  Kind kind = Kind::Nothing;
  std::uint32_t mode = 0;
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::uint32_t flags = 0;        // of renameat2
  std::uint32_t path_size = 0;    // the path follows, with its zero
  std::uint32_t second_size = 0;  // then a second text: the link's target, or the new name
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::uint64_t size = 0;  // then the contents
  timespec times[2] = {};  // of the last access and of the last change
};

// Undoes the changes of a run. `Call` makes a system call and returns what the kernel returns. One
// undoing at a time: it needs room that is too large for a stack.
template <class Call>
class FileUndoing {
 public:
  struct Room {
    char path[kLongestPath];
    char second[kLongestPath];
    char piece[1U << 16U];
  };

  FileUndoing(Call call, Room& room, int journal) : call_(call), room_(room), journal_(journal) {}

  void undo_all(FileJournal& changes) {
    FileRecord record;
    std::uint64_t last = 0;
    while ((last = changes.last.load(std::memory_order_relaxed)) != 0) {
      if (!read(last - 1, record)) break;  // the program has written there
      undo(record, last - 1);
      changes.end = last - 1;
      changes.last.store(record.previous, std::memory_order_release);
    }
    changes.last.store(0, std::memory_order_relaxed);
    constexpr std::uint64_t kMuch = 1U << 20U;
    changes.end = 0;
    struct stat status {};
    if (call_(SYS_fstat, journal_, as_long(&status)) == 0 &&
        static_cast<std::uint64_t>(status.st_size) > kMuch) {
      call_(SYS_ftruncate, journal_, 0);
    }
  }

 private:
  static long as_long(const void* p) {
    return static_cast<long>(reinterpret_cast<std::intptr_t>(p));
  }

  bool read_at(std::uint64_t at, void* to, std::uint64_t size) {
    return call_(SYS_pread64, journal_, as_long(to), static_cast<long>(size),
                 static_cast<long>(at)) == static_cast<long>(size);
  }

  bool read(std::uint64_t at, FileRecord& record) {
    return read_at(at, &record, sizeof(record)) && record.magic == FileRecord::kMagic &&
           record.previous <= at && record.path_size > 0 && record.path_size <= kLongestPath &&
           record.second_size <= kLongestPath &&
           read_at(at + sizeof(record), room_.path, record.path_size) &&
           room_.path[record.path_size - 1] == '\0' &&
           read_at(at + sizeof(record) + record.path_size, room_.second, record.second_size) &&
           (record.second_size == 0 || room_.second[record.second_size - 1] == '\0');
  }

  // What is at the path now; its mode is 0 if there is nothing.
  struct stat present() {
    struct stat status {};
    if (call_(SYS_newfstatat, AT_FDCWD, as_long(room_.path), as_long(&status),
              AT_SYMLINK_NOFOLLOW) != 0) {
      status.st_mode = 0;
    }
    return status;
  }

  void remove(const struct stat& now) {
    if (now.st_mode == 0) return;
    const int flags = S_ISDIR(now.st_mode) ? AT_REMOVEDIR : 0;
    call_(SYS_unlinkat, AT_FDCWD, as_long(room_.path), flags);
  }

  void undo(const FileRecord& record, std::uint64_t at) {
    const struct stat now = present();
    switch (record.kind) {
      case FileRecord::Kind::Nothing: remove(now); break;
      case FileRecord::Kind::File:
        put_back_file(record, now, at + sizeof(record) + record.path_size + record.second_size);
        break;
      case FileRecord::Kind::Link:
        remove(now);
        call_(SYS_symlinkat, as_long(room_.second), AT_FDCWD, as_long(room_.path));
        break;
      case FileRecord::Kind::Folder:
        if (!S_ISDIR(now.st_mode)) {
          remove(now);
          call_(SYS_mkdirat, AT_FDCWD, as_long(room_.path), static_cast<long>(record.mode));
        }
        call_(SYS_fchmodat, AT_FDCWD, as_long(room_.path), static_cast<long>(record.mode));
        break;
      case FileRecord::Kind::Renamed:
        call_(SYS_renameat2, AT_FDCWD, as_long(room_.second), AT_FDCWD, as_long(room_.path),
              static_cast<long>(record.flags));
        break;
    }
  }

  // In the file itself, if it is still there: others may have it open, or know it by another name.
  void put_back_file(const FileRecord& record, const struct stat& now, std::uint64_t contents) {
    const bool is_same =
        S_ISREG(now.st_mode) && now.st_dev == record.device && now.st_ino == record.inode;
    if (!is_same) remove(now);
    const int flags = O_WRONLY | O_CLOEXEC | O_NOFOLLOW | (is_same ? O_TRUNC : O_CREAT | O_EXCL);
    long file = call_(SYS_openat, AT_FDCWD, as_long(room_.path), flags, 0600);
    if (file < 0 && is_same) {  // its mode has changed since
      call_(SYS_fchmodat, AT_FDCWD, as_long(room_.path), 0600);
      file = call_(SYS_openat, AT_FDCWD, as_long(room_.path), flags, 0600);
    }
    if (file < 0) return;
    for (std::uint64_t done = 0; done < record.size;) {
      const std::uint64_t rest = record.size - done;
      const std::uint64_t size = rest < sizeof(room_.piece) ? rest : sizeof(room_.piece);
      if (!read_at(contents + done, room_.piece, size)) break;
      const long written = call_(SYS_write, file, as_long(room_.piece), static_cast<long>(size));
      if (written <= 0) break;
      done += static_cast<std::uint64_t>(written);
    }
    call_(SYS_fchown, file, static_cast<long>(record.owner), static_cast<long>(record.group));
    call_(SYS_fchmod, file, static_cast<long>(record.mode));
    call_(SYS_utimensat, file, 0, as_long(record.times), 0);
    call_(SYS_close, file);
  }

  Call call_;
  Room& room_;
  int journal_;
};

}  // namespace skein::channel
