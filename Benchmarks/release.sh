# SPDX-License-Identifier: Apache-2.0
# Sourced by the benchmarks, from the root of the package: programs as scripts/release-build builds them.

# built PRODUCT: builds it (minutes the first time), and says where it is.
built() {
  echo "benchmarks: building $1, release" >&2
  scripts/release-build "$1"
}

# of_command [PROGRAM]: what a benchmark of coatcheck needs: program, benchmarks and a folder. What is not given is built.
of_command() {
  program=${1:-$(built coatcheck)}
  COATCHECK_BENCHMARKS=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM
}

# of_server [PROGRAM]: what a benchmark of coatcheckd needs: program, benchmarks and seconds. What is not given is built.
of_server() {
  program=${1:-$(built coatcheckd)}
  benchmarks=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
  seconds=${SECONDS_OF_LOAD:-5}
}
