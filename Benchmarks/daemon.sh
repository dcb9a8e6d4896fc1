#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What coatcheckd costs: cold start to the first discovery answer, resident memory when idle, and
# token requests per second of its processor time. Usage: Benchmarks/daemon.sh [PATH-OF-COATCHECKD]
# Without a path the release program with the static standard library is built first.
set -eu
cd "$(dirname "$0")/.."

export COATCHECK_TESTS=none
release() { swift build -c release --static-swift-stdlib --scratch-path .build-static "$@"; }

program=${1-}
if [ -z "$program" ]; then
  echo "daemon: building the release program (minutes the first time)" >&2
  release --product coatcheckd >&2
  program=$(release --show-bin-path)/coatcheckd
fi
if [ -z "${COATCHECK_BENCHMARKS-}" ]; then
  release --product CoatcheckBenchmarks >&2
  COATCHECK_BENCHMARKS=$(release --show-bin-path)/CoatcheckBenchmarks
fi
exec "$COATCHECK_BENCHMARKS" daemon "$program" "${SECONDS_OF_LOAD:-5}"
