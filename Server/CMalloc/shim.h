// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#ifdef __GLIBC__
// malloc_trim, which Swift's module of the C library does not have.
#include <malloc.h>
#endif
