// SPDX-License-Identifier: Apache-2.0
// The checked variants of string functions, which glibc's headers call under -D_FORTIFY_SOURCE.
// They make the same accesses; the real function stops the program if the room is too small.
#include <cstddef>
#include <cstring>
#include <cwchar>

#include "runtime/intercept/libc/reported.hpp"

extern "C" {
void* __memcpy_chk(void* to, const void* from, std::size_t size, std::size_t room);
void* __memmove_chk(void* to, const void* from, std::size_t size, std::size_t room);
void* __mempcpy_chk(void* to, const void* from, std::size_t size, std::size_t room);
void* __memset_chk(void* to, int value, std::size_t size, std::size_t room);
void __explicit_bzero_chk(void* to, std::size_t size, std::size_t room);
char* __strcpy_chk(char* to, const char* from, std::size_t room);
char* __stpcpy_chk(char* to, const char* from, std::size_t room);
char* __strncpy_chk(char* to, const char* from, std::size_t size, std::size_t room);
char* __stpncpy_chk(char* to, const char* from, std::size_t size, std::size_t room);
char* __strcat_chk(char* to, const char* from, std::size_t room);
char* __strncat_chk(char* to, const char* from, std::size_t size, std::size_t room);
wchar_t* __wmemcpy_chk(wchar_t* to, const wchar_t* from, std::size_t size, std::size_t room);
wchar_t* __wmemmove_chk(wchar_t* to, const wchar_t* from, std::size_t size, std::size_t room);
wchar_t* __wmemset_chk(wchar_t* to, wchar_t value, std::size_t size, std::size_t room);
wchar_t* __wcscpy_chk(wchar_t* to, const wchar_t* from, std::size_t room);
wchar_t* __wcsncpy_chk(wchar_t* to, const wchar_t* from, std::size_t size, std::size_t room);
wchar_t* __wcscat_chk(wchar_t* to, const wchar_t* from, std::size_t room);
}

namespace reported = skein::runtime::reported;

extern "C" {

void* __wrap___memcpy_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  reported::copied(to, from, size, __builtin_return_address(0));
  return __memcpy_chk(to, from, size, room);
}
void* __wrap___memmove_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  reported::copied(to, from, size, __builtin_return_address(0));
  return __memmove_chk(to, from, size, room);
}
void* __wrap___mempcpy_chk(void* to, const void* from, std::size_t size, std::size_t room) {
  reported::copied(to, from, size, __builtin_return_address(0));
  return __mempcpy_chk(to, from, size, room);
}
void* __wrap___memset_chk(void* to, int value, std::size_t size, std::size_t room) {
  reported::written(to, size, __builtin_return_address(0));
  return __memset_chk(to, value, size, room);
}
void __wrap___explicit_bzero_chk(void* to, std::size_t size, std::size_t room) {
  reported::written(to, size, __builtin_return_address(0));
  __explicit_bzero_chk(to, size, room);
}
char* __wrap___strcpy_chk(char* to, const char* from, std::size_t room) {
  reported::copied_text(to, from, __builtin_return_address(0));
  return __strcpy_chk(to, from, room);
}
char* __wrap___stpcpy_chk(char* to, const char* from, std::size_t room) {
  reported::copied_text(to, from, __builtin_return_address(0));
  return __stpcpy_chk(to, from, room);
}
char* __wrap___strncpy_chk(char* to, const char* from, std::size_t size, std::size_t room) {
  reported::copied_padded(to, from, size, __builtin_return_address(0));
  return __strncpy_chk(to, from, size, room);
}
char* __wrap___stpncpy_chk(char* to, const char* from, std::size_t size, std::size_t room) {
  reported::copied_padded(to, from, size, __builtin_return_address(0));
  return __stpncpy_chk(to, from, size, room);
}
char* __wrap___strcat_chk(char* to, const char* from, std::size_t room) {
  reported::appended(to, from, reported::kNoLimit, __builtin_return_address(0));
  return __strcat_chk(to, from, room);
}
char* __wrap___strncat_chk(char* to, const char* from, std::size_t size, std::size_t room) {
  reported::appended(to, from, size, __builtin_return_address(0));
  return __strncat_chk(to, from, size, room);
}

wchar_t* __wrap___wmemcpy_chk(wchar_t* to, const wchar_t* from, std::size_t size,
                              std::size_t room) {
  reported::copied(to, from, size * sizeof(wchar_t), __builtin_return_address(0));
  return __wmemcpy_chk(to, from, size, room);
}
wchar_t* __wrap___wmemmove_chk(wchar_t* to, const wchar_t* from, std::size_t size,
                               std::size_t room) {
  reported::copied(to, from, size * sizeof(wchar_t), __builtin_return_address(0));
  return __wmemmove_chk(to, from, size, room);
}
wchar_t* __wrap___wmemset_chk(wchar_t* to, wchar_t value, std::size_t size, std::size_t room) {
  reported::written(to, size * sizeof(wchar_t), __builtin_return_address(0));
  return __wmemset_chk(to, value, size, room);
}
wchar_t* __wrap___wcscpy_chk(wchar_t* to, const wchar_t* from, std::size_t room) {
  reported::copied_text(to, from, __builtin_return_address(0));
  return __wcscpy_chk(to, from, room);
}
wchar_t* __wrap___wcsncpy_chk(wchar_t* to, const wchar_t* from, std::size_t size,
                              std::size_t room) {
  reported::copied_padded(to, from, size, __builtin_return_address(0));
  return __wcsncpy_chk(to, from, size, room);
}
wchar_t* __wrap___wcscat_chk(wchar_t* to, const wchar_t* from, std::size_t room) {
  reported::appended(to, from, reported::kNoLimit, __builtin_return_address(0));
  return __wcscat_chk(to, from, room);
}

}  // extern "C"
