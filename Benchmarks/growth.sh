#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a refresh costs where the store has 10,000 families of refresh tokens, and where it has FAMILIES (10,000,000):
# requests per second of the server's processor time, in turns, on SQLite and on a PostgreSQL of its own.
# Usage: Benchmarks/growth.sh [PATH-OF-COATCHECKD]; 20 GB on the disk of FOLDER (/tmp).
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/release.sh
. Benchmarks/postgresql.sh
. Benchmarks/families.sh

of_server "$@"
families=${FAMILIES:-10000000}
folder=$(mktemp -d "${FOLDER:-/tmp}/coatcheck-growth-XXXXXX")
chmod 711 "$folder"
trap 'rm -rf "$folder"' EXIT

fill_postgresql() {
  psql --quiet --set ON_ERROR_STOP=1 "$1" <<END
BEGIN;
SET LOCAL synchronous_commit = off;
SELECT max(key) AS last FROM family \gset
INSERT INTO family (id, user_id, $columns)
SELECT lpad(to_hex(i), 16, '0') || md5(random()::text), 'user-' || lpad(i::text, 9, '0'), $columns
FROM generate_series(1, $2) AS i, (SELECT * FROM family LIMIT 1) AS first;
INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at)
SELECT sha256((family.key::text || random())::bytea) AS digest, family.key, 0, first.issued_at,
  first.expires_at + family.key % 2592000000
FROM family, (SELECT * FROM refresh LIMIT 1) AS first WHERE family.key > :last ORDER BY digest;
COMMIT;
VACUUM ANALYZE family;
VACUUM ANALYZE refresh;
CHECKPOINT;
END
}

# database_of ENGINE COUNT: its path, or its connection string.
database_of() {
  case $1 in
    sqlite) echo "$folder/$2.sqlite" ;;
    postgresql) echo "${database/\/postgres\?/\/families_$2?}" ;;
  esac
}

# measure ENGINE COUNT SECONDS
measure() {
  taskset --cpu-list 1 "$benchmarks" refresh "$program" "$3" "$(database_of "$1" "$2")" "$folder/$1-$2.key"
}

# compare ENGINE: fills a small and a large database, and measures them in turns.
compare() {
  local count round
  for count in 10000 "$families"; do
    # The first run makes the tables and signs in.
    measure "$1" "$count" 0.2 >/dev/null
    "fill_$1" "$(database_of "$1" "$count")" "$count"
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

postgresql "$folder" || exit 0
trap 'kill -INT $postgresql_server; wait $postgresql_server || true; rm -rf "$folder"' EXIT
for count in 10000 "$families"; do psql --quiet "$database" -c "CREATE DATABASE families_$count"; done
compare postgresql
