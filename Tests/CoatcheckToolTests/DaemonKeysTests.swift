// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("coatcheckd keys", .timeLimit(.minutes(10)))
struct DaemonKeysTests {
  private static func keys(_ arguments: [String]) async throws -> (rows: [[Substring]], status: Int)
  {
    let process = try ChildProcess(Programs.path("coatcheckd"), ["keys"] + arguments)
    let (output, status) = try await process.end()
    return (output.split(separator: "\n").map { $0.split(separator: "\t") }, Int(status))
  }

  private static func published(at origin: String) async throws -> Set<String> {
    let request = try HTTPRequest(.get, at: origin + "/jwks")
    let (_, body) = try await PatientTransport().send(request, body: Data(), limit: .standard)
    return Set(try JWKSet(parsing: [UInt8](body)).keys.compactMap(\.keyID))
  }

  @Test("replaces the keys of a running server, in order and in an emergency")
  func rotates() async throws {
    let folder = try Folder()
    let database = folder.path + "/d.sqlite"
    let daemon = try ChildProcess(
      Programs.path("coatcheckd"), ["serve", "--database", database, "--port", "0"])
    defer { daemon.stop() }
    let origin = try await daemon.daemonOrigin()
    let first = try await Self.published(at: origin)
    #expect(first.count == 2)
    let listed = try await Self.keys(["list", "--database", database])
    #expect(listed.status == 0 && Set(listed.rows.map { String($0[0]) }) == first)
    #expect(listed.rows.allSatisfy { $0[2] == "active" && $0[4] == "-" })

    let orderly = try await Self.keys(["rotate", "--database", database])
    #expect(orderly.status == 0)
    #expect(orderly.rows.map { $0[2] } == ["active", "announced", "active", "announced"])
    let stolen = try await Self.keys(["rotate", "--stolen", "--database", database])
    #expect(stolen.status == 0 && stolen.rows.map { $0[2] } == ["active", "active"])
    let last = Set(stolen.rows.map { String($0[0]) })
    #expect(last.isDisjoint(with: first))
    // The server checks every few seconds.
    var seen = first
    for _ in 0..<600 where seen != last {
      seen = try await Self.published(at: origin)
      if seen != last { try await Task.sleep(for: .milliseconds(50)) }
    }
    #expect(seen == last)
  }

  @Test("changes nothing without a database or with an invalid option")
  func refused() async throws {
    let folder = try Folder()
    let database = folder.path + "/d.sqlite"
    for command in ["list", "rotate"] {
      #expect(try await Self.keys([command, "--database", database]).status == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: database))
    let bad = ["list", "--database", database, "--key-announcement", "0.001"]
    #expect(try await Self.keys(bad).status == 64)
  }
}
