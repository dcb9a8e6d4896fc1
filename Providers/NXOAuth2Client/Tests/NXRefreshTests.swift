// SPDX-License-Identifier: Apache-2.0
import CoatcheckNXOAuth2Client
import CoatcheckNXOAuth2ClientTesting
import TestKit

@Suite("A session in the manner of NXOAuth2Client", .timeLimit(.minutes(10)))
struct NXRefreshTests {
  static let words = [
    #"OAuth realm="nx", error="expired_token""#, #"OAuth realm="nx", error="invalid_token""#,
    #"Token token="invalid_token""#, #"Bearer realm="nx", error="invalid_token""#,
  ]

  @Test(
    "replaces a token that the service reports as expired, and sends the request again once",
    arguments: words)
  func expiredWord(_ challenge: String) async throws {
    var manner = NXBehaviour()
    manner.challenge = challenge
    let (world, session) = try await NXWorld.signedIn(manner)
    world.standIn.service.revokeAll()
    let (head, body) = try await session.data(for: world.request("/me"))
    #expect(head.status == .ok)
    #expect(try JSONObject(parsing: Array(body))["id"]?.stringValue == "u-alice")
    #expect(world.standIn.received("/me").count == 2)
    #expect(world.tokenRequests == 2)
  }

  @Test("sends the request again only once, and fails if the new token is rejected as well")
  func stillRejected() async throws {
    let (world, session) = try await NXWorld.signedIn()
    world.standIn.answer(
      "/me",
      with: .standIn(
        .unauthorized, text: "No.",
        fields: [.wwwAuthenticate: #"OAuth error="expired_token""#]), times: 5)
    let error = await failure { try await session.data(for: world.request("/me")) }
    #expect(error == .refused(.invalidToken, ""))
    #expect(error?.nxCode == NXErrorCode(.http, 401))
    #expect(world.standIn.received("/me").count == 2)
    #expect(world.tokenRequests == 2)
    #expect(session.status == .active)
  }

  @Test("returns a 401 with another error to the caller, and keeps the tokens")
  func otherWords() async throws {
    let (world, session) = try await NXWorld.signedIn()
    let (head, _) = try await session.data(for: world.request("/guarded"))
    #expect(head.status == .unauthorized)
    #expect(world.tokenRequests == 1)
    #expect(world.standIn.received("/guarded").count == 1)
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
  }

  /// The results of 20 concurrent requests.
  private func results(_ session: Session, _ world: NXWorld) async -> [Result<Int, OAuthError>] {
    await withTaskGroup(of: Result<Int, OAuthError>.self) { group in
      for _ in 0..<20 {
        group.addTask {
          do throws(OAuthError) {
            return .success(try await session.data(for: world.request("/me")).0.status.code)
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("survives four failures of the token endpoint: all waiting callers get a response")
  func failingRefresh() async throws {
    let (world, session) = try await NXWorld.signedIn()
    world.standIn.clock.advance(by: .seconds(3601))
    world.failTokenRequests(times: 4)
    let results = await results(session, world)
    #expect(results == Array(repeating: .success(200), count: 20))
    #expect(world.tokenRequests == 1 + 5)
  }

  @Test("fails all waiting callers when the fifth attempt fails as well, and keeps the tokens")
  func deadTokenEndpoint() async throws {
    let (world, session) = try await NXWorld.signedIn()
    world.standIn.clock.advance(by: .seconds(3601))
    world.failTokenRequests(.serviceUnavailable, times: 5)
    let error = await failure { try await session.accessToken() }
    #expect(error == .unreachable(.serverUnavailable, ""))
    #expect(world.tokenRequests == 1 + 5)
    #expect(try await world.store.session(session.account) != nil)
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
  }

  @Test("fails all waiting callers once when the refresh is refused, and the session ends")
  func refusedRefresh() async throws {
    let (world, session) = try await NXWorld.signedIn()
    world.endSessions()
    let results = await results(session, world)
    #expect(results.count == 20)
    for result in results {
      guard case .failure(let error) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(error.code == .sessionEnded)
      #expect(error.nxCode == NXErrorCode(.oauth, -2001))
    }
    #expect(world.tokenRequests == 2)
    #expect(try await world.store.sessions().isEmpty)
  }

  @Test(
    "a 401 of the token endpoint is an error, and does not start another refresh")
  func tokenRequestNeverRefreshes() async throws {
    let (world, session) = try await NXWorld.signedIn()
    world.standIn.answer(
      "/oauth2/token",
      with: .standIn(
        .unauthorized, text: "No.", fields: [.wwwAuthenticate: #"OAuth error="expired_token""#]))
    #expect(await failure { try await session.refresh() }?.status == 401)
    #expect(world.tokenRequests == 2)
    try await session.refresh()
    #expect(world.tokenRequests == 3)
  }

  @Test("without a refresh token fails with an error, and does not crash")
  func withoutRefreshToken() async throws {
    var manner = NXBehaviour()
    manner.refreshLifetime = 0
    let (world, session) = try await NXWorld.signedIn(manner)
    #expect(session.stored?.refreshToken == nil)
    let error = await failure { try await session.refresh() }
    #expect(error?.code == .interactionRequired)
    #expect(error?.nxCode == NXErrorCode(.oauth, -2001))
    #expect(try await session.data(for: world.request("/me")).0.status == .ok)
  }

  @Test("keeps the refresh token if the service sends no new one", arguments: [true, false])
  func rotation(_ rotates: Bool) async throws {
    var manner = NXBehaviour()
    manner.rotates = rotates
    let (world, session) = try await NXWorld.signedIn(manner)
    let first = try #require(session.stored?.refreshToken)
    try await session.refresh()
    #expect(try #require(session.stored?.refreshToken).matches(first) == !rotates)
    try await session.refresh()
    #expect(session.stored?.generation == 3)
    #expect(world.tokenRequests == 3)
  }

  @Test("adds a valid access token to a request for another HTTP stack")
  func signedElsewhere() async throws {
    let (world, session) = try await NXWorld.signedIn()
    let first = try await session.authorized(world.request("/me"))
    world.standIn.clock.advance(by: .seconds(3601))
    let second = try await session.authorized(world.request("/me", .post))
    #expect(first.headerFields[.authorization] != second.headerFields[.authorization])
    #expect(second.method == .post && second.path == "/me")
    let answer = try await Transports.system.send(second, body: Data(), limit: .standard)
    #expect(answer.head.status == .ok)
    let taken = world.request("/me", fields: [.authorization: "Basic x"])
    #expect(await failure { try await session.authorized(taken) }?.outcome == .misused)
  }
}
