#include "runtime/report/prospects.h"

#include "channel/encoder.h"
#include "runtime/state/runtime.h"
#include "runtime/state/whereabouts.h"

namespace steward {

using channel::Place;
using channel::PlanRole;

namespace {

constexpr std::uint64_t kWord = 8;

}  // namespace

Prospects::Prospects(Runtime& runtime)
    : runtime_(runtime),
      told_(runtime.heap),
      in_page_(runtime.heap),
      channels_(runtime.heap),
      kinship_(runtime.heap) {}

template <class F>
void Prospects::for_each_word(AddressRange block, std::uint64_t element, std::uint64_t counter,
                              AddressRange bytes, F&& f) {
  const BlockPart part = part_of_block(block, element, bytes);
  if (part.size == 0) return f(BlockWord{counter});
  for (std::uint64_t word = part.offset / kWord; word <= (part.offset + part.size - 1) / kWord;
       ++word)
    f(BlockWord{counter, word, part.stride});
}

Prospects::Entry Prospects::entry_of(const BlockWord& word) {
  const ModulePlace site = module_place_of(word.counter);
  Entry entry{{.place = Place::heap, .module = site.module, .site = site.offset}};
  if (word.word == BlockWord::kAll) return entry;
  entry.offset = word.word * kWord;
  entry.size = kWord;
  entry.stride = word.stride;
  return entry;
}

void Prospects::watch(AddressRange bytes) {
  const Entry entry{class_of(runtime_, bytes)};
  if (entry.place == Place::global) return tell_of_global(entry);
  tell(entry);
  if (entry.place != Place::heap) return;
  const auto block = runtime_.blocks.around(bytes.begin);
  if (!block) return;
  Vector<BlockWord> kin(runtime_.heap);
  {
    const Hold hold(kinship_lock_);
    for_each_word(block->range, block->element, block->counter, bytes, [&](const BlockWord& word) {
      kinship_.select(word, [&](const BlockWord& one) { kin.push_back(one); });
    });
  }
  for (const BlockWord& word : kin) tell(entry_of(word));
}

RecentBlocks::Place Prospects::place_of(std::uint32_t site, Address byte) {
  const AddressRange page = PageAges::page_around(byte);
  const std::uint64_t age = ages_.of(page.begin);
  const auto block = runtime_.blocks.around(byte);
  // A block that is made there meanwhile makes the page older. One that is accessed stays.
  if (!block) return {site, age, page};
  return {site, ages_.of(block->range.begin), block->range, block->counter, block->element};
}

void Prospects::accessed(ThreadState& t, const AccessOrigin& origin, AddressRange bytes) {
  if (t.stack.contains(bytes.begin)) return;
  // Before it is looked up: what is made there meanwhile makes the page older.
  const std::uint64_t age = ages_.of(bytes.begin);
  note_place(t, origin, bytes);
  t.recent_blocks.note(origin.counter, bytes, age);
}
void Prospects::note_place(ThreadState& t, const AccessOrigin& origin, AddressRange bytes) {
  const std::uint32_t site = origin.site;
  const RecentBlocks::Place* place = t.recent_blocks.find(site, bytes, ages_);
  if (place == nullptr) place = &t.recent_blocks.learn(place_of(site, bytes.begin));
  if (place->counter == 0) return t.recent_blocks.note_all(origin.counter, *place);
  Vector<BlockWord> kin(runtime_.heap);
  for_each_word(place->range, place->element, place->counter, bytes, [&](const BlockWord& word) {
    if (t.recent_blocks.meet(site, word)) return;
    const Hold hold(kinship_lock_);
    kinship_.meet(site, word, [&](const BlockWord& one) { kin.push_back(one); });
  });
  for (const BlockWord& word : kin) tell(entry_of(word));
  if (part_of_block(place->range, place->element, bytes).size == 0 && place->element == 0)
    t.recent_blocks.note_all(origin.counter, *place);
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
  std::size_t most = most_held_.load(std::memory_order_relaxed);
  do {
    if (locks <= most) return;
  } while (!most_held_.compare_exchange_weak(most, locks));
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
      .number(entry.size)
      .number(entry.stride);
  runtime_.sender.send(channel::Kind::prospect, body);
}

}  // namespace steward
