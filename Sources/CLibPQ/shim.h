// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dlfcn.h>
#include <stddef.h>

// Debian has the header in a folder of its own; the others have it among all headers.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// The functions that are used here. libpq is loaded when a database is named, not when the program starts: with what it
// needs itself (Kerberos, LDAP, TLS) that takes longer than everything else a program without such a database loads.
#define LIBPQ_FUNCTIONS(each)                                                                                        \
  each(PQclear) each(PQcmdStatus) each(PQcmdTuples) each(PQconndefaults) each(PQconnectdbParams)                     \
  each(PQconninfoFree) each(PQconninfoParse) each(PQconsumeInput) each(PQenterPipelineMode) each(PQerrorMessage)     \
  each(PQfinish) each(PQflush) each(PQfname) each(PQfreemem) each(PQftype) each(PQgetResult) each(PQgetisnull)       \
  each(PQgetlength) each(PQgetvalue) each(PQisBusy) each(PQnfields) each(PQntuples) each(PQparameterStatus)          \
  each(PQpipelineSync) each(PQresultErrorField) each(PQresultStatus) each(PQsendPrepare) each(PQsendQueryPrepared)   \
  each(PQserverVersion) each(PQsetNoticeReceiver) each(PQsetnonblocking) each(PQsocket) each(PQstatus)

// Pointers to these functions, with the types that libpq's header declares.
struct LibPQFunctions {
#define LIBPQ_POINTER(function) __typeof__(function) *function;
  LIBPQ_FUNCTIONS(LIBPQ_POINTER)
#undef LIBPQ_POINTER
};

// Loads libpq from a file, or takes what is linked in when that is NULL. It stays loaded. Returns the name of what is missing, the
// library or a function of it; NULL when all is there.
static inline const char *loadLibPQ(const char *name, struct LibPQFunctions *functions) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return name;
#define LIBPQ_LOAD(function)                                                                                         \
  functions->function = (__typeof__(function) *)dlsym(library, #function);                                           \
  if (functions->function == NULL) return #function;
  LIBPQ_FUNCTIONS(LIBPQ_LOAD)
#undef LIBPQ_LOAD
  return NULL;
}
