// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("Userinfo") struct UserInfoTests {
  @Test("returns the current data, not the token's")
  func fresh() async throws {
    let world = try await AccountWorld.start()
    var user = try await world.add(email: "wei@example.com", claims: ["name": "张伟"])
    let token = try await world.signIn().idToken
    user.claims["name"] = "张三"
    #expect(try await world.store.save(user) == .replaced)
    let answer = try await world.userInfo(token)
    #expect(answer.status == 200)
    #expect(
      answer.json == [
        "sub": "u-zhangwei", "id": "u-zhangwei", "userName": "zhangwei", "name": "张三",
        "mobile": "+86-13800000000", "email": "wei@example.com",
      ])
    #expect(answer.head.headerFields[.cacheControl] == "no-store")
  }

  @Test("needs a token")
  func missing() async throws {
    let world = try await AccountWorld.start()
    let answer = try await world.send(.get, "/api/v1/oauth2/userinfo")
    #expect(answer.status == 401)
    #expect(answer.code == "COMMON.1001")
    #expect(answer.head.headerFields[.wwwAuthenticate] == "Bearer")
  }

  @Test("is refused when the token has expired, while its session is active")
  func expired() async throws {
    let world = try await AccountWorld.withUser()
    let token = try await world.signIn().idToken
    world.server.clock.advance(by: .seconds(7_199))
    #expect(try await world.userInfo(token).status == 200)
    world.server.clock.advance(by: .seconds(1))
    let answer = try await world.userInfo(token)
    #expect(answer.status == 401)
    #expect(answer.code == "COMMON.1005")
    #expect(answer.head.headerFields[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
  }

  @Test("is refused for tokens that are not ID tokens of this issuer", arguments: Forgery.allCases)
  func forged(forgery: Forgery) async throws {
    let world = try await AccountWorld.withUser()
    let genuine = try await world.signIn().idToken
    var claims = try await world.claims(of: genuine).claims
    let keys = try TestKeys.signing()
    let rsa = try #require(keys.first { $0.algorithm == .rs256 })
    let elliptic = try #require(keys.first { $0.algorithm == .es256 })
    let token: String
    switch forgery {
    case .otherAlgorithm: token = try elliptic.sign(claims, type: "JWT")
    case .otherType: token = try rsa.sign(claims, type: "at+jwt")
    case .otherIssuer:
      claims["iss"] = "https://elsewhere.example"
      token = try rsa.sign(claims, type: "JWT")
    case .otherKey: token = try SigningKey.generate(.rs256).sign(claims, type: "JWT")
    case .otherSession:
      claims["sid"] = "another"
      token = try rsa.sign(claims, type: "JWT")
    case .withoutSession:
      claims["sid"] = nil
      token = try rsa.sign(claims, type: "JWT")
    case .unsigned:
      let parts = genuine.split(separator: ".")
      let head = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
      token = head + "." + parts[1] + "."
    case .changed: token = String(genuine.dropLast(4)) + "AAAA"
    case .noToken: token = "x"
    }
    #expect(try await world.userInfo(genuine).status == 200)
    let answer = try await world.userInfo(token)
    #expect(answer.status == 401)
    #expect(answer["userName"] == nil)
  }

  enum Forgery: CaseIterable {
    case otherAlgorithm, otherType, otherIssuer, otherKey, otherSession, withoutSession, unsigned
    case changed, noToken
  }
}
