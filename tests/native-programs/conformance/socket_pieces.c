// Pieces: sendmsg, recvmsg, writev and readv, of sockets and of pipes.
// expect: verdict=clean executions=1
//
// Each read waits for all that its writer sends, in one thread.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  int ends[2], pipes[2];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(pipes) == 0);
  struct iovec out[2] = {{"ab", 2}, {"cde", 3}};
  char a[4] = {0}, b[4] = {0};
  struct iovec in[2] = {{a, 3}, {b, 3}};
  struct msghdr message = {.msg_iov = out, .msg_iovlen = 2};
  assert(sendmsg(ends[0], &message, 0) == 5);
  message.msg_iov = in;
  assert(recvmsg(ends[1], &message, 0) == 5);
  assert(strcmp(a, "abc") == 0 && strcmp(b, "de") == 0);
  assert(writev(ends[1], out, 2) == 5 && readv(ends[0], in, 2) == 5);
  assert(writev(pipes[1], out, 2) == 5 && readv(pipes[0], in, 2) == 5);
  assert(strcmp(a, "abc") == 0 && strcmp(b, "de") == 0);
  int type = 0;
  socklen_t size = sizeof(type);
  assert(getsockopt(ends[0], SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_STREAM);
}
