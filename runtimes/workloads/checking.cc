// Checking rules over trees, as pmd does: a file at a time, and all violations go into one list.
// RACY: each rule remembers where it last matched, without a lock.
#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kRules = 4;

struct Violation : Object {
  static const Class klass;
  Field<Violation*> next;
  Field<std::uint32_t> file;
  Field<std::uint32_t> rule;
};
const Class Violation::klass = describe<Violation>("Violation", &Violation::next);

struct Rule : Object {
  static const Class klass;
  Field<std::uint32_t> kind;
  Field<std::uint32_t> last_file;
};
const Class Rule::klass = describe<Rule>("Rule");

struct Project : Object {
  static const Class klass;
  Field<Tickets*> files;
  Field<Array<Rule*>*> rules;
  Field<Violation*> violations;  // guarded by the project
};
const Class Project::klass =
    describe<Project>("Project", &Project::files, &Project::rules, &Project::violations);

std::uint32_t matches(Thread& me, const Local<Tree>& tree, std::uint32_t kind) {
  if (!tree) return 0;
  me.runtime.poll(me);
  const Local<Tree> left(me, tree.get(&Tree::left)), right(me, tree.get(&Tree::right));
  return (tree.get(&Tree::kind) == kind && tree.get(&Tree::value) > 900 ? 1 : 0) +
         matches(me, left, kind) + matches(me, right, kind);
}

void check_rule(Thread& me, const Local<Project>& project, const Local<Tree>& tree,
                std::uint32_t number, std::uint32_t file) {
  const Local<Array<Rule*>> rules(me, project.get(&Project::rules));
  const Local<Rule> rule(me, rules.at(number));
  if (matches(me, tree, rule.get(&Rule::kind)) == 0) return;
  rule.set(&Rule::last_file, file);
  const Local<Violation> violation(me, create<Violation>(me));
  violation.set(&Violation::file, file);
  violation.set(&Violation::rule, number);
  const Synchronized alone(me, project);
  violation.set(&Violation::next, project.get(&Project::violations));
  project.set(&Project::violations, violation.raw());
}

void check_files(Thread& me, const Local<Object>& argument) {
  const Local<Share<Project>> share(me, as<Share<Project>>(argument));
  const Local<Project> project(me, share.get(&Share<Project>::shared));
  const Local<Tickets> files(me, project.get(&Project::files));
  for (std::uint32_t file = 0; take_ticket(me, files, file);) {
    Draw draw(file);
    const Local<Tree> tree(me, grow(me, draw, 7));
    for (unsigned i = 0; i < kRules; ++i) check_rule(me, project, tree, i, file);
  }
}

}  // namespace

void checking(Thread& me, const Local<Object>&) {
  const Local<Project> project(me, create<Project>(me));
  project.set(&Project::files, create<Tickets>(me));
  const Local<Tickets> files(me, project.get(&Project::files));
  files.set(&Tickets::end, 8 * parameters().size);
  project.set(&Project::rules, create_array<Rule*>(me, kRules));
  for (unsigned i = 0; i < kRules; ++i) {
    const Local<Rule> rule(me, create<Rule>(me));
    rule.set(&Rule::kind, i);
    const Local<Array<Rule*>> rules(me, project.get(&Project::rules));
    rules.put(i, rule.raw());
  }
  by_all(me, "checker", check_files, project);
}

}  // namespace workloads
