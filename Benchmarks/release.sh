# SPDX-License-Identifier: Apache-2.0
# Sourced by the benchmarks, from the root of the package: release builds with the standard library linked in.

export COATCHECK_TESTS=none
release() { swift build -c release --static-swift-stdlib --scratch-path .build-static "$@"; }

# built PRODUCT: builds it (minutes the first time), and says where it is.
built() {
  echo "benchmarks: building $1, release" >&2
  release --product "$1" >&2 || return
  echo "$(release --show-bin-path)/$1"
}

# of_server [PROGRAM]: what a benchmark of coatcheckd needs: program, benchmarks and seconds. What is not given is built.
of_server() {
  program=${1:-$(built coatcheckd)}
  benchmarks=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
  seconds=${SECONDS_OF_LOAD:-5}
}
