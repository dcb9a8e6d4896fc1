# SPDX-License-Identifier: Apache-2.0
# Sourced by the benchmarks of large stores, from the root of the package: databases with 10,000 families of refresh
# tokens and with FAMILIES, on SQLite and on a PostgreSQL of their own.

. Benchmarks/release.sh
. Benchmarks/postgresql.sh

# of_families NAME COUNT [PROGRAM]: what of_server gives, families (COUNT unless FAMILIES says so), and a folder.
of_families() {
  of_server "${@:3}"
  families=${FAMILIES:-$2}
  folder=$(mktemp -d "${FOLDER:-/tmp}/coatcheck-$1-XXXXXX")
  chmod 711 "$folder"
  trap 'rm -rf "$folder"' EXIT
}

# postgresql_of_families: starts PostgreSQL in the folder, with an empty database for each count; ends the script where
# none is installed.
postgresql_of_families() {
  postgresql "$folder" || exit 0
  trap 'kill -INT $postgresql_server; wait $postgresql_server || true; rm -rf "$folder"' EXIT
  local count
  for count in 10000 "$families"; do psql --quiet "$database" -c "CREATE DATABASE families_$count"; done
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

# fill ENGINE COUNT
fill() {
  # The first run makes the tables and signs in.
  measure "$1" "$2" 0.2 >/dev/null
  "fill_$1" "$(database_of "$1" "$2")" "$2"
}

# Families like the first one that a sign-in made, each of a user of its own: they expire within a month of each other.
# They are written in the order of the largest indexes, which is many times faster.
columns="client_id, scopes, created_at, absolute_expiry, auth_time, nonce, session_id, context"
fill_sqlite() {
  python3 - "$1" "$2" "$columns" <<'END'
import sqlite3, sys
path, count, columns = sys.argv[1], int(sys.argv[2]), sys.argv[3]
database = sqlite3.connect(path)
database.execute("PRAGMA synchronous = OFF")
database.execute("PRAGMA cache_size = -8000000")
database.execute("PRAGMA temp_store = MEMORY")
with database:
    last = database.execute("SELECT max(key) FROM family").fetchone()[0]
    database.execute(f"""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
        INSERT INTO family (key, id, user_id, {columns})
        SELECT {last} + i, printf('%016x', i) || lower(hex(randomblob(8))), printf('user-%09d', i), {columns}
        FROM n, (SELECT * FROM family LIMIT 1)""")
    database.execute(f"""
        INSERT INTO refresh (digest, family_key, generation, issued_at, expires_at)
        SELECT randomblob(32) AS digest, family.key, 0, first.issued_at,
            first.expires_at + family.key % 2592000000
        FROM family, (SELECT * FROM refresh LIMIT 1) AS first WHERE family.key > {last} ORDER BY digest""")
database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
END
}

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
