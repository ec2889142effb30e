// References that the C++ library counts inside its own code, which is not instrumented: those of
// exceptions, of the texts in them, and of locales. Who gives up a reference has done with the
// object; who gives up the last one destroys it. The count makes that order, by read-modify-writes
// that release and acquire, so that is said here.
#include <cstdint>
#include <cstring>

#include "runtime/control/lock_events.h"
#include "runtime/platform/real.h"

extern "C" {
void __cxa_end_catch();
void* __cxa_get_globals();
// std::exception_ptr::_M_release()
void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer);
// The destructors, complete and as a base, and the assignment.
void _ZNSt11logic_errorD1Ev(void** error);
void _ZNSt11logic_errorD2Ev(void** error);
void _ZNSt13runtime_errorD1Ev(void** error);
void _ZNSt13runtime_errorD2Ev(void** error);
void _ZNSt6localeD1Ev(void** locale);
void _ZNSt6localeD2Ev(void** locale);
void* _ZNSt6localeaSERKS_(void** locale, const void* other);
}

using namespace steward;

namespace {

STEWARD_REAL(__cxa_end_catch);
STEWARD_ONLY_REAL(__cxa_get_globals);
STEWARD_REAL(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv);
STEWARD_REAL(_ZNSt11logic_errorD1Ev);
STEWARD_REAL(_ZNSt11logic_errorD2Ev);
STEWARD_REAL(_ZNSt13runtime_errorD1Ev);
STEWARD_REAL(_ZNSt13runtime_errorD2Ev);
STEWARD_REAL(_ZNSt6localeD1Ev);
STEWARD_REAL(_ZNSt6localeD2Ev);
STEWARD_REAL(_ZNSt6localeaSERKS_);

// A reference to `object` is about to be given up.
void given_up(const void* object, std::uint64_t counter) {
  if (object == nullptr) return;
  object_signalled(object, "reference count", counter);
  object_awaited(object, "reference count", counter);
}

// What a catch has caught, as the C++ ABI for this processor lays it out: the head of the object,
// which ends in what the unwinder knows of it, and behind that the object itself.
struct CaughtException {
  void* type_or_primary;  // in a head of a second kind, by std::rethrow_exception: the object
  char others[72];
  char kind[8];
};
constexpr std::size_t kHeadSize = 112;
// Of GCC's library; others lay it out differently.
constexpr char kPrimary[] = "\0++CCUNG";
constexpr char kDependent[] = "\1++CCUNG";

const void* caught_object() {
  auto* const* const innermost = static_cast<CaughtException**>(real___cxa_get_globals());
  const CaughtException* const head = *innermost;
  if (head == nullptr) return nullptr;
  if (std::memcmp(head->kind, kDependent, sizeof head->kind) == 0) return head->type_or_primary;
  if (std::memcmp(head->kind, kPrimary, sizeof head->kind) != 0) return nullptr;
  return reinterpret_cast<const char*>(head) + kHeadSize;
}

// The text of an exception, behind its pointer to virtual functions.
void error_ends(void** error, std::uint64_t counter) { given_up(error[1], counter); }

}  // namespace

STEWARD_INTERPOSED void __cxa_end_catch() {
  given_up(caught_object(), STEWARD_CALLER);
  real___cxa_end_catch();
}
STEWARD_INTERPOSED void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void** pointer) {
  given_up(*pointer, STEWARD_CALLER);
  real__ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(pointer);
}
STEWARD_INTERPOSED void _ZNSt11logic_errorD1Ev(void** error) {
  error_ends(error, STEWARD_CALLER);
  real__ZNSt11logic_errorD1Ev(error);
}
STEWARD_INTERPOSED void _ZNSt11logic_errorD2Ev(void** error) {
  error_ends(error, STEWARD_CALLER);
  real__ZNSt11logic_errorD2Ev(error);
}
STEWARD_INTERPOSED void _ZNSt13runtime_errorD1Ev(void** error) {
  error_ends(error, STEWARD_CALLER);
  real__ZNSt13runtime_errorD1Ev(error);
}
STEWARD_INTERPOSED void _ZNSt13runtime_errorD2Ev(void** error) {
  error_ends(error, STEWARD_CALLER);
  real__ZNSt13runtime_errorD2Ev(error);
}
STEWARD_INTERPOSED void _ZNSt6localeD1Ev(void** locale) {
  given_up(*locale, STEWARD_CALLER);
  real__ZNSt6localeD1Ev(locale);
}
STEWARD_INTERPOSED void _ZNSt6localeD2Ev(void** locale) {
  given_up(*locale, STEWARD_CALLER);
  real__ZNSt6localeD2Ev(locale);
}
STEWARD_INTERPOSED void* _ZNSt6localeaSERKS_(void** locale, const void* other) {
  given_up(*locale, STEWARD_CALLER);
  return real__ZNSt6localeaSERKS_(locale, other);
}
