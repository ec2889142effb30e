// What the project's store has to do with a command: it is opened when it is needed, and made when
// there is something to be kept. A store that cannot be used keeps no command from its work.
#pragma once

#include <optional>
#include <string>

#include "report/report.h"
#include "store/store.h"

namespace steward::cli {

class Memory {
 public:
  // What is kept was found in the program as it is now, though it may be built anew meanwhile.
  void begin(const std::string& program);
  // The store if there is one.
  store::Store* existing();
  // The store, made if there is none; null, and said once, if that does not work.
  store::Store* store();

  // Keeps the races of a report; gives them the ids that they have in the store.
  void keep(report::Report& report, const std::string& program);

 private:
  store::Store* complain(const std::string& problem);

  store::Store* use(store::Store store);

  std::optional<store::Store> store_;
  std::string program_;  // as the store calls it
  store::FileState state_;
  bool complained_ = false;
};

// How the store calls a program.
std::string name_in_store(const std::string& program);

}  // namespace steward::cli
