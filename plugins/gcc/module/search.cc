#include "search.h"

#include <cstdint>
#include <cxxabi.h>
#include <new>
#include <steward/data_race.h>
#include <typeinfo>
#include <unwind.h>

// Of the C++ library: what each frame of C++ does about an exception.
extern "C" _Unwind_Reason_Code __gxx_personality_v0(int version, _Unwind_Action actions,
                                                    _Unwind_Exception_Class kind,
                                                    _Unwind_Exception* exception,
                                                    _Unwind_Context* frame);

namespace steward_guard {
namespace {

void destroy(void* race) { static_cast<steward::data_race*>(race)->~data_race(); }

// An exception that is only asked about.
class Probe {
 public:
  Probe() : object_(abi::__cxa_allocate_exception(sizeof(steward::data_race))) {
    abi::__cxa_init_primary_exception(
        object_, const_cast<std::type_info*>(&typeid(steward::data_race)), destroy);
    new (object_) steward::data_race(steward_race{});
  }
  ~Probe() {
    destroy(object_);
    abi::__cxa_free_exception(object_);
  }
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  bool stops_at(_Unwind_Context* frame) {
    return __gxx_personality_v0(1, _UA_SEARCH_PHASE, header()->exception_class, header(), frame) ==
           _URC_HANDLER_FOUND;
  }
  // Whether it would stop there to be handled, not to end the program.
  bool is_handled() const {
    // Itanium C++ ABI, Exception Handling 2.2.1: where the frame goes on is kept two words before
    // what the unwinder knows of an exception.
    return reinterpret_cast<const std::uintptr_t*>(header())[-2] != 0;
  }

 private:
  _Unwind_Exception* header() const { return static_cast<_Unwind_Exception*>(object_) - 1; }
  void* object_;
};

struct Search {
  Probe probe;
  std::uintptr_t from;  // frames below are ours
  bool may_be_caught;
  const void* thread_beginning;
  Fate fate = Fate::not_caught;
};

_Unwind_Reason_Code look_at(_Unwind_Context* frame, void* search_pointer) {
  auto& search = *static_cast<Search*>(search_pointer);
  if (_Unwind_GetCFA(frame) < search.from || _Unwind_GetLanguageSpecificData(frame) == 0 ||
      !search.probe.stops_at(frame))
    return _URC_NO_REASON;
  const bool begins_thread =
      _Unwind_GetRegionStart(frame) == reinterpret_cast<std::uintptr_t>(search.thread_beginning);
  if (!search.probe.is_handled()) search.fate = Fate::must_not_pass;
  else if (begins_thread) search.fate = Fate::ends_thread;
  else if (search.may_be_caught) search.fate = Fate::caught;
  else return _URC_NO_REASON;
  return _URC_END_OF_STACK;
}

}  // namespace

// Its own frame, and all below, are no part of the search.
[[gnu::noinline]] Fate search_handler(bool may_be_caught, const void* thread_beginning) {
  Search search{
      {}, reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa()), may_be_caught, thread_beginning};
  _Unwind_Backtrace(look_at, &search);
  return search.fate;
}

}  // namespace steward_guard
