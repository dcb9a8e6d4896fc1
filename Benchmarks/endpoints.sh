#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Requests that coatcheckd answers per second of its processor time, on SQLite and on a PostgreSQL of its own.
# The server has one core, the load the other.
# Usage: Benchmarks/endpoints.sh [PATH-OF-COATCHECKD [PATH-OF-ANOTHER]]
# Without a path the release program with the static standard library is built first. With two, they are measured in turns,
# ROUNDS (15) times for a second each, on SQLite.
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh
. Benchmarks/postgresql.sh

of_server "$@"
if (($# == 2)); then
  exec taskset --cpu-list 1 "$benchmarks" compare "$program" "$2" 1
fi
taskset --cpu-list 1 "$benchmarks" endpoints "$program" "$seconds"
postgresql || exit 0
taskset --cpu-list 1 "$benchmarks" endpoints "$program" "$seconds" "$database"
