// SPDX-License-Identifier: Apache-2.0
#include "linux-keyring.h"

#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>

int32_t linux_add_key(const char *type, const char *description, const void *payload, size_t length,
                      int32_t keyring) {
  return (int32_t)syscall(__NR_add_key, type, description, payload, length, keyring);
}

long linux_keyctl(int operation, unsigned long second, unsigned long third, unsigned long fourth,
                  unsigned long fifth) {
  return syscall(__NR_keyctl, operation, second, third, fourth, fifth);
}
#else
#include <errno.h>

int32_t linux_add_key(const char *type, const char *description, const void *payload, size_t length,
                      int32_t keyring) {
  errno = ENOSYS;
  return -1;
}

long linux_keyctl(int operation, unsigned long second, unsigned long third, unsigned long fourth,
                  unsigned long fifth) {
  errno = ENOSYS;
  return -1;
}
#endif
