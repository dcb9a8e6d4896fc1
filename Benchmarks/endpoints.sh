#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Requests that coatcheckd answers per second of its processor time, on SQLite and on a PostgreSQL of its own.
# The server has one core, the load the other.
# Usage: Benchmarks/endpoints.sh [PATH-OF-COATCHECKD]
# Without a path the release program with the static standard library is built first.
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh
. Benchmarks/postgresql.sh

of_server "$@"
taskset --cpu-list 1 "$benchmarks" endpoints "$program" "$seconds"
postgresql || exit 0
taskset --cpu-list 1 "$benchmarks" endpoints "$program" "$seconds" "$database"
