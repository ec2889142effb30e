// Functions with a second result.
#include "runtime/intercept/results.h"

using namespace steward;

#define STEWARD_MATH(type, suffix)                                                                \
  STEWARD_RESULT(type, frexp##suffix, (type x, int* out), (x, out), true, wrote(out))             \
  STEWARD_RESULT(type, modf##suffix, (type x, type * out), (x, out), true, wrote(out))            \
  STEWARD_RESULT(type, remquo##suffix, (type x, type y, int* out), (x, y, out), true, wrote(out)) \
  STEWARD_RESULT(type, lgamma##suffix##_r, (type x, int* out), (x, out), true, wrote(out))        \
  STEWARD_FAMILY(void, sincos##suffix, (type x, type * sine, type * cosine)) {                    \
    real_sincos##suffix(x, sine, cosine);                                                         \
    STEWARD_TOUCH.wrote(sine).wrote(cosine);                                                      \
  }
STEWARD_MATH(double, )
STEWARD_MATH(float, f)
STEWARD_MATH(long double, l)
