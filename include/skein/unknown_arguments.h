/* SPDX-License-Identifier: Apache-2.0 */
/* Unknown arguments: skein puts this file before each C source with --unknown-arguments N. The
 * program's main gets another name; that of unknown_arguments.c calls it. Programs do not include
 * it. */
#ifndef SKEIN_UNKNOWN_ARGUMENTS_H
#define SKEIN_UNKNOWN_ARGUMENTS_H
#ifndef __cplusplus
#pragma GCC system_header /* no warning about the missing prototype */
extern int main() __asm__("skein_program_main");
#endif
#endif
