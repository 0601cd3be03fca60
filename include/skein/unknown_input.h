/* SPDX-License-Identifier: Apache-2.0 */
/* What a program reads is unknown input: skein puts this file before each C source of a program
 * whose reading it takes over (`skein prove`, and --unknown-input). Programs do not include it.
 *
 * Each name is another name of the same type, declared by the program's own headers, so that
 * nothing changes but the function. unknown_input.c defines them. glibc gives scanf a name of its
 * own, which a macro cannot change: that is done by those who link. <cstdio> takes macros away, so
 * a C++ program reads as before.
 */
#ifndef SKEIN_UNKNOWN_INPUT_H
#define SKEIN_UNKNOWN_INPUT_H
#ifndef __cplusplus

#define getchar skein_input_getchar
#define getc skein_input_getc
#define fgetc skein_input_fgetc
#define fgets skein_input_fgets
#define fread skein_input_fread
#define read skein_input_read
#define getenv skein_input_getenv
#define rand skein_input_rand
#define random skein_input_random
#define rand_r skein_input_rand_r

#endif
#endif
