// A numerical kernel, as Java Grande's sor: red-black relaxation of a grid, a barrier after each
// half step. A new row takes the place of the old one. No races.
#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kRows = 24;
constexpr unsigned kColumns = 24;

using Row = Array<double>;

struct Grid : Object {
  static const Class klass;
  Field<Array<Row*>*> rows;
  Field<Barrier*> barrier;
};
const Class Grid::klass = describe<Grid>("Grid", &Grid::rows, &Grid::barrier);

Row* relaxed(Thread& me, const Local<Array<Row*>>& rows, unsigned row, unsigned color) {
  const Local<Row> fresh(me, create_array<double>(me, kColumns));
  const Local<Row> old(me, rows.at(row)), above(me, rows.at(row - 1)), below(me, rows.at(row + 1));
  for (unsigned i = 0; i < kColumns; ++i) {
    double value = old.at(i);
    if (i != 0 && i != kColumns - 1 && (row + i) % 2 == color)
      value = (old.at(i - 1) + old.at(i + 1) + above.at(i) + below.at(i)) / 4;
    fresh.put(i, value);
    me.runtime.poll(me);
  }
  return fresh.raw();
}

// Rows of even number in one half step and of odd number in the other, so that no neighbour changes
// meanwhile.
void relax(Thread& me, const Local<Object>& argument) {
  const Local<Share<Grid>> share(me, as<Share<Grid>>(argument));
  const Local<Grid> grid(me, share.get(&Share<Grid>::shared));
  const Local<Array<Row*>> rows(me, grid.get(&Grid::rows));
  const Local<Barrier> barrier(me, grid.get(&Grid::barrier));
  const unsigned number = share.get(&Share<Grid>::number);
  for (unsigned step = 0; step < 10 * parameters().size; ++step) {
    for (unsigned row = 1 + step % 2; row < kRows - 1; row += 2)
      if (row / 2 % parameters().threads == number)
        rows.put(row, relaxed(me, rows, row, step / 2 % 2));
    arrive(me, barrier);
  }
}

}  // namespace

void relaxing(Thread& me, const Local<Object>&) {
  const Local<Grid> grid(me, create<Grid>(me));
  grid.set(&Grid::rows, create_array<Row*>(me, kRows));
  grid.set(&Grid::barrier, create<Barrier>(me));
  Draw draw(3);
  for (unsigned i = 0; i < kRows; ++i) {
    const Local<Row> row(me, create_array<double>(me, kColumns));
    for (unsigned j = 0; j < kColumns; ++j) row.put(j, draw.below(1000));
    const Local<Array<Row*>> rows(me, grid.get(&Grid::rows));
    rows.put(i, row.raw());
  }
  by_all(me, "relaxer", relax, grid);
}

}  // namespace workloads
