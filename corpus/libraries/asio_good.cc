// expect: none
// needs: boost/asio.hpp
// flags: -include utility
// Boost.Asio: a pool of threads, a strand, timers, a conversation over a socket. Version 1.74
// forgets an include.
#include <array>
#include <boost/asio.hpp>
#include <functional>
#include <string>

namespace asio = boost::asio;
using asio::ip::tcp;

static int in_strand, in_timers, answers;

static void use_strand() {
  asio::thread_pool pool(3);
  auto strand = asio::make_strand(pool);
  for (int i = 0; i < 200; ++i) asio::post(strand, [] { ++in_strand; });
  std::atomic<int> done{0};
  for (int i = 0; i < 50; ++i) asio::post(pool, [&] { ++done; });
  pool.join();
  if (in_strand != 200 || done != 50) std::abort();
}

static void use_timers() {
  asio::io_context context;
  auto strand = asio::make_strand(context);
  asio::steady_timer timer(strand);
  std::function<void()> again = [&] {
    timer.expires_after(std::chrono::milliseconds(1));
    timer.async_wait([&](boost::system::error_code) {
      if (++in_timers < 20) again();
    });
  };
  asio::post(strand, again);
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
}

static void use_sockets() {
  asio::io_context context;
  tcp::acceptor acceptor(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  const auto where = acceptor.local_endpoint();
  std::thread server([&] {
    tcp::socket peer = acceptor.accept();
    std::array<char, 4> letters;
    for (int i = 0; i < 20; ++i) {
      asio::read(peer, asio::buffer(letters));
      asio::write(peer, asio::buffer(letters));
    }
  });
  tcp::socket socket(context);
  socket.connect(where);
  std::array<char, 4> out{'a', 'b', 'c', 'd'}, in;
  std::function<void()> ask = [&] {
    asio::async_write(socket, asio::buffer(out), [&](auto, auto) {
      asio::async_read(socket, asio::buffer(in), [&](auto, auto) {
        if (in == out && ++answers < 20) ask();
      });
    });
  };
  ask();
  std::thread other([&] { context.run(); });
  context.run();
  other.join();
  server.join();
}

int main() {
  use_strand();
  use_timers();
  use_sockets();
  return answers == 20 ? 0 : 1;
}
