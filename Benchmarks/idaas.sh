#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Social logins per second of the server's processor time, with Weibo and the callers in other processes; what a
# captcha's pictures cost; and the check of an ID token. Usage: Benchmarks/idaas.sh
set -eu
cd "$(dirname "$0")/.."

. Benchmarks/release.sh

COATCHECK_BENCHMARKS=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
exec "$COATCHECK_BENCHMARKS" idaas "${SECONDS_OF_LOAD:-5}"
