// Searching in an index that is complete, as lusearch does: all read the same tables at once, and
// each keeps what it finds in objects of its own. How far the search has come stands in a volatile
// field. No races.
#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kDocuments = 24;
constexpr unsigned kLength = 24;
constexpr unsigned kWords = 60;

struct Hit : Object {
  static const Class klass;
  Field<Hit*> next;
  Field<std::uint32_t> document;
  Field<std::uint32_t> score;
};
const Class Hit::klass = describe<Hit>("Hit", &Hit::next);

struct Library : Object {
  static const Class klass;
  Field<Array<Text*>*> documents;
  Field<std::uint64_t> found;  // guarded by the library
  Volatile<std::uint32_t> queries_done;
};
const Class Library::klass = describe<Library>("Library", &Library::documents);

std::uint32_t score_of(Thread& me, const Local<Text>& text, std::uint32_t first,
                       std::uint32_t second) {
  std::uint32_t score = 0;
  for (unsigned i = 0; i < kLength; ++i) {
    const std::uint32_t word = text.at(i);
    score += (word == first ? 2 : 0) + (word == second ? 1 : 0);
    me.runtime.poll(me);
  }
  return score;
}

Hit* query(Thread& me, const Local<Library>& library, std::uint32_t first, std::uint32_t second) {
  Local<Hit> hits(me);
  const Local<Array<Text*>> documents(me, library.get(&Library::documents));
  for (unsigned i = 0; i < kDocuments; ++i) {
    const Local<Text> text(me, documents.at(i));
    const std::uint32_t score = score_of(me, text, first, second);
    if (score == 0) continue;
    const Local<Hit> hit(me, create<Hit>(me));
    hit.set(&Hit::document, i);
    hit.set(&Hit::score, score);
    hit.set(&Hit::next, hits.raw());
    hits = hit.raw();
  }
  return hits.raw();
}

void search(Thread& me, const Local<Object>& argument) {
  const Local<Share<Library>> share(me, as<Share<Library>>(argument));
  const Local<Library> library(me, share.get(&Share<Library>::shared));
  Draw draw(share.get(&Share<Library>::number));
  std::uint64_t found = 0;
  for (unsigned i = 0; i < 3 * parameters().size; ++i) {
    const std::uint32_t first = draw.below(kWords);
    Local<Hit> hit(me, query(me, library, first, draw.below(kWords)));
    for (; hit; hit = hit.get(&Hit::next)) found += hit.get(&Hit::score);
    store(me, library, &Library::queries_done, load(me, library, &Library::queries_done) + 1);
  }
  const Synchronized alone(me, library);
  library.set(&Library::found, library.get(&Library::found) + found);
}

}  // namespace

void searching(Thread& me, const Local<Object>&) {
  const Local<Library> library(me, create<Library>(me));
  library.set(&Library::documents, create_array<Text*>(me, kDocuments));
  Draw draw(1000);
  for (unsigned i = 0; i < kDocuments; ++i) {
    const Local<Text> text(me, create_array<std::uint32_t>(me, kLength));
    for (unsigned j = 0; j < kLength; ++j) text.put(j, draw.below(kWords));
    const Local<Array<Text*>> documents(me, library.get(&Library::documents));
    documents.put(i, text.raw());
  }
  by_all(me, "searcher", search, library);
}

}  // namespace workloads
