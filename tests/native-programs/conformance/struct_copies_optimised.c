// The same forms as in struct_copies.c, optimised.
// expect: N=0 LOCKED=0 verdict=bug kind=race
// expect: N=1 LOCKED=0 verdict=bug kind=race
// expect: N=2 LOCKED=0 verdict=bug kind=race
// expect: N=3 LOCKED=0 verdict=bug kind=race
// expect: N=4 LOCKED=0 verdict=bug kind=race
// expect: N=5 LOCKED=0 verdict=bug kind=race
// expect: N=6 LOCKED=0 verdict=bug kind=race
// expect: N=7 LOCKED=0 verdict=bug kind=race
// expect: N=8 LOCKED=0 verdict=bug kind=race
// expect: N=9 LOCKED=0 verdict=bug kind=race
// expect: N=10 LOCKED=0 verdict=bug kind=race
// expect: N=11 LOCKED=0 verdict=bug kind=race
// expect: N=12 LOCKED=0 verdict=bug kind=race
// expect: N=13 LOCKED=0 verdict=bug kind=race
// expect: N=14 LOCKED=0 verdict=bug kind=race
// expect: N=15 LOCKED=0 verdict=bug kind=race
// expect: N=16 LOCKED=0 verdict=bug kind=race
// expect: N=17 LOCKED=0 verdict=bug kind=race
// expect: N=18 LOCKED=0 verdict=bug kind=race
// expect: N=19 LOCKED=0 verdict=bug kind=race
// expect: N=20 LOCKED=0 verdict=bug kind=race
// expect: N=21 LOCKED=0 verdict=bug kind=race
// expect: N=22 LOCKED=0 verdict=bug kind=race
// expect: N=23 LOCKED=0 verdict=bug kind=race
// expect: N=24 LOCKED=0 verdict=bug kind=race
// expect: N=25 LOCKED=0 verdict=bug kind=race
// expect: N=0 LOCKED=1 verdict=clean
// expect: N=1 LOCKED=1 verdict=clean
// expect: N=2 LOCKED=1 verdict=clean
// expect: N=3 LOCKED=1 verdict=clean
// expect: N=4 LOCKED=1 verdict=clean
// expect: N=5 LOCKED=1 verdict=clean
// expect: N=6 LOCKED=1 verdict=clean
// expect: N=7 LOCKED=1 verdict=clean
// expect: N=8 LOCKED=1 verdict=clean
// expect: N=9 LOCKED=1 verdict=clean
// expect: N=10 LOCKED=1 verdict=clean
// expect: N=11 LOCKED=1 verdict=clean
// expect: N=12 LOCKED=1 verdict=clean
// expect: N=13 LOCKED=1 verdict=clean
// expect: N=14 LOCKED=1 verdict=clean
// expect: N=15 LOCKED=1 verdict=clean
// expect: N=16 LOCKED=1 verdict=clean
// expect: N=17 LOCKED=1 verdict=clean
// expect: N=18 LOCKED=1 verdict=clean
// expect: N=19 LOCKED=1 verdict=clean
// expect: N=20 LOCKED=1 verdict=clean
// expect: N=21 LOCKED=1 verdict=clean
// expect: N=22 LOCKED=1 verdict=clean
// expect: N=23 LOCKED=1 verdict=clean
// expect: N=24 LOCKED=1 verdict=clean
// expect: N=25 LOCKED=1 verdict=clean
// needs: memory
// libs: -O2
#include "struct_copies.c"
