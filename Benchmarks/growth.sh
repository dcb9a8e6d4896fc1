#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a refresh costs where the store has 10,000 families of refresh tokens, and where it has FAMILIES (10,000,000):
# requests per second of the server's processor time, in turns, on SQLite and on a PostgreSQL of its own.
# Usage: Benchmarks/growth.sh [PATH-OF-COATCHECKD]; 20 GB on the disk of FOLDER (/tmp).
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/families.sh

of_families growth 10000000 "$@"

# compare ENGINE: fills a small and a large database, and measures them in turns.
compare() {
  local count round
  for count in 10000 "$families"; do
    fill "$1" "$count"
  done
  for round in 1 2 3; do
    for count in 10000 "$families"; do
      echo "$count families, round $round:"
      measure "$1" "$count" "$seconds"
    done
  done
}

compare sqlite
rm -f "$folder"/*.sqlite*

postgresql_of_families
compare postgresql
