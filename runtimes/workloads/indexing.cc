// Indexing documents, as luindex does: who takes a document cuts it into words and enters each into
// a table of lists, bucket by bucket. No races.
#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kBuckets = 32;
constexpr unsigned kWords = 200;  // that there are

struct Posting : Object {
  static const Class klass;
  Field<Posting*> next;
  Field<std::uint32_t> document;
  Field<std::uint32_t> times;
};
const Class Posting::klass = describe<Posting>("Posting", &Posting::next);

struct Term : Object {
  static const Class klass;
  Field<Term*> next;
  Field<Posting*> postings;
  Field<std::uint32_t> word;
};
const Class Term::klass = describe<Term>("Term", &Term::next, &Term::postings);

struct Bucket : Object {
  static const Class klass;
  Field<Term*> terms;
};
const Class Bucket::klass = describe<Bucket>("Bucket", &Bucket::terms);

struct Index : Object {
  static const Class klass;
  Field<Tickets*> documents;
  Field<Array<Bucket*>*> buckets;
};
const Class Index::klass = describe<Index>("Index", &Index::documents, &Index::buckets);

Text* read_document(Thread& me, std::uint32_t document) {
  Draw draw(document);
  const Local<Text> text(me, create_array<std::uint32_t>(me, 30 + draw.below(40)));
  for (std::uint64_t i = 0; i < text.length(); ++i) text.put(i, draw.below(kWords));
  return text.raw();
}

// REQUIRES: alone with the bucket.
Term* term_of(Thread& me, const Local<Bucket>& bucket, std::uint32_t word) {
  Local<Term> term(me, bucket.get(&Bucket::terms));
  while (term && term.get(&Term::word) != word) term = term.get(&Term::next);
  if (term) return term.raw();
  term = create<Term>(me);
  term.set(&Term::word, word);
  term.set(&Term::next, bucket.get(&Bucket::terms));
  bucket.set(&Bucket::terms, term.raw());
  return term.raw();
}

void enter_word(Thread& me, const Local<Index>& index, std::uint32_t word, std::uint32_t document) {
  const Local<Array<Bucket*>> buckets(me, index.get(&Index::buckets));
  const Local<Bucket> bucket(me, buckets.at(word % kBuckets));
  const Synchronized alone(me, bucket);
  const Local<Term> term(me, term_of(me, bucket, word));
  Local<Posting> posting(me, term.get(&Term::postings));
  if (!posting || posting.get(&Posting::document) != document) {
    posting = create<Posting>(me);
    posting.set(&Posting::document, document);
    posting.set(&Posting::next, term.get(&Term::postings));
    term.set(&Term::postings, posting.raw());
  }
  posting.set(&Posting::times, posting.get(&Posting::times) + 1);
}

void index_documents(Thread& me, const Local<Object>& argument) {
  const Local<Share<Index>> share(me, as<Share<Index>>(argument));
  const Local<Index> index(me, share.get(&Share<Index>::shared));
  const Local<Tickets> documents(me, index.get(&Index::documents));
  for (std::uint32_t document = 0; take_ticket(me, documents, document);) {
    const Local<Text> text(me, read_document(me, document));
    for (std::uint64_t i = 0; i < text.length(); ++i) {
      enter_word(me, index, text.at(i), document);
      me.runtime.poll(me);
    }
  }
}

}  // namespace

void indexing(Thread& me, const Local<Object>&) {
  const Local<Index> index(me, create<Index>(me));
  index.set(&Index::documents, create<Tickets>(me));
  const Local<Tickets> documents(me, index.get(&Index::documents));
  documents.set(&Tickets::end, 12 * parameters().size);
  index.set(&Index::buckets, create_array<Bucket*>(me, kBuckets));
  for (unsigned i = 0; i < kBuckets; ++i) {
    const Local<Bucket> bucket(me, create<Bucket>(me));
    const Local<Array<Bucket*>> buckets(me, index.get(&Index::buckets));
    buckets.put(i, bucket.raw());
  }
  by_all(me, "indexer", index_documents, index);
}

}  // namespace workloads
