// SPDX-License-Identifier: Apache-2.0
/* ctype.h of the C locale: the functions, and the table that glibc's macros read. */
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return c >= 0 && c < 128; }
int tolower(int c) { return isupper(c) ? c + 32 : c; }
int toupper(int c) { return islower(c) ? c - 32 : c; }

/* glibc's bits, as they lie in memory on x86-64. */
enum {
  kUpper = 0x100,
  kLower = 0x200,
  kAlpha = 0x400,
  kDigit = 0x800,
  kHex = 0x1000,
  kSpace = 0x2000,
  kPrint = 0x4000,
  kGraph = 0x8000,
  kBlank = 0x1,
  kControl = 0x2,
  kPunct = 0x4,
  kAlnum = 0x8,
  kVisible = kPrint | kGraph,
  kLetter = kVisible | kAlpha | kAlnum,
  kSign = kVisible | kPunct,
};

/* From -128 to 255. */
static const unsigned short classes[384] = {
    [128 ... 136] = kControl,
    [137] = kControl | kSpace | kBlank,
    [138 ... 141] = kControl | kSpace,
    [142 ... 159] = kControl,
    [160] = kPrint | kSpace | kBlank,
    [161 ... 175] = kSign,
    [176 ... 185] = kVisible | kDigit | kHex | kAlnum,
    [186 ... 192] = kSign,
    [193 ... 198] = kLetter | kUpper | kHex,
    [199 ... 218] = kLetter | kUpper,
    [219 ... 224] = kSign,
    [225 ... 230] = kLetter | kLower | kHex,
    [231 ... 250] = kLetter | kLower,
    [251 ... 254] = kSign,
    [255] = kControl,
};
static const unsigned short* const classes_from_zero = classes + 128;

const unsigned short* const* __ctype_b_loc(void) { return &classes_from_zero; }
