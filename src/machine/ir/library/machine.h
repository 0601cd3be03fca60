/* SPDX-License-Identifier: Apache-2.0 */
/* The builtins (builtins.hpp) that the C library of the ir machine uses. */
#ifndef SKEIN_IR_MACHINE_H
#define SKEIN_IR_MACHINE_H

enum { kStandardOutput = 1, kStandardError = 2 };

/* One character of output. No other thread can see it, so it is not a step. */
void __skein_ir_print(int stream, int c);
/* snprintf(to, size, format, x) of one real number, and strtod or strtof. Private memory only. */
int __skein_ir_format_real(char* to, unsigned long size, const char* format, double x);
double __skein_ir_parse_real(const char* text, int* length, int is_float);
/* Ends the verification: the program uses something that is not supported. */
_Noreturn void __skein_ir_refuse(const char* what);
/* Does nothing in a program that never reads errno: an unread value must not be in the state. */
void __skein_ir_set_errno(int value);
/* The thread's own time, in nanoseconds since the program began. The last two do nothing in a
 * program that never reads it. Until: a point in time of one of the clocks, in nanoseconds. */
unsigned long __skein_ir_look_at_clock(void);
void __skein_ir_pass_time(unsigned long nanoseconds);
void __skein_ir_pass_until(unsigned long time);
/* The clocks when the program begins, in seconds. */
enum { kMonotonicBegin = 1000, kRealBegin = 1767225600 };
/* Calls this function when a thread or the program ends. Takes effect when the call is decoded. */
void __skein_ir_on_thread_exit(void (*function)(void));
void __skein_ir_on_program_exit(void (*function)(void));
/* The type is that of pthread_mutexattr_settype. */
int __skein_ir_mutex_init(void* mutex, int type);
int __skein_ir_thread_create(unsigned long* thread, int is_detached, void* (*function)(void*),
                             void* argument);

#endif
