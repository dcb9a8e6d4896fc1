// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A PostgreSQL of the tests' own: in a folder of its own, of a user without rights elsewhere, reached by a Unix
/// socket in that folder and by nothing else. Commits wait for the disk, as in operation.
///
/// It ends with the process that tests, however that ends, and takes its folder with it.
public final class PostgreSQLServer: Sendable {
  /// One for all tests of this process, made when the first of them asks for it.
  public static let shared = Task { try await PostgreSQLServer() }

  /// The connection string.
  public let address: String
  private let folder: String
  private let server: ChildProcess

  /// Makes a database and starts its server.
  ///
  /// - Parameter shift: How far its clock is from the machine's, as Debian's libfaketime reads it: `+30s`.
  public init(clock shift: String = "+0s") async throws {
    var template = Array("/tmp/coatcheck-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw MissingLine(output: "no folder in /tmp") }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    address = "postgresql:///postgres?user=coatcheck&host=" + folder
    let script = folder + "/run"
    try ChildProcess.install(script: Self.script, at: script)
    server = try ChildProcess("/bin/sh", [script, folder, "\(getpid())", shift])
    _ = try await server.line {
      $0.contains("database system is ready to accept connections")
    }
  }

  /// Kills it and starts it again on what is on the disk.
  /// It does not wait until that has recovered.
  public func crash() { server.send(SIGUSR1) }

  /// Makes an empty database.
  ///
  /// - Returns: Its connection string.
  public func freshDatabase() throws -> String {
    let name = "d" + UUID().uuidString.lowercased().filter { $0 != "-" }
    let (output, status) = try ChildProcess.run(
      ["createdb", "--host=" + folder, "--username=coatcheck", name])
    guard status == 0 else { throw MissingLine(output: output) }
    return "postgresql:///\(name)?user=coatcheck&host=" + folder
  }

  /// Runs `initdb` and `postgres`, and watches the process whose number is its second argument. The third is what its
  /// clock shows.
  private static let script = """
    #!/bin/sh
    folder=$1 tests=$2 shift=$3
    programs=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
    PATH=${programs:+$programs:}$PATH
    as=
    if [ "$(id -u)" = 0 ]; then
      # PostgreSQL refuses to run as root.
      chown -R postgres "$folder"
      as='setpriv --reuid=postgres --regid=postgres --clear-groups'
    fi
    cd "$folder" || exit 1
    $as initdb --pgdata="$folder/data" --username=coatcheck --auth=trust --encoding=UTF8 --locale=C \\
      --no-instructions --no-sync >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log"; exit 1; }
    clock=
    if [ "$shift" != +0s ]; then
      library=$(ls /usr/lib/*/faketime/libfaketime.so.1) || exit 1
      clock="env LD_PRELOAD=$library FAKETIME=$shift FAKETIME_DONT_FAKE_MONOTONIC=1"
    fi
    begin() {
      $as $clock postgres -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" \\
        -c max_connections=400 -c shared_buffers=64MB -c max_wal_size=512MB &
      server=$!
    }
    ended=
    trap 'ended=1' TERM INT
    # Its processes end by themselves when the first of them is gone; until then it does not start again.
    trap 'kill -KILL $server' USR1
    begin
    while [ -z "$ended" ] && kill -0 "$tests" 2>/dev/null; do
      kill -0 $server 2>/dev/null || { wait $server; begin; }
      sleep 0.2
    done
    kill -INT $server 2>/dev/null
    wait $server
    rm -rf "$folder"
    """
}
