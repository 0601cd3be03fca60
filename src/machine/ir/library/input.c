// SPDX-License-Identifier: Apache-2.0
/* Reading, where what is read is unknown: the same functions as for real programs. */
#define SKEIN_IR_LIBRARY
#include <skein/unknown_input.c>
