#include "managed/finalizers.h"

#include <mutex>
#include <utility>

#include "managed/local.h"
#include "managed/scheduler.h"
#include "managed/tell.h"
#include "managed/truth.h"

namespace managed {

void Finalizers::registered(Thread& me, Object* object) {
  auto* const one = new Registered{object, object->identity};
  tell::sent(one);
  truth::sent(me.number, one->identity);
  const std::lock_guard hold(guard_);
  registered_.push_back(one);
}

void Finalizers::run(Thread& me) {
  for (;;) {
    guard_.lock();
    if (due_.empty()) {
      if (stopping_) break;
      parked_ = &me;
      scheduler_.park(me, guard_);
      continue;
    }
    Registered* const one = due_.front();
    due_.pop_front();
    Local<Object> object(me, one->object);
    guard_.unlock();
    tell::received(one);
    truth::received(me.number, one->identity);
    delete one;
    const auto finalize = object.raw()->klass().finalize;
    const tell::Tracked program;
    finalize(me, object);
  }
  guard_.unlock();
}

void Finalizers::stop() {
  const std::lock_guard hold(guard_);
  stopping_ = true;
  wake();
}

void Finalizers::after_collection() {
  const std::lock_guard hold(guard_);
  if (!due_.empty()) wake();
}

void Finalizers::wake() {
  if (Thread* const thread = std::exchange(parked_, nullptr)) scheduler_.ready(*thread);
}

void Finalizers::visit_strong(Visit visit) {
  for (Registered* const one : due_) visit(one->object);
}

void Finalizers::visit_dying(Roots::Survivor survivor, Visit visit) {
  std::vector<Registered*> left;
  for (Registered* const one : registered_) {
    Object* const now = survivor(one->object);
    if (now == nullptr) due_.push_back(one);
    else left.push_back(one);
    if (now != nullptr) one->object = now;
  }
  registered_ = std::move(left);
  visit_strong(visit);
}

}  // namespace managed
