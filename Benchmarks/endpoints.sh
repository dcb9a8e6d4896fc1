#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Requests that coatcheckd answers per second of its processor time, on SQLite and on a PostgreSQL of its own.
# The server has one core, the load the other.
# Usage: Benchmarks/endpoints.sh [PATH-OF-COATCHECKD]
# Without a path the release program with the static standard library is built first.
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh

program=${1:-$(built coatcheckd)}
benchmarks=${COATCHECK_BENCHMARKS:-$(built CoatcheckBenchmarks)}
seconds=${SECONDS_OF_LOAD:-5}
taskset --cpu-list 1 "$benchmarks" endpoints "$program" "$seconds"

PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1):$PATH
command -v initdb >/dev/null || { echo "benchmarks: no PostgreSQL; scripts/setup test installs it"; exit 0; }
folder=$(mktemp -d /tmp/coatcheck-endpoints-XXXXXX)
as=()
if [[ $(id -u) == 0 ]]; then
  # PostgreSQL refuses to run as root.
  chown postgres "$folder"
  as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
fi
(cd "$folder" && "${as[@]}" initdb --pgdata="$folder/data" --username=coatcheck --auth=trust --encoding=UTF8 --locale=C >/dev/null)
(cd "$folder" && exec "${as[@]}" postgres -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" \
  -c shared_buffers=256MB -c max_wal_size=2GB >"/dev/null" 2>&1) &
server=$!
trap 'kill -INT $server; wait $server || true; rm -rf "$folder"' EXIT
until "${as[@]}" pg_isready --quiet --host="$folder"; do sleep 0.1; done
taskset --cpu-list 1 "$benchmarks" endpoints "$program" "$seconds" "postgresql:///postgres?user=coatcheck&host=$folder"
