#include "runtime/report/prospects.h"

#include "channel/encoder.h"
#include "runtime/state/runtime.h"
#include "runtime/state/whereabouts.h"

namespace steward {

using channel::Place;
using channel::PlanRole;

namespace {

constexpr std::uint64_t kWord = 8;
constexpr std::uint64_t kWordsOfRecord = 32;  // in blocks that are no arrays: see part_of_block()
constexpr std::uint64_t kWordsInRow = 512;

}  // namespace

Prospects::Prospects(Runtime& runtime)
    : runtime_(runtime),
      told_(runtime.heap),
      in_page_(runtime.heap),
      channels_(runtime.heap),
      kinship_(runtime.heap),
      rows_(runtime.heap) {}

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
  tell_kin(kin);
}

Prospects::KinInRow Prospects::kin_around(const ThreadState& t, Address word) {
  static constexpr std::uint64_t kPageAround = 4096;
  const AddressRange page{Address(word.value() & ~(kPageAround - 1)), kPageAround};
  const KinInRow alone{{word, kWord}};
  if (t.stack.contains(page.begin) && t.stack.contains(page.end())) return {page};
  if (const auto block = runtime_.blocks.around(word)) {
    KinInRow found = kin_in_block(*block, word);
    // Not all of a large one at once.
    const AddressRange around = found.words.intersection(page);
    if (found.period != 0) found.phase += (around.begin - found.words.begin) / kWord;
    found.words = around;
    return found;
  }
  return is_in_module(page.begin) && is_in_module(page.begin + (kPageAround - 1)) ? KinInRow{page}
                                                                                  : alone;
}
Prospects::KinInRow Prospects::kin_of(const Block& block) {
  const KinInRow found = kin_in_block(block, block.range.begin);
  if (found.words.size >= block.range.size) return found;
  return {{}, kKinUnknown};
}
Prospects::KinInRow Prospects::kin_in_block(const Block& block, Address word) {
  const AddressRange words{block.range.begin, (block.range.size + kWord - 1) / kWord * kWord};
  const auto number_of = [&](const BlockWord& one) { return kinship_.number_of(one) + kFirstKin; };
  // Words of the program and those of the block are the same only where it begins with one.
  if (block.range.begin.value() % kWord != 0) return {{word, kWord}};
  if (block.element != 0 && block.element % kWord != 0) {
    // One word of memory is part of several of the element's, which belong together then.
    const AddressRange bytes = block.range.intersection({word, kWord});
    Kin first = kKinUnknown;
    Vector<BlockWord> kin(runtime_.heap);
    {
      const Hold hold(kinship_lock_);
      bytes.for_each_chunk(1, [&](AddressRange byte) {
        for_each_word(block.range, block.element, block.counter, byte, [&](const BlockWord& one) {
          if (first == kKinUnknown) first = number_of(one);
          // No instruction is there.
          kinship_.meet(~std::uint64_t{first}, one, [&](const BlockWord& k) { kin.push_back(k); });
        });
      });
    }
    tell_kin(kin);
    return {{word, kWord}, first};
  }
  const BlockPart part = part_of_block(block.range, block.element, {word, kWord});
  if (part.size == 0) {
    const Hold hold(kinship_lock_);
    return {words, number_of({block.counter})};
  }
  const std::uint64_t period = (block.element != 0 ? block.element : words.size) / kWord;
  const std::uint64_t count = block.element != 0 ? period : kWordsOfRecord;
  const std::uint64_t phase = 0;
  if (count > kWordsInRow) {
    const Hold hold(kinship_lock_);
    return {{word, kWord}, number_of({block.counter, part.offset / kWord, part.stride})};
  }
  return {words, first_of(block.counter, part.stride, count), phase, period};
}
Kin Prospects::first_of(std::uint64_t counter, std::uint64_t stride, std::uint64_t count) {
  const Hold hold(kinship_lock_);
  Kin& first = rows_.find_or_insert({counter, BlockWord::kAll, stride}, kKinUnknown);
  if (first != kKinUnknown) return first;
  first = kinship_.number_of({counter, 0, stride}) + kFirstKin;
  for (std::uint64_t i = 1; i < count; ++i) {
    const Kin next = kinship_.number_of({counter, i, stride}) + kFirstKin;
    STEWARD_CHECK(next == first + i);  // none was there before
  }
  return first;
}
void Prospects::meet(ThreadState& t, std::uint64_t counter, Kin kin) {
  t.met_kin.note(counter, kin);
  Vector<BlockWord> told(runtime_.heap);
  {
    const Hold hold(kinship_lock_);
    kinship_.meet(counter, BlockWord(kinship_.at(kin - kFirstKin)),
                  [&](const BlockWord& one) { told.push_back(one); });
  }
  tell_kin(told);
}
void Prospects::tell_kin(const Vector<BlockWord>& kin) {
  for (const BlockWord& word : kin) tell(entry_of(word));
  // Once they are told: whatever happens to the process, nothing of them is missing.
  for (const BlockWord& word : kin) {
    Kin number = kKinUnknown;
    {
      const Hold hold(kinship_lock_);
      number = kinship_.number_of(word) + kFirstKin;
    }
    note_selected(number);
  }
}
void Prospects::note_selected(Kin kin) {
  if (kin / kFlags >= kFlagsOfAll) return;
  std::atomic<Flags*>& place = selected_[kin / kFlags];
  Flags* flags = place.load();
  if (flags == nullptr) {
    Flags* const fresh = runtime_.heap.create<Flags>();
    if (place.compare_exchange_strong(flags, fresh)) flags = fresh;
    else runtime_.heap.destroy(fresh);
  }
  flags->of[kin % kFlags].store(true, std::memory_order_relaxed);
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
