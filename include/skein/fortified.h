/* SPDX-License-Identifier: Apache-2.0 */
/* `skein cc` includes this file first when gcc compiles with -D_FORTIFY_SOURCE. There the headers
   of glibc call the checked functions as __builtin___memcpy_chk and so on. gcc turns these into
   code wherever it knows that there is enough room, without reporting what that code accesses.
   Called by their own names they are ordinary calls (-fno-builtin-__memcpy_chk). */
#ifndef SKEIN_FORTIFIED_H
#define SKEIN_FORTIFIED_H
#ifndef __ASSEMBLER__
#pragma GCC system_header

#ifdef __cplusplus
extern "C" {
#if __cplusplus >= 201103L
#define SKEIN_NOTHROW noexcept(true)
#else
#define SKEIN_NOTHROW throw()
#endif
#else
#define SKEIN_NOTHROW __attribute__((__nothrow__))
#endif

void* __memcpy_chk(void*, const void*, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
void* __memmove_chk(void*, const void*, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
void* __mempcpy_chk(void*, const void*, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
void* __memset_chk(void*, int, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
char* __strcpy_chk(char*, const char*, __SIZE_TYPE__) SKEIN_NOTHROW;
char* __stpcpy_chk(char*, const char*, __SIZE_TYPE__) SKEIN_NOTHROW;
char* __strncpy_chk(char*, const char*, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
char* __stpncpy_chk(char*, const char*, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
char* __strcat_chk(char*, const char*, __SIZE_TYPE__) SKEIN_NOTHROW;
char* __strncat_chk(char*, const char*, __SIZE_TYPE__, __SIZE_TYPE__) SKEIN_NOTHROW;
int __sprintf_chk(char*, int, __SIZE_TYPE__, const char*, ...) SKEIN_NOTHROW;
int __snprintf_chk(char*, __SIZE_TYPE__, int, __SIZE_TYPE__, const char*, ...) SKEIN_NOTHROW;
int __vsprintf_chk(char*, int, __SIZE_TYPE__, const char*, __builtin_va_list) SKEIN_NOTHROW;
int __vsnprintf_chk(char*, __SIZE_TYPE__, int, __SIZE_TYPE__, const char*,
                    __builtin_va_list) SKEIN_NOTHROW;

#define __builtin___memcpy_chk __memcpy_chk
#define __builtin___memmove_chk __memmove_chk
#define __builtin___mempcpy_chk __mempcpy_chk
#define __builtin___memset_chk __memset_chk
#define __builtin___strcpy_chk __strcpy_chk
#define __builtin___stpcpy_chk __stpcpy_chk
#define __builtin___strncpy_chk __strncpy_chk
#define __builtin___stpncpy_chk __stpncpy_chk
#define __builtin___strcat_chk __strcat_chk
#define __builtin___strncat_chk __strncat_chk
#define __builtin___sprintf_chk __sprintf_chk
#define __builtin___snprintf_chk __snprintf_chk
#define __builtin___vsprintf_chk __vsprintf_chk
#define __builtin___vsnprintf_chk __vsnprintf_chk

#undef SKEIN_NOTHROW
#ifdef __cplusplus
}
#endif

#endif
#endif
