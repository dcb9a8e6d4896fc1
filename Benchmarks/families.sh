# SPDX-License-Identifier: Apache-2.0
# Sourced by the benchmarks of large stores: families of refresh tokens, and the columns that PostgreSQL takes over too.

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
