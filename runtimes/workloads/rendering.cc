// Ray tracing, as sunflow does: a scene of spheres that all read, and a picture of which each has
// its rows. RACY: the table by which the scene is searched is made by whoever needs it first, and
// rays are counted without a lock.
#include <cmath>

#include "workloads/shared.h"

namespace workloads {
namespace {

constexpr unsigned kSpheres = 5;
constexpr unsigned kWidth = 16;

struct Vector : Object {
  static const Class klass;
  Field<double> x, y, z;
};
const Class Vector::klass = describe<Vector>("Vector");

struct Sphere : Object {
  static const Class klass;
  Field<Vector*> center;
  Field<double> radius;
};
const Class Sphere::klass = describe<Sphere>("Sphere", &Sphere::center);

struct Scene : Object {
  static const Class klass;
  Field<Array<Sphere*>*> spheres;
  Field<Array<std::uint32_t>*> order;  // null until somebody has made it
  Field<Array<double>*> picture;
  Field<Tickets*> rows;
  Field<std::uint64_t> rays;
};
const Class Scene::klass =
    describe<Scene>("Scene", &Scene::spheres, &Scene::order, &Scene::picture, &Scene::rows);

Vector* vector(Thread& me, double x, double y, double z) {
  const Local<Vector> made(me, create<Vector>(me));
  made.set(&Vector::x, x);
  made.set(&Vector::y, y);
  made.set(&Vector::z, z);
  return made.raw();
}

Array<std::uint32_t>* order_of(Thread& me, const Local<Scene>& scene) {
  Local<Array<std::uint32_t>> order(me, scene.get(&Scene::order));
  if (order) return order.raw();
  order = create_array<std::uint32_t>(me, kSpheres);
  for (unsigned i = 0; i < kSpheres; ++i) order.put(i, kSpheres - 1 - i);
  scene.set(&Scene::order, order.raw());
  return order.raw();
}

// How far along the ray the sphere is; 0: it is not on it.
double distance(Thread& me, const Local<Sphere>& sphere, const Local<Vector>& direction) {
  const Local<Vector> center(me, sphere.get(&Sphere::center));
  const double cx = center.get(&Vector::x), cy = center.get(&Vector::y),
               cz = center.get(&Vector::z), radius = sphere.get(&Sphere::radius);
  const double along = cx * direction.get(&Vector::x) + cy * direction.get(&Vector::y) +
                       cz * direction.get(&Vector::z);
  const double off = cx * cx + cy * cy + cz * cz - along * along;
  if (along <= 0 || off > radius * radius) return 0;
  return along - std::sqrt(radius * radius - off);
}

double trace_ray(Thread& me, const Local<Scene>& scene, const Local<Vector>& direction) {
  const Local<Array<std::uint32_t>> order(me, order_of(me, scene));
  const Local<Array<Sphere*>> spheres(me, scene.get(&Scene::spheres));
  double nearest = 0;
  for (unsigned i = 0; i < kSpheres; ++i) {
    const Local<Sphere> sphere(me, spheres.at(order.at(i)));
    const double at = distance(me, sphere, direction);
    if (at > 0 && (nearest == 0 || at < nearest)) nearest = at;
  }
  me.runtime.poll(me);
  return nearest;
}

void render_row(Thread& me, const Local<Scene>& scene, std::uint32_t row) {
  for (unsigned column = 0; column < kWidth; ++column) {
    const double x = column * 2.0 / kWidth - 1, y = (row % kWidth) * 2.0 / kWidth - 1;
    const double length = std::sqrt(x * x + y * y + 1);
    const Local<Vector> direction(me, vector(me, x / length, y / length, 1 / length));
    const double light = trace_ray(me, scene, direction);
    const Local<Array<double>> picture(me, scene.get(&Scene::picture));
    picture.put(row * kWidth + column, light);
  }
  scene.set(&Scene::rays, scene.get(&Scene::rays) + kWidth);
}

void render(Thread& me, const Local<Object>& argument) {
  const Local<Share<Scene>> share(me, as<Share<Scene>>(argument));
  const Local<Scene> scene(me, share.get(&Share<Scene>::shared));
  const Local<Tickets> rows(me, scene.get(&Scene::rows));
  for (std::uint32_t row = 0; take_ticket(me, rows, row);) render_row(me, scene, row);
}

}  // namespace

void rendering(Thread& me, const Local<Object>&) {
  const unsigned rows = 16 * parameters().size;
  const Local<Scene> scene(me, create<Scene>(me));
  scene.set(&Scene::spheres, create_array<Sphere*>(me, kSpheres));
  Draw draw(5);
  for (unsigned i = 0; i < kSpheres; ++i) {
    const Local<Sphere> sphere(me, create<Sphere>(me));
    sphere.set(&Sphere::radius, 0.5 + i * 0.1);
    const double x = draw.below(5) - 2.0, y = draw.below(5) - 2.0;
    sphere.set(&Sphere::center, vector(me, x, y, 3.0 + i));
    const Local<Array<Sphere*>> spheres(me, scene.get(&Scene::spheres));
    spheres.put(i, sphere.raw());
  }
  scene.set(&Scene::picture, create_array<double>(me, rows * kWidth));
  scene.set(&Scene::rows, create<Tickets>(me));
  const Local<Tickets> tickets(me, scene.get(&Scene::rows));
  tickets.set(&Tickets::end, rows);
  by_all(me, "renderer", render, scene);
}

}  // namespace workloads
