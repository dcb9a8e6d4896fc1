// SPDX-License-Identifier: Apache-2.0
import CoatcheckIDaaSServer
import CoatcheckIDaaSTesting
import TestKit

@Suite("A logout") struct LogoutTests {
  private static let path = "/api/v2/sdk/logout"

  @Test(
    "ends the session with all its tokens",
    arguments: [HTTPRequest.Method.post, .get], ["session", "id", "both"])
  func success(method: HTTPRequest.Method, by: String) async throws {
    let world = try await AccountWorld.withUser()
    let tokens = try await world.signIn()
    let elsewhere = try await world.signIn(device: "phone-2")
    var fields: [String: String] = [:]
    if by != "id" { fields["session-token"] = tokens.sessionToken }
    if by != "session" { fields["Authorization"] = "Bearer " + tokens.idToken }
    let answer = try await world.call(
      method, Self.path, fields: fields, body: method == .post ? [:] : nil)
    #expect(answer.status == 200)
    #expect(try await world.refresh(tokens.sessionToken).code == "COMMON.1005")
    #expect(try await world.userInfo(tokens.idToken).code == "COMMON.1005")
    #expect(try await world.refresh(elsewhere.sessionToken, device: "phone-2").status == 200)
  }

  @Test("succeeds for a session that has already ended")
  func twice() async throws {
    let world = try await AccountWorld.withUser()
    let fields = ["session-token": try await world.signIn().sessionToken]
    for _ in 1...2 {
      #expect(try await world.call(.post, Self.path, fields: fields, body: [:]).status == 200)
    }
  }

  @Test("works with an expired ID token")
  func oldToken() async throws {
    let world = try await AccountWorld.withUser()
    let tokens = try await world.signIn()
    world.server.clock.advance(by: .seconds(8_000))
    let fields = ["Authorization": "Bearer " + tokens.idToken]
    #expect(try await world.call(.post, Self.path, fields: fields, body: [:]).status == 200)
    #expect(try await world.refresh(tokens.sessionToken).code == "COMMON.1005")
  }

  @Test("of another client or device is refused, and ends nothing")
  func foreign() async throws {
    let world = try await AccountWorld.withUser()
    let tokens = try await world.signIn()
    let bearer = ["Authorization": "Bearer " + tokens.idToken]
    let otherClient = try await world.call(
      .post, Self.path, fields: bearer, body: [:], client: "other")
    #expect(otherClient.code == "COMMON.1006")
    let otherDevice = try await world.call(
      .post, Self.path, fields: bearer, body: [:], device: "phone-2")
    #expect(otherDevice.code == "COMMON.1006")
    #expect(try await world.refresh(tokens.sessionToken).status == 200)
  }

  @Test("needs a well-formed session token, or an ID token")
  func nothing() async throws {
    let world = try await AccountWorld.start()
    #expect(try await world.call(.post, Self.path, body: [:]).code == "COMMON.1001")
    let garbage = try await world.call(.post, Self.path, fields: ["session-token": "x"], body: [:])
    #expect(garbage.code == "COMMON.1006")
  }
}
