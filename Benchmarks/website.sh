#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A page of a website that needs a user, beside one that does not, per second of the site's processor time; and how long it takes at half of
# that load. The site has one core, the load the other.
# Usage: Benchmarks/website.sh [SESSIONS]
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh
program=$(built WebsiteExample)
benchmarks=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
taskset --cpu-list 1 "$benchmarks" website "$program" "${SECONDS_OF_LOAD:-2}" "${1:-1000}"
