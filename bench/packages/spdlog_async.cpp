// SPDX-License-Identifier: Apache-2.0
// spdlog: a logger whose worker thread writes the lines. WRONG: main reads before the flush.
// packages: libspdlog-dev libfmt-dev
// pkg-config: spdlog
#include <cassert>
#include <memory>
#include <spdlog/async.h>
#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>
#include <sstream>

int main() {
  std::ostringstream out;
  spdlog::init_thread_pool(2, 1);
  {
    auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(out);
    auto logger = std::make_shared<spdlog::async_logger>("log", sink, spdlog::thread_pool());
    logger->set_pattern("%v");
    logger->info("one");
#ifdef WRONG
    assert(!out.str().empty());
#endif
  }
  spdlog::shutdown();
  assert(out.str() == "one\n");
}
