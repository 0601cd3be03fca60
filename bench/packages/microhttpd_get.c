// SPDX-License-Identifier: Apache-2.0
// libmicrohttpd: a server with a thread of its own, asked once over the loopback interface.
// packages: libmicrohttpd-dev
// flags: -lmicrohttpd
#include <arpa/inet.h>
#include <assert.h>
#include <microhttpd.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static enum MHD_Result answer(void* cls, struct MHD_Connection* connection, const char* url,
                              const char* method, const char* version, const char* data,
                              size_t* size, void** state) {
  (void)cls, (void)url, (void)method, (void)version, (void)data, (void)size, (void)state;
  static char text[] = "skein";
  struct MHD_Response* const response =
      MHD_create_response_from_buffer(5, text, MHD_RESPMEM_PERSISTENT);
  const enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

int main(void) {
  struct MHD_Daemon* const daemon = MHD_start_daemon(MHD_USE_INTERNAL_POLLING_THREAD, 8765, NULL,
                                                     NULL, answer, NULL, MHD_OPTION_END);
  assert(daemon != NULL);
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(8765)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(connect(s, (struct sockaddr*)&to, sizeof(to)) == 0);
  static const char request[] = "GET / HTTP/1.0\r\n\r\n";
  assert(write(s, request, strlen(request)) > 0);
  char got[512] = "";
  size_t size = 0;
  for (ssize_t n = 0; (n = read(s, got + size, sizeof(got) - 1 - size)) > 0;) size += (size_t)n;
  assert(strstr(got, "skein") != NULL);
  close(s);
  MHD_stop_daemon(daemon);
  return 0;
}
