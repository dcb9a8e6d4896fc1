// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("running coatcheckd", .timeLimit(.minutes(10)))
  struct OperationTests {
    private static func run(
      _ arguments: [String]
    ) async throws -> (output: String, status: Int32) {
      try await ChildProcess(BuiltProgram.path("coatcheckd"), arguments).end()
    }

    @Test("a backup of a running server, restored, goes on with its users, keys and sessions")
    func restored() async throws {
      let folder = try Folder()
      let path = folder.path + "/d.sqlite"
      let first = try await Daemon(in: folder, seed: Visitor.clients)
      defer { first.stop() }
      let alice = try await Visitor.signedIn(at: first, in: folder.path)
      let token = try await alice.refreshToken()
      let keys = try await alice.get("/jwks").text
      let backup = folder.path + "/backup"
      let words = ["backup", backup, "--database", path]
      #expect(try await Self.run(words).status == 0)
      let again = try await Self.run(words)
      #expect(again.status == 1 && again.output.contains("exists already"), "\(again.output)")
      let restore = ["restore", backup, "--database", path, "--replace"]
      let early = try await Self.run(restore)
      #expect(early.status == 1 && early.output.contains("a server uses"), "\(early.output)")

      first.child.crash()
      for end in ["", "-wal", "-shm"] { unlink(path + end) }
      #expect(try await Self.run(restore).status == 0)
      let second = try await Daemon(in: folder)
      defer { second.stop() }
      let visitor = alice.visiting(second)
      #expect(try await visitor.get("/jwks").text == keys)
      #expect(try await visitor.refresh(token).status == 200)
      #expect(try await visitor.code().isEmpty == false)
    }

    /// Reads metrics as Prometheus's own library does, and prints families and samples.
    private static let reader = """
      import sys
      from prometheus_client.parser import text_string_to_metric_families
      for family in text_string_to_metric_families(sys.stdin.read()):
        assert family.documentation, family.name + " has no help"
        for sample in family.samples:
          print(family.type, sample.name, sorted(sample.labels.items()), sample.value)
      """

    @Test("metrics have a listener of their own, and Prometheus's parser reads them")
    func metrics() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(
        in: folder, seed: Visitor.seed, ["--metrics", "127.0.0.1:0"])
      defer { daemon.stop() }
      let mark = "coatcheckd: metrics at "
      let line = try await daemon.child.line { $0.hasPrefix(mark) }
      let url = try #require(URL(string: String(line.dropFirst(mark.count))))
      let visitor = Visitor(daemon.origin)
      for _ in 0..<3 { #expect(try await visitor.batch().status == 200) }
      #expect(try await visitor.batch(secret: "wrong").status == 401)
      #expect(try await visitor.get("/metrics").status == 404, "not where users come")

      let origin = "http://127.0.0.1:\(url.port ?? 0)"
      let reply = try await Visitor(origin).get("/metrics")
      #expect(reply.fields[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
      #expect(try await Visitor(origin).get("/token").status == 404)
      try folder.write("metrics.txt", Array(reply.text.utf8))
      let parsed = try await ChildProcess(
        ForeignPython.path, ["-c", Self.reader], input: folder.path + "/metrics.txt"
      ).end()
      #expect(parsed.status == 0, "\(parsed.output)")
      let lines = parsed.output.split(separator: "\n").map(String.init)
      for wanted in [
        "counter coatcheck_server_requests_total [('endpoint', '/token'), ('status', '2xx')] 3",
        "counter coatcheck_server_requests_total [('endpoint', '/token'), ('status', '4xx')] 1",
        "counter coatcheck_server_events_total [('event', 'tokens_issued')] 3",
        "histogram coatcheck_server_request_duration_seconds_count [('endpoint', '/token')] 4",
        "histogram coatcheck_server_request_duration_seconds_bucket "
          + "[('endpoint', '/token'), ('le', '+Inf')] 4",
      ] {
        #expect(lines.contains(wanted), "\(wanted)")
      }
      let resident = lines.first { $0.contains("process_resident_memory_bytes") }
      #expect(resident?.split(separator: " ").last.flatMap { Double($0) } ?? 0 > 1_000_000)
    }

    static let places: [Case<(String, Bool)>] = [
      Case("IPv4", ("127.0.0.1:9464", true)), Case("IPv6", ("[::1]:9464", true)),
      Case("no port", ("127.0.0.1", false)), Case("no address", (":9464", false)),
      Case("IPv6 without brackets", ("::1:9464", false)),
      Case("a port too high", ("a:70000", false)),
    ]

    @Test("the place of metrics is an address and a port", arguments: places)
    func place(_ row: Case<(String, Bool)>) async throws {
      let folder = try Folder()
      // A missing seed ends the server before it listens; all problems are reported.
      let end = try await Self.run([
        "serve", "--database", folder.path + "/d.sqlite", "--metrics", row.value.0, "--seed",
        folder.path + "/none",
      ])
      #expect(end.status != 0)
      #expect(end.output.contains("--metrics: must be an address") == !row.value.1, "\(end.output)")
    }

    @Test("the unit for systemd is sandboxed to an exposure of 2.0 at most")
    func unit() async throws {
      let unit = try String(
        contentsOf: ForeignPython.root.appending(path: "Packaging/coatcheckd.service"),
        encoding: .utf8)
      let folder = try Folder()
      try folder.write(
        "coatcheckd.service", Array(unit.replacing("@PREFIX@", with: "/usr").utf8))
      let analysis = try await ChildProcess(
        "/usr/bin/env",
        [
          "systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager",
          folder.path + "/coatcheckd.service",
        ]
      ).end()
      #expect(analysis.status == 0, "\(analysis.output)")
      #expect(analysis.output.contains("Overall exposure level"))
    }
  }
}
