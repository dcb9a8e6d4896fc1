// SPDX-License-Identifier: Apache-2.0

extension PostgreSQLServer {
  /// Runs `initdb` or `pg_basebackup`, then `postgres`, and watches the process with the ID in its second
  /// argument. The options are in its environment.
  static let script = """
    #!/bin/sh
    folder=$1 tests=$2
    programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    PATH=${programs:+$programs:}$PATH
    as=
    finish() {
      [ -z "$disk" ] || umount -l "$folder/data"
      rm -rf "$folder"
      exit "$1"
    }
    cd "$folder" && mkdir -m 700 data || exit 1
    [ -z "$disk" ] || mount -t tmpfs -o "size=$disk,mode=700" tmpfs data || finish 1
    if [ "$(id -u)" = 0 ]; then
      # PostgreSQL refuses to run as root.
      chown -R postgres "$folder"
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    if [ -n "$primary" ]; then
      $as pg_basebackup --pgdata=data --dbname="host=$primary user=coatcheck" --write-recovery-conf \\
        --checkpoint=fast --no-sync || finish 1
    else
      $as initdb --pgdata=data --username=coatcheck --auth=trust --encoding=UTF8 --locale=C --no-instructions \\
        --no-sync ${disk:+--wal-segsize=1} >initdb.log 2>&1 || { cat initdb.log; finish 1; }
      for address in $(echo "$addresses" | tr , ' '); do
        echo "host all all $address/30 trust" >>data/pg_hba.conf
      done
    fi
    clock=
    if [ "$shift" != +0s ]; then
      library=$(ls /usr/lib/*/faketime/libfaketime.so.1) || finish 1
      clock="env LD_PRELOAD=$library FAKETIME=$shift FAKETIME_DONT_FAKE_MONOTONIC=1"
    fi
    begin() {
      $as $clock postgres -D "$folder/data" -c listen_addresses="$addresses" -c unix_socket_directories="$folder" \\
        -c max_connections="$connections" -c shared_buffers=64MB -c max_wal_size=512MB -c cluster_name=standby &
      server=$!
    }
    ended=
    trap 'ended=1' TERM INT
    # Its processes end by themselves when the first of them is gone; until then it does not start again.
    trap 'kill -KILL $server' USR1
    # Nothing of it does anything afterwards, as on a machine that is lost.
    trap 'kill -KILL $server $(cat /proc/$server/task/$server/children); ended=1' USR2
    begin
    while [ -z "$ended" ] && kill -0 "$tests" 2>/dev/null; do
      kill -0 $server 2>/dev/null || { wait $server; begin; }
      sleep 0.2
    done
    kill -INT $server 2>/dev/null
    wait $server
    finish 0
    """
}
