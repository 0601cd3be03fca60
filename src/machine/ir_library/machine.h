/* What the C library of the ir machine asks the machine for: the builtins of builtins.hpp. */
#ifndef SKEIN_IR_MACHINE_H
#define SKEIN_IR_MACHINE_H

enum { kStandardOutput = 1, kStandardError = 2 };

/* One character of output. Nobody else can see it, so it is no step. */
void __skein_ir_print(int stream, int c);
/* snprintf(to, size, format, x) of one real number, and strtod. Of private memory only. */
int __skein_ir_format_real(char* to, unsigned long size, const char* format, double x);
double __skein_ir_parse_real(const char* text, int* length);
/* Does nothing in a program that never looks at errno: what nobody reads must not be in the state.
 */
void __skein_ir_set_errno(int value);
/* Calls this function when a thread ends, or the program does. Done when the call is decoded. */
void __skein_ir_on_thread_exit(void (*function)(void));
void __skein_ir_on_program_exit(void (*function)(void));

#endif
