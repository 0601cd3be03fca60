// SPDX-License-Identifier: Apache-2.0
// The functions of libc whose accesses count as the program's own. `skein cc` has the linker
// redirect the calls of each to __wrap_NAME of the runtime (--wrap), which is defined in the file
// named above it. tests/machine/native/toolchain_test.cpp compares the two.
//
// Functions that the runtime defines under their own names (exports.map) are not listed here.
#pragma once

#include <string_view>

namespace skein {

inline constexpr std::string_view kWatchedFunctions[] = {
    // strings.cpp
    "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strnlen", "strcpy", "strncpy",
    "strcat", "strncat", "strcmp", "strncmp", "strchr", "strrchr", "strstr", "strdup", "strndup",
    // strings_more.cpp
    "stpcpy", "stpncpy", "mempcpy", "memccpy", "memrchr", "rawmemchr", "memmem", "bzero",
    "explicit_bzero", "bcopy", "bcmp", "index", "rindex", "strchrnul", "strcasecmp", "strncasecmp",
    "strcoll", "strxfrm", "strcasestr", "strspn", "strcspn", "strpbrk", "strtok_r", "__strtok_r",
    "strsep", "strerror_r", "__xpg_strerror_r",
    // fortified.cpp
    "__memcpy_chk", "__memmove_chk", "__mempcpy_chk", "__memset_chk", "__explicit_bzero_chk",
    "__strcpy_chk", "__stpcpy_chk", "__strncpy_chk", "__stpncpy_chk", "__strcat_chk",
    "__strncat_chk", "__wmemcpy_chk", "__wmemmove_chk", "__wmemset_chk", "__wcscpy_chk",
    "__wcsncpy_chk", "__wcscat_chk",
    // wide.cpp
    "wmemcpy", "wmemmove", "wmemset", "wmemcmp", "wcslen", "wcscpy", "wcsncpy", "wcscat", "wcscmp",
    "wcsncmp", "wcschr", "wcsrchr", "wcsstr", "wcsdup", "vswprintf", "swprintf", "__vswprintf_chk",
    "__swprintf_chk", "mbstowcs", "wcstombs", "mbtowc", "mbrtowc", "wcrtomb", "wctomb",
    // print.cpp
    "vsnprintf", "snprintf", "vsprintf", "sprintf", "vasprintf", "asprintf", "vfprintf", "fprintf",
    "vprintf", "printf", "vdprintf", "dprintf", "__vsnprintf_chk", "__snprintf_chk",
    "__vsprintf_chk", "__sprintf_chk", "__vasprintf_chk", "__asprintf_chk", "__vfprintf_chk",
    "__fprintf_chk", "__vprintf_chk", "__printf_chk", "__dprintf_chk",
    // scan.cpp
    "vsscanf", "__isoc99_vsscanf", "__isoc23_vsscanf", "vfscanf", "__isoc99_vfscanf",
    "__isoc23_vfscanf", "vscanf", "__isoc99_vscanf", "__isoc23_vscanf", "sscanf", "__isoc99_sscanf",
    "__isoc23_sscanf", "fscanf", "__isoc99_fscanf", "__isoc23_fscanf", "scanf", "__isoc99_scanf",
    "__isoc23_scanf",
    // stdio.cpp
    "fgets", "fgets_unlocked", "__fgets_chk", "__fgets_unlocked_chk", "fread", "fread_unlocked",
    "__fread_chk", "__fread_unlocked_chk", "getdelim", "__getdelim", "getline", "fgetc", "getc",
    "getchar", "getc_unlocked", "getchar_unlocked", "fgetc_unlocked", "ungetc", "fseek", "fseeko",
    "rewind", "ftell", "ftello", "fputs", "fputs_unlocked", "puts", "fputc", "putc", "putchar",
    "fwrite", "fwrite_unlocked",
    // file_names.cpp
    "access", "unlink", "remove", "rename", "link", "symlink", "mkdir", "rmdir", "ftruncate",
    // descriptor_io.cpp
    "read", "__read_chk", "pread", "pread64", "__pread_chk", "__pread64_chk", "readv", "preadv",
    "write", "pwrite", "pwrite64", "writev",
    // convert.cpp
    "strtol", "strtoll", "strtoul", "strtoull", "strtoimax", "strtoumax", "__isoc23_strtol",
    "__isoc23_strtoll", "__isoc23_strtoul", "__isoc23_strtoull", "__isoc23_strtoimax",
    "__isoc23_strtoumax", "strtod", "strtof", "strtold", "wcstol", "wcstod", "atoi", "atol",
    "atoll", "atof",
    // math.cpp
    "frexp", "frexpf", "frexpl", "modf", "modff", "modfl", "remquo", "remquof", "remquol", "sincos",
    "sincosf", "sincosl", "lgamma", "lgammaf", "lgammal", "lgamma_r", "lgammaf_r", "lgammal_r",
    // sort.cpp
    "qsort", "qsort_r",
    // calendar.cpp
    "localtime_r", "gmtime_r", "mktime", "timegm", "ctime_r", "asctime_r", "strftime", "strptime",
    // system_info.cpp
    "stat", "stat64", "lstat", "lstat64", "fstat", "fstat64", "fstatat", "fstatat64", "statvfs",
    "statfs", "getcwd", "__getcwd_chk", "readlink", "__readlink_chk", "readlinkat", "realpath",
    "__realpath_chk", "gethostname", "__gethostname_chk", "uname", "sysinfo", "getrlimit",
    "getrlimit64", "getrusage", "times", "sigemptyset", "sigfillset", "sigaddset", "sigdelset",
    "sigismember",
    // random.cpp
    "rand_r", "random_r", "initstate_r", "srandom_r", "drand48_r", "lrand48_r", "mrand48_r",
    "srand48_r", "erand48", "nrand48", "jrand48",
    // ../state/pseudo_random.cpp: std::random_device
    "_ZNSt13random_device9_M_getvalEv",
    // ../threads/future.cpp: futures that become ready at the end of a thread
    "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv",
    // ../cxx/cxx_nodes.cpp: nodes of std::map, std::set and std::list
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
    "_ZNSt8__detail15_List_node_base7_M_hookEPS0_", "_ZNSt8__detail15_List_node_base9_M_unhookEv",
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
    "_ZNSt8__detail15_List_node_base10_M_reverseEv", "_ZNSt8__detail15_List_node_base4swapERS0_S1_",
    // ../cxx/cxx_threads.cpp
    "_ZNSt6thread4joinEv", "_ZNSt6thread6detachEv",
    // ../cxx/cxx_conversions.cpp
    "_ZSt8to_charsPcS_f", "_ZSt8to_charsPcS_fSt12chars_format",
    "_ZSt8to_charsPcS_fSt12chars_formati", "_ZSt10from_charsPKcS0_RfSt12chars_format",
    "_ZSt8to_charsPcS_d", "_ZSt8to_charsPcS_dSt12chars_format",
    "_ZSt8to_charsPcS_dSt12chars_formati", "_ZSt10from_charsPKcS0_RdSt12chars_format",
    "_ZSt8to_charsPcS_e", "_ZSt8to_charsPcS_eSt12chars_format",
    "_ZSt8to_charsPcS_eSt12chars_formati", "_ZSt10from_charsPKcS0_ReSt12chars_format"};

// Functions that gcc may turn into code, or into calls of others that it turns into code, without
// reporting what that code accesses.
inline constexpr std::string_view kNotBuiltIn[] = {
    "memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strnlen", "strcpy", "strncpy",
    "strcat", "strncat", "strcmp", "strncmp", "strchr", "strrchr", "strstr", "strdup", "strndup",
    "stpcpy", "stpncpy", "mempcpy", "bzero", "bcopy", "bcmp", "index", "rindex", "strcasecmp",
    "strncasecmp", "strspn", "strcspn", "strpbrk", "sprintf", "snprintf", "vsprintf", "vsnprintf",
    // include/skein/fortified.h
    "__memcpy_chk", "__memmove_chk", "__mempcpy_chk", "__memset_chk", "__strcpy_chk",
    "__stpcpy_chk", "__strncpy_chk", "__stpncpy_chk", "__strcat_chk", "__strncat_chk",
    "__sprintf_chk", "__snprintf_chk", "__vsprintf_chk", "__vsnprintf_chk"};

}  // namespace skein
