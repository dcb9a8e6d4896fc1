#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What coatcheckd costs: cold start to the first discovery answer, memory at rest, after load and with 1,000
# connections, and token requests per second of its processor time; on SQLite and on a PostgreSQL of its own.
# Usage: Benchmarks/daemon.sh [PATH-OF-COATCHECKD]
# Without a path the release program with the static standard library is built first.
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh
. Benchmarks/postgresql.sh

of_server "$@"
"$benchmarks" daemon "$program" "$seconds"
postgresql || exit 0
"$benchmarks" daemon "$program" "$seconds" "$database"
