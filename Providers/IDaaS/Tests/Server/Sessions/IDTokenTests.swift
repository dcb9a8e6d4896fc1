// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("An ID token") struct IDTokenTests {
  @Test("contains the user, the login and the expiry, signed with the published key")
  func content() async throws {
    let world = try await AccountWorld.start()
    try await world.add(email: "wei@example.com", claims: ["name": "张伟"])
    let answer = try await world.signIn()
    #expect(answer.status == 200)
    #expect(answer["expire"]?.intValue == 432_000)
    #expect(answer.text("status") == "SUCCESS")
    let jwt = try await world.claims(of: answer.idToken)
    #expect(jwt.header.algorithm == .rs256)
    #expect(jwt.header.hasType("JWT"))
    #expect(jwt.header.keyID?.isEmpty == false)
    let now = Int(world.now.timeIntervalSince1970)
    let claims = jwt.claims
    #expect(claims["iss"]?.stringValue == world.server.origin + "/api/v1/oauth2")
    #expect(claims["aud"] == "app")
    #expect(claims["sub"] == "u-zhangwei")
    #expect(claims["id"] == "u-zhangwei")
    #expect(claims["userName"] == "zhangwei")
    #expect(claims["name"] == "张伟")
    #expect(claims["mobile"] == "+86-13800000000")
    #expect(claims["email"] == "wei@example.com")
    #expect(claims["iat"]?.intValue == now)
    #expect(claims["nbf"]?.intValue == now - 120)
    #expect(claims["exp"]?.intValue == now + 7_200)
    #expect(claims["auth_time"]?.intValue == now)
    #expect(claims["amr"] == ["pwd"])
    #expect(claims["sid"]?.stringValue?.isEmpty == false)
    #expect(claims["jti"]?.stringValue?.isEmpty == false)
  }

  @Test("has an empty address for a user without one, as the document's sample has")
  func noAddress() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().idToken
    let claims = try await world.claims(of: token).claims
    #expect(claims["email"] == "")
    // "If a Claim is not returned, that Claim Name SHOULD be omitted": the userinfo has none.
    let info = try await world.userInfo(token)
    #expect(info.json.objectValue != nil && info["email"] == nil)
  }

  @Test("carries the user as a JSON text as well, for the vendor's clients")
  func vendorClaim() async throws {
    let world = try await AccountWorld.start()
    try await world.add(email: "wei@example.com")
    let claims = try await world.claims(of: world.signIn().idToken).claims
    let text = try #require(claims["api"]?.stringValue)
    let user = try JSONObject(parsing: Array(text.utf8))
    #expect(
      user == [
        "id": "u-zhangwei", "userName": "zhangwei", "name": "zhangwei",
        "mobile": "+86-13800000000", "email": "wei@example.com",
      ])
  }

  @Test("carries the user once where the vendor's claim is off")
  func plain() async throws {
    let world = try await AccountWorld.withUser { $0.writesAPIClaim = false }
    let claims = try await world.claims(of: world.signIn().idToken).claims
    #expect(claims["api"] == nil)
    #expect(claims["mobile"] == "+86-13800000000")
  }

  @Test("is signed with ES256 where the tenant says so, and only then")
  func elliptic() async throws {
    let world = try await AccountWorld.withUser { $0.idTokenAlgorithm = .es256 }
    let token = try await world.signIn().idToken
    let jwt = try await world.claims(of: token)
    #expect(jwt.header.algorithm == .es256)
    #expect(try await world.userInfo(token).status == 200)
    let keys = try TestKeys.signing()
    // A token from before the tenant chose another algorithm.
    let before = try #require(keys.first { $0.algorithm == .rs256 })
    #expect(try await world.userInfo(before.sign(jwt.claims, type: "JWT")).status == 200)
    let usual = try await AccountWorld.withUser()
    let claims = try await usual.claims(of: usual.signIn().idToken).claims
    let elliptic = try #require(keys.first { $0.algorithm == .es256 })
    #expect(try await usual.userInfo(elliptic.sign(claims, type: "JWT")).status == 401)
  }

  @Test("expires with its session")
  func sessionEnd() async throws {
    let world = try await AccountWorld.withUser {
      $0.sessionAbsolute = 10_000
      $0.idTokenLifetime = 7_200
    }
    let first = try await world.signIn()
    #expect(first["expire"]?.intValue == 10_000)
    world.server.clock.advance(by: .seconds(9_000))
    let later = try await world.refresh(first.sessionToken)
    #expect(later["expire"]?.intValue == 1_000)
    #expect(later["session_expire"]?.intValue == 1_000)
    let claims = try await world.claims(of: later.idToken).claims
    #expect(claims["exp"]?.intValue == Int(world.now.timeIntervalSince1970) + 1_000)
  }

  @Test(
    "writes a number with a hyphen after its country",
    arguments: [
      ("+8613800000000", "+86-13800000000"), ("+85251234567", "+852-51234567"),
      ("+12025550123", "+1-2025550123"), ("+93701234567", "+93-701234567"),
      ("+886912345678", "+886-912345678"),
    ])
  func mobile(stored: String, written: String) async throws {
    let world = try await AccountWorld.start()
    try await world.add(phone: stored)
    let claims = try await world.claims(of: world.signIn().idToken).claims
    #expect(claims["mobile"]?.stringValue == written)
  }
}
