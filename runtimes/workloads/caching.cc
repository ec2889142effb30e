// A cache of objects with finalizers, published through a volatile field. RACY: an entry counts how
// often it was used, and its finalizer, which nothing orders after the uses, reads that.
#include "workloads/shared.h"

namespace workloads {
namespace {

struct Log : Object {
  static const Class klass;
  Field<std::uint64_t> uses;  // guarded by the log
};
const Class Log::klass = describe<Log>("Log");

struct Entry : Object {
  static const Class klass;
  Field<Log*> log;
  Field<std::uint32_t> key;
  Field<std::uint32_t> uses;
};

void finalize(Thread& me, const Local<Object>& dying) {
  const Local<Entry> entry(me, as<Entry>(dying));
  const Local<Log> log(me, entry.get(&Entry::log));
  const std::uint32_t uses = entry.get(&Entry::uses);
  if (!log) return;  // dead before it was complete
  const Synchronized alone(me, log);
  log.set(&Log::uses, log.get(&Log::uses) + uses);
}

Class with_finalizer() {
  Class klass = describe<Entry>("Entry", &Entry::log);
  klass.finalize = finalize;
  return klass;
}
const Class Entry::klass = with_finalizer();

struct Cache : Object {
  static const Class klass;
  Field<Log*> log;
  Field<Entry*> latest;  // written before, read after, what follows says so
  Volatile<std::uint32_t> published;
};
const Class Cache::klass = describe<Cache>("Cache", &Cache::log, &Cache::latest);

struct Caches : Object {
  static const Class klass;
  Field<Array<Cache*>*> all;  // one a thread
};
const Class Caches::klass = describe<Caches>("Caches", &Caches::all);

void publish(Thread& me, const Local<Cache>& cache, std::uint32_t key) {
  const Local<Entry> entry(me, create<Entry>(me));
  entry.set(&Entry::log, cache.get(&Cache::log));
  entry.set(&Entry::key, key);
  cache.set(&Cache::latest, entry.raw());
  store(me, cache, &Cache::published, key);
}

// Only who finds a cache that its owner has finished with may look.
void use(Thread& me, const Local<Cache>& cache, std::uint32_t done) {
  if (load(me, cache, &Cache::published) != done) return;
  const Local<Entry> entry(me, cache.get(&Cache::latest));
  entry.set(&Entry::uses, entry.get(&Entry::uses) + 1);
}

void fill(Thread& me, const Local<Object>& argument) {
  const Local<Share<Caches>> share(me, as<Share<Caches>>(argument));
  const Local<Caches> caches(me, share.get(&Share<Caches>::shared));
  const Local<Array<Cache*>> all(me, caches.get(&Caches::all));
  const unsigned number = share.get(&Share<Caches>::number);
  const Local<Cache> own(me, all.at(number));
  const std::uint32_t done = 120 * parameters().size;
  for (std::uint32_t key = 1; key <= done; ++key) {
    publish(me, own, key);
    const Local<Entry> mine(me, own.get(&Cache::latest));
    if (key != done) mine.set(&Entry::uses, mine.get(&Entry::uses) + 1);
    const Local<Cache> other(me, all.at((number + key) % parameters().threads));
    use(me, other, done);
    me.runtime.poll(me);
  }
}

}  // namespace

void caching(Thread& me, const Local<Object>&) {
  const Local<Caches> caches(me, create<Caches>(me));
  caches.set(&Caches::all, create_array<Cache*>(me, parameters().threads));
  const Local<Log> log(me, create<Log>(me));
  for (unsigned i = 0; i < parameters().threads; ++i) {
    const Local<Cache> cache(me, create<Cache>(me));
    cache.set(&Cache::log, log.raw());
    const Local<Array<Cache*>> all(me, caches.get(&Caches::all));
    all.put(i, cache.raw());
  }
  by_all(me, "filler", fill, caches);
}

}  // namespace workloads
