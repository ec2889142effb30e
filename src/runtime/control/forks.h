// A process that forks: what its child goes on with.
#pragma once

namespace steward {

// To be called around a fork, before any handler of the program in the child and after any in the
// parent has run.
//
// Other threads may be anywhere in the runtime at that moment, holding its locks; in the child they
// do not exist, and what they were about to change stays half changed. So if there are others the
// child starts with a state of its own: nobody is left there who could race with what happened
// before. Only the calls and the locks of the forking thread go along.
void before_fork();
void after_fork_in_parent();
void after_fork_in_child();

// For ways to fork that know nothing of handlers: fork() as those return, 0 in the child.
template <class Fork>
auto forked(Fork&& fork) {
  before_fork();
  const auto process = fork();
  if (process == 0) after_fork_in_child();
  else after_fork_in_parent();
  return process;
}

}  // namespace steward
