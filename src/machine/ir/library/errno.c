// SPDX-License-Identifier: Apache-2.0
/* errno: linked only if the program uses it. The machine knows the variable by its name. */
static _Thread_local int __skein_ir_errno;

int* __errno_location(void) { return &__skein_ir_errno; }
