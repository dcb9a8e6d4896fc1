// SPDX-License-Identifier: Apache-2.0
import TestKit

@Suite("A proxy that adds a token", .timeLimit(.minutes(60)))
struct ProxyTests {
  /// `make soak` sends 10,000 requests.
  @Test("no request is refused because a token has expired, and one refresh serves all")
  func expiring() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 2)
    let clock = Task {
      while !Task.isCancelled {
        stage.server.clock.set(to: Date())
        try await Task.sleep(for: .milliseconds(20))
      }
    }
    defer { clock.cancel() }
    let proxy = try await RunningProxy.start(to: stage.server.issuer, on: stage)
    let (count, began) = (Rounds.count(600, soak: 10_000) / 8, Date())
    let statuses = try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var statuses: [Int] = []
          // At least as long as two tokens last.
          while statuses.count < count || Date().timeIntervalSince(began) < 5 {
            statuses.append(try await proxy.call("/userinfo").status)
          }
          return statuses
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(statuses.allSatisfy { $0 == 200 } && statuses.count >= count * 8)
    let refreshes = stage.server.requests.count("/token") - 1
    // A token is replaced before it ends, and not by each of the eight.
    let seconds = Date().timeIntervalSince(began)
    #expect(refreshes >= 2 && Double(refreshes) <= seconds * 2 + 2, "\(refreshes) in \(seconds) s")
    await proxy.stop()
    #expect(access(proxy.secretFile, F_OK) != 0)
  }

  @Test(
    "a token that the API rejects is replaced, and the request is sent once more, with its body")
  func rejected() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    try await stage.change { $0.accessToken = Secret("rejected") }
    let proxy = try await RunningProxy.start(to: stage.server.issuer, on: stage)
    let again = try await proxy.call("/userinfo", .post, body: Data("a=b".utf8))
    #expect(again.status == 200, "\(String(decoding: again.body, as: UTF8.self))")
    #expect(stage.server.requests.count("/token") == 2)
    await proxy.stop()
  }

  @Test("when the session has ended, the response says how to sign in again")
  func ended() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    let session = try await stage.session()
    let proxy = try await RunningProxy.start(to: stage.server.issuer, on: stage)
    try await stage.revoke(try #require(session.refreshToken))
    try await stage.revoke(session.accessToken)
    let answer = await proxy.send("GET /userinfo")
    #expect(answer.hasPrefix("HTTP/1.1 502 ") && answer.contains("Proxy-Status: coatcheck; error="))
    #expect(answer.contains("Sign in again with: coatcheck login"))
    // A proxy is not started for a session that has ended.
    let late = try await stage.run(["proxy", "--to", stage.server.issuer], exits: 3)
    #expect(late.output.isEmpty)
    // The running proxy uses the next session of the account.
    _ = try await stage.signIn()
    #expect(await proxy.send("GET /userinfo").hasPrefix("HTTP/1.1 200 "))
    await proxy.stop()
  }

  @Test("bodies pass in both directions as they are, and long ones are not kept in memory")
  func streams() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    let api = try EchoServer()
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    let before = try #require(proxy.process.peakMemory)
    for size in [0, 1, 1 << 20, (1 << 20) + 1, 3 << 20] {
      let body = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
      let answer = try await proxy.call("/a", .put, body: body)
      #expect(answer.status == 200 && answer.body == body, "\(size) bytes")
    }
    let (film, copy) = (stage.sandbox.folder + "/film", stage.sandbox.folder + "/copy")
    try Data(repeating: 0x5A, count: 256 << 20).write(to: URL(filePath: film))
    let usual = ["-sS", "-H", "Authorization: Bearer \(proxy.secret)", "-T", film, "-o", copy]
    _ = try await stage.run(
      usual + ["http://127.0.0.1:\(proxy.port)/film"], program: "curl", exits: 0)
    #expect(FileManager.default.contentsEqual(atPath: film, andPath: copy))
    let grown = try #require(proxy.process.peakMemory) - before
    #expect(grown < 64 << 20, "\(grown) bytes more for a body of 256 MiB")
    await proxy.stop()
  }

  @Test("curl uses the socket at the printed path, which is removed at the end")
  func socket() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    let runtime = ["XDG_RUNTIME_DIR": stage.sandbox.folder]
    let words = ["proxy", "--to", stage.server.issuer, "--json"]
    let process = try stage.sandbox.start(words, variables: runtime)
    let line = try await RunningProxy.firstLine(of: process)
    let path = try #require(try JSONObject(parsing: line.utf8)["socket"]?.stringValue)
    #expect(path.hasPrefix(stage.sandbox.folder + "/coatcheck/proxies/"))
    let curl = ["-sS", "--unix-socket", path, "http://localhost/userinfo"]
    let answer = try await stage.run(curl, program: "curl", exits: 0)
    #expect(answer.output.contains(#""sub""#))
    // A second one does not take its place.
    let second = try await stage.run(words, variables: runtime, exits: 2)
    #expect(second.errors.contains("another proxy listens"))
    #expect(try await stage.run(curl, program: "curl", exits: 0).output == answer.output)
    // The socket of a killed proxy does not stop the next one.
    process.send(SIGKILL)
    _ = await process.ended()
    let next = try stage.sandbox.start(words, variables: runtime)
    _ = try await RunningProxy.firstLine(of: next)
    #expect(try await stage.run(curl, program: "curl", exits: 0).output == answer.output)
    next.send(SIGINT)
    #expect(await next.ended() == .exit(130))
    #expect(access(path, F_OK) != 0)
  }

  @Test("curl waits for 100 Continue before a body, and gets a response to HEAD")
  func curl() async throws {
    let stage = try await Stage.signedIn(accessTokensFor: 600)
    let api = try EchoServer()
    let proxy = try await RunningProxy.start(to: "http://127.0.0.1:\(api.port)", on: stage)
    let usual = ["-sS", "-H", "Authorization: Bearer \(proxy.secret)"]
    let address = "http://127.0.0.1:\(proxy.port)/a"
    let expecting = [
      "-v", "-H", "Expect: 100-continue", "--expect100-timeout", "60", "-d", "hello",
    ]
    let posted = try await stage.run(usual + expecting + [address], program: "curl", exits: 0)
    #expect(posted.output == "hello" && posted.errors.contains("< HTTP/1.1 100 Continue"))
    let head = try await stage.run(usual + ["-I", address], program: "curl", exits: 0)
    #expect(head.output.hasPrefix("HTTP/1.1 200 ") && head.output.contains("X-Method: HEAD"))
    await proxy.stop()
  }
}
