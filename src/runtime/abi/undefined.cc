// Undefined behaviour in programs that are built to look for it, too.
//
// Clang's library for races holds these functions as well, so in its place they must be here. Where
// a library behind us has them (GCC's programs bring one), it knows more and gets the call.
#include <atomic>
#include <cstdint>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/platform/raw.h"
#include "runtime/platform/real.h"

using namespace steward;

namespace {

// What the compiler leaves for each check begins with where it is. The column is taken away with
// the first report: one is enough.
struct Place {
  const char* file;
  std::uint32_t line;
  std::atomic<std::uint32_t> column;
};
using Value = std::uintptr_t;
using Handler = void(Place*, Value, Value, Value);

constexpr std::uint32_t kTold = UINT32_MAX;

void tell(Place* place, const char* what) {
  const std::uint32_t column = place->column.exchange(kTold, std::memory_order_relaxed);
  if (column == kTold) return;
  char text[1024];
  const int length =
      snprintf(text, sizeof text, "%s:%u:%u: runtime error: %s\n",
               place->file == nullptr ? "<unknown>" : place->file, place->line, column, what);
  if (length <= 0) return;
  const auto size = static_cast<std::size_t>(length);
  raw::write(2, text, size < sizeof text ? size : sizeof text - 1);
}
[[noreturn]] void die() { abort(); }

bool forward(Real<Handler>& next, Place* place, Value a, Value b, Value c) {
  if (next.get() == nullptr) return false;
  next(place, a, b, c);
  return true;
}

}  // namespace

#define STEWARD_UNDEFINED_FORM(name, what, then)                                           \
  namespace {                                                                              \
  constinit Real<Handler> next_##name("__ubsan_handle_" #name);                            \
  }                                                                                        \
  STEWARD_INTERPOSED void __ubsan_handle_##name(Place* place, Value a, Value b, Value c) { \
    if (forward(next_##name, place, a, b, c)) return;                                      \
    tell(place, what);                                                                     \
    then;                                                                                  \
  }
#define STEWARD_UNDEFINED(name, what)         \
  STEWARD_UNDEFINED_FORM(name, what, return ) \
  STEWARD_UNDEFINED_FORM(name##_abort, what, die())

STEWARD_UNDEFINED(add_overflow, "signed integer overflow in an addition")
STEWARD_UNDEFINED(sub_overflow, "signed integer overflow in a subtraction")
STEWARD_UNDEFINED(mul_overflow, "signed integer overflow in a multiplication")
STEWARD_UNDEFINED(negate_overflow, "a negation that cannot be represented in its type")
STEWARD_UNDEFINED(divrem_overflow, "a division by zero, or one that overflows")
STEWARD_UNDEFINED(shift_out_of_bounds, "a shift by too much, or of a negative value")
STEWARD_UNDEFINED(out_of_bounds, "an index out of bounds")
STEWARD_UNDEFINED(local_out_of_bounds, "an access out of the bounds of a local object")
STEWARD_UNDEFINED(type_mismatch_v1, "an access through a null, misaligned or too short pointer")
STEWARD_UNDEFINED(alignment_assumption, "an assumption of alignment that does not hold")
STEWARD_UNDEFINED(vla_bound_not_positive, "an array with a bound that is not positive")
STEWARD_UNDEFINED(float_cast_overflow, "a value outside the range of the integer type")
STEWARD_UNDEFINED(load_invalid_value, "a load of a value that its type does not have")
STEWARD_UNDEFINED(implicit_conversion, "an implicit conversion that changes the value")
STEWARD_UNDEFINED(invalid_builtin, "a builtin called with a value it does not take")
STEWARD_UNDEFINED(invalid_objc_cast, "an invalid Objective-C cast")
STEWARD_UNDEFINED(function_type_mismatch, "a call through a pointer to another type of function")
STEWARD_UNDEFINED(nonnull_arg, "a null pointer as an argument that must not be null")
STEWARD_UNDEFINED(nullability_arg, "a null pointer as an argument that must not be null")
STEWARD_UNDEFINED(pointer_overflow, "arithmetic that leaves the object, or the address space")
STEWARD_UNDEFINED(cfi_check_fail, "a check of control flow integrity failed")
STEWARD_UNDEFINED_FORM(builtin_unreachable, "execution reached an unreachable point", die())
STEWARD_UNDEFINED_FORM(missing_return, "the end of a function that returns no value", die())
STEWARD_UNDEFINED_FORM(cfi_bad_type, "a check of control flow integrity failed", return )
// Whether an object has the type that its use needs takes a look into its class: only the library
// that brings the means can tell.
#define STEWARD_UNDEFINED_TYPE(name)                                                       \
  namespace {                                                                              \
  constinit Real<Handler> next_##name("__ubsan_handle_" #name);                            \
  }                                                                                        \
  STEWARD_INTERPOSED void __ubsan_handle_##name(Place* place, Value a, Value b, Value c) { \
    forward(next_##name, place, a, b, c);                                                  \
  }
STEWARD_UNDEFINED_TYPE(dynamic_type_cache_miss)
STEWARD_UNDEFINED_TYPE(dynamic_type_cache_miss_abort)

// These are told the place of the return apart from the rest.
#define STEWARD_UNDEFINED_RETURN(name, then)                                      \
  namespace {                                                                     \
  constinit Real<Handler> next_##name("__ubsan_handle_" #name);                   \
  }                                                                               \
  STEWARD_INTERPOSED void __ubsan_handle_##name(Place* data, Place* place) {      \
    if (forward(next_##name, data, reinterpret_cast<Value>(place), 0, 0)) return; \
    tell(place, "a null pointer returned where it must not be null");             \
    then;                                                                         \
  }
STEWARD_UNDEFINED_RETURN(nonnull_return_v1, return )
STEWARD_UNDEFINED_RETURN(nonnull_return_v1_abort, die())
STEWARD_UNDEFINED_RETURN(nullability_return_v1, return )
STEWARD_UNDEFINED_RETURN(nullability_return_v1_abort, die())

// Hashes of types that were found right.
extern "C" {
[[gnu::visibility("default")]] constinit std::uintptr_t __ubsan_vptr_type_cache[128] = {};
}
// For programs that want to be told, and there is nothing to ask about.
STEWARD_INTERPOSED [[gnu::weak]] const char* __ubsan_default_options() { return ""; }
STEWARD_INTERPOSED [[gnu::weak]] void __ubsan_on_report() {}
STEWARD_INTERPOSED void __ubsan_get_current_report_data(const char** kind, const char** message,
                                                        const char** file, unsigned* line,
                                                        unsigned* column, char** address) {
  *kind = *message = *file = "";
  *line = *column = 0;
  *address = nullptr;
}
