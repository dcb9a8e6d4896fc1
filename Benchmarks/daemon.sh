#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What coatcheckd costs: cold start to the first discovery answer, resident memory when idle, and
# token requests per second of its processor time. Usage: Benchmarks/daemon.sh [PATH-OF-COATCHECKD]
# Without a path the release program with the static standard library is built first.
set -eu
cd "$(dirname "$0")/.."

. Benchmarks/release.sh

program=${1:-$(built coatcheckd)}
COATCHECK_BENCHMARKS=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
exec "$COATCHECK_BENCHMARKS" daemon "$program" "${SECONDS_OF_LOAD:-5}"
