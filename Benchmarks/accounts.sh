#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How long `coatcheck token` takes, as a whole process, in a file store with 1,000 accounts beside the one meant.
# Usage: Benchmarks/accounts.sh [PATH-OF-COATCHECK]
set -eu
cd "$(dirname "$0")/.."
. Benchmarks/release.sh
of_command "$@"
printf '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n' > "$work/hello.c"
"${CC:-cc}" -O2 -o "$work/hello" "$work/hello.c"

export COATCHECK_HOME="$work/home"
"$COATCHECK_BENCHMARKS" store "$COATCHECK_HOME/sessions" "${ACCOUNTS:-1000}"
# No second program in reach: a run that needs it would fail instead of being measured.
export COATCHECK_EXEC_PATH=/nonexistent
"$COATCHECK_BENCHMARKS" processes "coatcheck token NAME, 1,001 accounts" "$program token user-500" \
  "coatcheck token, the default account" "$program token" "C hello world" "$work/hello"
