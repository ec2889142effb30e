/* Of constructs.cc: what is compiled with -fsanitize=thread alone. */
#include "page.h"

void write_elsewhere(int* to) { *to = 2; }
