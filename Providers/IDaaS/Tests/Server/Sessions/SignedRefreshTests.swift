// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import CryptoExtras
import TestKit

@Suite("A refresh in signed mode") struct SignedRefreshTests {
  private static let pem = Result {
    try _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation
  }

  private static func start() async throws -> AccountWorld {
    let pem = try pem.get()
    return try await AccountWorld.withUser(application: {
      $0.privateKey = Secret(pem)
      $0.wantsSignatures = true
    })
  }

  /// The signature of a client, made with the public key of the server.
  private static func signature(_ text: String, in world: AccountWorld) async throws -> String {
    let answer = try await world.call(.get, "/api/v2/sdk/public-key")
    let spki = try #require(Data(base64Encoded: answer.text("public_key")))
    let key = try _RSA.Encryption.PublicKey(derRepresentation: spki)
    return try key.encrypt(Data(text.utf8), padding: .PKCS1_OAEP_SHA256).base64EncodedString()
  }

  private static func send(_ signature: String, to world: AccountWorld) async throws -> CallReply {
    try await world.call(
      .post, "/api/v2/sdk/session-token/refresh-id-token", fields: ["X-signature": signature],
      body: [:])
  }

  private static func text(
    _ token: String, at world: AccountWorld, away: Int = 0, nonce: String = "n1"
  )
    -> String
  {
    let time = Int(world.now.timeIntervalSince1970) + away
    return "session_token=\(token)&timestamp=\(time)&nonce=\(nonce)"
  }

  private static func refresh(
    _ token: String, at world: AccountWorld, away: Int = 0, nonce: String = "n1"
  ) async throws -> CallReply {
    let text = text(token, at: world, away: away, nonce: nonce)
    return try await send(signature(text, in: world), to: world)
  }

  @Test("works with what the public key encrypted, within five minutes", arguments: [-300, 0, 300])
  func success(away: Int) async throws {
    let world = try await Self.start()
    let token = try await world.signIn().sessionToken
    let answer = try await Self.refresh(token, at: world, away: away)
    #expect(answer.status == 200)
    #expect(answer.sessionToken.hasPrefix("cc_ss_"))
    #expect(answer.sessionToken != token)
  }

  @Test("takes a time in milliseconds as well")
  func milliseconds() async throws {
    let world = try await Self.start()
    let token = try await world.signIn().sessionToken
    let text = "session_token=\(token)&timestamp=1700000000000&nonce=n"
    #expect(try await Self.send(Self.signature(text, in: world), to: world).status == 200)
  }

  @Test("is refused a second time, though the token is still accepted")
  func replay() async throws {
    let world = try await Self.start()
    let token = try await world.signIn().sessionToken
    let signature = try await Self.signature(Self.text(token, at: world), in: world)
    let first = try await Self.send(signature, to: world)
    #expect(first.status == 200)
    #expect(try await Self.send(signature, to: world).refusal == "COMMON.1004 signature_bad")
    // The client itself sends another nonce after a lost response.
    let again = try await Self.refresh(token, at: world, nonce: "n2")
    #expect(again.sessionToken == first.sessionToken)
  }

  @Test("is refused when its time differs by more", arguments: [-301, 301])
  func late(away: Int) async throws {
    let world = try await Self.start()
    let token = try await world.signIn().sessionToken
    #expect(try await Self.refresh(token, at: world, away: away).code == "COMMON.1004")
  }

  @Test(
    "is refused when the signature cannot be read",
    arguments: [
      "x", "AAAA", Data(repeating: 1, count: 256).base64EncodedString(),
      String(repeating: "A", count: 2_000),
    ])
  func unreadable(signature: String) async throws {
    let world = try await Self.start()
    let answer = try await Self.send(signature, to: world)
    #expect(answer.status == 400)
    #expect(answer.code == "COMMON.1004")
  }

  @Test(
    "is refused when a part is missing",
    arguments: [
      "session_token=cc_ss_x", "timestamp=1700000000&nonce=n",
      "session_token=a&timestamp=b&nonce=n",
      "session_token=a&timestamp=1700000000", "session_token=a&session_token=a&timestamp=1&nonce=n",
    ])
  func incomplete(text: String) async throws {
    let world = try await Self.start()
    #expect(try await Self.send(Self.signature(text, in: world), to: world).code == "COMMON.1004")
  }

  @Test("is the only accepted refresh where signatures are required")
  func unsigned() async throws {
    let world = try await Self.start()
    let token = try await world.signIn().sessionToken
    #expect(try await world.refresh(token).code == "COMMON.1004")
    #expect(try await Self.refresh(token, at: world).status == 200)
  }

  @Test("does not exist for an application without a key", arguments: [nil, "no key"])
  func keyMissing(pem: String?) async throws {
    let world = try await AccountWorld.start(application: {
      $0.privateKey = pem.map { Secret($0) }
    })
    #expect(try await Self.send("AAAA", to: world).code == "COMMON.1014")
    #expect(try await world.call(.get, "/api/v2/sdk/public-key").code == "COMMON.1014")
  }
}
