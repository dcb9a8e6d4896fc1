# SPDX-License-Identifier: Apache-2.0
# Sourced by the benchmarks: a PostgreSQL of their own. `postgresql` starts it and sets `database` to its connection
# string, or returns 1 where none is installed; it ends with the script.

postgresql() {
  PATH=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1):$PATH
  command -v initdb >/dev/null || { echo "benchmarks: no PostgreSQL; scripts/setup test installs it"; return 1; }
  postgresql_folder=$(mktemp -d "${1:-/tmp}/coatcheck-postgresql-XXXXXX")
  local as=()
  if [[ $(id -u) == 0 ]]; then
    # PostgreSQL refuses to run as root.
    chown postgres "$postgresql_folder"
    as=(setpriv --reuid=postgres --regid=postgres --clear-groups)
  fi
  (cd "$postgresql_folder" \
    && "${as[@]}" initdb --pgdata="$postgresql_folder/data" --username=coatcheck --auth=trust --encoding=UTF8 --locale=C >/dev/null)
  (cd "$postgresql_folder" \
    && exec "${as[@]}" postgres -D "$postgresql_folder/data" -c listen_addresses= -c unix_socket_directories="$postgresql_folder" \
      -c shared_buffers=256MB -c max_wal_size=2GB >/dev/null 2>&1) &
  postgresql_server=$!
  trap 'kill -INT $postgresql_server; wait $postgresql_server || true; rm -rf "$postgresql_folder"' EXIT
  until "${as[@]}" pg_isready --quiet --host="$postgresql_folder"; do sleep 0.1; done
  database="postgresql:///postgres?user=coatcheck&host=$postgresql_folder"
}
