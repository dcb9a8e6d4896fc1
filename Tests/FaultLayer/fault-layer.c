// SPDX-License-Identifier: Apache-2.0
//
// Stands between a program and the C library, and disturbs the calls by which a store works.
//
//   cc -shared -fPIC -o fault-layer.so fault-layer.c -ldl -lpthread
//   LD_PRELOAD=./fault-layer.so FAULT_DIR=/store FAULT_AT=7 FAULT_HOW=kill-after program
//
// Calls that concern a path under FAULT_DIR, or a descriptor opened there, are counted from one.
//
//   FAULT_LOG    a file which gets a line "NUMBER NAME PATH" for each of them
//   FAULT_AT     the number of the call to disturb
//   FAULT_HOW    kill-before, kill-after: the process ends by SIGKILL before or after the call
//                kill-middle: half of the bytes are written, then it ends
//                short: half of the bytes are written, as the call says
//                stop: the process stops before the call, until it gets SIGCONT
//                fail: the call fails with FAULT_ERRNO and does nothing
//   FAULT_WHILE  a path: while there is a file, all calls whose kind is among the letters of
//   FAULT_KINDS  fail with FAULT_ERRNO: r reads, w writes bytes, s waits for the disk (as w does too),
//                c changes names and rights, l locks. Without FAULT_KINDS, only calls that are made while
//                there is the file are counted
//
// What is written through mapped memory is not seen.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum how { NOTHING, KILL_BEFORE, KILL_AFTER, KILL_MIDDLE, SHORT, STOP, FAIL };

static const char *folder, *switch_path, *kinds;
static int disturbed, number_of_error, log_file = -1;
static enum how how;
static atomic_int calls;

#define MOST_DESCRIPTORS 4096
static char *paths[MOST_DESCRIPTORS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor(101))) static void start(void) {
  static const char *words[] = {"", "kill-before", "kill-after", "kill-middle", "short", "stop",
                                "fail"};
  const char *word = getenv("FAULT_HOW"), *number = getenv("FAULT_AT");
  const char *error = getenv("FAULT_ERRNO"), *log = getenv("FAULT_LOG");
  for (int i = 0; word && i <= FAIL; i++) {
    if (!strcmp(word, words[i])) how = i;
  }
  disturbed = number ? atoi(number) : 0;
  number_of_error = error ? atoi(error) : EIO;
  switch_path = getenv("FAULT_WHILE");
  kinds = getenv("FAULT_KINDS");
  if (log) {
    log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  }
  folder = getenv("FAULT_DIR");
}

static void die(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

// MARK: Which calls concern the store

static int is_inside(const char *path) {
  if (!folder || !path) return 0;
  size_t length = strlen(folder);
  return !strncmp(path, folder, length) && (path[length] == 0 || path[length] == '/');
}

// The path of an open descriptor, as a copy; NULL when it is none of the store's.
static char *path_of(int descriptor) {
  if (!folder || descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return NULL;
  if (!paths[descriptor]) return NULL;
  int before = errno;
  struct stat status;
  // A descriptor that the C library closed by itself may be a socket by now.
  int known = fstat(descriptor, &status) == 0 &&
              (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
  errno = before;
  if (!known) return NULL;
  pthread_mutex_lock(&lock);
  char *copy = paths[descriptor] ? strdup(paths[descriptor]) : NULL;
  pthread_mutex_unlock(&lock);
  return copy;
}

static void remember(int descriptor, char *path) {
  if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) {
    free(path);
    return;
  }
  pthread_mutex_lock(&lock);
  free(paths[descriptor]);
  paths[descriptor] = path;
  pthread_mutex_unlock(&lock);
}

// The path that a name in an open folder stands for; NULL when it is not the store's.
static char *resolved(int at, const char *name) {
  if (!folder || !name) return NULL;
  if (name[0] == '/') return is_inside(name) ? strdup(name) : NULL;
  char *base = at == AT_FDCWD ? NULL : path_of(at), *path = NULL;
  if (base && asprintf(&path, "%s/%s", base, name) < 0) path = NULL;
  free(base);
  return path;
}

// MARK: Before and after a call

// The number of the call; 0 when it does not concern the store, -1 when it must fail.
static int enter(const char *name, char kind, const char *path) {
  if (!path) return 0;
  int before = errno;
  int is_on = switch_path && syscall(SYS_faccessat, AT_FDCWD, switch_path, F_OK) == 0;
  if (switch_path && !kinds && !is_on) {
    errno = before;
    return 0;
  }
  int number = atomic_fetch_add(&calls, 1) + 1;
  if (log_file >= 0) {
    char line[1024];
    int length = snprintf(line, sizeof line, "%d %s %s\n", number, name, path);
    if (length >= (int)sizeof line) length = sizeof line - 1;
    syscall(SYS_write, log_file, line, length);
  }
  if (number == disturbed && how == KILL_BEFORE) die();
  // To this very thread: a signal to the process may stop another one first, and this one goes on for a moment.
  if (number == disturbed && how == STOP) raise(SIGSTOP);
  int fails = number == disturbed && how == FAIL;
  if (switch_path && kinds && (strchr(kinds, kind) || (kind == 's' && strchr(kinds, 'w')))) {
    fails = fails || is_on;
  }
  errno = fails ? number_of_error : before;
  return fails ? -1 : number;
}

static void leave(int number) {
  if (number && number == disturbed && how == KILL_AFTER) die();
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// A call about a path which has to be freed.
#define AROUND(name, kind, path, call)       \
  do {                                       \
    char *around = (path);                   \
    int number = enter(name, kind, around);  \
    free(around);                            \
    if (number < 0) return -1;               \
    __typeof__(call) result = (call);        \
    leave(number);                           \
    return result;                           \
  } while (0)

// MARK: Opening and closing

static int opened(const char *name, int (*call)(int, const char *, int, ...), int at,
                  const char *path, int flags, mode_t mode) {
  char *whole = resolved(at, path);
  char kind = flags & (O_CREAT | O_WRONLY | O_RDWR | O_TRUNC) ? 'c' : 'r';
  int number = enter(name, kind, whole);
  if (number < 0) {
    free(whole);
    return -1;
  }
  int descriptor = call(at, path, flags, mode);
  leave(number);
  int before = errno;
  if (descriptor >= 0) remember(descriptor, whole);
  else free(whole);
  errno = before;
  return descriptor;
}

#define MODE(flags)                                        \
  mode_t mode = 0;                                         \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {                 \
    va_list rest;                                          \
    va_start(rest, flags);                                 \
    mode = va_arg(rest, mode_t);                           \
    va_end(rest);                                          \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return opened("open", NEXT(openat), AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return opened("open", NEXT(openat64), AT_FDCWD, path, flags, mode);
}

int openat(int at, const char *path, int flags, ...) {
  MODE(flags)
  return opened("openat", NEXT(openat), at, path, flags, mode);
}

int openat64(int at, const char *path, int flags, ...) {
  MODE(flags)
  return opened("openat", NEXT(openat64), at, path, flags, mode);
}

int close(int descriptor) {
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS && paths[descriptor]) {
    remember(descriptor, NULL);
  }
  return NEXT(close)(descriptor);
}

int closedir(DIR *stream) {
  remember(dirfd(stream), NULL);
  return NEXT(closedir)(stream);
}

// MARK: Bytes

ssize_t read(int descriptor, void *bytes, size_t count) {
  AROUND("read", 'r', path_of(descriptor), NEXT(read)(descriptor, bytes, count));
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  AROUND("pread", 'r', path_of(descriptor), NEXT(pread)(descriptor, bytes, count, offset));
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  AROUND("pread", 'r', path_of(descriptor), NEXT(pread64)(descriptor, bytes, count, offset));
}

// How many bytes this call may write.
static size_t granted(int number, size_t count) {
  int half = number && number == disturbed && (how == KILL_MIDDLE || how == SHORT);
  return half ? (count + 1) / 2 : count;
}

#define WRITING(name, call)                      \
  do {                                           \
    char *path = path_of(descriptor);            \
    int number = enter(name, 'w', path);         \
    free(path);                                  \
    if (number < 0) return -1;                   \
    size_t length = granted(number, count);      \
    ssize_t result = (call);                     \
    if (number && number == disturbed && how == KILL_MIDDLE) die(); \
    leave(number);                               \
    return result;                               \
  } while (0)

ssize_t write(int descriptor, const void *bytes, size_t count) {
  WRITING("write", NEXT(write)(descriptor, bytes, length));
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  WRITING("pwrite", NEXT(pwrite)(descriptor, bytes, length, offset));
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  WRITING("pwrite", NEXT(pwrite64)(descriptor, bytes, length, offset));
}

int fsync(int descriptor) {
  AROUND("fsync", 's', path_of(descriptor), NEXT(fsync)(descriptor));
}

int fdatasync(int descriptor) {
  AROUND("fdatasync", 's', path_of(descriptor), NEXT(fdatasync)(descriptor));
}

int ftruncate(int descriptor, off_t length) {
  AROUND("ftruncate", 'w', path_of(descriptor), NEXT(ftruncate)(descriptor, length));
}

int ftruncate64(int descriptor, off64_t length) {
  AROUND("ftruncate", 'w', path_of(descriptor), NEXT(ftruncate64)(descriptor, length));
}

// MARK: Names and rights

int rename(const char *from, const char *to) {
  AROUND("rename", 'c', resolved(AT_FDCWD, to), NEXT(rename)(from, to));
}

int renameat(int from_at, const char *from, int to_at, const char *to) {
  AROUND("renameat", 'c', resolved(to_at, to), NEXT(renameat)(from_at, from, to_at, to));
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned int flags) {
  AROUND("renameat", 'c', resolved(to_at, to), NEXT(renameat2)(from_at, from, to_at, to, flags));
}

int unlink(const char *path) {
  AROUND("unlink", 'c', resolved(AT_FDCWD, path), NEXT(unlink)(path));
}

int unlinkat(int at, const char *path, int flags) {
  AROUND("unlinkat", 'c', resolved(at, path), NEXT(unlinkat)(at, path, flags));
}

int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
  AROUND("linkat", 'c', resolved(to_at, to), NEXT(linkat)(from_at, from, to_at, to, flags));
}

int mkdir(const char *path, mode_t mode) {
  AROUND("mkdir", 'c', resolved(AT_FDCWD, path), NEXT(mkdir)(path, mode));
}

int mkdirat(int at, const char *path, mode_t mode) {
  AROUND("mkdirat", 'c', resolved(at, path), NEXT(mkdirat)(at, path, mode));
}

int fchmod(int descriptor, mode_t mode) {
  AROUND("fchmod", 'c', path_of(descriptor), NEXT(fchmod)(descriptor, mode));
}

// MARK: Locks

int flock(int descriptor, int operation);

int flock(int descriptor, int operation) {
  AROUND("flock", 'l', path_of(descriptor), NEXT(flock)(descriptor, operation));
}

static int controlled(int (*call)(int, int, ...), int descriptor, int command, void *argument) {
  int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK ||
              command == F_OFD_SETLKW;
  if (!locks) return call(descriptor, command, argument);
  AROUND("fcntl", 'l', path_of(descriptor), call(descriptor, command, argument));
}

int fcntl(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return controlled(NEXT(fcntl), descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return controlled(NEXT(fcntl64), descriptor, command, argument);
}
