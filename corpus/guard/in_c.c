/* Of constructs.cc: what is compiled as C, by `steward cc --guard`. */
#include "page.h"

void write_in_c(int* to) { *to = 2; }
