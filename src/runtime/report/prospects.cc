#include "runtime/report/prospects.h"

#include "channel/encoder.h"
#include "runtime/state/runtime.h"
#include "runtime/state/whereabouts.h"

namespace steward {

using channel::Place;
using channel::PlanRole;

Prospects::Prospects(Runtime& runtime)
    : runtime_(runtime), told_(runtime.heap), in_page_(runtime.heap), channels_(runtime.heap) {}

void Prospects::watch(AddressRange bytes) {
  const Entry entry{class_of(runtime_, bytes)};
  if (entry.place == Place::global) tell_of_global(entry);
  else tell(entry);
}

void Prospects::watch_everything() { tell(Entry{}); }

void Prospects::mark_channel(LockId lock) {
  {
    const Hold hold(lock_);
    if (!channels_.insert(lock)) return;
  }
  const LockObject object = runtime_.locks.find(lock);
  Entry entry{class_of(runtime_, {object.address, 1})};
  entry.role = PlanRole::channel;
  tell(entry);
}

void Prospects::held(std::size_t locks) {
  channel::Encoder body(runtime_.heap);
  body.number(locks);
  runtime_.sender.send(channel::Kind::locks_held, body);
}

void Prospects::tell_of_global(Entry entry) {
  Entry page = entry;
  page.offset -= page.offset % kPage;
  page.size = kPage;
  std::uint32_t before = 0;
  {
    const Hold hold(lock_);
    if (told_.find(entry) != nullptr) return;
    before = in_page_.find_or_insert(page, 0u)++;
  }
  tell(before < kMany ? entry : page);
}

bool Prospects::is_news(const Entry& entry) {
  const Hold hold(lock_);
  return told_.insert(entry);
}

void Prospects::tell(const Entry& entry) {
  if (!is_news(entry)) return;
  channel::Encoder body(runtime_.heap);
  body.number(static_cast<std::uint64_t>(entry.role))
      .number(static_cast<std::uint64_t>(entry.place))
      .number(entry.module)
      .number(entry.site)
      .number(entry.offset)
      .number(entry.size);
  runtime_.sender.send(channel::Kind::prospect, body);
}

}  // namespace steward
