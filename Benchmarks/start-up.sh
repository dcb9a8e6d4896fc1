#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# How long `coatcheck token` takes with a cached token, as a whole process, against a C hello world
# in the same run. Usage: Benchmarks/start-up.sh [PATH-OF-COATCHECK]
# Without a path the release program with the static standard library is built first.
set -eu
cd "$(dirname "$0")/.."

. Benchmarks/release.sh

program=${1:-$(built coatcheck)}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cat > "$work/hello.c" <<'C'
#include <stdio.h>
int main(void) { puts("hello"); return 0; }
C
"${CC:-cc}" -O2 -o "$work/hello" "$work/hello.c"

# A stored session whose token is good for an hour: written by the benchmark program, read here.
COATCHECK_BENCHMARKS=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
export COATCHECK_HOME="$work/home"
"$COATCHECK_BENCHMARKS" store "$COATCHECK_HOME/sessions"
# No second program in reach: a run that needs it would fail instead of being measured.
export COATCHECK_EXEC_PATH=/nonexistent
"$program" token > /dev/null

if command -v hyperfine > /dev/null; then
  hyperfine --shell=none --warmup 10 --runs "${RUNS:-200}" --export-json "$work/times.json" \
    "$work/hello" "$program token" >&2
  python3 - "$work/times.json" <<'PY'
import json, sys
c, tool = json.load(open(sys.argv[1]))["results"]
for name, key in (("median", "median"), ("best", "min")):
    print(f"start-up {name}: C {c[key]*1e3:.2f} ms, coatcheck token {tool[key]*1e3:.2f} ms, "
          f"ratio {tool[key]/c[key]:.1f} (wanted: at most 8)")
PY
else
  echo "start-up: hyperfine is not installed; CoatcheckBenchmarks starts the programs itself" >&2
  "$COATCHECK_BENCHMARKS" start-up "$work/hello" "$program"
fi
