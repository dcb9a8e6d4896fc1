// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSProtocol
import CoatcheckWeiboTesting
import TestKit

@testable import CoatcheckIDaaSServer

@Suite("A code from Weibo")
struct WeiboCodeTests {
  private static func refusal(
    _ world: UpstreamWorld, _ code: String, _ redirect: String
  ) async throws -> Refusal? {
    do {
      _ = try await world.server.upstreamUser(
        by: .code(Secret(code), redirectURI: redirect), world.context)
      return nil
    } catch let refusal as Refusal {
      return refusal
    }
  }

  // attack: I-16
  @Test("is redeemed once, with the secret, for the redirect URI that it was sent to")
  func once() async throws {
    let world = try await UpstreamWorld.start()
    for redirect in ["http://127.0.0.1:1/api/v1/login/weibo", "http://127.0.0.1:4000/callback"] {
      let code = world.weibo.code(for: .alice, redirectURI: redirect)
      let user = try await world.server.upstreamUser(
        by: .code(Secret(code), redirectURI: redirect), world.context)
      #expect(user.identity.subject == "1404376560" && user.nickname == "alice")
      #expect(try await Self.refusal(world, code, redirect) == WeiboRefusals.invalid)
    }
    let code = world.weibo.code(for: .alice, redirectURI: "http://127.0.0.1:4000/callback")
    // Weibo reports a wrong registration: the code was for another address.
    #expect(
      try await Self.refusal(world, code, "http://127.0.0.1:4001/callback")
        == WeiboRefusals.misconfigured)
  }

  @Test("is sent to Weibo only for an address of the tenant or the application")
  func foreignAddress() async throws {
    let world = try await UpstreamWorld.start()
    for redirect in ["https://evil.example/callback", "http://127.0.0.1:2/api/v1/login/weibo", "x"]
    {
      let refusal = try await Self.refusal(world, "c", redirect)
      #expect(refusal == Refusal(.parameterValue, "redirect_uri", detail: .badFormat))
    }
    #expect(world.wire.sent.isEmpty)
  }

  @Test("is sent once, whatever went wrong")
  func neverTwice() async throws {
    let world = try await UpstreamWorld.start(
      failing: ["/oauth2/access_token": .unreachable(.connectionFailed, "Reset.")])
    let refusal = try await Self.refusal(world, "c", "http://127.0.0.1:1/api/v1/login/weibo")
    #expect(refusal == WeiboRefusals.unavailable && world.wire.sent.count == 1)
  }

  @Test("that brings a token of another user is refused")
  func mixed() async throws {
    let world = try await UpstreamWorld.start()
    let redirect = "http://127.0.0.1:1/api/v1/login/weibo"
    let code = world.weibo.code(for: .alice, redirectURI: redirect)
    let bob = world.weibo.token(for: .bob)
    world.weibo.answer(
      "/oauth2/access_token",
      with: .standIn(json: [
        "access_token": .string(bob.accessToken), "uid": "1404376560", "expires_in": 9,
      ]))
    #expect(try await Self.refusal(world, code, redirect) == WeiboRefusals.mismatch)
  }

  @Test("is refused where Weibo is off")
  func off() async throws {
    let world = try await UpstreamWorld.start()
    var application = world.application
    application.weibo = nil
    let context = CallContext(
      caller: world.context.caller, application: application, source: world.context.source,
      requestID: "r", now: world.clock.now)
    let proofs: [WeiboLogin.Proof] = [
      .token(Secret("t"), uid: "1"), .code(Secret("c"), redirectURI: "x"),
      .ticket(Secret("t"), verifier: Secret("v")),
    ]
    for proof in proofs {
      await #expect(throws: Refusal(.sourceUnknown)) {
        try await world.server.upstreamUser(by: proof, context)
      }
    }
  }
}
