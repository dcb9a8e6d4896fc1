// SPDX-License-Identifier: Apache-2.0
// The system calls of Linux's key retention service, keyrings(7), which the C library leaves out.
#ifndef COATCHECK_LINUX_KEYRING_H
#define COATCHECK_LINUX_KEYRING_H

#include <stddef.h>
#include <stdint.h>

/// add_key(2). Returns the key's serial number, or -1 with errno.
int32_t linux_add_key(const char *type, const char *description, const void *payload, size_t length,
                      int32_t keyring);

/// keyctl(2) with up to four arguments. Returns -1 with errno when it fails.
long linux_keyctl(int operation, unsigned long second, unsigned long third, unsigned long fourth,
                  unsigned long fifth);

#endif
