#include "report/live/records.h"

#include <algorithm>
#include <utility>

#include "channel/decoder.h"

namespace steward::report {
namespace {

using channel::Decoder;

// Reads one body by `read` and notes whether it was whole.
template <class Read>
auto decode(Body body, bool& broken, Read&& read) {
  Decoder in(body);
  auto record = read(in);
  if (in.broken()) broken = true;
  return record;
}

template <class Read>
auto list_of(Decoder& in, std::size_t least, Read&& read) {
  std::vector<decltype(read())> list;
  for (std::size_t left = in.length(least); left > 0 && !in.broken(); --left) {
    list.push_back(read());
  }
  return list;
}

std::optional<std::uint64_t> number_plus_one(Decoder& in) {
  const std::uint64_t number = in.number();
  if (number == 0) return std::nullopt;
  return number - 1;
}

AddressRange range(Decoder& in) {
  const std::uint64_t begin = in.number();
  return {Address(begin), in.number()};
}

std::string hexadecimal(const std::string& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return text;
}

AccessKind access_kind(Decoder& in) {
  return static_cast<AccessKind>(
      std::min(in.number(), static_cast<std::uint64_t>(AccessKind::free)));
}

TokenKind token_kind(Decoder& in) {
  return static_cast<TokenKind>(
      std::min(in.number(), static_cast<std::uint64_t>(TokenKind::thread)));
}

channel::AccessForm access_form(Decoder& in) {
  using channel::AccessForm;
  return static_cast<AccessForm>(
      std::min(in.number(), static_cast<std::uint64_t>(AccessForm::given_back)));
}

LockTaken lock_taken(Decoder& in) {
  LockTaken taken;
  taken.lock = in.number();
  taken.mode = in.number() == static_cast<std::uint64_t>(LockMode::shared) ? LockMode::shared
                                                                           : LockMode::exclusive;
  taken.taken_at = in.stack();
  return taken;
}

AccessRecord access_record(Decoder& in) {
  AccessRecord access;
  access.kind = access_kind(in);
  access.form = access_form(in);
  access.address = in.number();
  access.size = in.number();
  access.thread = in.number();
  access.system_thread = in.number();
  access.running = in.number() != 0;
  access.stack = in.stack();
  access.locks = list_of(in, 3, [&] { return lock_taken(in); });
  return access;
}

constexpr auto kLastPlace = static_cast<std::uint64_t>(channel::Place::thread_local_storage);

channel::Place place(Decoder& in) {
  const std::uint64_t number = in.number();
  return number <= kLastPlace ? static_cast<channel::Place>(number) : channel::Place::unknown;
}

RaceRecord race_record(Decoder& in) {
  RaceRecord record;
  record.bytes = range(in);
  for (AccessRecord& side : record.accesses) side = access_record(in);
  record.place = place(in);
  record.object = range(in);
  record.owner = number_plus_one(in);
  record.owner_system_thread = in.number();
  record.owner_running = in.number() != 0;
  record.allocated_at = in.stack();
  record.accesses_known = in.number();
  record.others_like_it = in.number();
  record.locks_used = list_of(in, 2, [&] {
    LockUsed used;
    used.lock = in.number();
    used.accesses = in.number();
    return used;
  });
  record.constant = in.number() != 0;
  record.owners = list_of(in, 1, [&] { return in.number(); });
  record.tokens = list_of(in, 2, [&] {
    TokenName token;
    token.kind = token_kind(in);
    token.id = in.number();
    return token;
  });
  return record;
}

FindingRecord finding_record(Decoder& in) {
  FindingRecord record;
  record.kind = in.text();
  record.message = in.text();
  record.threads = list_of(in, 1, [&] { return in.number(); });
  record.locks = list_of(in, 1, [&] { return in.number(); });
  record.stacks = list_of(in, 2, [&] {
    CaptionedStack stack;
    stack.caption = in.text();
    stack.counters = in.stack();
    return stack;
  });
  return record;
}

}  // namespace

ProcessRecord decode_process(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    ProcessRecord record;
    record.parent = in.number();
    record.forked = in.number() != 0;
    record.arguments = list_of(in, 1, [&] { return in.text(); });
    record.options = in.text();
    record.suppressions = in.text();
    return record;
  });
}

std::vector<ModuleRecord> decode_modules(Body body, bool& broken) {
  auto modules = decode(body, broken, [](Decoder& in) {
    return list_of(in, 5, [&] {
      ModuleRecord module;
      module.path = in.text();
      module.build_id = hexadecimal(in.text());
      module.base = in.number();
      module.begin = in.number();
      module.end = in.number();
      return module;
    });
  });
  if (!modules.empty()) modules.front().is_program = true;
  return modules;
}

ThreadRecord decode_thread(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    ThreadRecord record;
    record.number = in.number();
    record.creator = number_plus_one(in);
    record.created_at = in.stack();
    return record;
  });
}

NameRecord decode_name(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    NameRecord record;
    record.thread = in.number();
    record.name = in.text();
    return record;
  });
}

LockRecord decode_lock(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    LockRecord record;
    record.number = in.number();
    record.kind = in.text();
    record.address = in.number();
    record.created_at = in.stack();
    return record;
  });
}

RaceRecord decode_race(Body body, bool& broken) { return decode(body, broken, race_record); }

TogetherRecord decode_together(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    TogetherRecord record;
    record.first = in.number();
    record.second = in.number();
    record.step = in.number();
    record.race = race_record(in);
    return record;
  });
}

FindingRecord decode_finding(Body body, bool& broken) {
  return decode(body, broken, finding_record);
}

StaleRecord decode_stale(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    StaleRecord record;
    record.read = finding_record(in);
    record.race = race_record(in);
    return record;
  });
}

channel::MemoryCounts decode_memory(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    channel::MemoryCounts counts;
    for (std::uint64_t* const field :
         {&counts.words, &counts.writes, &counts.reads, &counts.choices, &counts.stale,
          &counts.unseen, &counts.largest_buffer, &counts.most_writes})
      *field = in.number();
    return counts;
  });
}

StepsRecord decode_steps(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    StepsRecord record;
    record.steps = in.number();
    record.accesses = in.number();
    return record;
  });
}

RefusedRecord decode_refused(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    RefusedRecord record;
    record.kind = access_kind(in);
    record.done = in.number() != 0;
    record.thread = in.number();
    record.way = static_cast<int>(in.number());
    record.why = static_cast<int>(in.number());
    return record;
  });
}

// One that makes no sense stands for all memory: better too much is watched than too little.
channel::PlanEntry decode_prospect(Body body, bool& broken) {
  return decode(body, broken, [&](Decoder& in) {
    channel::PlanEntry entry;
    const std::uint64_t role = in.number(), place = in.number();
    if (role > static_cast<std::uint64_t>(channel::PlanRole::channel) || place > kLastPlace) {
      broken = true;
      return entry;
    }
    entry.role = static_cast<channel::PlanRole>(role);
    entry.place = static_cast<channel::Place>(place);
    entry.module = in.number();
    entry.site = in.number();
    entry.offset = in.number();
    entry.size = in.number();
    entry.stride = in.number();
    return entry;
  });
}
std::uint64_t decode_number(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) { return in.number(); });
}
LossRecord decode_loss(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) {
    LossRecord record;
    record.what = in.text();
    record.count = in.number();
    return record;
  });
}

Counters decode_trace(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) { return in.stack(); });
}

std::string decode_text(Body body, bool& broken) {
  return decode(body, broken, [](Decoder& in) { return in.text(); });
}

}  // namespace steward::report
