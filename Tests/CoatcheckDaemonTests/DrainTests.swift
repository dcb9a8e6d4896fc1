// SPDX-License-Identifier: Apache-2.0
import TestKit

extension DaemonTests {
  @Suite("coatcheckd that is asked to end", .timeLimit(.minutes(10)))
  struct DrainTests {
    // attack: H-14
    @Test(
      "answers the fifty requests in flight, refuses new ones, ends with 0, and loses no rotation")
    func inFlight() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder, seed: Visitor.clients)
      defer { daemon.stop() }
      let visitor = try await Visitor.signedIn(at: daemon, in: folder.path)
      var tokens: [String] = []
      for _ in 0..<50 { tokens.append(try await visitor.refreshToken()) }
      // The write lock of the database is held, so that all requests are in progress.
      let lock = try WriteLock(in: folder.path)
      let peers = try tokens.map { token in
        let peer = try #require(SlowPeer(port: daemon.port))
        let form = "grant_type=refresh_token&client_id=app&refresh_token=\(token)"
        peer.send(
          "POST /token HTTP/1.1\r\nHost: \(daemon.host)\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r\n\r\n\(form)"
        )
        return peer
      }
      // Later requests are answered, so the earlier ones were read.
      for _ in 0..<20 { #expect(try await visitor.get("/livez").status == 200) }
      daemon.child.send(SIGTERM)
      while SlowPeer(port: daemon.port) != nil { try await Task.sleep(for: .milliseconds(5)) }
      #expect(daemon.child.exit == nil)
      try lock.release()
      let (_, status) = try await daemon.child.end()
      #expect(status == 0)

      var successors: [String] = []
      for peer in peers {
        let reply = peer.received()
        #expect(reply.hasPrefix("HTTP/1.1 200 "))
        let found = reply.firstMatch(of: /"refresh_token":"([^"]+)"/)
        successors.append(String(try #require(found).output.1))
      }
      #expect(Set(successors).count == 50)
      let again = try await Daemon(in: folder, seed: Visitor.clients)
      defer { again.stop() }
      let later = Visitor(again.origin)
      for token in successors { #expect(try await later.refresh(token).status == 200) }
    }

    // attack: H-14
    @Test("leaves the rest of a seed to the next start, and answers what waits for it with 503")
    func seeding() async throws {
      let folder = try Folder()
      // Their passwords take much longer than this test.
      let users = (0..<5_000).map {
        #"{"username": "u\#($0)", "password": "\#(Visitor.password)"}"#
      }
      let daemon = try await Daemon(
        in: folder, seed: #"{"users": [\#(users.joined(separator: ","))]}"#)
      defer { daemon.stop() }
      let peer = try #require(SlowPeer(port: daemon.port))
      let rest = "HTTP/1.1\r\nHost: \(daemon.host)\r\n\r\n"
      peer.send("GET /livez \(rest)GET /jwks \(rest)")
      // The second request is read when the first one is answered.
      var text = ""
      while !text.hasSuffix("alive\n") {
        try await Task.sleep(for: .milliseconds(5))
        text += peer.received()
      }
      daemon.child.send(SIGTERM)
      let (_, status) = try await daemon.child.end(within: 2)
      #expect(status == 0)
      #expect(peer.received().hasPrefix("HTTP/1.1 503 "))
    }

    // attack: H-14
    @Test("ends although some peers never finish their requests, and others never read a response")
    func stubborn() async throws {
      let folder = try Folder()
      let daemon = try await Daemon(in: folder)
      defer { daemon.stop() }
      let begun = try (0..<10).map { _ in
        let peer = try #require(SlowPeer(port: daemon.port))
        peer.send("POST /token HTTP/1.1\r\nHost: \(daemon.host)\r\nContent-Length: 1000\r\n\r\na")
        return peer
      }
      let deaf = try (0..<2).map { _ in
        let peer = try #require(SlowPeer(port: daemon.port))
        let request = "GET /jwks HTTP/1.1\r\nHost: \(daemon.host)\r\n\r\n"
        for _ in 0..<20_000 { peer.send(request) }
        return peer
      }
      #expect(try await Visitor(daemon.origin).get("/livez").status == 200)
      daemon.child.send(SIGTERM)
      let (_, status) = try await daemon.child.end()
      #expect(status == 0)
      #expect(begun.allSatisfy { $0.isClosed() } && deaf.allSatisfy { $0.isClosed() })
    }

    @Test("a process without free file descriptors accepts connections again once there are some")
    func outOfFiles() async throws {
      let folder = try Folder()
      let program = BuiltProgram.path("coatcheckd")
      let child = try ChildProcess(
        "/bin/sh",
        [
          "-c", "ulimit -n 64; exec \"$0\" \"$@\"", program, "serve", "--port", "0",
          "--database", folder.path + "/d.sqlite",
        ])
      defer { child.stop() }
      let mark = "coatcheckd: listening on "
      let origin = String(try await child.line { $0.hasPrefix(mark) }.dropFirst(mark.count))
      let port = try #require(origin.split(separator: ":").last.flatMap { Int($0) })
      var peers = (0..<200).compactMap { _ in SlowPeer(port: port) }
      let request = "GET /livez HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n"
      for peer in peers { peer.send(request) }
      try await Task.sleep(for: .milliseconds(300))
      #expect(child.exit == nil)
      peers.removeAll()
      #expect(try await Visitor(origin).get("/livez").status == 200)
      #expect(try await Visitor(origin).get("/readyz").status == 200)
    }
  }
}
