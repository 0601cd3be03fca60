/* Test-and-set lock with an exchange of three threads. */
#define N 3
#include "tas.c"
