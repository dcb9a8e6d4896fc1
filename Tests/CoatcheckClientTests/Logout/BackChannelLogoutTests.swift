// SPDX-License-Identifier: Apache-2.0

import TestKit

@Suite("Receiving logout tokens")
struct BackChannelLogoutTests {
  private let provider = FakeProvider()
  private let ended = Ended()

  /// Records the logout tokens whose sessions were ended; can be made to fail.
  final class Ended: Sendable {
    private let tokens = Mutex<[LogoutToken]>([])
    private let failures = Mutex(0)
    var all: [LogoutToken] { tokens.withLock { $0 } }
    func fail(_ times: Int) { failures.withLock { $0 = times } }
    func end(_ token: LogoutToken) throws {
      let fails = failures.withLock { count in
        count -= 1
        return count >= 0
      }
      if fails { throw CancellationError() }
      tokens.withLock { $0.append(token) }
    }
  }

  private func receiver() async throws -> BackChannelLogoutReceiver {
    BackChannelLogoutReceiver(try await provider.context()) { [ended] in try ended.end($0) }
  }

  private func token(
    _ changes: [String: JSONValue?] = [:], key: SigningKey = FakeProvider.key
  ) throws -> String {
    var claims = try LogoutToken(
      issuer: Issuer(provider.issuer), subject: "alice", sessionID: "s1",
      environment: provider.environment
    ).claims(for: "app")
    for (name, value) in changes { claims[name] = value }
    return try key.sign(claims, type: LogoutToken.type)
  }

  private func request(
    _ token: String, method: HTTPRequest.Method = .post,
    type: String? = "application/x-www-form-urlencoded"
  ) -> (head: HTTPRequest, body: Data) {
    var head = HTTPRequest(method, to: "https://app.example/logout")
    head.headerFields[.contentType] = type
    return (head, Data("logout_token=\(token)".utf8))
  }

  // attack: C-62
  @Test("a valid token ends the session, once")
  func good() async throws {
    let receiver = try await receiver()
    let (head, body) = request(try token())
    let first = await receiver.answer(head: head, body: body)
    #expect(first.head.status == .ok)
    #expect(ended.all.map(\.sessionID) == ["s1"])
    let again = await receiver.answer(head: head, body: body)
    #expect(again.head.status == .badRequest)
    #expect(ended.all.count == 1)
  }

  // attack: C-62
  @Test(
    "an invalid token gets a 400, and the session stays",
    arguments: [
      "alg none", "wrong key", "wrong algorithm", "changed signature", "no events", "wrong event",
      "nonce", "wrong iss", "wrong aud", "neither sub nor sid", "ten minutes old", "no token",
    ])
  func bad(kind: String) async throws {
    let text: String
    switch kind {
    case "alg none":
      let parts = try token().split(separator: ".")
      text = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(parts[1])."
    case "wrong key": text = try token(key: SigningKey.generate(.es256))
    case "wrong algorithm": text = try token(key: SigningKey.generate(.edDSA))
    case "changed signature":
      let good = try token()
      text = good.dropLast(6) + (good.suffix(6) == "AAAAAA" ? "BBBBBB" : "AAAAAA")
    case "no events": text = try token(["events": nil])
    case "wrong event": text = try token(["events": ["http://schemas.openid.net/other": [:]]])
    case "nonce": text = try token(["nonce": "n"])
    case "wrong iss": text = try token(["iss": "https://evil.example"])
    case "wrong aud": text = try token(["aud": "other"])
    case "neither sub nor sid": text = try token(["sub": nil, "sid": nil])
    case "ten minutes old":
      let old = Int(provider.clock.trueNow.timeIntervalSince1970) - 600
      text = try token(["iat": .number(JSONNumber(old))])
    default: text = ""
    }
    let (head, body) = request(text)
    let answer = try await receiver().answer(head: head, body: body)
    #expect(answer.head.status == .badRequest)
    #expect(answer.head.headerFields[.cacheControl] == "no-store")
    #expect(ended.all.isEmpty)
  }

  // attack: C-63
  @Test(
    "a request that is not a POST with a small form is refused before the token is checked",
    arguments: [
      (.get, "application/x-www-form-urlencoded", 0, 405), (.put, nil, 0, 405),
      (.post, "application/x-www-form-urlencoded", 10 << 20, 413), (.post, nil, 0, 400),
      (.post, "application/json", 0, 400),
    ] as [(HTTPRequest.Method, String?, Int, Int)])
  func notAForm(method: HTTPRequest.Method, type: String?, extra: Int, status: Int) async throws {
    let padding = extra == 0 ? "" : "&x=" + String(repeating: "x", count: extra)
    let (head, body) = request(try token() + padding, method: method, type: type)
    let receiver = try await receiver()
    let before = provider.total
    let answer = await receiver.answer(head: head, body: body)
    #expect(answer.head.status.code == status)
    #expect(ended.all.isEmpty)
    #expect(provider.total == before)
  }

  @Test("a session that could not be ended can be ended by the same token later")
  func tryAgain() async throws {
    let receiver = try await receiver()
    let (head, body) = request(try token())
    ended.fail(1)
    #expect(await receiver.answer(head: head, body: body).head.status == .badRequest)
    #expect(ended.all.isEmpty)
    #expect(await receiver.answer(head: head, body: body).head.status == .ok)
    #expect(ended.all.count == 1)
  }

  @Test("many concurrent requests with one token end the session once")
  func atOnce() async throws {
    let receiver = try await receiver()
    let (head, body) = request(try token())
    let accepted = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { await receiver.answer(head: head, body: body).head.status == .ok }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(accepted == 1)
    #expect(ended.all.count == 1)
  }
}
