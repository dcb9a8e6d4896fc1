#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# How long `coatcheckd copy` takes from SQLite to PostgreSQL and back, what memory it takes, and whether what comes back
# is what was there: with 10,000 families of refresh tokens, and with FAMILIES (1,000,000).
# Usage: Benchmarks/copy.sh [PATH-OF-COATCHECKD]; 3 GB on the disk of FOLDER (/tmp).
set -euo pipefail
cd "$(dirname "$0")/.."

. Benchmarks/families.sh

of_families copy 1000000 "$@"
postgresql_of_families

# copied FROM TO
copied() {
  python3 - "$program" copy --from "$1" --to "$2" <<'END'
import resource, subprocess, sys, time
begin = time.monotonic()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
print(f"{time.monotonic() - begin:.1f} s, {memory:.0f} MiB resident at most")
END
}

# compare FILE FILE: row for row. Keys that a database numbers by itself differ; what they stand for does not.
compare() {
  python3 - "$@" <<'END'
import itertools, sqlite3, sys
one, other = (sqlite3.connect(path) for path in sys.argv[1:])
rows = 0
tables = [name for (name,) in one.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
for table in tables:
    columns = [column[1] for column in one.execute(f"PRAGMA table_info({table})")]
    own = ["(SELECT id FROM family WHERE family.key = family_key)" if column == "family_key" else column
           for column in columns if column != "key"]
    query = f"SELECT {', '.join(own)} FROM {table} ORDER BY {', '.join(str(number + 1) for number in range(len(own)))}"
    for left, right in itertools.zip_longest(one.execute(query), other.execute(query)):
        if left != right:
            sys.exit(f"copy.sh: {table} differs: {left} and {right}")
        rows += 1
print(f"equal: {rows} rows of {len(tables)} tables")
END
}

for count in 10000 "$families"; do
  echo "$count families"
  fill sqlite "$count"
  file=$(database_of sqlite "$count")
  target=$(database_of postgresql "$count")
  back=$folder/back-$count.sqlite
  echo "  to PostgreSQL: $(copied "$file" "$target")"
  echo "  back: $(copied "$target" "$back")"
  echo "  $(compare "$file" "$back")"
done
