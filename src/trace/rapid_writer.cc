#include "trace/rapid_writer.h"

#include <span>
#include <utility>

#include "trace/article.h"
#include "trace/rapid_line.h"

namespace steward {
namespace {

bool is_plain_access(const Event& event) {
  return event.kind == EventKind::read || event.kind == EventKind::write;
}

// Has bytes, and does not wrap around.
bool is_proper(AddressRange range) { return range.begin < range.end(); }

}  // namespace

void RapidWriter::define(NamedObject what, std::uint64_t id, std::string_view name) {
  names_.known().define(what, id, std::string(name));
}
void RapidWriter::define(SiteId id, const Site& site) { names_.known().define(id, site); }
void RapidWriter::define(AddressRange range, std::string_view name) {
  names_.known().define(range, std::string(name));
}

void RapidWriter::survey(const Event& event) {
  if (is_plain_access(event) && is_proper(event.range)) partition_.add(event.range);
}

Result<void, Error> RapidWriter::write(const Event& event) {
  if (!std::exchange(sealed_, true)) partition_.seal();
  if (is_plain_access(event) && !is_proper(event.range))
    return refused(event, "has no proper range of bytes");
  switch (event.kind) {
    case EventKind::read: accesses(event, "r"); break;
    case EventKind::write: accesses(event, "w"); break;
    case EventKind::acquire: line(event, "acq", names_.lock(event.lock())); break;
    case EventKind::release: line(event, "rel", names_.lock(event.lock())); break;
    case EventKind::fork: line(event, "fork", names_.forked_thread(event.other())); break;
    case EventKind::join:
      line(event, "join", names_.thread(event.other()));
      names_.joined(event.other());
      break;
    // A thread's first and last event say nothing that its other events, fork and join do not.
    case EventKind::start:
    case EventKind::end: break;
    default: return inexpressible(event);
  }
  return out_.status();
}

void RapidWriter::accesses(const Event& event, std::string_view operation) {
  partition_.for_each_block(
      event.range, [&](AddressRange block) { line(event, operation, names_.block(block)); });
}

void RapidWriter::line(const Event& event, std::string_view operation, std::string_view operand) {
  line_ = names_.thread(event.thread);
  line_ += '|';
  line_ += operation;
  line_ += '(';
  line_ += operand;
  line_ += ")|";
  line_ += names_.location(event.site);
  line_ += '\n';
  // At the beginning of a file it would be taken for the file's mark, not for part of a name.
  if (std::exchange(first_line_, false) && line_.starts_with(kByteOrderMark))
    line_.insert(0, "#\n");
  out_.append(std::as_bytes(std::span(line_)));
}

Result<void, Error> RapidWriter::inexpressible(const Event& event) {
  ++dropped_;
  if (drop_inexpressible_) return out_.status();
  return refused(event,
                 "cannot be said in this format, which has only r, w, acq, rel, fork and join");
}

Error RapidWriter::refused(const Event& event, std::string_view why) {
  std::string what = with_article(event.kind) + " by thread " + names_.thread(event.thread) + " ";
  return {"", "", what.append(why)};
}

}  // namespace steward
