// A numerical kernel, as Java Grande's sparse matrix multiplication: each thread has a range of
// rows and of the result. No locks at all, and no races.
#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kRows = 64;
constexpr unsigned kPerRow = 6;

struct Matrix : Object {
  static const Class klass;
  Field<Array<double>*> values;
  Field<Array<std::uint32_t>*> columns;
  Field<Array<double>*> vector;
  Field<Array<double>*> result;
};
const Class Matrix::klass =
    describe<Matrix>("Matrix", &Matrix::values, &Matrix::columns, &Matrix::vector, &Matrix::result);

void multiply_rows(Thread& me, const Local<Object>& argument) {
  const Local<Share<Matrix>> share(me, as<Share<Matrix>>(argument));
  const Local<Matrix> matrix(me, share.get(&Share<Matrix>::shared));
  const unsigned number = share.get(&Share<Matrix>::number), threads = parameters().threads;
  for (unsigned repeat = 0; repeat < 3 * parameters().size; ++repeat) {
    for (unsigned row = number * kRows / threads; row < (number + 1) * kRows / threads; ++row) {
      // What a program of a language with boxed numbers leaves behind.
      const Local<Array<double>> sum(me, create_array<double>(me, 1));
      const Local<Array<double>> values(me, matrix.get(&Matrix::values)),
          vector(me, matrix.get(&Matrix::vector)), result(me, matrix.get(&Matrix::result));
      const Local<Array<std::uint32_t>> columns(me, matrix.get(&Matrix::columns));
      for (unsigned i = row * kPerRow; i < (row + 1) * kPerRow; ++i)
        sum.put(0, sum.at(0) + values.at(i) * vector.at(columns.at(i)));
      result.put(row, result.at(row) + sum.at(0));
      me.runtime.poll(me);
    }
  }
}

}  // namespace

void multiplying(Thread& me, const Local<Object>&) {
  const Local<Matrix> matrix(me, create<Matrix>(me));
  matrix.set(&Matrix::values, create_array<double>(me, kRows * kPerRow));
  matrix.set(&Matrix::columns, create_array<std::uint32_t>(me, kRows * kPerRow));
  matrix.set(&Matrix::vector, create_array<double>(me, kRows));
  matrix.set(&Matrix::result, create_array<double>(me, kRows));
  const Local<Array<double>> values(me, matrix.get(&Matrix::values)),
      vector(me, matrix.get(&Matrix::vector));
  const Local<Array<std::uint32_t>> columns(me, matrix.get(&Matrix::columns));
  Draw draw(9);
  for (unsigned i = 0; i < kRows * kPerRow; ++i) {
    values.put(i, draw.below(100));
    columns.put(i, draw.below(kRows));
  }
  for (unsigned i = 0; i < kRows; ++i) vector.put(i, draw.below(10));
  by_all(me, "multiplier", multiply_rows, matrix);
}

}  // namespace workloads
