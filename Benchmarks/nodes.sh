#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Requests per second of the servers' processor time: of one coatcheckd on a PostgreSQL of its own, and of two that share its
# database, in turns, ROUNDS (15) times. The servers and the database have one core, the load the other.
# Usage: Benchmarks/nodes.sh [PATH-OF-COATCHECKD]
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh
. Benchmarks/postgresql.sh

of_server "$@"
postgresql || exit 0
taskset --all-tasks --pid --cpu-list 0 "$postgresql_server" >/dev/null
taskset --cpu-list 1 "$benchmarks" nodes "$program" "$seconds" "$database"
